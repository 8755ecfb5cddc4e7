/* What went through the mouth: one event for each interruption of the beam. */
#include "passage.h"

#include <stddef.h>

#include "bytes.h"

bool tag_same(const tag *a, const tag *b)
{
    return a->kind == b->kind && a->len == b->len && bytes_same(a->id, b->id, a->len);
}

static bool look_has(const look *l, const tag *t)
{
    for (uint8_t i = 0; i < l->count; i++) {
        if (tag_same(&l->tags[i], t)) {
            return true;
        }
    }
    return false;
}

static void seen_add(seen *s, const look *l, uint32_t now)
{
    for (uint8_t i = 0; i < l->count; i++) {
        bool known = false;
        for (uint8_t k = 0; k < s->count; k++) {
            known = known || tag_same(&s->tags[k], &l->tags[i]);
        }
        if (!known && s->count < LOOK_TAGS) {
            s->tags[s->count++] = l->tags[i];
        }
    }
    if (s->count > 0 && look_has(l, &s->tags[0])) {
        s->reads++;
    }
    if (l->count > 0) {
        s->last = now;
    }
}

static bool seen_same(const seen *s, const look *l)
{
    if (s->count != l->count) {
        return false;
    }
    for (uint8_t i = 0; i < s->count; i++) {
        if (!look_has(l, &s->tags[i])) {
            return false;
        }
    }
    return true;
}

static report told(went what, uint32_t beam_ms, const seen *s)
{
    report r = {.what = what, .beam_ms = beam_ms};
    if (s != NULL) {
        r.reads = s->reads;
        r.count = s->count;
        bytes_copy(r.tags, s->tags, sizeof r.tags);
    }
    return r;
}

void passage_begin(passage *p, uint32_t now)
{
    *p = (passage){.state = MOUTH_CLEAR, .raw_since = now};
}

static void watch_waiting(passage *p, uint32_t now, const look *l)
{
    if (!seen_same(&p->waiting, l)) {
        p->waiting = (seen){0}; /* one empty look is enough: a card seen before it may have been pushed back */
    }
    seen_add(&p->waiting, l, now);
}

static void watch_after(passage *p, uint32_t now, const look *l)
{
    p->looked_after = true;
    bool there = p->during.count > 0 && look_has(l, &p->during.tags[0]);
    p->still_there = there ? (uint8_t)(p->still_there + 1) : 0;
    p->waiting_still_there = p->waiting.count > 0 && look_has(l, &p->waiting.tags[0]);
    p->after = (seen){0};
    if (!there && !p->waiting_still_there) {
        seen_add(&p->after, l, now);
    }
}

static void take_look(passage *p, uint32_t now, const look *l)
{
    if (p->state == MOUTH_SETTLING && (int32_t)(l->begun - p->cleared) >= 0) {
        watch_after(p, now, l);
    } else if (p->had_one && (int32_t)(l->begun - p->closed) < 0) {
        return;
    } else if (p->state == MOUTH_CLEAR) {
        watch_waiting(p, now, l);
    } else if (p->state == MOUTH_SETTLING || p->raw || (int32_t)(l->begun - p->raw_since) < 0) {
        seen_add(&p->during, l, now);
    } /* else: begun and over while it is not known yet whether the beam is clear or has met a gap */
}

static report finish(passage *p)
{
    bool led = p->during.count == 0 && p->waiting.count > 0 && !p->waiting_still_there &&
               (int32_t)(p->broke - p->waiting.last) <= LEAD_MS;
    const seen *s = led ? &p->waiting : &p->during;
    went what = WENT_OUT;
    if (s->count == 0) {
        what = WENT_UNREAD;
    } else if (s->count > 1) {
        what = WENT_TWO;
    } else if (p->still_there >= PUSHED_BACK_LOOKS) {
        what = WENT_BACK;
    }
    report r = told(what, p->cleared - p->broke, s);
    p->state = MOUTH_CLEAR;
    p->had_one = true;
    p->closed = p->cleared;
    p->waiting = p->after;
    return r;
}

static bool settled(const passage *p, uint32_t now)
{
    if (p->during.count == 0 && p->waiting.count == 0) {
        return true;
    }
    if (p->looked_after && (p->still_there == 0 || p->still_there >= PUSHED_BACK_LOOKS)) {
        return true;
    }
    return now - p->cleared >= SETTLE_MS;
}

report passage_step(passage *p, uint32_t now, bool beam_broken, const look *l)
{
    if (beam_broken != p->raw) {
        p->raw = beam_broken;
        p->raw_since = now;
    }
    if (l != NULL) {
        take_look(p, now, l);
    }
    uint32_t steady = now - p->raw_since;
    if (p->state == MOUTH_BROKEN) {
        if (!p->raw && steady >= CLEAR_STEADY_MS) {
            p->state = MOUTH_SETTLING;
            p->cleared = p->raw_since;
        } else if (!p->jam_told && now - p->broke >= JAM_MS) {
            p->jam_told = true;
            return told(WENT_JAM, JAM_MS, NULL);
        }
    }
    bool next_card = p->raw && steady >= BREAK_STEADY_MS;
    if (p->state == MOUTH_SETTLING && (next_card || settled(p, now))) {
        return finish(p);
    }
    if (p->state == MOUTH_CLEAR && next_card) {
        p->state = MOUTH_BROKEN;
        p->broke = p->raw_since;
        p->jam_told = false;
        p->during = (seen){0};
        p->after = (seen){0};
        p->still_there = 0;
        p->looked_after = false;
        p->waiting_still_there = false;
        return told(WENT_BEGUN, 0, NULL);
    }
    return (report){.what = WENT_NOTHING};
}

report presence_step(presence *p, uint32_t now, const look *l)
{
    bool forgotten = p->shown.count > 0 && now - p->shown.last > ABSENT_MS;
    if (forgotten) {
        *p = (presence){0};
    }
    if (l == NULL || l->count == 0) {
        return (report){.what = WENT_NOTHING};
    }
    if (p->shown.count > 0 && !look_has(l, &p->shown.tags[0])) {
        *p = (presence){0}; /* the next card was shown at once */
    }
    seen_add(&p->shown, l, now);
    if (p->told || p->shown.reads < PRESENT_LOOKS) {
        return (report){.what = WENT_NOTHING};
    }
    p->told = true;
    return told(p->shown.count > 1 ? WENT_TWO : WENT_OUT, 0, &p->shown);
}
