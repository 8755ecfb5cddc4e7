/* The board of the host process: its functions, its power, and one millisecond of it. */
#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "host.h"

static uint32_t host_millis(void *ctx)
{
    const host *h = ctx;
    return (uint32_t)(h->time - h->on_since);
}

static uint32_t host_read(void *ctx, uint8_t *to, uint32_t max)
{
    return wire_read(&((host *)ctx)->wire, to, max);
}

static uint32_t host_write(void *ctx, const uint8_t *from, uint32_t n)
{
    host *h = ctx;
    return h->memory.lost ? n : wire_write(&h->wire, from, n); /* without power nothing is said any more */
}

static bool host_beam(void *ctx)
{
    return world_broken(&((host *)ctx)->world);
}

static bool host_lid(void *ctx)
{
    return ((host *)ctx)->world.lid_open;
}

static bool host_empty(void *ctx)
{
    return ((host *)ctx)->world.empty;
}

static void host_light(void *ctx, bool on)
{
    ((host *)ctx)->world.light = on;
}

static reader_state host_reader(void *ctx, uint32_t now, look *l, uint32_t *failure)
{
    return world_reader(&((host *)ctx)->world, now, l, failure);
}

static uint32_t host_entropy(void *ctx)
{
    host *h = ctx;
    if (h->entropy == 0) { /* not seeded by the test */
        uint32_t value = 0;
        int file = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
        ssize_t got = file < 0 ? -1 : read(file, &value, sizeof value);
        if (file >= 0) {
            close(file);
        }
        return got == (ssize_t)sizeof value ? value : (uint32_t)time(NULL);
    }
    h->entropy = h->entropy * 6364136223846793005ULL + 1442695040888963407ULL;
    return (uint32_t)(h->entropy >> 32);
}

void power_on(host *h)
{
    h->power = true;
    h->on_at = 0;
    h->on_since = h->time;
    h->memory.lost = false;
    h->memory.left = -1;
    h->world.looking = (look){0}; /* what the reader was about is lost with the power */
    h->world.look_left = h->world.look_ms;
    h->starts++;
    shoe_begin(&h->shoe, &h->board);
}

void power_off(host *h, uint64_t back_in)
{
    h->power = false;
    h->on_at = back_in == 0 ? 0 : h->time + back_in;
    if (h->is_volatile) {
        memory_wipe(&h->memory);
    }
}

static void host_restart(void *ctx) /* RESET: a warm start, RAM is kept */
{
    power_on(ctx);
}

void pass_ms(host *h)
{
    h->time++;
    world_tick(&h->world);
    if (!h->power && h->on_at != 0 && h->time >= h->on_at) {
        power_on(h);
    }
    if (h->power) {
        shoe_step(&h->shoe);
        if (h->memory.lost) { /* torn */
            power_off(h, POWER_OFF_MS);
        }
    } else {
        h->wire.in_len = 0;
    }
    if (h->waiting != NULL && world_idle(&h->world)) {
        fprintf(h->waiting, "ok idle\n");
        fflush(h->waiting);
        h->waiting = NULL;
    }
}

void machine_begin(host *h)
{
    h->store = (store){&h->memory, MEMORY_BYTES, memory_read, memory_write};
    h->board = (board){.ctx = h,
                      .device = "SHOEHOST",
                      .reader_name = "PN532",
                      .memory = &h->store,
                      .millis = host_millis,
                      .uart_read = host_read,
                      .uart_write = host_write,
                      .beam_broken = host_beam,
                      .lid_open = host_lid,
                      .stack_empty = host_empty,
                      .light = host_light,
                      .reader_poll = host_reader,
                      .entropy = host_entropy,
                      .restart = host_restart};
}
