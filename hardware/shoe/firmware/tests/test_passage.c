/* What goes through the mouth, millisecond by millisecond, with a reader that takes 20 ms to look. */
#include <string.h>

#include "host.h"
#include "passage.h"
#include "runner.h"

static const tag first = {'A', 7, {0x04, 0x41, 0x6D, 0x41, 0x2B, 0x02, 0x89}};
static const tag second = {'A', 7, {0x04, 0xA0, 0x35, 0xB2, 0xBC, 0x2B, 0x80}};

typedef struct {
    world world;
    passage passage;
    presence presence;
    bool registering;
    uint32_t now;
    report got[64];
    unsigned count;
} mouth;

static mouth m;

static void open_mouth(void)
{
    memset(&m, 0, sizeof m);
    m.world.look_ms = 20;
    m.now = 1000;
    passage_begin(&m.passage, m.now);
}

static void lies(uint32_t ms, bool broken, const tag *a, const tag *b)
{
    tag tags[2] = {{0}};
    uint8_t n = 0;
    if (a != NULL) {
        tags[n++] = *a;
    }
    if (b != NULL) {
        tags[n++] = *b;
    }
    CHECK(world_add(&m.world, ms, broken, tags, n));
}

static void play(void)
{
    lies(500, false, NULL, NULL);
    while (!world_idle(&m.world)) {
        look l;
        uint32_t failure;
        m.now++;
        world_tick(&m.world);
        const look *looked = world_reader(&m.world, m.now, &l, &failure) == READER_LOOKED ? &l : NULL;
        report r;
        do {
            r = m.registering ? presence_step(&m.presence, m.now, looked) : passage_step(&m.passage, m.now, world_broken(&m.world), looked);
            looked = NULL;
            if (r.what != WENT_NOTHING && r.what != WENT_BEGUN) {
                m.got[m.count++] = r;
            }
        } while (r.what != WENT_NOTHING);
    }
}

static bool went_by(unsigned i, went what, uint32_t ms, const tag *t)
{
    const report *r = &m.got[i];
    return i < m.count && r->what == what && r->beam_ms == ms && (t == NULL ? r->count == 0 : r->count > 0 && tag_same(&r->tags[0], t));
}

static void a_card_goes_out(void)
{
    open_mouth();
    lies(30, false, &first, NULL);
    lies(212, true, &first, NULL);
    play();
    CHECK(m.count == 1 && went_by(0, WENT_OUT, 212, &first) && m.got[0].reads >= 8);
}

static void a_card_without_a_tag_goes_out(void)
{
    open_mouth();
    lies(187, true, NULL, NULL);
    play();
    CHECK(m.count == 1 && went_by(0, WENT_UNREAD, 187, NULL));
}

static void two_tags_are_two_never_a_guess(void)
{
    open_mouth();
    lies(100, true, &second, NULL);
    lies(160, true, &second, &first);
    play();
    CHECK(m.count == 1 && went_by(0, WENT_TWO, 260, &second) && tag_same(&m.got[0].tags[1], &first));
}

static void a_card_is_pushed_back(void)
{
    open_mouth();
    lies(143, true, &second, NULL);
    lies(200, false, &second, NULL);
    play();
    CHECK(m.count == 1 && went_by(0, WENT_BACK, 143, &second));
}

static void a_jam_is_told_once_and_the_card_when_it_is_free(void)
{
    open_mouth();
    lies(7000, true, &first, NULL);
    play();
    CHECK(m.count == 2 && went_by(0, WENT_JAM, JAM_MS, NULL) && went_by(1, WENT_OUT, 7000, &first));
}

static void dust_is_no_card_and_a_gap_in_a_card_no_end(void)
{
    open_mouth();
    lies(4, true, NULL, NULL);
    lies(300, false, NULL, NULL);
    lies(60, true, &first, NULL);
    lies(8, false, &first, NULL);
    lies(60, true, &first, NULL);
    play();
    CHECK(m.count == 1 && went_by(0, WENT_OUT, 128, &first));
}

static void a_card_too_fast_to_be_read_in_the_beam_was_read_before_it(void)
{
    open_mouth();
    lies(100, false, &first, NULL);
    lies(10, true, NULL, NULL);
    play();
    CHECK(m.count == 1 && went_by(0, WENT_OUT, 10, &first));
}

