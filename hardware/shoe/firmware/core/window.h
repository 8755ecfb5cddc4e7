/* Which event goes out next: go-back-N over the ring, window 8, 0.25 s doubling to 2 s (OSP/1 rule 1). */
#ifndef OSP_WINDOW_H
#define OSP_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include "ring.h"

enum { WINDOW_SIZE = 8, RETRY_FIRST_MS = 250, RETRY_LAST_MS = 2000, AGAIN_REST_MS = 60 };

typedef struct {
    uint32_t send; /* next event to send; those from ring.first up to it are on their way */
    uint32_t since;
    uint32_t wait;
    uint32_t went_back; /* when a request last made us go back, and to which event */
    uint32_t back_to;
    bool asked;
} window;

void window_begin(window *w, const ring *r, uint32_t now);
/* True: event *seq is to be sent now; tell window_sent when it is. */
bool window_due(window *w, const ring *r, uint32_t now, uint32_t *seq);
void window_sent(window *w, const ring *r, uint32_t now);
/* After ring_ack: the link works, so the wait is short again. */
void window_acked(window *w, const ring *r, uint32_t now);
/* Send again from seq, or from the oldest kept. Asked twice within a window's time on the wire, it goes back once:
 * the host asks for each event that comes after a gap, and every answer to each would double the traffic. */
void window_back(window *w, const ring *r, uint32_t seq, uint32_t now);

#endif
