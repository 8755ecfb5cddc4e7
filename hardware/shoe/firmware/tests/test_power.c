/* The power goes at every byte that the device ever writes: each card still has one event, in order (OSP/1 rule 1). */
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "runner.h"

enum { CARDS = 6, CARD_MS = 100, WHOLE_MS = CARDS * (30 + CARD_MS + 60) + 400 };

static tag card(unsigned n)
{
    tag t = {'A', 4, {0x04, 0x11, 0x22, (uint8_t)n}};
    return t;
}

/* Plays the cards, with the power going after `left` bytes and coming back `off` ms later. False: it never cut. */
static bool play(int64_t left, uint32_t off, bool acks)
{
    bench_new();
    b.acks = acks;
    bench_power_on();
    for (unsigned n = 1; n <= CARDS; n++) {
        tag t = card(n);
        bench_card(&t, CARD_MS);
    }
    b.chip.left = left;
    bool cut = false;
    uint32_t dark = 0;
    for (uint32_t ms = 0; ms < WHOLE_MS + off; ms++) {
        if (dark > 0) { /* cards move on in the dark */
            b.time++;
            world_tick(&b.world);
            b.in_len = 0;
            if (--dark == 0) {
                memset(&b.shoe, 0xA5, sizeof b.shoe); /* RAM is gone */
                bench_power_on();
            }
            continue;
        }
        bench_run(1);
        if (b.chip.lost) {
            cut = true;
            dark = off;
        }
    }
    b.chip.left = -1;
    b.acks = true;
    bench_run(4000);
    return cut;
}

/* The events the host took: their cards in order, each passage that had begun closed by one event. */
static void look_at(int64_t left, uint32_t off)
{
    unsigned cards = 0;
    unsigned last = 0;
    unsigned unread = 0;
    for (unsigned i = 0; i < b.event_count; i++) {
        unsigned n;
        const char *co = strstr(b.events[i], ",CO,A:041122");
        bool nt = strstr(b.events[i], ",NT,") != NULL;
        cards += co != NULL || nt;
        unread += nt;
        if (co != NULL && sscanf(co + 12, "%2X", &n) == 1) {
            if (n <= last) {
                printf("  left %d off %u: card %u after %u\n", (int)left, off, n, last);
            }
            CHECK(n > last);
            last = n;
        }
    }
    if (cards != b.shoe.ring.beams) {
        printf("  left %d off %u: %u cards told of, %u beams\n", (int)left, off, cards, b.shoe.ring.beams);
    }
    CHECK(cards == b.shoe.ring.beams);
    CHECK(b.shoe.ring.boot == 0x5C0FFEE1);
    CHECK(unread <= 1); /* the card that was in the mouth */
}

static void each_passage_is_told_once_wherever_the_power_goes(void)
{
    for (unsigned acks = 0; acks < 2; acks++) {
        bool cut = true;
        for (int64_t left = 0; cut; left++) {
            cut = play(left, 1, acks == 1);
            look_at(left, 1);
            CHECK(b.shoe.ring.beams == CARDS); /* back within a millisecond, it misses none */
            if (runner_failed_checks > 0) {
                return;
            }
        }
    }
}

static void cards_that_pass_in_the_dark_are_not_invented(void)
{
    bool cut = true;
    for (int64_t left = 0; cut; left += 7) {
        cut = play(left, 150, true);
        look_at(left, 150);
        CHECK(b.shoe.ring.beams >= CARDS - 2 && b.shoe.ring.beams <= CARDS);
        if (runner_failed_checks > 0) {
            return;
        }
    }
}

static void a_start_with_the_ring_kept_is_told(void)
{
    bench_new();
    b.acks = true;
    bench_power_on();
    bench_run(100);
    bench_power_on();
    bench_run(100);
    CHECK(b.event_count == 2 && strcmp(b.events[1], "E,5C0FFEE1,2,0,PU,0") == 0);
    tag t = card(1);
    world_add(&b.world, 200, true, &t, 1);
    bench_run(100);
    bench_power_on(); /* the card is still in the mouth: its passage goes on */
    bench_run(400);
    CHECK(b.event_count == 4 && strstr(b.events[2], ",PU,1") != NULL && strstr(b.events[3], ",CO,") != NULL && b.shoe.ring.beams == 1);
}

static void a_lost_ring_is_a_new_boot(void) /* rule 3 */
{
    bench_new();
    bench_power_on();
    bench_run(100);
    memory_wipe(&b.chip);
    bench_power_on();
    bench_run(100);
    CHECK(bench_heard("H,1,SHOE7F3A,5C0FFEE1,fw1.0.0,1,1") && bench_heard("H,1,SHOE7F3A,5C0FFEE2,fw1.0.0,1,1"));
}

const test power_tests[] = {
    TEST(each_passage_is_told_once_wherever_the_power_goes),
    TEST(cards_that_pass_in_the_dark_are_not_invented),
    TEST(a_start_with_the_ring_kept_is_told),
    TEST(a_lost_ring_is_a_new_boot),
    {NULL, NULL},
};
