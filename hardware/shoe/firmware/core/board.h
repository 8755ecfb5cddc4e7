/* All that the core asks of a board. */
#ifndef OSP_BOARD_H
#define OSP_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "frame.h"
#include "passage.h"
#include "ring.h"

typedef enum { READER_BUSY, READER_LOOKED, READER_FAILED } reader_state;

typedef struct {
    void *ctx;
    const char *device;      /* up to 16 characters, the same for the life of the device */
    const char *reader_name; /* in `RE` */
    const store *memory;     /* where the ring is kept */
    bool memory_is_volatile; /* said at each cold start, as `RE FRAM,1`: the builder may not know */
    pair_key key;            /* rule 5; length 0: lines are not signed */
    uint32_t (*millis)(void *ctx);
    uint32_t (*uart_read)(void *ctx, uint8_t *to, uint32_t max);
    uint32_t (*uart_write)(void *ctx, const uint8_t *from, uint32_t n); /* takes what fits, at once */
    bool (*beam_broken)(void *ctx);
    bool (*lid_open)(void *ctx);
    bool (*stack_empty)(void *ctx);
    void (*light)(void *ctx, bool on);
    reader_state (*reader_poll)(void *ctx, uint32_t now, look *l, uint32_t *failure);
    uint32_t (*entropy)(void *ctx); /* for a boot id */
    void (*restart)(void *ctx);     /* RESET: may return, the host process does */
} board;

#endif
