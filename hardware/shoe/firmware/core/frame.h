/* One OSP/1 line: `$BODY*HHHH\r\n`, built and taken apart. Knows nothing of what a line means. */
#ifndef OSP_FRAME_H
#define OSP_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LINE_MAX_BYTES = 128,
    BODY_MAX = LINE_MAX_BYTES - 8, /* without $ * HHHH CR LF */
    FIELDS_MAX = 12,
    KEY_MAX = 64,
    MAC_DIGITS = 16,
};

/* The pairing key of rule 5; a length of 0 means lines are not signed. */
typedef struct {
    uint8_t bytes[KEY_MAX];
    uint8_t len;
} pair_key;

/* CRC-16/IBM-3740: of `123456789` it is 29B1. */
uint16_t crc16(const void *data, size_t n);

/* A line being written. Anything that does not fit makes line_end return false. */
typedef struct {
    char text[LINE_MAX_BYTES];
    uint8_t len;
    bool too_long;
} line;

void line_begin(line *l, const char *type);
void line_text(line *l, const char *text);
void line_bytes(line *l, const char *text, size_t n);
void line_u32(line *l, uint32_t value);
void line_hex32(line *l, uint32_t value);
/* Signs (if there is a key) and closes the line. False: it would be over 128 bytes, nothing may be sent. */
bool line_end(line *l, const pair_key *key);

/* What a received byte brought about. The names are those of `N`. */
typedef enum { RX_MORE, RX_LINE, RX_CRC, RX_LONG, RX_FORM } rx_result;

typedef struct {
    char text[LINE_MAX_BYTES]; /* after RX_LINE: the body */
    uint8_t len;
    bool inside;
    uint32_t dropped; /* lines refused or cut short by the next `$` */
} receiver;

rx_result receiver_byte(receiver *r, uint8_t b);

typedef struct {
    const char *at[FIELDS_MAX];
    uint8_t len[FIELDS_MAX];
    uint8_t count;
} fields;

/* Splits the body; with a key the signature is checked and taken off. False: it breaks the grammar or the signature is wrong. */
bool fields_split(fields *f, const char *body, uint8_t len, const pair_key *key);
bool field_is(const fields *f, uint8_t i, const char *text);
/* Strict: decimal digits, no sign, no leading zero, below 2^32. */
bool field_u32(const fields *f, uint8_t i, uint32_t *value);
/* Exactly 8 upper-case hex digits. */
bool field_hex32(const fields *f, uint8_t i, uint32_t *value);

#endif
