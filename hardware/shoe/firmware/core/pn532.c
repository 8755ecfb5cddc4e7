/* The PN532 reader chip over a serial line: its frames, and a driver that never blocks. */
#include "pn532.h"

#include "bytes.h"

enum { TO_READER = 0xD4, FROM_READER = 0xD5, IN_LIST_PASSIVE_TARGET = 0x4A };

/* ---- frames ---- */

pn_result pn_byte(pn_parser *p, uint8_t b)
{
    switch (p->at) {
    case PN_HUNT:
        p->at = b == 0x00 ? PN_START : PN_HUNT;
        return PN_MORE;
    case PN_START: /* any number of zeros, then FF */
        p->at = b == 0xFF ? PN_LEN : b == 0x00 ? PN_START : PN_HUNT;
        return PN_MORE;
    case PN_LEN:
        p->len = b;
        p->at = PN_LCS;
        return PN_MORE;
    case PN_LCS:
        p->at = PN_HUNT;
        if (p->len == 0x00 && b == 0xFF) {
            return PN_ACK;
        }
        if (p->len == 0xFF && b == 0x00) {
            return PN_NACK;
        }
        if (((p->len + b) & 0xFF) != 0 || p->len == 0 || p->len > PN532_DATA_MAX) {
            return PN_BAD;
        }
        p->got = 0;
        p->sum = 0;
        p->at = PN_DATA;
        return PN_MORE;
    case PN_DATA:
        p->data[p->got++] = b;
        p->sum = (uint8_t)(p->sum + b);
        if (p->got == p->len) {
            p->at = PN_DCS;
        }
        return PN_MORE;
    case PN_DCS:
        p->at = PN_HUNT;
        return (uint8_t)(p->sum + b) == 0 ? PN_FRAME : PN_BAD;
    }
    return PN_BAD;
}

uint8_t pn_build(uint8_t out[PN532_FRAME_MAX], const uint8_t *command, uint8_t n)
{
    uint8_t len = (uint8_t)(n + 1);
    uint8_t sum = TO_READER;
    const uint8_t head[6] = {0x00, 0x00, 0xFF, len, (uint8_t)(0x100 - len), TO_READER};
    bytes_copy(out, head, sizeof head);
    for (uint8_t i = 0; i < n; i++) {
        out[6 + i] = command[i];
        sum = (uint8_t)(sum + command[i]);
    }
    out[6 + n] = (uint8_t)(0x100 - sum);
    out[7 + n] = 0x00;
    return (uint8_t)(n + 8);
}

bool pn_targets(const uint8_t *answer, uint8_t n, look *l)
{
    if (n == 0) {
        return false;
    }
    uint8_t at = 1;
    l->count = 0;
    for (uint8_t i = 0; i < answer[0]; i++) {
        /* number, SENS_RES (2), SEL_RES, length, id; then, of an ISO 14443-4 card, its answer to select */
        if (n - at < 5) {
            return false;
        }
        uint8_t sel = answer[at + 3];
        uint8_t len = answer[at + 4];
        at = (uint8_t)(at + 5);
        if (len > n - at || (len != 4 && len != 7 && len != 10)) {
            return false;
        }
        if (l->count < LOOK_TAGS) {
            tag *t = &l->tags[l->count++];
            t->kind = 'A';
            t->len = len;
            bytes_copy(t->id, answer + at, len);
        }
        at = (uint8_t)(at + len);
        if ((sel & 0x20) != 0 && at < n) {
            uint8_t ats = answer[at];
            if (ats == 0 || ats > n - at) {
                return false;
            }
            at = (uint8_t)(at + ats);
        }
    }
    return true;
}

/* ---- driver ---- */

typedef struct {
    uint8_t len;
    uint8_t bytes[6];
} command;

/* Normal mode, no time-out, no interrupt pin; then one retry to find a card, so that a look ends soon; then looks. */
static const command commands[] = {
    {4, {0x14, 0x01, 0x00, 0x00}},
    {5, {0x32, 0x05, 0xFF, 0x01, 0x01}},
    {3, {IN_LIST_PASSIVE_TARGET, LOOK_TAGS, 0x00}},
};

