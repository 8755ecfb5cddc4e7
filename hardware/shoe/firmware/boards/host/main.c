/* The host process: options, the clock, power, and the control channel. See README.md for the commands. */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "host.h"
#include "shoe.h"

enum { MEMORY_BYTES = 8192, POWER_OFF_MS = 100, WORDS_MAX = 8, TEXT_MAX = 512 };

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

static void power_on(host *h)
{
    h->power = true;
    h->on_at = 0;
    h->on_since = h->time;
    h->memory.lost = false;
    h->memory.left = -1;
    h->starts++;
    shoe_begin(&h->shoe, &h->board);
}

static void power_off(host *h, uint64_t back_in)
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

static void pass_ms(host *h)
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

/* ---- control ---- */

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

/* Lines from a descriptor that must not block. */
typedef struct {
    int fd;
    FILE *reply;
    char text[TEXT_MAX];
    size_t len;
} channel;

static bool channel_serve(channel *c, host *h) /* false: it was closed */
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

static int listen_at(const char *path)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0 || strlen(path) >= sizeof at.sun_path) {
        return -1;
    }
    strcpy(at.sun_path, path);
    unlink(path);
    return bind(fd, (struct sockaddr *)&at, sizeof at) == 0 && listen(fd, 1) == 0 ? fd : -1;
}

/* ---- time ---- */

static uint64_t monotonic_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void catch_up(host *h, uint64_t began)
{
    uint64_t due = (uint64_t)((double)(monotonic_ns() - began) * h->scale / 1e6);
    if (due > h->time) {
        wire_pull(&h->wire);
        while (h->time < due) {
            pass_ms(h);
        }
        wire_flush(&h->wire);
    }
}

static void run(host *h, int listener)
{
    channel std = {.fd = STDIN_FILENO, .reply = stdout};
    channel peer = {.fd = -1};
    uint64_t began = monotonic_ns();
    double tick_ns = 1e6 / h->scale;
    struct timespec tick = {.tv_nsec = tick_ns < 250000.0 ? 250000L : tick_ns > 1e6 ? 1000000L : (long)tick_ns};
    while (!h->quit) {
        struct pollfd on[3] = {{std.fd, POLLIN, 0}, {listener, POLLIN, 0}, {peer.fd, POLLIN, 0}};
        ppoll(on, 3, h->by_hand ? NULL : &tick, NULL);
        if (!h->by_hand) {
            catch_up(h, began);
        }
        if (on[0].revents != 0 && !channel_serve(&std, h)) {
            std.fd = -1;
            h->quit = h->quit || listener < 0; /* whoever started it is gone */
        }
        if (on[1].revents != 0 && peer.fd < 0) {
            peer = (channel){.fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC)};
            peer.reply = peer.fd < 0 ? NULL : fdopen(dup(peer.fd), "w");
        }
        if (on[2].revents != 0 && !channel_serve(&peer, h)) {
            h->waiting = h->waiting == peer.reply ? NULL : h->waiting;
            fclose(peer.reply);
            close(peer.fd);
            peer.fd = -1;
        }
    }
}

static int usage(void)
{
    fputs("usage: shoe-host [--device NAME] [--nvm FILE | --volatile] [--key-file FILE] [--link PATH | --fd N]\n"
          "                 [--control SOCKET] [--scale N | --by-hand] [--look-ms N] [--seed N] [--boot-seed N]\n",
          stderr);
    return 2;
}

static bool load_key(pair_key *key, const char *path)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL) {
        return false;
    }
    key->len = (uint8_t)fread(key->bytes, 1, sizeof key->bytes, f);
    bool whole = key->len > 0 && fgetc(f) == EOF;
    fclose(f);
    return whole;
}

int main(int argc, char **argv)
{
    static host h;
    const char *nvm = NULL;
    const char *control = NULL;
    h.wire = (wire){.master = -1, .slave = -1, .own = true, .random = 1};
    h.world.look_ms = 20;
    h.scale = 1.0;
    h.store = (store){&h.memory, MEMORY_BYTES, memory_read, memory_write};
    h.board = (board){.ctx = &h,
                      .device = "SHOEHOST",
                      .reader_name = "PN532",
                      .memory = &h.store,
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
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        if (strcmp(a, "--volatile") == 0) {
            h.is_volatile = true;
            h.board.memory_is_volatile = true;
            continue;
        }
        if (strcmp(a, "--by-hand") == 0) {
            h.by_hand = true;
            continue;
        }
        const char *v = ++i < argc ? argv[i] : NULL;
        if (v == NULL) {
            return usage();
        }
        if (strcmp(a, "--device") == 0 && strlen(v) <= 16 && strlen(v) > 0 && strpbrk(v, "$*,") == NULL) {
            h.board.device = v;
        } else if (strcmp(a, "--nvm") == 0) {
            nvm = v;
        } else if (strcmp(a, "--key-file") == 0) {
            if (!load_key(&h.board.key, v)) {
                fprintf(stderr, "%s: cannot be read, is empty, or holds more than %d bytes\n", v, KEY_MAX);
                return 1;
            }
        } else if (strcmp(a, "--link") == 0) {
            h.wire.link = v;
        } else if (strcmp(a, "--fd") == 0) {
            h.wire.own = false;
            h.wire.master = atoi(v);
            fcntl(h.wire.master, F_SETFL, O_NONBLOCK);
        } else if (strcmp(a, "--control") == 0) {
            control = v;
        } else if (strcmp(a, "--scale") == 0 && atof(v) > 0) {
            h.scale = atof(v);
        } else if (strcmp(a, "--look-ms") == 0 && atoi(v) > 0) {
            h.world.look_ms = (uint32_t)atoi(v);
        } else if (strcmp(a, "--seed") == 0 && atoll(v) > 0) {
            h.wire.random = (uint64_t)atoll(v) * 2654435761u;
        } else if (strcmp(a, "--boot-seed") == 0 && atoll(v) > 0) {
            h.entropy = (uint64_t)atoll(v);
        } else {
            return usage();
        }
    }
    signal(SIGPIPE, SIG_IGN);
    if (!memory_open(&h.memory, nvm, MEMORY_BYTES)) {
        fprintf(stderr, "%s: cannot be opened as the ring's memory: %s\n", nvm, strerror(errno));
        return 1;
    }
    int listener = control == NULL ? -1 : listen_at(control);
    if ((control != NULL && listener < 0) || !wire_plug(&h.wire)) {
        fprintf(stderr, "no %s: %s\n", control != NULL && listener < 0 ? control : "pseudo-terminal", strerror(errno));
        return 1;
    }
    printf("port %s\n", h.wire.own ? h.wire.path : "given");
    fflush(stdout);
    power_on(&h);
    run(&h, listener);
    wire_unplug(&h.wire);
    return 0;
}
