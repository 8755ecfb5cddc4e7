/* The device: lines in and out, events into the ring, the ring to the host (OSP/1). */
#include "shoe.h"

#include "bytes.h"

/* Of a passage whose end was not seen: some, for a time of 0 means a card that was shown, not drawn. */
enum { UNKNOWN_MS = 1 };

/* ---- lines out ---- */

static bool send(shoe *s, line *l)
{
    if (!line_end(l, &s->board->key) || s->tx_len + l->len > TX_BYTES) {
        return false;
    }
    bytes_copy(s->tx + s->tx_len, l->text, l->len);
    s->tx_len += l->len;
    return true;
}

static void drain(shoe *s)
{
    uint32_t took = s->board->uart_write(s->board->ctx, s->tx, s->tx_len);
    for (uint32_t i = took; i < s->tx_len; i++) {
        s->tx[i - took] = s->tx[i];
    }
    s->tx_len -= took;
}

static bool send_hello(shoe *s)
{
    line l;
    line_begin(&l, "H");
    line_u32(&l, OSP_VERSION);
    line_text(&l, s->board->device);
    line_hex32(&l, s->ring.boot);
    line_text(&l, FIRMWARE_VERSION);
    line_u32(&l, s->ring.first);
    line_u32(&l, s->ring.next);
    return send(s, &l);
}

static void send_heartbeat(shoe *s, uint32_t now)
{
    const ring *r = &s->ring;
    bool failed = s->reader_failed || r->failed;
    line l;
    line_begin(&l, "B");
    line_hex32(&l, r->boot);
    line_u32(&l, r->next);
    line_u32(&l, now);
    line_text(&l, failed ? "ERR" : ring_count(r) * 2u > r->slots ? "RING" : "OK");
    /* the interruption that is on now has no event yet, and the host compares the two */
    line_u32(&l, r->beams - ((r->kept & KEPT_IN_PASSAGE) != 0 ? 1u : 0u));
    (void)send(s, &l);
}

static void refuse(shoe *s, const char *why, uint32_t now)
{
    if (s->ever_refused && now - s->refused < REFUSAL_REST_MS) {
        return;
    }
    s->ever_refused = true;
    s->refused = now;
    line l;
    line_begin(&l, "N");
    line_text(&l, why);
    (void)send(s, &l);
}

static void send_events(shoe *s, uint32_t now)
{
    uint32_t seq;
    while (window_due(&s->window, &s->ring, now, &seq)) {
        event e;
        if (s->tx_len + LINE_MAX_BYTES > TX_BYTES) {
            return;
        }
        if (!ring_get(&s->ring, seq, &e)) {
            s->hello_owed = true;
            continue;
        }
        line l;
        line_begin(&l, "E");
        line_hex32(&l, s->ring.boot);
        line_u32(&l, e.seq);
        line_u32(&l, e.ms);
        line_bytes(&l, e.text, e.len);
        (void)send(s, &l);
        window_sent(&s->window, &s->ring, now);
    }
}

/* ---- events in ---- */

static void put_event(shoe *s, const line *text, uint32_t now, uint8_t kept)
{
    /* the text was built as a line, `$CODE,fields` */
    uint32_t first = s->ring.first;
    bool stored = ring_put(&s->ring, now, text->text + 1, (uint8_t)(text->len - 1), kept);
    if (!stored || (s->ring.first != first)) {
        s->hello_owed = true;
    }
}

static void add_tag(char *to, uint8_t *at, const tag *t, char kind_before)
{
    if (t->kind != kind_before) {
        to[(*at)++] = t->kind;
        to[(*at)++] = ':';
    }
    for (uint8_t i = 0; i < t->len; i++) {
        to[(*at)++] = hex_digit(t->id[i] >> 4);
        to[(*at)++] = hex_digit(t->id[i]);
    }
}

static void put_passage(shoe *s, const report *r, uint32_t now)
{
    static const char *const codes[] = {[WENT_OUT] = "CO", [WENT_UNREAD] = "NT", [WENT_TWO] = "TT", [WENT_BACK] = "CR", [WENT_JAM] = "JM"};
    uint8_t kept = s->ring.kept;
    if (r->what == WENT_NOTHING) {
        return;
    }
    if (r->what == WENT_BEGUN) {
        if ((kept & KEPT_IN_PASSAGE) == 0) {
            ring_beam(&s->ring);
        }
        return;
    }
    line l;
    line_begin(&l, codes[r->what]);
    if (r->count > 0) {
        char tags[2 * (2 + 2 * TAG_MAX_BYTES) + 1];
        uint8_t n = 0;
        add_tag(tags, &n, &r->tags[0], '\0');
        if (r->what == WENT_TWO) {
            tags[n++] = '+';
            add_tag(tags, &n, &r->tags[1], r->tags[0].kind);
        }
        line_bytes(&l, tags, n);
    }
    line_u32(&l, r->beam_ms);
    if (r->what == WENT_OUT) {
        line_u32(&l, r->reads);
    }
    put_event(s, &l, now, r->what == WENT_JAM ? kept : (uint8_t)(kept & ~KEPT_IN_PASSAGE));
}

