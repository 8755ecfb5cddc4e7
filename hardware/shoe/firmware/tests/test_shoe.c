/* The device as the host sees it: lines in, lines out. */
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "runner.h"

static const tag first = {'A', 7, {0x04, 0x41, 0x6D, 0x41, 0x2B, 0x02, 0x89}};
static const tag second = {'A', 7, {0x04, 0xA0, 0x35, 0xB2, 0xBC, 0x2B, 0x80}};
static const tag third = {'V', 8, {0xE0, 0x04, 0x01, 0x50, 0x0F, 0x2A, 0x3B, 0x4C}};

static void started(void)
{
    bench_new();
    b.acks = true;
    bench_power_on();
    bench_run(100);
}

static void it_says_hello_when_it_starts_and_when_it_is_asked(void) /* rule 4 */
{
    started();
    CHECK(bench_heard("H,1,SHOE7F3A,5C0FFEE1,fw1.0.0,1,1"));
    bench_say("Q,1,1,CTRL01");
    bench_run(20);
    CHECK(bench_heard("H,1,SHOE7F3A,5C0FFEE1,fw1.0.0,2,2"));
    bench_say("Q,2,3,CTRL01");
    bench_run(20);
    CHECK(bench_heard("N,VERSION"));
}

static void it_tells_of_every_kind_of_thing(void)
{
    started();
    bench_card(&first, 212);
    bench_card(&third, 198);
    world_add(&b.world, 187, true, NULL, 0);
    world_add(&b.world, 60, false, NULL, 0);
    const tag two[2] = {second, first};
    world_add(&b.world, 260, true, two, 2);
    world_add(&b.world, 60, false, NULL, 0);
    const tag mixed[2] = {first, third};
    world_add(&b.world, 260, true, mixed, 2);
    world_add(&b.world, 60, false, NULL, 0);
    world_add(&b.world, 143, true, &second, 1);
    world_add(&b.world, 120, false, &second, 1);
    world_add(&b.world, 60, false, NULL, 0);
    bench_run(3000);
    b.world.lid_open = true;
    bench_run(100);
    b.world.empty = true;
    bench_run(100);
    b.world.reader_failure = 3;
    bench_run(1000);
    b.world.reader_failure = 0;
    b.world.empty = false;
    bench_run(200);
    CHECK(strcmp(b.events[0], "E,5C0FFEE1,1,30,LC") == 0);
    CHECK(strstr(b.events[1], ",CO,A:04416D412B0289,212,") != NULL);
    CHECK(strstr(b.events[2], ",CO,V:E00401500F2A3B4C,198,") != NULL);
    CHECK(strstr(b.events[3], ",NT,187") != NULL);
    CHECK(strstr(b.events[4], ",TT,A:04A035B2BC2B80+04416D412B0289,260") != NULL);
    CHECK(strstr(b.events[5], ",TT,A:04416D412B0289+V:E00401500F2A3B4C,260") != NULL);
    CHECK(strstr(b.events[6], ",CR,A:04A035B2BC2B80,143") != NULL);
    CHECK(strstr(b.events[7], ",LO") != NULL && strstr(b.events[8], ",EM") != NULL);
    CHECK(strstr(b.events[9], ",RE,PN532,3") != NULL && b.event_count == 10);
}

static void its_heart_beats_each_second_with_the_beams(void)
{
    started();
    bench_card(&first, 200);
    world_add(&b.world, 3500, true, NULL, 0);
    world_add(&b.world, 60, false, NULL, 0);
    bench_run(910);
    CHECK(bench_heard("B,5C0FFEE1,3,1000,OK,1"));
    bench_run(1000);
    CHECK(bench_heard("B,5C0FFEE1,3,2000,OK,1")); /* the second card is still on its way: it has no event yet */
    bench_run(1600);
    CHECK(bench_heard("B,5C0FFEE1,3,3000,OK,1"));
    bench_run(400);
    CHECK(bench_heard("B,5C0FFEE1,5,4000,OK,2")); /* the jam, and the card that was free at last */
    b.world.reader_failure = 1;
    bench_run(1000);
    CHECK(strstr(bench_next("B"), ",ERR,2") != NULL);
    b.world.reader_failure = 0;
    bench_run(1000);
    CHECK(strstr(bench_next("B"), ",OK,2") != NULL);
}

