/* The control channel of the host process: what a test may do to the shoe. See README.md. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host.h"

enum { WORDS_MAX = 8 };

typedef struct {
    const char *word[WORDS_MAX];
    unsigned count;
} words;

static words split(char *text)
{
    words w = {.count = 0};
    char *rest = NULL;
    for (char *s = strtok_r(text, " \t\r\n", &rest); s != NULL && w.count < WORDS_MAX; s = strtok_r(NULL, " \t\r\n", &rest)) {
        w.word[w.count++] = s;
    }
    return w;
}

static bool number(const words *w, unsigned i, uint32_t otherwise, uint32_t *value)
{
    if (i >= w->count) {
        *value = otherwise;
        return true;
    }
    char *end;
    errno = 0;
    unsigned long v = strtoul(w->word[i], &end, 10);
    *value = (uint32_t)v;
    return errno == 0 && *end == '\0' && w->word[i][0] != '-' && v <= UINT32_MAX;
}

static bool rate(const words *w, double *value)
{
    if (w->count != 2) {
        return false;
    }
    char *end;
    double v = strtod(w->word[1], &end);
    if (*end != '\0' || !(v >= 0.0 && v <= 1.0)) {
        return false;
    }
    *value = v;
    return true;
}

static bool is(const words *w, const char *name)
{
    return w->count > 0 && strcmp(w->word[0], name) == 0;
}

/* A card's way through the mouth: it comes before the reader, breaks the beam, and is gone (or stays, pushed back). */
static bool go_through(host *h, const words *w, uint8_t tags, uint32_t usual_ms, bool stays)
{
    tag t[LOOK_TAGS] = {{0}};
    uint32_t ms;
    for (uint8_t i = 0; i < tags; i++) {
        if (i + 1u >= w->count || !tag_parse(w->word[i + 1], &t[i])) {
            return false;
        }
    }
    if (!number(w, tags + 1u, usual_ms, &ms) || ms == 0 || world_room(&h->world) < 4) {
        return false;
    }
    world_add(&h->world, APPROACH_MS, false, t, tags);
    world_add(&h->world, ms, true, t, tags);
    if (stays) {
        world_add(&h->world, LINGER_MS, false, t, tags);
    }
    world_add(&h->world, GAP_MS, false, NULL, 0);
    return true;
}

static bool move_cards(host *h, const words *w)
{
    tag t;
    uint32_t ms;
    if (is(w, "card")) {
        return go_through(h, w, 1, 200, false);
    }
    if (is(w, "unread")) {
        return go_through(h, w, 0, 200, false);
    }
    if (is(w, "two")) {
        return go_through(h, w, 2, 260, false);
    }
    if (is(w, "return")) {
        return go_through(h, w, 1, 150, true);
    }
    if (is(w, "jam")) {
        return go_through(h, w, w->count > 1 && w->word[1][1] == ':' ? 1 : 0, 3500, false);
    }
    if (is(w, "present")) {
        return w->count > 1 && tag_parse(w->word[1], &t) && number(w, 2, 200, &ms) && world_room(&h->world) >= 2 &&
               world_add(&h->world, ms, false, &t, 1) && world_add(&h->world, ABSENT_MS + 100, false, NULL, 0);
    }
    if (is(w, "glitch")) {
        return number(w, 1, 3, &ms) && world_room(&h->world) >= 2 && world_add(&h->world, ms, true, NULL, 0) &&
               world_add(&h->world, GAP_MS, false, NULL, 0);
    }
    return is(w, "pause") && number(w, 1, 100, &ms) && world_add(&h->world, ms, false, NULL, 0);
}

