/* Cards, lid and stack as they move in time, and a reader that looks at them. */
#include "host.h"

#include <string.h>

bool world_add(world *w, uint32_t ms, bool broken, const tag *tags, uint8_t count)
{
    if (w->count == STEPS_MAX || ms == 0) {
        return false;
    }
    step *s = &w->steps[(w->head + w->count) % STEPS_MAX];
    *s = (step){.ms = ms, .broken = broken, .count = count};
    for (uint8_t i = 0; i < count; i++) {
        s->tags[i] = tags[i];
    }
    if (w->count++ == 0) {
        w->left = ms + 1; /* the tick that follows begins it */
    }
    return true;
}

unsigned world_room(const world *w)
{
    return STEPS_MAX - w->count;
}

bool world_idle(const world *w)
{
    return w->count == 0;
}

bool world_broken(const world *w)
{
    return w->count > 0 && w->steps[w->head].broken;
}

void world_tick(world *w)
{
    if (w->look_left > 0) {
        w->look_left--;
    }
    if (w->count > 0 && --w->left == 0) {
        w->head = (w->head + 1) % STEPS_MAX;
        if (--w->count > 0) {
            w->left = w->steps[w->head].ms;
        }
    }
}

static void begin_look(world *w, uint32_t now)
{
    w->looking = (look){.begun = now};
    if (w->count > 0) {
        const step *s = &w->steps[w->head];
        w->looking.count = s->count;
        memcpy(w->looking.tags, s->tags, sizeof s->tags);
    }
    w->look_left = w->look_ms;
}

reader_state world_reader(world *w, uint32_t now, look *l, uint32_t *failure)
{
    if (w->reader_failure != 0) {
        *failure = w->reader_failure;
        w->look_left = w->look_ms;
        w->looking = (look){.begun = now};
        return READER_FAILED;
    }
    if (w->look_left > 0) {
        return READER_BUSY;
    }
    *l = w->looking;
    begin_look(w, now);
    return READER_LOOKED;
}

static int nibble(char c)
{
    const char *digits = "0123456789ABCDEF";
    const char *at = c == '\0' ? NULL : strchr(digits, c);
    return at == NULL ? -1 : (int)(at - digits);
}

bool tag_parse(const char *text, tag *t)
{
    size_t n = strlen(text);
    if (n < 4 || n % 2 != 0 || (n - 2) / 2 > TAG_MAX_BYTES || (text[0] != 'A' && text[0] != 'V') || text[1] != ':') {
        return false;
    }
    *t = (tag){.kind = text[0], .len = (uint8_t)((n - 2) / 2)};
    for (size_t i = 0; i < t->len; i++) {
        int high = nibble(text[2 + 2 * i]);
        int low = nibble(text[3 + 2 * i]);
        if (high < 0 || low < 0) {
            return false;
        }
        t->id[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}
