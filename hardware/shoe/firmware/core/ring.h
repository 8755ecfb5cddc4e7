/* The events the host has not acknowledged, kept in non-volatile memory through a power cut at any byte.
 *
 * Two copies of a header are written in turn, each with a running number and a CRC; an event is written, with its
 * own CRC, before the header that counts it. A torn header leaves the other copy; a torn event was never counted and
 * never sent. See hardware/decisions/ for why it looks like this. */
#ifndef OSP_RING_H
#define OSP_RING_H

#include <stdbool.h>
#include <stdint.h>

enum {
    EVENT_TEXT_MAX = 57, /* `TT` with two ten-byte tags and any beam time */
    RING_HEADER_BYTES = 32,
    RING_SLOT_BYTES = 72,
};

/* Byte-addressed memory: FRAM, a file, or RAM when there is nothing better. false: the write or read failed. */
typedef struct {
    void *ctx;
    uint32_t size;
    bool (*read)(void *ctx, uint32_t at, void *to, uint32_t n);
    bool (*write)(void *ctx, uint32_t at, const void *from, uint32_t n);
} store;

typedef struct {
    uint32_t seq;
    uint32_t ms;
    char text[EVENT_TEXT_MAX]; /* code and fields, not terminated */
    uint8_t len;
} event;

/* What the device must remember besides its events. */
enum {
    KEPT_IN_PASSAGE = 1u, /* the beam was broken and no event has said so yet */
    KEPT_LID_KNOWN = 2u,
    KEPT_LID_OPEN = 4u,
    KEPT_EMPTY = 8u,
};

typedef struct {
    const store *store;
    uint32_t slots;
    uint32_t boot;
    uint32_t first; /* oldest event that can still be sent */
    uint32_t next;  /* number the next event will have */
    uint32_t beams; /* interruptions of the beam since boot, with the one that is on now */
    uint32_t turn;  /* running number of the header */
    uint8_t kept;
    bool failed; /* the memory did not take what was written to it */
} ring;

/* How many events a store of that size can hold. */
uint32_t ring_capacity(uint32_t store_size);

/* Takes up what the memory holds. False: it holds no ring, one is begun under the boot id given. */
bool ring_open(ring *r, const store *s, uint32_t fresh_boot);

/* Adds an event, overwriting the oldest when full; the bits of `kept` are stored with it in the same write.
 * False: the event is not stored (memory fault or too long), and its number stays a hole, which makes first move past it. */
bool ring_put(ring *r, uint32_t ms, const char *text, uint8_t len, uint8_t kept);

/* False: the event is gone. It and all before it are then given up: first moves past it. */
bool ring_get(ring *r, uint32_t seq, event *e);

void ring_ack(ring *r, uint32_t seq);
void ring_beam(ring *r);
void ring_keep(ring *r, uint8_t kept);

static inline uint32_t ring_count(const ring *r)
{
    return r->next - r->first;
}

#endif
