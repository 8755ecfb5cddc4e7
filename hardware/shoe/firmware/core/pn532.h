/* The PN532 reader chip over a serial line (HSU): its frames, and a driver that looks again and again without blocking.
 *
 * Frames: 00 00 FF LEN LCS TFI data DCS 00 (NXP UM0701-02, 6.2.1). */
#ifndef OSP_PN532_H
#define OSP_PN532_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"

enum {
    PN532_DATA_MAX = 64, /* two targets with their answers to select; longer frames are dropped */
    PN532_FRAME_MAX = PN532_DATA_MAX + 8,
    PN532_ACK_MS = 30,
    PN532_ANSWER_MS = 200,
    PN532_REST_MS = 15,   /* silence before it is woken again: a late answer must not be taken for a new one */
    PN532_FAILURES = 3,   /* in a row, before the reader is said to have failed */
};

typedef enum { PN_MORE, PN_ACK, PN_NACK, PN_FRAME, PN_BAD } pn_result;

typedef struct {
    uint8_t data[PN532_DATA_MAX]; /* after PN_FRAME: TFI, code and what follows */
    uint8_t len;
    uint8_t got;
    uint8_t sum;
    enum { PN_HUNT, PN_START, PN_LEN, PN_LCS, PN_DATA, PN_DCS } at;
} pn_parser;

pn_result pn_byte(pn_parser *p, uint8_t b);

/* Writes the frame of a command (without TFI) and returns its length. */
uint8_t pn_build(uint8_t out[PN532_FRAME_MAX], const uint8_t *command, uint8_t n);

/* The answer to InListPassiveTarget at 106 kbit/s type A (from its target count on) as a look. False: it makes no sense. */
bool pn_targets(const uint8_t *answer, uint8_t n, look *l);

/* Why a reader failed, in `RE PN532,code`. */
enum { PN_NO_ACK = 1, PN_NO_ANSWER = 2, PN_REFUSED = 3, PN_NONSENSE = 4 };

typedef struct {
    void *ctx;
    uint32_t (*read)(void *ctx, uint8_t *to, uint32_t max);
    void (*write)(void *ctx, const uint8_t *from, uint32_t n);
} pn_line;

typedef struct {
    const pn_line *line;
    pn_parser parser;
    enum { PN_RESTING, PN_AWAIT_ACK, PN_AWAIT_ANSWER } state;
    uint8_t step; /* of the commands that set it up; then it looks */
    uint8_t failures;
    uint32_t since;
    uint32_t begun; /* when the look on the way was asked for, or the rest began */
} pn_reader;

void pn_begin(pn_reader *r, const pn_line *over, uint32_t now);
/* As board.reader_poll. */
reader_state pn_poll(pn_reader *r, uint32_t now, look *l, uint32_t *failure);

#endif