static void without_acknowledgement_it_says_it_again_and_says_when_it_is_half_full(void) /* rule 1 */
{
    started();
    b.acks = false;
    for (unsigned i = 0; i < BENCH_SLOTS / 2 + 1; i++) {
        bench_card(&first, 100);
    }
    b.read = b.count;
    bench_run(3000);
    unsigned times = 0;
    const char *e;
    while ((e = bench_next("E")) != NULL) {
        times += strncmp(e, "E,5C0FFEE1,2,", 13) == 0;
        CHECK(strncmp(e, "E,5C0FFEE1,10,", 14) != 0); /* not in the window of eight */
    }
    CHECK(times >= 3 && times <= 6);
    b.read = 0;
    const char *last = NULL;
    for (const char *beat = bench_next("B"); beat != NULL; beat = bench_next("B")) {
        last = beat;
    }
    CHECK(last != NULL && strstr(last, ",RING,") != NULL);
}

static void a_gap_is_asked_for(void) /* rule 2 */
{
    started();
    b.acks = false;
    bench_card(&first, 100);
    bench_card(&second, 100);
    bench_run(400);
    b.read = b.count;
    bench_say("G,5C0FFEE1,3");
    bench_run(30);
    CHECK(strstr(bench_next("E"), "E,5C0FFEE1,3,") != NULL && bench_next("E") == NULL);
    bench_say("G,5C0FFEE1,1"); /* gone: the hello says what there is */
    bench_run(30);
    CHECK(bench_heard("H,1,SHOE7F3A,5C0FFEE1,fw1.0.0,2,4"));
    bench_say("A,0BADB007,7"); /* another ring */
    bench_run(30);
    CHECK(bench_heard("H,1,SHOE7F3A,5C0FFEE1,fw1.0.0,2,4"));
    bench_say("A,5C0FFEE1,9"); /* not sent yet */
    bench_run(30);
    CHECK(bench_heard("H,1,SHOE7F3A,5C0FFEE1,fw1.0.0,2,4") && b.shoe.ring.first == 2);
}

static void what_the_host_could_not_read_is_sent_again_at_once(void)
{
    started();
    b.acks = false;
    bench_card(&first, 100);
    bench_run(215);
    b.read = b.count;
    bench_say("N,CRC");
    bench_run(20);
    CHECK(bench_next("E") != NULL);
}

static void a_ring_that_overflows_says_so(void) /* rule 6 */
{
    started();
    b.acks = false;
    for (unsigned i = 0; i < BENCH_SLOTS + 3; i++) {
        bench_card(&first, 100);
    }
    bench_run(BENCH_SLOTS * 200 + 1500);
    bench_say("Q,1,1,CTRL01");
    b.read = b.count;
    bench_run(30);
    char want[80];
    snprintf(want, sizeof want, "H,1,SHOE7F3A,5C0FFEE1,fw1.0.0,5,%d", BENCH_SLOTS + 5);
    CHECK(bench_heard(want));
}

static void commands_are_obeyed_once_and_answered_each_time(void)
{
    started();
    bench_say("C,1,PING");
    bench_run(10);
    CHECK(bench_heard("R,1,OK"));
    bench_say("C,2,LIGHT,on");
    bench_run(10);
    CHECK(bench_heard("R,2,OK") && b.light);
    bench_say("C,3,LIGHT,blue");
    bench_run(10);
    CHECK(bench_heard("R,3,ERR,ARGS"));
    bench_say("C,4,DANCE");
    bench_run(10);
    CHECK(bench_heard("R,4,ERR,NAME"));
    bench_say("C,5,LIGHT,off");
    bench_run(10);
    CHECK(bench_heard("R,5,OK") && !b.light);
    b.light = true;
    bench_say("C,5,LIGHT,off"); /* its answer was lost */
    bench_run(10);
    CHECK(bench_heard("R,5,OK") && b.light);
}

static void in_registration_cards_are_shown_not_drawn(void)
{
    started();
    bench_say("C,17,MODE,REG");
    bench_run(20);
    CHECK(bench_heard("R,17,OK"));
    world_add(&b.world, 200, false, &first, 1);
    world_add(&b.world, 400, false, NULL, 0);
    world_add(&b.world, 200, false, &second, 1);
    world_add(&b.world, 400, false, NULL, 0);
    world_add(&b.world, 200, true, NULL, 0); /* nobody watches the beam */
    bench_run(1500);
    CHECK(b.event_count == 3 && strstr(b.events[1], ",CO,A:04416D412B0289,0,") != NULL && b.shoe.ring.beams == 0);
    bench_say("C,18,MODE,PLAY");
    bench_card(&first, 200);
    bench_run(400);
    CHECK(b.event_count == 4 && strstr(b.events[3], ",CO,A:04416D412B0289,200,") != NULL && b.shoe.ring.beams == 1);
}

