/* The PN532: frames seen on real wires, and a chip that answers late, wrongly or not at all. */
#include <string.h>

#include "pn532.h"
#include "runner.h"

static const uint8_t ack[] = {0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00};
static const uint8_t nack[] = {0x00, 0x00, 0xFF, 0xFF, 0x00, 0x00};

static pn_result parse(pn_parser *p, const uint8_t *bytes, size_t n)
{
    pn_result last = PN_MORE;
    for (size_t i = 0; i < n; i++) {
        pn_result r = pn_byte(p, bytes[i]);
        last = r == PN_MORE ? last : r;
    }
    return last;
}

static void a_command_is_framed(void)
{
    const uint8_t want[] = {0x00, 0x00, 0xFF, 0x04, 0xFC, 0xD4, 0x4A, 0x01, 0x00, 0xE1, 0x00};
    const uint8_t list[] = {0x4A, 0x01, 0x00};
    uint8_t out[PN532_FRAME_MAX];
    CHECK(pn_build(out, list, 3) == sizeof want && memcmp(out, want, sizeof want) == 0);
}

static void acknowledgements_are_told_apart(void)
{
    pn_parser p = {0};
    CHECK(parse(&p, ack, sizeof ack) == PN_ACK);
    CHECK(parse(&p, nack, sizeof nack) == PN_NACK);
}

static void an_ntag_is_read(void) /* as recorded in libnfc's issue 23 */
{
    const uint8_t frame[] = {0x00, 0x00, 0xFF, 0x0F, 0xF1, 0xD5, 0x4B, 0x01, 0x01, 0x00, 0x44,
                             0x00, 0x07, 0x04, 0xA3, 0x12, 0x61, 0xEE, 0x02, 0x80, 0x09, 0x00};
    pn_parser p = {0};
    look l = {0};
    CHECK(parse(&p, frame, sizeof frame) == PN_FRAME && p.len == 15);
    CHECK(pn_targets(p.data + 2, (uint8_t)(p.len - 2), &l) && l.count == 1);
    CHECK(l.tags[0].kind == 'A' && l.tags[0].len == 7 && memcmp(l.tags[0].id, "\x04\xA3\x12\x61\xEE\x02\x80", 7) == 0);
}

static void every_wrong_byte_is_noticed(void)
{
    const uint8_t frame[] = {0x00, 0x00, 0xFF, 0x0C, 0xF4, 0xD5, 0x4B, 0x01, 0x01, 0x00, 0x04, 0x08, 0x04, 0x9E, 0xB3, 0x6E, 0x66, 0xA9, 0x00};
    for (size_t at = 1; at + 1 < sizeof frame; at++) { /* the first zero and the last are not part of what is checked */
        for (unsigned flip = 1; flip < 256; flip++) {
            uint8_t bad[sizeof frame];
            memcpy(bad, frame, sizeof bad);
            bad[at] = (uint8_t)(bad[at] ^ flip);
            pn_parser p = {0};
            for (size_t i = 0; i < sizeof bad; i++) {
                if (pn_byte(&p, bad[i]) == PN_FRAME) {
                    look l;
                    CHECK(at == 1 || !pn_targets(p.data + 2, (uint8_t)(p.len - 2), &l));
                }
            }
        }
    }
}

static void two_targets_are_both_read(void)
{
    const uint8_t answer[] = {2, 1, 0x00, 0x44, 0x20, 4, 0x9E, 0xB3, 0x6E, 0x66, 5, 0x78, 0x33, 0x88, 0xA0, 2, 0x00, 0x44, 0x00, 7, 4, 0xA3, 0x12, 0x61, 0xEE, 2, 0x80};
    look l = {0};
    CHECK(pn_targets(answer, sizeof answer, &l) && l.count == 2);
    CHECK(l.tags[0].len == 4 && l.tags[1].len == 7 && l.tags[1].id[6] == 0x80);
    for (uint8_t n = 0; n < sizeof answer; n++) {
        CHECK(!pn_targets(answer, n, &l));
    }
}

/* ---- the driver against a chip ---- */

static struct {
    uint8_t out[4096]; /* from chip to driver */
    size_t head;
    size_t tail;
    uint8_t asked[64]; /* codes of the commands that came */
    unsigned commands;
    bool deaf;  /* says nothing */
    bool tired; /* acknowledges, and says nothing more */
    bool stale; /* says first what was asked before */
    bool error; /* refuses */
    uint8_t tags;
    pn_parser parser;
} chip;

static void say(const uint8_t *bytes, size_t n)
{
    memcpy(chip.out + chip.tail, bytes, n);
    chip.tail += n;
}

static void answer(const uint8_t *data, uint8_t n) /* from TFI on */
{
    uint8_t head[5] = {0x00, 0x00, 0xFF, n, (uint8_t)(0x100 - n)};
    uint8_t sum = 0;
    say(head, 5);
    say(data, n);
    for (uint8_t i = 0; i < n; i++) {
        sum = (uint8_t)(sum + data[i]);
    }
    uint8_t tail[2] = {(uint8_t)(0x100 - sum), 0x00};
    say(tail, 2);
}