static void a_tag_that_still_waits_did_not_go(void)
{
    open_mouth();
    lies(100, false, &first, NULL);
    lies(60, true, NULL, NULL); /* a card without a tag covers the one that waits */
    lies(300, false, &first, NULL);
    play();
    CHECK(m.count == 1 && went_by(0, WENT_UNREAD, 60, NULL));
}

static void a_card_pushed_back_is_not_the_next_one(void)
{
    open_mouth();
    lies(143, true, &second, NULL);
    lies(120, false, &second, NULL);
    lies(60, false, NULL, NULL);
    lies(200, true, NULL, NULL);
    play();
    CHECK(m.count == 2 && went_by(0, WENT_BACK, 143, &second) && went_by(1, WENT_UNREAD, 200, NULL));
}

static void the_next_card_waits_in_the_chute(void)
{
    open_mouth();
    lies(200, true, &first, NULL);
    lies(300, false, &second, NULL);
    lies(200, true, &second, NULL);
    play();
    CHECK(m.count == 2 && went_by(0, WENT_OUT, 200, &first) && went_by(1, WENT_OUT, 200, &second));
}

static void cards_follow_each_other_closely(void)
{
    open_mouth();
    lies(100, true, &first, NULL);
    lies(15, false, NULL, NULL);
    lies(100, true, &second, NULL);
    lies(15, false, NULL, NULL);
    lies(100, true, &first, NULL);
    play();
    CHECK(m.count == 3 && went_by(0, WENT_OUT, 100, &first) && went_by(1, WENT_OUT, 100, &second) && went_by(2, WENT_OUT, 100, &first));
}

static void with_a_dead_reader_each_card_is_still_counted(void)
{
    open_mouth();
    m.world.reader_failure = 2;
    lies(200, true, &first, NULL);
    lies(300, false, NULL, NULL);
    lies(200, true, &second, NULL);
    play();
    CHECK(m.count == 2 && went_by(0, WENT_UNREAD, 200, NULL) && went_by(1, WENT_UNREAD, 200, NULL));
}

static void whatever_the_speed_one_card_is_one_event(void)
{
    for (uint32_t ms = BREAK_STEADY_MS + 1; ms < 300; ms++) {
        for (uint32_t lead = 0; lead < 45; lead += 11) {
            open_mouth();
            if (lead > 0) {
                lies(lead, false, &first, NULL);
            }
            lies(ms, true, &first, NULL);
            play();
            CHECK(m.count == 1 && m.got[0].beam_ms == ms);
            CHECK(m.got[0].what == WENT_OUT || (ms + lead < 41 && m.got[0].what == WENT_UNREAD));
        }
    }
}

static void registering_each_card_shown_is_told_once(void)
{
    open_mouth();
    m.registering = true;
    lies(400, false, &first, NULL);
    lies(100, false, NULL, NULL); /* a flicker */
    lies(400, true, &first, NULL);
    lies(400, false, &second, NULL);
    lies(400, false, NULL, NULL);
    lies(200, false, &second, NULL);
    play();
    CHECK(m.count == 3 && went_by(0, WENT_OUT, 0, &first) && went_by(1, WENT_OUT, 0, &second) && went_by(2, WENT_OUT, 0, &second));
}

static void registering_two_at_once_is_two(void)
{
    open_mouth();
    m.registering = true;
    lies(200, false, &first, &second);
    play();
    CHECK(m.count == 1 && went_by(0, WENT_TWO, 0, &first));
}

const test passage_tests[] = {
    TEST(a_card_goes_out),
    TEST(a_card_without_a_tag_goes_out),
    TEST(two_tags_are_two_never_a_guess),
    TEST(a_card_is_pushed_back),
    TEST(a_jam_is_told_once_and_the_card_when_it_is_free),
    TEST(dust_is_no_card_and_a_gap_in_a_card_no_end),
    TEST(a_card_too_fast_to_be_read_in_the_beam_was_read_before_it),
    TEST(a_tag_that_still_waits_did_not_go),
    TEST(a_card_pushed_back_is_not_the_next_one),
    TEST(the_next_card_waits_in_the_chute),
    TEST(cards_follow_each_other_closely),
    TEST(with_a_dead_reader_each_card_is_still_counted),
    TEST(whatever_the_speed_one_card_is_one_event),
    TEST(registering_each_card_shown_is_told_once),
    TEST(registering_two_at_once_is_two),
    {NULL, NULL},
};