static void put_plain(shoe *s, const char *code, uint32_t now, uint8_t kept)
{
    line l;
    line_begin(&l, code);
    put_event(s, &l, now, kept);
}

static bool steady(contact *c, bool raw, uint32_t now)
{
    if (raw != c->raw) {
        c->raw = raw;
        c->since = now;
    }
    return now - c->since >= SWITCH_STEADY_MS;
}

static void watch_switches(shoe *s, uint32_t now)
{
    const board *b = s->board;
    if (steady(&s->lid, b->lid_open(b->ctx), now)) {
        uint8_t kept = s->ring.kept;
        bool open = s->lid.raw;
        if ((kept & KEPT_LID_KNOWN) == 0 || ((kept & KEPT_LID_OPEN) != 0) != open) {
            kept = (uint8_t)((kept & ~KEPT_LID_OPEN) | KEPT_LID_KNOWN | (open ? KEPT_LID_OPEN : 0));
            put_plain(s, open ? "LO" : "LC", now, kept);
        }
    }
    if (steady(&s->stack, b->stack_empty(b->ctx), now)) {
        uint8_t kept = s->ring.kept;
        bool empty = s->stack.raw;
        if (empty && (kept & KEPT_EMPTY) == 0) {
            put_plain(s, "EM", now, kept | KEPT_EMPTY);
        } else if (!empty && (kept & KEPT_EMPTY) != 0) {
            ring_keep(&s->ring, (uint8_t)(kept & ~KEPT_EMPTY));
        }
    }
}

static void watch_cards(shoe *s, uint32_t now)
{
    const board *b = s->board;
    look l = {0};
    uint32_t failure = 0;
    reader_state state = b->reader_poll(b->ctx, now, &l, &failure);
    const look *looked = state == READER_LOOKED ? &l : NULL;
    if (state == READER_FAILED && !s->reader_failed) { /* said once; that it is back shows in the heartbeat */
        s->reader_failed = true;
        line text;
        line_begin(&text, "RE");
        line_text(&text, b->reader_name);
        line_u32(&text, failure);
        put_event(s, &text, now, s->ring.kept);
    } else if (state == READER_LOOKED) {
        s->reader_failed = false;
    }
    if (s->registering) {
        report shown = presence_step(&s->presence, now, looked);
        put_passage(s, &shown, now);
        return;
    }
    for (;;) {
        report r = passage_step(&s->passage, now, b->beam_broken(b->ctx), looked);
        looked = NULL;
        if (r.what == WENT_NOTHING) {
            return;
        }
        put_passage(s, &r, now);
    }
}

/* ---- lines in ---- */

static void set_mode(shoe *s, bool registering, uint32_t now)
{
    if (registering == s->registering) {
        return;
    }
    s->registering = registering;
    s->presence = (presence){0};
    if (registering && (s->ring.kept & KEPT_IN_PASSAGE) != 0) { /* a passage that is on must not stay without an event */
        report cut = {.what = WENT_UNREAD, .beam_ms = UNKNOWN_MS};
        put_passage(s, &cut, now);
    }
    passage_begin(&s->passage, now);
}

static const char *obey(shoe *s, const fields *f, uint32_t now)
{
    const board *b = s->board;
    if (field_is(f, 2, "PING") && f->count == 3) {
        return "OK";
    }
    if (field_is(f, 2, "RESET") && f->count == 3) {
        s->restart_asked = true;
        return "OK";
    }
    if (field_is(f, 2, "MODE") && f->count == 4 && (field_is(f, 3, "PLAY") || field_is(f, 3, "REG"))) {
        set_mode(s, field_is(f, 3, "REG"), now);
        return "OK";
    }
    if (field_is(f, 2, "LIGHT") && f->count == 4 && (field_is(f, 3, "on") || field_is(f, 3, "off"))) {
        b->light(b->ctx, field_is(f, 3, "on"));
        return "OK";
    }
    bool known = field_is(f, 2, "PING") || field_is(f, 2, "RESET") || field_is(f, 2, "MODE") || field_is(f, 2, "LIGHT");
    return known ? "ARGS" : "NAME";
}

static bool take_command(shoe *s, const fields *f, const receiver *in, uint32_t now)
{
    uint32_t n;
    if (f->count < 3 || !field_u32(f, 1, &n)) {
        return false;
    }
    uint16_t crc = crc16(in->text, in->len);
    bool repeated = s->ever_answered && n == s->answered_n && crc == s->answered_crc;
    if (!repeated) {
        s->answer = obey(s, f, now);
        s->ever_answered = true;
        s->answered_n = n;
        s->answered_crc = crc;
    }
    line l;
    line_begin(&l, "R");
    line_u32(&l, n);
    if (!bytes_same(s->answer, "OK", 3)) {
        line_text(&l, "ERR");
    }
    line_text(&l, s->answer);
    (void)send(s, &l);
    return true;
}

