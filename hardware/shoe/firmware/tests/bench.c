/* A whole shoe on a bench. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bench b;

static uint32_t millis(void *ctx)
{
    (void)ctx;
    return b.time - b.on_since;
}

static uint32_t uart_read(void *ctx, uint8_t *to, uint32_t max)
{
    (void)ctx;
    size_t n = b.in_len < max ? b.in_len : max;
    memcpy(to, b.in, n);
    memmove(b.in, b.in + n, b.in_len - n);
    b.in_len -= n;
    return (uint32_t)n;
}

static void answer(const char *body)
{
    unsigned boot;
    unsigned seq;
    if (!b.acks || sscanf(body, "E,%8X,%u,", &boot, &seq) != 2) {
        return;
    }
    char text[LINE_MAX_BYTES];
    if (seq == b.expected) {
        strcpy(b.events[b.event_count++], body);
        b.expected++;
    }
    snprintf(text, sizeof text, "A,%08X,%u", boot, b.expected - 1);
    bench_say(text);
}

static uint32_t uart_write(void *ctx, const uint8_t *from, uint32_t n)
{
    (void)ctx;
    if (b.chip.lost) {
        return n;
    }
    uint32_t take = n < WIRE_BYTES_PER_MS ? n : WIRE_BYTES_PER_MS;
    for (uint32_t i = 0; i < take; i++) {
        if (receiver_byte(&b.heard, from[i]) == RX_LINE && b.count < BENCH_LINES) {
            memcpy(b.lines[b.count], b.heard.text, b.heard.len);
            b.lines[b.count][b.heard.len] = '\0';
            answer(b.lines[b.count++]);
        }
    }
    return take;
}

static bool beam(void *ctx)
{
    (void)ctx;
    return world_broken(&b.world);
}

static bool lid(void *ctx)
{
    (void)ctx;
    return b.world.lid_open;
}

static bool empty(void *ctx)
{
    (void)ctx;
    return b.world.empty;
}

static void light(void *ctx, bool on)
{
    (void)ctx;
    b.light = on;
}

static reader_state reader(void *ctx, uint32_t now, look *l, uint32_t *failure)
{
    (void)ctx;
    return world_reader(&b.world, now, l, failure);
}

static uint32_t entropy(void *ctx)
{
    (void)ctx;
    return 0x5C0FFEE1 + b.boots++;
}

static void restart(void *ctx)
{
    (void)ctx;
    b.restarts++;
    bench_power_on();
}

void bench_new(void)
{
    memset(&b, 0, sizeof b);
    b.chip = (memory){b.bytes, sizeof b.bytes, -1, false};
    memory_wipe(&b.chip);
    b.store = (store){&b.chip, sizeof b.bytes, memory_read, memory_write};
    b.world.look_ms = 20;
    b.expected = 1;
    b.board = (board){.device = "SHOE7F3A",
                      .reader_name = "PN532",
                      .memory = &b.store,
                      .millis = millis,
                      .uart_read = uart_read,
                      .uart_write = uart_write,
                      .beam_broken = beam,
                      .lid_open = lid,
                      .stack_empty = empty,
                      .light = light,
                      .reader_poll = reader,
                      .entropy = entropy,
                      .restart = restart};
}

void bench_power_on(void)
{
    b.chip.lost = false;
    b.chip.left = -1;
    b.on_since = b.time;
    b.world.looking = (look){0};
    b.world.look_left = b.world.look_ms;
    shoe_begin(&b.shoe, &b.board);
}

void bench_run(uint32_t ms)
{
    for (; ms > 0; ms--) {
        b.time++;
        world_tick(&b.world);
        shoe_step(&b.shoe);
    }
}

void bench_say_raw(const char *bytes)
{
    size_t n = strlen(bytes);
    if (b.in_len + n <= sizeof b.in) {
        memcpy(b.in + b.in_len, bytes, n);
        b.in_len += n;
    }
}

void bench_say(const char *body)
{
    line l = {.len = 1};
    l.text[0] = '$';
    memcpy(l.text + 1, body, strlen(body));
    l.len = (uint8_t)(1 + strlen(body));
    if (!line_end(&l, &b.board.key)) {
        abort();
    }
    char text[LINE_MAX_BYTES + 1];
    memcpy(text, l.text, l.len);
    text[l.len] = '\0';
    bench_say_raw(text);
}

const char *bench_next(const char *type)
{
    while (b.read < b.count) {
        const char *body = b.lines[b.read++];
        if (strncmp(body, type, strlen(type)) == 0 && body[strlen(type)] == ',') {
            return body;
        }
    }
    return NULL;
}

bool bench_heard(const char *body)
{
    char type[2] = {body[0], '\0'};
    const char *got = bench_next(type);
    if (got == NULL || strcmp(got, body) != 0) {
        printf("  heard %s, not %s\n", got == NULL ? "nothing" : got, body);
        return false;
    }
    return true;
}

void bench_card(const tag *t, uint32_t ms)
{
    world_add(&b.world, 30, false, t, 1);
    world_add(&b.world, ms, true, t, 1);
    world_add(&b.world, 60, false, NULL, 0);
}