static uint32_t chip_read(void *ctx, uint8_t *to, uint32_t max)
{
    (void)ctx;
    uint32_t n = 0;
    while (n < max && chip.head < chip.tail) {
        to[n++] = chip.out[chip.head++];
    }
    memmove(chip.out, chip.out + chip.head, chip.tail - chip.head);
    chip.tail -= chip.head;
    chip.head = 0;
    return n;
}

static void obey(const pn_parser *p)
{
    const uint8_t stale[] = {0xD5, 0x03, 0x32, 0x01, 0x06, 0x07};
    const uint8_t refusal[] = {0x7F};
    uint8_t code = p->data[1];
    chip.asked[chip.commands++ % sizeof chip.asked] = code;
    if (chip.deaf) {
        return;
    }
    if (chip.stale) {
        answer(stale, sizeof stale);
    }
    say(ack, sizeof ack);
    if (chip.tired) {
        return;
    }
    if (chip.stale) {
        answer(stale, sizeof stale);
    }
    if (chip.error) {
        answer(refusal, 1);
    } else if (code == 0x4A) {
        uint8_t found[] = {0xD5, 0x4B, chip.tags, 0x01, 0x00, 0x44, 0x00, 0x07, 0x04, 0xA3, 0x12, 0x61, 0xEE, 0x02, 0x80};
        answer(found, chip.tags == 0 ? 3 : sizeof found);
    } else {
        uint8_t done[] = {0xD5, (uint8_t)(code + 1)};
        answer(done, 2);
    }
}

static void chip_write(void *ctx, const uint8_t *from, uint32_t n)
{
    (void)ctx;
    for (uint32_t i = 0; i < n; i++) {
        if (pn_byte(&chip.parser, from[i]) == PN_FRAME) {
            obey(&chip.parser);
        }
    }
}

static const pn_line to_chip = {NULL, chip_read, chip_write};
static pn_reader reader;
static uint32_t now;
static unsigned looks;
static unsigned failures;
static uint32_t failure;
static look seen_last;

static void plug(void)
{
    memset(&chip, 0, sizeof chip);
    now = 5;
    pn_begin(&reader, &to_chip, now);
}

static void run(uint32_t ms)
{
    looks = 0;
    failures = 0;
    for (; ms > 0; ms--) {
        look l = {0};
        reader_state s = pn_poll(&reader, ++now, &l, &failure);
        if (s == READER_LOOKED) {
            seen_last = l;
            looks++;
        }
        failures += s == READER_FAILED;
    }
}

static void it_is_set_up_and_then_looks(void)
{
    plug();
    chip.tags = 1;
    run(40);
    CHECK(chip.asked[0] == 0x14 && chip.asked[1] == 0x32 && chip.asked[2] == 0x4A && chip.asked[3] == 0x4A);
    CHECK(looks > 5 && seen_last.count == 1 && seen_last.tags[0].id[0] == 0x04);
    chip.tags = 0;
    run(20);
    CHECK(looks > 5 && seen_last.count == 0 && failures == 0);
}

static void an_answer_to_an_older_command_is_dropped(void)
{
    plug();
    chip.stale = true;
    chip.tags = 1;
    run(100);
    CHECK(looks > 5 && failures == 0 && seen_last.count == 1);
}

static void a_silent_chip_has_failed_and_may_come_back(void)
{
    plug();
    chip.deaf = true;
    run(40);
    CHECK(failures == 0); /* once or twice is no failure */
    run(500);
    CHECK(failures > 0 && failure == PN_NO_ACK && looks == 0);
    chip.deaf = false;
    run(100);
    CHECK(looks > 0 && failures == 0);
}

static void a_chip_that_only_acknowledges_has_failed(void)
{
    plug();
    chip.tired = true;
    run(1500);
    CHECK(failures > 0 && failure == PN_NO_ANSWER);
}

static void a_refusal_is_a_failure(void)
{
    plug();
    chip.error = true;
    run(500);
    CHECK(failures > 0 && failure == PN_REFUSED);
}

static void a_chip_that_babbles_has_failed(void)
{
    plug();
    chip.deaf = true;
    bool failed = false;
    for (unsigned i = 0; i < 3000; i++) {
        const uint8_t noise[] = {0x00, 0x00, 0xFF, 0x01, 0x02};
        say(noise, sizeof noise);
        run(1);
        failed = failed || failures > 0;
    }
    CHECK(failed);
}

const test pn532_tests[] = {
    TEST(a_command_is_framed),
    TEST(acknowledgements_are_told_apart),
    TEST(an_ntag_is_read),
    TEST(every_wrong_byte_is_noticed),
    TEST(two_targets_are_both_read),
    TEST(it_is_set_up_and_then_looks),
    TEST(an_answer_to_an_older_command_is_dropped),
    TEST(a_silent_chip_has_failed_and_may_come_back),
    TEST(a_chip_that_only_acknowledges_has_failed),
    TEST(a_refusal_is_a_failure),
    TEST(a_chip_that_babbles_has_failed),
    {NULL, NULL},
};