static bool take_ack(shoe *s, const fields *f, uint32_t now)
{
    uint32_t boot;
    uint32_t seq;
    if (f->count != 3 || !field_hex32(f, 1, &boot) || !field_u32(f, 2, &seq)) {
        return false;
    }
    if (boot != s->ring.boot || seq >= s->ring.next) {
        s->hello_owed = true; /* the host speaks of a ring, or an event, that is not ours: the hello says what is */
    } else if (seq >= s->ring.first) {
        ring_ack(&s->ring, seq);
        window_acked(&s->window, &s->ring, now);
    }
    return true;
}

static bool take_again(shoe *s, const fields *f, uint32_t now)
{
    uint32_t boot;
    uint32_t seq;
    if (f->count != 3 || !field_hex32(f, 1, &boot) || !field_u32(f, 2, &seq)) {
        return false;
    }
    if (boot != s->ring.boot || seq < s->ring.first || seq > s->ring.next) {
        s->hello_owed = true; /* what it asks for is not here: the hello says what is */
    } else {
        window_back(&s->window, &s->ring, seq, now);
    }
    return true;
}

static bool take_query(shoe *s, const fields *f, uint32_t now)
{
    uint32_t low;
    uint32_t high;
    if (f->count != 4 || !field_u32(f, 1, &low) || !field_u32(f, 2, &high)) {
        return false;
    }
    if (low > OSP_VERSION || high < OSP_VERSION) {
        refuse(s, "VERSION", now);
        return true;
    }
    s->hello_owed = true;
    window_begin(&s->window, &s->ring, now);
    return true;
}

static void take_line(shoe *s, uint32_t now)
{
    const receiver *in = &s->receiver;
    fields f;
    bool good = fields_split(&f, in->text, in->len, &s->board->key);
    if (good && field_is(&f, 0, "Q")) {
        good = take_query(s, &f, now);
    } else if (good && field_is(&f, 0, "A")) {
        good = take_ack(s, &f, now);
    } else if (good && field_is(&f, 0, "G")) {
        good = take_again(s, &f, now);
    } else if (good && field_is(&f, 0, "C")) {
        good = take_command(s, &f, in, now);
    } else if (good && field_is(&f, 0, "N")) {
        if (field_is(&f, 1, "CRC") && s->window.send > s->ring.first) {
            window_back(&s->window, &s->ring, s->ring.first, now); /* sooner than the timer would */
        }
    } else if (good && !field_is(&f, 0, "R")) {
        good = false;
    }
    if (!good) {
        refuse(s, "FORM", now);
    }
}

static void listen(shoe *s, uint32_t now)
{
    uint8_t bytes[64];
    uint32_t n = s->board->uart_read(s->board->ctx, bytes, sizeof bytes);
    for (uint32_t i = 0; i < n; i++) {
        switch (receiver_byte(&s->receiver, bytes[i])) {
        case RX_LINE:
            take_line(s, now);
            break;
        case RX_CRC:
            refuse(s, "CRC", now);
            break;
        case RX_LONG:
            refuse(s, "LONG", now);
            break;
        case RX_FORM:
            refuse(s, "FORM", now);
            break;
        case RX_MORE:
            break;
        }
    }
}

/* ---- */

void shoe_begin(shoe *s, const board *b)
{
    bytes_zero(s, sizeof *s);
    s->board = b;
    uint32_t now = b->millis(b->ctx);
    bool kept = ring_open(&s->ring, b->memory, b->entropy(b->ctx));
    window_begin(&s->window, &s->ring, now);
    passage_begin(&s->passage, now);
    s->lid = (contact){b->lid_open(b->ctx), now};
    s->stack = (contact){b->stack_empty(b->ctx), now};
    s->beaten = now;
    s->hello_owed = true;
    if (kept) {
        bool cut = (s->ring.kept & KEPT_IN_PASSAGE) != 0;
        line l;
        line_begin(&l, "PU"); /* power is back: cards may have gone while nobody looked */
        line_u32(&l, cut ? 1 : 0);
        put_event(s, &l, now, s->ring.kept);
        if (cut && !b->beam_broken(b->ctx)) { /* its card is gone, its reading lost */
            report lost = {.what = WENT_UNREAD, .beam_ms = UNKNOWN_MS};
            put_passage(s, &lost, now);
        }
    } else if (b->memory_is_volatile) {
        line l;
        line_begin(&l, "RE");
        line_text(&l, "FRAM");
        line_u32(&l, 1);
        put_event(s, &l, now, s->ring.kept);
    }
}

void shoe_step(shoe *s)
{
    const board *b = s->board;
    uint32_t now = b->millis(b->ctx);
    listen(s, now);
    watch_switches(s, now);
    watch_cards(s, now);
    if (s->hello_owed && send_hello(s)) {
        s->hello_owed = false;
    }
    if (now - s->beaten >= HEARTBEAT_MS) {
        s->beaten = now;
        send_heartbeat(s, now);
    }
    if (!s->restart_asked) {
        send_events(s, now);
    }
    drain(s);
    if (s->restart_asked && s->tx_len == 0) {
        s->restart_asked = false;
        b->restart(b->ctx);
    }
}
