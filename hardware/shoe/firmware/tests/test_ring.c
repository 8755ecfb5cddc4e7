/* The ring: what it keeps, what it gives up, and what a power cut at any byte leaves. */
#include <stdio.h>
#include <string.h>

#include "host.h"
#include "ring.h"
#include "runner.h"

enum { SIZE = 2 * RING_HEADER_BYTES + 16 * RING_SLOT_BYTES, BOOT = 0x5C0FFEE1, NEW_BOOT = 0x0BADB007 };

static uint8_t bytes[SIZE];
static memory chip = {bytes, SIZE, -1, false};
static const store over_chip = {&chip, SIZE, memory_read, memory_write};

static ring fresh(void)
{
    ring r;
    memory_wipe(&chip);
    chip.left = -1;
    chip.lost = false;
    CHECK(!ring_open(&r, &over_chip, BOOT));
    return r;
}

static ring again(void)
{
    ring r;
    chip.left = -1;
    chip.lost = false;
    (void)ring_open(&r, &over_chip, NEW_BOOT);
    return r;
}

static bool put(ring *r, unsigned n)
{
    char text[16];
    int len = snprintf(text, sizeof text, "NT,%u", n);
    return ring_put(r, 1000 + n, text, (uint8_t)len, 0);
}

static bool holds(ring *r, uint32_t seq, unsigned n)
{
    event e;
    char text[16];
    int len = snprintf(text, sizeof text, "NT,%u", n);
    return ring_get(r, seq, &e) && e.seq == seq && e.ms == 1000 + n && e.len == len && memcmp(e.text, text, e.len) == 0;
}

static void what_was_put_is_there_after_a_power_cut(void) /* rule 1 */
{
    ring r = fresh();
    for (unsigned n = 1; n <= 5; n++) {
        CHECK(put(&r, n));
    }
    ring_ack(&r, 2);
    r = again();
    CHECK(r.boot == BOOT && r.first == 3 && r.next == 6);
    CHECK(!holds(&r, 2, 2) && holds(&r, 3, 3) && holds(&r, 5, 5) && !holds(&r, 6, 6));
}

static void a_lost_ring_has_a_new_boot_id(void) /* rule 3 */
{
    ring r = fresh();
    CHECK(put(&r, 1));
    memory_wipe(&chip);
    r = again();
    CHECK(r.boot == NEW_BOOT && r.first == 1 && r.next == 1);
}

static void a_full_ring_gives_up_the_oldest(void) /* rule 6 */
{
    ring r = fresh();
    for (unsigned n = 1; n <= 20; n++) {
        CHECK(put(&r, n));
    }
    CHECK(r.first == 5 && r.next == 21 && ring_count(&r) == 16);
    CHECK(holds(&r, 5, 5) && holds(&r, 20, 20));
    r = again();
    CHECK(r.first == 5 && r.next == 21);
}

static void old_slots_of_an_older_ring_are_not_believed(void)
{
    ring r = fresh();
    for (unsigned n = 1; n <= 10; n++) {
        CHECK(put(&r, n));
    }
    memset(bytes, 0xFF, 2 * RING_HEADER_BYTES); /* both headers, but not the slots */
    r = again();
    CHECK(r.boot == NEW_BOOT && r.next == 1);
    r = again();
    CHECK(r.boot == NEW_BOOT && r.first == 1 && r.next == 1);
}

static void a_hole_gives_up_what_lies_before_it(void)
{
    ring r = fresh();
    for (unsigned n = 1; n <= 6; n++) {
        CHECK(put(&r, n));
    }
    bytes[2 * RING_HEADER_BYTES + 2 * RING_SLOT_BYTES + 14] ^= 1; /* event 3 */
    event e;
    CHECK(!ring_get(&r, 3, &e) && r.first == 4);
    r = again();
    CHECK(r.first == 4 && r.next == 7 && holds(&r, 4, 4));
}

static void one_bad_header_leaves_the_other(void)
{
    for (unsigned copy = 0; copy < 2; copy++) {
        ring r = fresh();
        CHECK(put(&r, 1) && put(&r, 2) && put(&r, 3));
        bytes[copy * RING_HEADER_BYTES + 9] ^= 0x40;
        r = again();
        CHECK(r.boot == BOOT && r.first == 1 && r.next == 4); /* an event that the older header did not count is found */
    }
}

