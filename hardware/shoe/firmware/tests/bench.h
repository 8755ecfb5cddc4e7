/* A whole shoe on a bench: the core, the world of the host process, a chip that can be torn, and a wire that remembers. */
#ifndef BENCH_H
#define BENCH_H

#include "host.h"
#include "shoe.h"

enum { BENCH_SLOTS = 16, BENCH_MEMORY = 2 * RING_HEADER_BYTES + BENCH_SLOTS * RING_SLOT_BYTES, BENCH_LINES = 4096 };

typedef struct {
    board board;
    shoe shoe;
    world world;
    memory chip;
    uint8_t bytes[BENCH_MEMORY];
    store store;
    uint32_t time;
    uint32_t on_since;
    uint32_t boots; /* ids given */
    unsigned restarts;
    bool light;
    char in[1024];
    size_t in_len;
    receiver heard;
    char lines[BENCH_LINES][LINE_MAX_BYTES]; /* bodies that the shoe sent */
    unsigned count;
    unsigned read; /* of them */
    bool acks;     /* answers each event in order, as a host does */
    uint32_t expected;
    char events[BENCH_LINES][LINE_MAX_BYTES]; /* bodies taken in order by that host */
    unsigned event_count;
} bench;

extern bench b;

void bench_new(void);
void bench_power_on(void);
void bench_run(uint32_t ms);
void bench_say(const char *body);      /* with its check, and signature if there is a key */
void bench_say_raw(const char *bytes);
/* The next line of that type (E, B, H..) among those not yet looked at, or NULL. */
const char *bench_next(const char *type);
bool bench_heard(const char *body);    /* as the next of its type */
void bench_card(const tag *t, uint32_t ms);

#endif
