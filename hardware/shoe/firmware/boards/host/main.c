/* The host process: its options, its clock, and who may control it. See README.md. */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
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
    machine_begin(&h);
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
