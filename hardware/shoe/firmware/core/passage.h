/* What went through the mouth: the beam and the reader's answers become one event for each interruption.
 *
 * The reader looks at the chute just inside the mouth and the beam crosses the mouth, so a card is read before or while
 * it breaks the beam. Once the beam is clear, one look decides: the tag is gone, the card is out; the tag is still
 * there on two looks, the card was pushed back. A tag first seen after the beam cleared is the next card, waiting. */
#ifndef OSP_PASSAGE_H
#define OSP_PASSAGE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    TAG_MAX_BYTES = 10,
    LOOK_TAGS = 2,          /* readers here list at most two; one more changes nothing */
    BREAK_STEADY_MS = 5,    /* shorter is dust: a card pulled at 5 m/s takes 12 ms */
    CLEAR_STEADY_MS = 12,   /* shorter is a gap within one card */
    JAM_MS = 3000,
    LEAD_MS = 150,          /* the last look before the break counts this long, if none saw a tag during it */
    SETTLE_MS = 400,        /* wait no longer than this for the look that decides */
    PUSHED_BACK_LOOKS = 2,
    PRESENT_LOOKS = 2,      /* MODE REG: looks before a tag counts as shown */
    ABSENT_MS = 300,        /* MODE REG: gone this long, it may be shown again */
};

typedef struct {
    char kind; /* 'A' ISO 14443A, 'V' ISO 15693 */
    uint8_t len;
    uint8_t id[TAG_MAX_BYTES]; /* most significant byte first */
} tag;

bool tag_same(const tag *a, const tag *b);

/* One finished look of the reader. */
typedef struct {
    uint32_t begun;
    uint8_t count;
    tag tags[LOOK_TAGS];
} look;

typedef enum { WENT_NOTHING, WENT_BEGUN, WENT_OUT, WENT_UNREAD, WENT_TWO, WENT_BACK, WENT_JAM } went;

typedef struct {
    went what;
    uint32_t beam_ms;
    uint32_t reads;
    uint8_t count;
    tag tags[LOOK_TAGS];
} report;

typedef struct {
    tag tags[LOOK_TAGS];
    uint8_t count;
    uint32_t reads; /* looks that saw the first */
    uint32_t last;
} seen;

typedef struct {
    enum { MOUTH_CLEAR, MOUTH_BROKEN, MOUTH_SETTLING } state;
    bool raw; /* the beam as it is, and since when */
    uint32_t raw_since;
    uint32_t broke;
    uint32_t cleared;
    bool jam_told;
    seen during;
    seen waiting; /* read while the mouth was clear */
    seen after;   /* read after it cleared, and not the card that went: the next one */
    bool had_one; /* a passage ended before, at `closed`: what the reader began earlier is about that one */
    uint32_t closed;
    uint8_t still_there;
    bool looked_after;
    bool waiting_still_there;
} passage;

void passage_begin(passage *p, uint32_t now);
/* A finished look may be given (or NULL). Call again with NULL until it reports nothing. */
report passage_step(passage *p, uint32_t now, bool beam_broken, const look *l);

/* MODE REG: cards are shown to the reader one by one, no beam; each showing is reported once, with beam time 0. */
typedef struct {
    seen shown;
    bool told;
} presence;

report presence_step(presence *p, uint32_t now, const look *l);

#endif
