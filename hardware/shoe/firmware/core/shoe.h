/* The device: lines in and out, events into the ring, the ring to the host (OSP/1). */
#ifndef OSP_SHOE_H
#define OSP_SHOE_H

#include "board.h"
#include "frame.h"
#include "passage.h"
#include "ring.h"
#include "window.h"

#define FIRMWARE_VERSION "fw1.0.0"

enum {
    OSP_VERSION = 1,
    HEARTBEAT_MS = 1000,
    REFUSAL_REST_MS = 50, /* a noisy line must not be answered with as much noise */
    SWITCH_STEADY_MS = 30,
    TX_BYTES = 512,
};

/* A contact that is believed once it has been steady. */
typedef struct {
    bool raw;
    uint32_t since;
} contact;

typedef struct {
    const board *board;
    ring ring;
    window window;
    passage passage;
    presence presence;
    receiver receiver;
    contact lid;
    contact stack;
    bool registering;    /* MODE REG */
    bool reader_failed;
    bool restart_asked;
    bool ever_answered;
    bool hello_owed;     /* an event was given up: first > expected must be said (rule 6) */
    uint32_t beaten;     /* time of the last heartbeat */
    uint32_t refused;    /* time of the last refusal */
    bool ever_refused;
    uint32_t answered_n; /* the last command: repeated, it gets the same answer and is not done again */
    uint16_t answered_crc;
    const char *answer;
    uint8_t tx[TX_BYTES];
    uint32_t tx_len;
} shoe;

/* Power came on. Takes up the ring, or begins one under a new boot id. */
void shoe_begin(shoe *s, const board *b);
/* Call as often as possible, at least every 2 ms. Never blocks. */
void shoe_step(shoe *s);

#endif
