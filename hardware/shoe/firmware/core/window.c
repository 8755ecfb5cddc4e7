/* Which event goes out next. */
#include "window.h"

void window_begin(window *w, const ring *r, uint32_t now)
{
    *w = (window){.send = r->first, .since = now, .wait = RETRY_FIRST_MS};
}

bool window_due(window *w, const ring *r, uint32_t now, uint32_t *seq)
{
    if (w->send < r->first) { /* acknowledged or overwritten before it went out */
        w->send = r->first;
    }
    if (w->send > r->first && now - w->since >= w->wait) {
        w->send = r->first;
        w->wait = w->wait >= RETRY_LAST_MS / 2 ? RETRY_LAST_MS : w->wait * 2;
    }
    *seq = w->send;
    return w->send < r->next && w->send - r->first < WINDOW_SIZE;
}

void window_sent(window *w, const ring *r, uint32_t now)
{
    if (w->send == r->first) { /* the timer runs for the oldest */
        w->since = now;
    }
    w->send++;
}

void window_acked(window *w, const ring *r, uint32_t now)
{
    if (w->send < r->first) {
        w->send = r->first;
    }
    w->since = now;
    w->wait = RETRY_FIRST_MS;
}

void window_back(window *w, const ring *r, uint32_t seq, uint32_t now)
{
    uint32_t from = seq > r->first ? seq : r->first;
    if (w->asked && from <= w->back_to && now - w->went_back < AGAIN_REST_MS) {
        return;
    }
    if (from < w->send) {
        w->send = from;
        w->since = now;
        w->asked = true;
        w->went_back = now;
        w->back_to = from;
    }
}
