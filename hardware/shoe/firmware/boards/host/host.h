/* The host process: a whole shoe, made of a pseudo-terminal, a file and a clock that can be driven. */
#ifndef HOST_H
#define HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "board.h"
#include "shoe.h"

/* ---- wire: the serial line, with what can befall it ---- */

enum { WIRE_BYTES_PER_MS = 12 }; /* 115200 8N1 */

typedef struct {
    int master;
    int slave;        /* held open, or reading the master would fail while no host is there */
    bool own;         /* a pseudo-terminal of ours, not a descriptor that was given */
    const char *link; /* name that always points to the terminal, or NULL */
    char path[64];
    double drop;
    double corrupt;
    double repeat;
    uint64_t random;
    uint64_t harmed; /* bytes dropped, corrupted or repeated */
    uint8_t in[4096];
    size_t in_len;
    uint8_t out[8192];
    size_t out_len;
} wire;

bool wire_plug(wire *w);
void wire_unplug(wire *w);
bool wire_is_plugged(const wire *w);
void wire_pull(wire *w);  /* takes what has arrived */
void wire_flush(wire *w); /* gives away what was written; what nobody takes is lost, as on a real line */
uint32_t wire_read(wire *w, uint8_t *to, uint32_t max);
uint32_t wire_write(wire *w, const uint8_t *from, uint32_t n);

/* ---- memory: the ring's chip ---- */

typedef struct {
    uint8_t *bytes;
    uint32_t size;
    int64_t left; /* bytes still written before the power goes; below 0: no end */
    bool lost;    /* it went */
} memory;

bool memory_open(memory *m, const char *path, uint32_t size); /* path NULL: RAM */
void memory_wipe(memory *m);
bool memory_read(void *ctx, uint32_t at, void *to, uint32_t n);
bool memory_write(void *ctx, uint32_t at, const void *from, uint32_t n);

/* ---- world: cards, lid and stack, as they move in time ---- */

enum { STEPS_MAX = 4096, APPROACH_MS = 30, GAP_MS = 60, LINGER_MS = 120 };

typedef struct {
    uint32_t ms;
    bool broken;
    uint8_t count;
    tag tags[LOOK_TAGS];
} step;

typedef struct {
    step steps[STEPS_MAX];
    unsigned head;
    unsigned count;
    uint32_t left; /* of the first step */
    bool lid_open;
    bool empty;
    bool light;
    uint32_t reader_failure; /* 0: it works */
    uint32_t look_ms;
    uint32_t look_left;
    uint32_t look_begun;
    look looking;
} world;

bool world_add(world *w, uint32_t ms, bool broken, const tag *tags, uint8_t count);
unsigned world_room(const world *w);
bool world_idle(const world *w);
bool world_broken(const world *w);
void world_tick(world *w);
reader_state world_reader(world *w, uint32_t now, look *l, uint32_t *failure);
bool tag_parse(const char *text, tag *t); /* A:04416D412B0289 */

/* ---- machine: the board made of them ---- */

enum { MEMORY_BYTES = 8192, POWER_OFF_MS = 100, TEXT_MAX = 512 };

typedef struct {
    board board;
    store store;
    shoe shoe;
    wire wire;
    memory memory;
    world world;
    bool is_volatile;
    bool power;
    uint64_t time;     /* simulated ms since the process began */
    uint64_t on_since; /* of the power */
    uint64_t on_at;    /* when the power comes back; 0: not by itself */
    unsigned starts;
    uint64_t entropy;
    bool by_hand; /* time moves with `advance` only */
    double scale;
    FILE *waiting; /* who is told when the world is idle */
    bool quit;
} host;

void machine_begin(host *h); /* gives the board its functions; the rest of h is set by then, or later by options */
void power_on(host *h);
void power_off(host *h, uint64_t back_in); /* 0: until power_on */
void pass_ms(host *h);

/* ---- control: commands, one a line ---- */

/* Lines from a descriptor that must not block. */
typedef struct {
    int fd;
    FILE *reply;
    char text[TEXT_MAX];
    size_t len;
} channel;

bool channel_serve(channel *c, host *h); /* false: it was closed */

#endif
