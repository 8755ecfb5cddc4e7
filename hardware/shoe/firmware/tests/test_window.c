/* The window: eight on the way, then back to the oldest, later and later (OSP/1 rule 1). */
#include "host.h"
#include "runner.h"
#include "window.h"

static uint8_t bytes[8192];
static memory chip = {bytes, sizeof bytes, -1, false};
static const store over_chip = {&chip, sizeof bytes, memory_read, memory_write};

static ring with(unsigned events)
{
    ring r;
    memory_wipe(&chip);
    (void)ring_open(&r, &over_chip, 1);
    for (unsigned i = 0; i < events; i++) {
        CHECK(ring_put(&r, i, "LC", 2, 0));
    }
    return r;
}

/* Sends all that is due; returns the last number sent, 0 for none. */
static uint32_t send_all(window *w, const ring *r, uint32_t now, unsigned *count)
{
    uint32_t seq;
    uint32_t last = 0;
    *count = 0;
    while (window_due(w, r, now, &seq)) {
        CHECK(last == 0 || seq == last + 1);
        last = seq;
        (*count)++;
        window_sent(w, r, now);
    }
    return last;
}

static void eight_go_out_and_no_more(void)
{
    ring r = with(20);
    window w;
    unsigned n;
    window_begin(&w, &r, 0);
    CHECK(send_all(&w, &r, 0, &n) == 8 && n == 8);
    ring_ack(&r, 3);
    window_acked(&w, &r, 5);
    CHECK(send_all(&w, &r, 5, &n) == 11 && n == 3);
}

static void unanswered_it_goes_back_after_a_quarter_second_and_then_later(void)
{
    ring r = with(3);
    window w;
    unsigned n;
    uint32_t now = 0;
    const uint32_t waits[] = {250, 500, 1000, 2000, 2000, 2000};
    window_begin(&w, &r, now);
    CHECK(send_all(&w, &r, now, &n) == 3);
    for (unsigned i = 0; i < 6; i++) {
        CHECK(send_all(&w, &r, now + waits[i] - 1, &n) == 0);
        now += waits[i];
        CHECK(send_all(&w, &r, now, &n) == 3 && n == 3);
    }
    ring_ack(&r, 1);
    window_acked(&w, &r, now);
    CHECK(send_all(&w, &r, now + 249, &n) == 0);
    CHECK(send_all(&w, &r, now + 250, &n) == 3 && n == 2);
}

static void asked_it_goes_back_at_once_but_not_twice(void) /* rule 2 */
{
    ring r = with(6);
    window w;
    unsigned n;
    window_begin(&w, &r, 0);
    CHECK(send_all(&w, &r, 0, &n) == 6);
    window_back(&w, &r, 4, 10);
    CHECK(send_all(&w, &r, 10, &n) == 6 && n == 3);
    window_back(&w, &r, 4, 20);
    CHECK(send_all(&w, &r, 20, &n) == 0);
    window_back(&w, &r, 5, 20); /* it came further: that is a new gap */
    CHECK(send_all(&w, &r, 20, &n) == 6 && n == 2);
    window_back(&w, &r, 4, 130);
    CHECK(send_all(&w, &r, 130, &n) == 6 && n == 3);
}

static void an_overwritten_event_is_passed_over(void)
{
    ring r = with(2);
    window w;
    unsigned n;
    window_begin(&w, &r, 0);
    CHECK(send_all(&w, &r, 0, &n) == 2);
    for (unsigned i = 0; i < r.slots + 5; i++) {
        CHECK(ring_put(&r, i, "LC", 2, 0));
    }
    CHECK(send_all(&w, &r, 1, &n) == r.first + 7 && n == 8);
}

static void time_may_wrap(void)
{
    ring r = with(1);
    window w;
    unsigned n;
    uint32_t now = UINT32_MAX - 100;
    window_begin(&w, &r, now);
    CHECK(send_all(&w, &r, now, &n) == 1);
    CHECK(send_all(&w, &r, now + 249, &n) == 0);
    CHECK(send_all(&w, &r, now + 250, &n) == 1);
}

const test window_tests[] = {
    TEST(eight_go_out_and_no_more),
    TEST(unanswered_it_goes_back_after_a_quarter_second_and_then_later),
    TEST(asked_it_goes_back_at_once_but_not_twice),
    TEST(an_overwritten_event_is_passed_over),
    TEST(time_may_wrap),
    {NULL, NULL},
};
