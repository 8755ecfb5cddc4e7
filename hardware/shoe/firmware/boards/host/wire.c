/* The serial line of the host process: a pseudo-terminal or a given descriptor, with bytes dropped, corrupted, repeated. */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "host.h"

static double chance(wire *w) /* xorshift64*: the same seed harms the same bytes */
{
    w->random ^= w->random >> 12;
    w->random ^= w->random << 25;
    w->random ^= w->random >> 27;
    return (double)((w->random * 2685821657736338717ULL) >> 11) / 9007199254740992.0;
}

bool wire_plug(wire *w)
{
    if (!w->own || w->master >= 0) {
        return w->master >= 0;
    }
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    struct termios t;
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0 || ptsname(master) == NULL) {
        return false;
    }
    snprintf(w->path, sizeof w->path, "%s", ptsname(master));
    w->slave = open(w->path, O_RDWR | O_NOCTTY);
    if (w->slave < 0 || tcgetattr(w->slave, &t) != 0) {
        close(master);
        return false;
    }
    cfmakeraw(&t);
    tcsetattr(w->slave, TCSANOW, &t);
    fcntl(master, F_SETFL, O_NONBLOCK);
    fcntl(master, F_SETFD, FD_CLOEXEC);
    fcntl(w->slave, F_SETFD, FD_CLOEXEC);
    w->master = master;
    if (w->link != NULL) {
        char fresh[4096];
        snprintf(fresh, sizeof fresh, "%s.new", w->link);
        unlink(fresh);
        if (symlink(w->path, fresh) != 0 || rename(fresh, w->link) != 0) {
            return false;
        }
    }
    return true;
}

void wire_unplug(wire *w)
{
    if (!w->own || w->master < 0) {
        return;
    }
    if (w->link != NULL) {
        unlink(w->link);
    }
    close(w->slave);
    close(w->master);
    w->master = -1;
    w->slave = -1;
    w->in_len = 0;
    w->out_len = 0;
}

bool wire_is_plugged(const wire *w)
{
    return w->master >= 0;
}

static void carry(wire *w, uint8_t *to, size_t *len, size_t max, uint8_t b)
{
    unsigned times = 1;
    if (w->drop > 0 && chance(w) < w->drop) {
        times = 0;
        w->harmed++;
    }
    if (w->corrupt > 0 && chance(w) < w->corrupt) {
        b ^= (uint8_t)(1 + (unsigned)(chance(w) * 255.0));
        w->harmed++;
    }
    if (w->repeat > 0 && chance(w) < w->repeat) {
        times *= 2;
        w->harmed++;
    }
    for (; times > 0 && *len < max; times--) {
        to[(*len)++] = b;
    }
}

void wire_pull(wire *w)
{
    uint8_t bytes[1024];
    ssize_t n;
    while (w->master >= 0 && (n = read(w->master, bytes, sizeof bytes)) > 0) {
        for (ssize_t i = 0; i < n; i++) {
            carry(w, w->in, &w->in_len, sizeof w->in, bytes[i]);
        }
    }
}

void wire_flush(wire *w)
{
    size_t at = 0;
    while (w->master >= 0 && at < w->out_len) {
        ssize_t n = write(w->master, w->out + at, w->out_len - at);
        if (n <= 0) {
            break;
        }
        at += (size_t)n;
    }
    w->out_len = 0;
}

uint32_t wire_read(wire *w, uint8_t *to, uint32_t max)
{
    size_t n = w->in_len < max ? w->in_len : max;
    memcpy(to, w->in, n);
    memmove(w->in, w->in + n, w->in_len - n);
    w->in_len -= n;
    return (uint32_t)n;
}

uint32_t wire_write(wire *w, const uint8_t *from, uint32_t n)
{
    uint32_t take = n < WIRE_BYTES_PER_MS ? n : WIRE_BYTES_PER_MS;
    for (uint32_t i = 0; i < take && w->master >= 0; i++) {
        carry(w, w->out, &w->out_len, sizeof w->out, from[i]);
    }
    return take;
}
