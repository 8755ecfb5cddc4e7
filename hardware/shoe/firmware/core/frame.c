/* One OSP/1 line: `$BODY*HHHH\r\n`, built and taken apart. */
#include "frame.h"

#include "bytes.h"
#include "sha256.h"

uint16_t crc16(const void *data, size_t n)
{
    const uint8_t *d = data;
    uint16_t crc = 0xFFFF;
    for (size_t i = 0; i < n; i++) {
        crc = (uint16_t)(crc ^ (uint16_t)(d[i] << 8));
        for (unsigned bit = 0; bit < 8; bit++) {
            crc = (uint16_t)((crc & 0x8000u) != 0 ? (crc << 1) ^ 0x1021 : crc << 1);
        }
    }
    return crc;
}

static void mac_digits(const pair_key *key, const char *body, size_t n, char out[MAC_DIGITS])
{
    uint8_t mac[SHA256_SIZE];
    hmac_sha256(key->bytes, key->len, body, n, mac);
    for (unsigned i = 0; i < MAC_DIGITS / 2; i++) {
        out[2 * i] = hex_digit(mac[i] >> 4);
        out[2 * i + 1] = hex_digit(mac[i]);
    }
}

static void add(line *l, char c)
{
    if (l->len >= sizeof l->text) {
        l->too_long = true;
    } else {
        l->text[l->len++] = c;
    }
}

static void add_all(line *l, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        add(l, text[i]);
    }
}

void line_begin(line *l, const char *type)
{
    l->len = 0;
    l->too_long = false;
    add(l, '$');
    add_all(l, type, text_len(type));
}

void line_bytes(line *l, const char *text, size_t n)
{
    add(l, ',');
    add_all(l, text, n);
}

void line_text(line *l, const char *text)
{
    line_bytes(l, text, text_len(text));
}

void line_u32(line *l, uint32_t value)
{
    char digits[10];
    size_t n = 0;
    do {
        digits[sizeof digits - ++n] = (char)('0' + value % 10u);
        value /= 10u;
    } while (value != 0);
    line_bytes(l, digits + sizeof digits - n, n);
}

void line_hex32(line *l, uint32_t value)
{
    char digits[8];
    for (unsigned i = 0; i < 8; i++) {
        digits[i] = hex_digit(value >> (28u - 4u * i));
    }
    line_bytes(l, digits, sizeof digits);
}

bool line_end(line *l, const pair_key *key)
{
    if (key->len > 0 && !l->too_long) {
        char field[1 + MAC_DIGITS] = {'@'};
        mac_digits(key, l->text + 1, (size_t)l->len - 1, field + 1);
        line_bytes(l, field, sizeof field);
    }
    if (l->too_long) {
        return false;
    }
    uint16_t crc = crc16(l->text + 1, (size_t)l->len - 1);
    add(l, '*');
    for (unsigned i = 0; i < 4; i++) {
        add(l, hex_digit((unsigned)crc >> (12u - 4u * i)));
    }
    add(l, '\r');
    add(l, '\n');
    return !l->too_long;
}

static bool hex_value(char c, uint32_t *value)
{
    if (c >= '0' && c <= '9') {
        *value = *value << 4 | (uint32_t)(c - '0');
        return true;
    }
    if (c >= 'A' && c <= 'F') {
        *value = *value << 4 | (uint32_t)(c - 'A' + 10);
        return true;
    }
    return false;
}

/* The text between `$` and LF; on success it is cut down to the body. */
static rx_result close_line(receiver *r)
{
    if (r->len < 7 || r->text[r->len - 1] != '\r' || r->text[r->len - 6] != '*') {
        return RX_FORM;
    }
    uint32_t crc = 0;
    for (unsigned i = 0; i < 4; i++) {
        if (!hex_value(r->text[r->len - 5 + (int)i], &crc)) {
            return RX_FORM;
        }
    }
    r->len = (uint8_t)(r->len - 6);
    return crc16(r->text, r->len) == crc ? RX_LINE : RX_CRC;
}

rx_result receiver_byte(receiver *r, uint8_t b)
{
    if (b == '$') {
        if (r->inside) {
            r->dropped++;
        }
        r->inside = true;
        r->len = 0;
        return RX_MORE;
    }
    if (!r->inside) {
        return RX_MORE;
    }
    if (b == '\n') {
        r->inside = false;
        rx_result result = close_line(r);
        if (result != RX_LINE) {
            r->dropped++;
        }
        return result;
    }
    if (r->len >= LINE_MAX_BYTES - 2) { /* the `$` before and the LF to come are part of the 128 */
        r->inside = false;
        r->dropped++;
        return RX_LONG;
    }
    r->text[r->len++] = (char)b;
    return RX_MORE;
}

/* In constant time, so that a forged signature cannot be found digit by digit. */
static bool signature_fits(const char *given, const char *body, size_t n, const pair_key *key)
{
    char want[MAC_DIGITS];
    mac_digits(key, body, n, want);
    unsigned wrong = 0;
    for (unsigned i = 0; i < MAC_DIGITS; i++) {
        char c = given[i];
        if (c >= 'a' && c <= 'f') {
            c = (char)(c - 'a' + 'A');
        }
        wrong |= (unsigned)(uint8_t)(c ^ want[i]);
    }
    return wrong == 0;
}

bool fields_split(fields *f, const char *body, uint8_t len, const pair_key *key)
{
    f->count = 0;
    size_t from = 0;
    for (size_t i = 0; i <= len; i++) {
        if (i < len && body[i] != ',') {
            if (body[i] < ' ' || body[i] > '~' || body[i] == '*' || body[i] == '$') {
                return false;
            }
            continue;
        }
        if (i == from || f->count == FIELDS_MAX) {
            return false;
        }
        f->at[f->count] = body + from;
        f->len[f->count++] = (uint8_t)(i - from);
        from = i + 1;
    }
    uint8_t last = (uint8_t)(f->count - 1);
    bool is_signed = last > 0 && f->len[last] == 1 + MAC_DIGITS && f->at[last][0] == '@';
    if (key->len > 0 && (!is_signed || !signature_fits(f->at[last] + 1, body, (size_t)(f->at[last] - body) - 1, key))) {
        return false;
    }
    if (is_signed) {
        f->count = last; /* without a key a signature is taken off unseen */
    }
    return true;
}

bool field_is(const fields *f, uint8_t i, const char *text)
{
    size_t n = text_len(text);
    return i < f->count && f->len[i] == n && bytes_same(f->at[i], text, n);
}

bool field_u32(const fields *f, uint8_t i, uint32_t *value)
{
    if (i >= f->count || f->len[i] > 10 || (f->len[i] > 1 && f->at[i][0] == '0')) {
        return false;
    }
    uint64_t v = 0;
    for (uint8_t k = 0; k < f->len[i]; k++) {
        char c = f->at[i][k];
        if (c < '0' || c > '9') {
            return false;
        }
        v = v * 10u + (uint64_t)(c - '0');
    }
    *value = (uint32_t)v;
    return v <= UINT32_MAX;
}

bool field_hex32(const fields *f, uint8_t i, uint32_t *value)
{
    if (i >= f->count || f->len[i] != 8) {
        return false;
    }
    *value = 0;
    for (uint8_t k = 0; k < 8; k++) {
        if (!hex_value(f->at[i][k], value)) {
            return false;
        }
    }
    return true;
}
