/* Lines, as the grammar of OSP/1 has them. */
#include <stdlib.h>
#include <string.h>

#include "frame.h"
#include "runner.h"
#include "sha256.h"

static const pair_key no_key = {.len = 0};
static const pair_key our_key = {.bytes = "a key shared at pairing", .len = 23};

static rx_result receive(receiver *r, const char *text)
{
    rx_result last = RX_MORE;
    for (const char *c = text; *c != '\0'; c++) {
        rx_result now = receiver_byte(r, (uint8_t)*c);
        last = now != RX_MORE ? now : last;
    }
    return last;
}

static void crc_is_that_of_the_page(void)
{
    CHECK(crc16("123456789", 9) == 0x29B1);
}

static void a_card_out_reads_as_on_the_page(void)
{
    line l;
    line_begin(&l, "E");
    line_hex32(&l, 0x5C0FFEE1);
    line_u32(&l, 2);
    line_u32(&l, 5310);
    line_text(&l, "CO");
    line_text(&l, "A:04416D412B0289");
    line_u32(&l, 212);
    line_u32(&l, 5);
    CHECK(line_end(&l, &no_key));
    const char *want = "$E,5C0FFEE1,2,5310,CO,A:04416D412B0289,212,5*CDB8\r\n";
    CHECK(l.len == strlen(want) && memcmp(l.text, want, l.len) == 0);
}

static void the_greatest_number_fits(void)
{
    line l;
    line_begin(&l, "B");
    line_u32(&l, 4294967295u);
    line_u32(&l, 0);
    CHECK(l.len == 15 && memcmp(l.text, "$B,4294967295,0", 15) == 0);
}

static void a_line_is_heard(void)
{
    receiver r = {0};
    CHECK(receive(&r, "$A,5C0FFEE1,2*8404\r\n") == RX_LINE);
    CHECK(r.len == 12 && memcmp(r.text, "A,5C0FFEE1,2", 12) == 0);
}

static void every_wrong_byte_is_noticed(void)
{
    const char *good = "$A,5C0FFEE1,2*8404\r\n";
    for (size_t at = 0; at < strlen(good); at++) {
        for (int value = 0; value < 256; value++) {
            char bad[32];
            strcpy(bad, good);
            if ((char)value == bad[at]) {
                continue;
            }
            bad[at] = (char)value;
            receiver r = {0};
            for (size_t i = 0; i < strlen(good); i++) {
                CHECK(receiver_byte(&r, (uint8_t)bad[i]) != RX_LINE);
            }
        }
    }
}

static void a_dollar_begins_again(void)
{
    receiver r = {0};
    CHECK(receive(&r, "noise$A,5C0F$A,5C0FFEE1,2*8404\r\n") == RX_LINE);
    CHECK(r.dropped == 1);
}

static void what_is_wrong_is_named(void)
{
    receiver r = {0};
    char longest[200];
    CHECK(receive(&r, "$A,5C0FFEE1,3*8404\r\n") == RX_CRC);
    CHECK(receive(&r, "$A,5C0FFEE1,2\r\n") == RX_FORM);
    CHECK(receive(&r, "$A,5C0FFEE1,2*840a\r\n") == RX_FORM);
    memset(longest, 'x', sizeof longest);
    longest[0] = '$';
    longest[199] = '\0';
    CHECK(receive(&r, longest) == RX_LONG);
    CHECK(receive(&r, "$A,5C0FFEE1,2*8404\r\n") == RX_LINE);
    CHECK(r.dropped == 4);
}

static void a_line_of_128_bytes_goes_and_one_of_129_does_not(void)
{
    char text[BODY_MAX];
    memset(text, 'x', sizeof text);
    line l;
    line_begin(&l, "E");
    line_bytes(&l, text, BODY_MAX - 2);
    CHECK(line_end(&l, &no_key) && l.len == 128);
    receiver r = {0};
    rx_result got = RX_MORE;
    for (uint8_t i = 0; i < l.len; i++) {
        got = receiver_byte(&r, (uint8_t)l.text[i]);
    }
    CHECK(got == RX_LINE && r.len == BODY_MAX);
    line_begin(&l, "E");
    line_bytes(&l, text, BODY_MAX - 1);
    CHECK(!line_end(&l, &no_key));
}