enum { STEP_LOOK = sizeof commands / sizeof commands[0] - 1 };

static void rest(pn_reader *r, uint32_t now)
{
    r->state = PN_RESTING;
    r->since = now;
    r->begun = now;
}

static void ask(pn_reader *r, uint32_t now)
{
    uint8_t frame[PN532_FRAME_MAX];
    const command *c = &commands[r->step];
    uint8_t n = pn_build(frame, c->bytes, c->len);
    r->line->write(r->line->ctx, frame, n);
    r->state = PN_AWAIT_ACK;
    r->since = now;
    r->begun = now;
}

static void wake(pn_reader *r, uint32_t now)
{
    static const uint8_t call[16] = {0x55, 0x55};
    r->step = 0;
    r->parser = (pn_parser){0};
    r->line->write(r->line->ctx, call, sizeof call);
    ask(r, now);
}

static reader_state failed(pn_reader *r, uint32_t now, uint32_t why, uint32_t *failure)
{
    static const uint8_t abort_command[6] = {0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00};
    r->line->write(r->line->ctx, abort_command, sizeof abort_command);
    rest(r, now);
    if (r->failures < PN532_FAILURES) {
        r->failures++;
    }
    *failure = why;
    return r->failures == PN532_FAILURES ? READER_FAILED : READER_BUSY;
}

void pn_begin(pn_reader *r, const pn_line *over, uint32_t now)
{
    *r = (pn_reader){.line = over};
    rest(r, now);
}

static reader_state take_frame(pn_reader *r, uint32_t now, look *l, uint32_t *failure)
{
    const pn_parser *p = &r->parser;
    if (r->state != PN_AWAIT_ANSWER) {
        return READER_BUSY; /* an answer before the acknowledgement is that of an older command */
    }
    if (p->len == 1 && p->data[0] == 0x7F) {
        return failed(r, now, PN_REFUSED, failure);
    }
    if (p->len < 2 || p->data[0] != FROM_READER || p->data[1] != commands[r->step].bytes[0] + 1) {
        return READER_BUSY; /* also an older one */
    }
    if (r->step < STEP_LOOK) {
        r->step++;
        ask(r, now);
        return READER_BUSY;
    }
    look found = {.begun = r->begun};
    if (!pn_targets(p->data + 2, (uint8_t)(p->len - 2), &found)) {
        return failed(r, now, PN_NONSENSE, failure);
    }
    *l = found;
    r->failures = 0;
    ask(r, now);
    return READER_LOOKED;
}

reader_state pn_poll(pn_reader *r, uint32_t now, look *l, uint32_t *failure)
{
    uint8_t b;
    while (r->line->read(r->line->ctx, &b, 1) == 1) {
        pn_result result = pn_byte(&r->parser, b);
        if (r->state == PN_RESTING) {
            r->since = now - r->begun < PN532_ANSWER_MS ? now : r->since; /* something is still coming: let it pass */
        } else if (result == PN_ACK && r->state == PN_AWAIT_ACK) {
            r->state = PN_AWAIT_ANSWER;
            r->since = now;
        } else if (result == PN_NACK || result == PN_BAD) {
            return failed(r, now, PN_NONSENSE, failure);
        } else if (result == PN_FRAME) {
            reader_state s = take_frame(r, now, l, failure);
            if (s != READER_BUSY) {
                return s;
            }
        }
    }
    uint32_t waited = now - r->since;
    if (r->state == PN_RESTING && waited >= PN532_REST_MS) {
        wake(r, now);
    } else if (r->state == PN_AWAIT_ACK && waited >= PN532_ACK_MS) {
        return failed(r, now, PN_NO_ACK, failure);
    } else if (r->state == PN_AWAIT_ANSWER && waited >= PN532_ANSWER_MS) {
        return failed(r, now, PN_NO_ANSWER, failure);
    }
    return READER_BUSY;
}