static void wrong_lines_are_refused_but_not_one_for_one(void)
{
    started();
    bench_say_raw("$C,17,MODE,REG*6AD2\r\n");
    bench_run(5);
    CHECK(bench_heard("N,CRC"));
    bench_run(REFUSAL_REST_MS);
    bench_say("Z,1");
    bench_run(5);
    CHECK(bench_heard("N,FORM"));
    bench_run(REFUSAL_REST_MS);
    for (unsigned i = 0; i < 20; i++) {
        bench_say_raw("$*\r\n");
    }
    bench_run(40);
    CHECK(bench_heard("N,FORM") && bench_next("N") == NULL);
    bench_run(REFUSAL_REST_MS);
    bench_say("N,FORM"); /* a refusal is never answered by one */
    bench_say("R,1,OK");
    bench_run(20);
    CHECK(bench_next("N") == NULL);
}

static void with_a_key_only_signed_lines_count(void) /* rule 5 */
{
    bench_new();
    memcpy(b.board.key.bytes, "pairing key", 11);
    b.board.key.len = 11;
    bench_power_on();
    bench_run(100);
    const char *hello = bench_next("H");
    fields f;
    CHECK(fields_split(&f, hello, (uint8_t)strlen(hello), &b.board.key));
    bench_say("A,5C0FFEE1,1");
    bench_run(20);
    CHECK(b.shoe.ring.first == 2);
    bench_say_raw("$C,17,MODE,REG*6AD1\r\n");
    bench_run(20);
    CHECK(strncmp(bench_next("N"), "N,FORM,@", 8) == 0 && !b.shoe.registering);
}

static void reset_answers_first_and_keeps_the_ring(void)
{
    started();
    b.acks = false;
    bench_card(&first, 100);
    bench_run(300);
    bench_say("C,9,RESET");
    bench_run(60);
    CHECK(bench_heard("R,9,OK") && b.restarts == 1);
    CHECK(bench_heard("H,1,SHOE7F3A,5C0FFEE1,fw1.0.0,2,4"));
    bench_run(10);
    CHECK(strstr(bench_next("E"), ",CO,") != NULL);
    CHECK(strstr(bench_next("E"), ",PU,0") != NULL);
}

static void a_card_in_the_mouth_when_registration_begins_is_not_forgotten(void)
{
    started();
    world_add(&b.world, 500, true, &first, 1);
    world_add(&b.world, 60, false, NULL, 0);
    bench_run(100);
    bench_say("C,1,MODE,REG");
    bench_run(800);
    CHECK(strstr(b.events[1], ",NT,1") != NULL && b.shoe.ring.beams == 1);
}

static void noise_on_the_line_changes_nothing(void)
{
    static const char *const said[] = {"$A,5C0FFEE1,2*8404\r\n", "$G,5C0FFEE1,4*EFFC\r\n", "$C,17,MODE,REG*6AD1\r\n", "$Q,1,1,CTRL01*3233\r\n"};
    started();
    b.acks = false;
    bench_card(&first, 100);
    bench_run(400);
    uint32_t random = 12345;
    for (unsigned i = 0; i < 20000; i++) {
        char text[32];
        random = random * 1664525u + 1013904223u;
        strcpy(text, said[random >> 30]);
        size_t at = (random >> 8) % (strlen(text) - 2);
        text[at] = (char)((uint8_t)text[at] ^ (uint8_t)(1 + (random >> 16) % 255)); /* one byte is wrong: never accepted */
        if (text[at] == '\0') {
            continue;
        }
        bench_say_raw(text);
        b.count = b.read = 0;
        bench_run(2);
    }
    CHECK(b.shoe.ring.first == 2 && b.shoe.ring.next == 3 && !b.shoe.registering && !b.shoe.ring.failed);
    bench_say_raw("\r\n");
    bench_run(60);
    bench_say("C,1,PING");
    b.count = b.read = 0;
    bench_run(60);
    CHECK(bench_heard("R,1,OK"));
}

const test shoe_tests[] = {
    TEST(noise_on_the_line_changes_nothing),
    TEST(it_says_hello_when_it_starts_and_when_it_is_asked),
    TEST(it_tells_of_every_kind_of_thing),
    TEST(its_heart_beats_each_second_with_the_beams),
    TEST(without_acknowledgement_it_says_it_again_and_says_when_it_is_half_full),
    TEST(a_gap_is_asked_for),
    TEST(what_the_host_could_not_read_is_sent_again_at_once),
    TEST(a_ring_that_overflows_says_so),
    TEST(commands_are_obeyed_once_and_answered_each_time),
    TEST(in_registration_cards_are_shown_not_drawn),
    TEST(wrong_lines_are_refused_but_not_one_for_one),
    TEST(with_a_key_only_signed_lines_count),
    TEST(reset_answers_first_and_keeps_the_ring),
    TEST(a_card_in_the_mouth_when_registration_begins_is_not_forgotten),
    {NULL, NULL},
};