static void fields_are_strict(void)
{
    fields f;
    uint32_t v;
    const char *body = "A,5C0FFEE1,4294967295,4294967296,007,-1,1a,5c0ffee1";
    CHECK(fields_split(&f, body, (uint8_t)strlen(body), &no_key));
    CHECK(f.count == 8 && field_is(&f, 0, "A") && !field_is(&f, 0, "AB") && !field_is(&f, 8, ""));
    CHECK(field_hex32(&f, 1, &v) && v == 0x5C0FFEE1);
    CHECK(field_u32(&f, 2, &v) && v == 4294967295u);
    CHECK(!field_u32(&f, 3, &v) && !field_u32(&f, 4, &v) && !field_u32(&f, 5, &v) && !field_u32(&f, 6, &v));
    CHECK(!field_hex32(&f, 7, &v) && !field_u32(&f, 8, &v));
    CHECK(!fields_split(&f, "A,,1", 4, &no_key));
    CHECK(!fields_split(&f, "", 0, &no_key));
    CHECK(!fields_split(&f, "A,\x01", 3, &no_key));
    CHECK(!fields_split(&f, "1,2,3,4,5,6,7,8,9,10,11,12,13", 29, &no_key));
}

static void hmac_is_that_of_rfc_4231(void)
{
    uint8_t mac[SHA256_SIZE];
    uint8_t key[131];
    hmac_sha256((const uint8_t *)"Jefe", 4, "what do ya want for nothing?", 28, mac);
    CHECK(memcmp(mac, "\x5b\xdc\xc1\x46\xbf\x60\x75\x4e", 8) == 0);
    memset(key, 0x0b, 20);
    hmac_sha256(key, 20, "Hi There", 8, mac);
    CHECK(memcmp(mac, "\xb0\x34\x4c\x61\xd8\xdb\x38\x53", 8) == 0);
    memset(key, 0xaa, sizeof key);
    hmac_sha256(key, sizeof key, "Test Using Larger Than Block-Size Key - Hash Key First", 54, mac);
    CHECK(memcmp(mac, "\x60\xe4\x31\x59\x1e\xe0\xb6\x7f", 8) == 0);
}

static void a_signed_line_is_believed_and_a_forged_one_is_not(void) /* rule 5 */
{
    line l;
    line_begin(&l, "A");
    line_hex32(&l, 0x5C0FFEE1);
    line_u32(&l, 2);
    CHECK(line_end(&l, &our_key));
    receiver r = {0};
    rx_result got = RX_MORE;
    for (uint8_t i = 0; i < l.len; i++) {
        got = receiver_byte(&r, (uint8_t)l.text[i]);
    }
    fields f;
    CHECK(got == RX_LINE);
    CHECK(fields_split(&f, r.text, r.len, &our_key) && f.count == 3);
    CHECK(fields_split(&f, r.text, r.len, &no_key) && f.count == 3);
    r.text[11] = '3';
    CHECK(!fields_split(&f, r.text, r.len, &our_key));
    CHECK(!fields_split(&f, "A,5C0FFEE1,2", 12, &our_key));
}

static void noise_is_never_a_line(void)
{
    receiver r = {0};
    srand(7);
    for (int i = 0; i < 2000000; i++) {
        uint8_t b = (uint8_t)(rand() >> 4);
        if (receiver_byte(&r, b) == RX_LINE) {
            CHECK(r.len > 0 && r.len <= BODY_MAX); /* 1 in 65,536 of those that look like one passes the check */
        }
    }
    CHECK(receive(&r, "$A,5C0FFEE1,2*8404\r\n") == RX_LINE);
}

const test frame_tests[] = {
    TEST(crc_is_that_of_the_page),
    TEST(a_card_out_reads_as_on_the_page),
    TEST(the_greatest_number_fits),
    TEST(a_line_is_heard),
    TEST(every_wrong_byte_is_noticed),
    TEST(a_dollar_begins_again),
    TEST(what_is_wrong_is_named),
    TEST(a_line_of_128_bytes_goes_and_one_of_129_does_not),
    TEST(fields_are_strict),
    TEST(hmac_is_that_of_rfc_4231),
    TEST(a_signed_line_is_believed_and_a_forged_one_is_not),
    TEST(noise_is_never_a_line),
    {NULL, NULL},
};