/* What the ring is after the power cut `at` bytes into one change of it. */
static ring torn(void (*change)(ring *), int64_t at, bool *cut)
{
    ring r = fresh();
    for (unsigned n = 1; n <= 3; n++) {
        CHECK(put(&r, n));
    }
    ring_beam(&r);
    chip.left = at;
    change(&r);
    *cut = chip.lost;
    return again();
}

static void change_put(ring *r)
{
    (void)put(r, 4);
}

static void change_ack(ring *r)
{
    ring_ack(r, 2);
}

static void change_keep(ring *r)
{
    ring_keep(r, r->kept | KEPT_LID_KNOWN);
}

static void a_torn_write_is_all_or_nothing(void)
{
    void (*const changes[])(ring *) = {change_put, change_ack, change_keep};
    for (unsigned c = 0; c < 3; c++) {
        bool cut = true;
        for (int64_t at = 0; cut; at++) {
            ring r = torn(changes[c], at, &cut);
            CHECK(r.boot == BOOT && !r.failed && r.beams == 1);
            CHECK(r.first == 1 || (c == 1 && r.first == 3));
            CHECK(r.next == 4 || (c == 0 && r.next == 5 && holds(&r, 4, 4)));
            CHECK(holds(&r, 3, 3));
            if (c == 0) { /* the event and the end of its passage are one */
                CHECK(((r.kept & KEPT_IN_PASSAGE) != 0) == (r.next == 4));
            }
            CHECK(put(&r, 9) && holds(&r, r.next - 1, 9));
        }
    }
}

static void a_torn_first_start_is_a_cold_start(void)
{
    for (int64_t at = 0; at <= 2 * RING_HEADER_BYTES; at++) {
        ring r;
        memory_wipe(&chip);
        chip.lost = false;
        chip.left = at;
        (void)ring_open(&r, &over_chip, BOOT);
        r = again();
        CHECK((r.boot == BOOT || r.boot == NEW_BOOT) && r.first == 1 && r.next == 1 && put(&r, 1) && holds(&r, 1, 1));
    }
}

static void a_dead_chip_is_noticed(void)
{
    ring r = fresh();
    CHECK(put(&r, 1));
    chip.left = 0;
    CHECK(!put(&r, 2) && r.failed);
    CHECK(r.first == 3 && r.next == 3); /* its number stays a hole, and the next hello says so */
}

static void too_long_a_text_is_a_hole_too(void)
{
    char text[EVENT_TEXT_MAX + 1];
    memset(text, 'x', sizeof text);
    ring r = fresh();
    CHECK(!ring_put(&r, 1, text, sizeof text, 0) && r.first == 2 && r.next == 2);
    CHECK(ring_put(&r, 1, text, EVENT_TEXT_MAX, 0) && r.first == 2 && r.next == 3);
}

static void numbers_do_not_wrap_within_a_boot(void)
{
    ring r = fresh();
    r.first = UINT32_MAX - 1;
    r.next = UINT32_MAX - 1;
    CHECK(put(&r, 1));
    CHECK(!put(&r, 2) && r.failed && r.next == UINT32_MAX);
}

static void the_header_in_turn_is_found_after_its_number_wraps(void)
{
    ring r = fresh();
    r.turn = UINT32_MAX - 2;
    for (unsigned n = 1; n <= 4; n++) {
        CHECK(put(&r, n));
        ring kept = again();
        CHECK(kept.next == n + 1);
    }
}

const test ring_tests[] = {
    TEST(what_was_put_is_there_after_a_power_cut),
    TEST(a_lost_ring_has_a_new_boot_id),
    TEST(a_full_ring_gives_up_the_oldest),
    TEST(old_slots_of_an_older_ring_are_not_believed),
    TEST(a_hole_gives_up_what_lies_before_it),
    TEST(one_bad_header_leaves_the_other),
    TEST(a_torn_write_is_all_or_nothing),
    TEST(a_torn_first_start_is_a_cold_start),
    TEST(a_dead_chip_is_noticed),
    TEST(too_long_a_text_is_a_hole_too),
    TEST(numbers_do_not_wrap_within_a_boot),
    TEST(the_header_in_turn_is_found_after_its_number_wraps),
    {NULL, NULL},
};