static bool set_things(host *h, const words *w)
{
    const char *what = w->count > 1 ? w->word[1] : "";
    uint32_t n;
    if (is(w, "lid") && (strcmp(what, "open") == 0 || strcmp(what, "closed") == 0)) {
        h->world.lid_open = strcmp(what, "open") == 0;
        return true;
    }
    if (is(w, "stack") && (strcmp(what, "empty") == 0 || strcmp(what, "loaded") == 0)) {
        h->world.empty = strcmp(what, "empty") == 0;
        return true;
    }
    if (is(w, "reader") && strcmp(what, "ok") == 0) {
        h->world.reader_failure = 0;
        return true;
    }
    if (is(w, "reader") && strcmp(what, "fail") == 0 && number(w, 2, 2, &n) && n != 0) {
        h->world.reader_failure = n;
        return true;
    }
    if (is(w, "drop")) {
        return rate(w, &h->wire.drop);
    }
    if (is(w, "corrupt")) {
        return rate(w, &h->wire.corrupt);
    }
    if (is(w, "repeat")) {
        return rate(w, &h->wire.repeat);
    }
    return false;
}

static bool set_power(host *h, const words *w)
{
    uint32_t ms;
    if (is(w, "power-cut") && number(w, 1, POWER_OFF_MS, &ms)) { /* 0: until power-on */
        power_off(h, ms);
        return true;
    }
    if (is(w, "power-on") && !h->power) {
        power_on(h);
        return true;
    }
    if (is(w, "reset") && h->power) {
        power_on(h);
        return true;
    }
    if (is(w, "tear") && w->count == 2 && number(w, 1, 0, &ms)) {
        h->memory.left = ms;
        return true;
    }
    if (is(w, "lose-ring")) { /* the memory chip was replaced */
        memory_wipe(&h->memory);
        power_off(h, POWER_OFF_MS);
        return true;
    }
    return false;
}

static void print_stats(const host *h, FILE *to)
{
    const ring *r = &h->shoe.ring;
    fprintf(to,
            "ok boot=%08" PRIX32 " first=%" PRIu32 " next=%" PRIu32 " beams=%" PRIu32 " power=%d starts=%u refused=%" PRIu32
            " harmed=%" PRIu64 " light=%d mode=%s time=%" PRIu64 "\n",
            r->boot, r->first, r->next, r->beams, h->power, h->starts, h->shoe.receiver.dropped, h->wire.harmed, h->world.light,
            h->shoe.registering ? "REG" : "PLAY", h->time);
}

static void obey(host *h, char *text, FILE *to)
{
    words w = split(text);
    uint32_t ms;
    if (w.count == 0) {
        return;
    }
    if (is(&w, "stats")) {
        print_stats(h, to);
    } else if (is(&w, "wait")) {
        h->waiting = to;
        return; /* answered when the cards have come to rest */
    } else if (is(&w, "advance") && h->by_hand && number(&w, 1, 1, &ms)) {
        wire_pull(&h->wire);
        for (; ms > 0; ms--) {
            pass_ms(h);
        }
        wire_flush(&h->wire);
        fprintf(to, "ok %" PRIu64 "\n", h->time);
    } else if (is(&w, "unplug")) {
        wire_unplug(&h->wire);
        fprintf(to, "ok\n");
    } else if (is(&w, "plug") && wire_plug(&h->wire)) {
        fprintf(to, "ok %s\n", h->wire.path);
    } else if (is(&w, "quit")) {
        h->quit = true;
        fprintf(to, "ok\n");
    } else if (move_cards(h, &w) || set_things(h, &w) || set_power(h, &w)) {
        fprintf(to, "ok\n");
    } else {
        fprintf(to, "err %s: not a command, or not now, or not with these values\n", w.word[0]);
    }
    fflush(to);
}

bool channel_serve(channel *c, host *h)
{
    char bytes[1024];
    ssize_t n = read(c->fd, bytes, sizeof bytes);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
        return false;
    }
    for (ssize_t i = 0; i < n; i++) {
        if (bytes[i] == '\n') {
            c->text[c->len] = '\0';
            c->len = 0;
            obey(h, c->text, c->reply);
        } else if (c->len + 1 < sizeof c->text) {
            c->text[c->len++] = bytes[i];
        }
    }
    return true;
}
