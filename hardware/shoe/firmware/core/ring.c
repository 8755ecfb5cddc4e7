/* The events the host has not acknowledged, kept through a power cut at any byte. */
#include "ring.h"

#include "bytes.h"
#include "frame.h"

/* Header: magic, turn, boot, first, next, beams, kept, 5 zero bytes, CRC.  Slot: boot, seq, ms, length, text, CRC. */
enum { MAGIC = 0x4F535031, HEADER_CRC_AT = RING_HEADER_BYTES - 2, SLOT_CRC_AT = RING_SLOT_BYTES - 2, TRIES = 3 };

static void seal(uint8_t *block, uint32_t crc_at)
{
    uint16_t crc = crc16(block, crc_at);
    block[crc_at] = (uint8_t)crc;
    block[crc_at + 1] = (uint8_t)(crc >> 8);
}

static bool sealed(const uint8_t *block, uint32_t crc_at)
{
    uint16_t crc = crc16(block, crc_at);
    return block[crc_at] == (uint8_t)crc && block[crc_at + 1] == (uint8_t)(crc >> 8);
}

/* Reads back what it wrote: a worn or missing chip must not be believed. */
static bool write_checked(ring *r, uint32_t at, const uint8_t *block, uint32_t n)
{
    uint8_t back[RING_SLOT_BYTES];
    for (unsigned i = 0; i < TRIES; i++) {
        if (r->store->write(r->store->ctx, at, block, n) && r->store->read(r->store->ctx, at, back, n) && bytes_same(back, block, n)) {
            return true;
        }
    }
    r->failed = true;
    return false;
}

static void write_header(ring *r)
{
    uint8_t b[RING_HEADER_BYTES] = {0};
    r->turn++;
    put_u32(b, MAGIC);
    put_u32(b + 4, r->turn);
    put_u32(b + 8, r->boot);
    put_u32(b + 12, r->first);
    put_u32(b + 16, r->next);
    put_u32(b + 20, r->beams);
    b[24] = r->kept;
    seal(b, HEADER_CRC_AT);
    (void)write_checked(r, (r->turn & 1u) * RING_HEADER_BYTES, b, sizeof b);
}

static bool read_header(const store *s, uint32_t copy, uint8_t b[RING_HEADER_BYTES])
{
    return s->read(s->ctx, copy * RING_HEADER_BYTES, b, RING_HEADER_BYTES) && sealed(b, HEADER_CRC_AT) && get_u32(b) == MAGIC;
}

static uint32_t slot_at(const ring *r, uint32_t seq)
{
    return 2u * RING_HEADER_BYTES + (seq - 1u) % r->slots * RING_SLOT_BYTES;
}

static bool read_slot(const ring *r, uint32_t seq, event *e)
{
    uint8_t b[RING_SLOT_BYTES];
    if (!r->store->read(r->store->ctx, slot_at(r, seq), b, sizeof b) || !sealed(b, SLOT_CRC_AT)) {
        return false;
    }
    if (get_u32(b) != r->boot || get_u32(b + 4) != seq || b[12] > EVENT_TEXT_MAX) {
        return false;
    }
    e->seq = seq;
    e->ms = get_u32(b + 8);
    e->len = b[12];
    bytes_copy(e->text, b + 13, EVENT_TEXT_MAX);
    return true;
}

static bool closes_passage(const event *e)
{
    static const char codes[4][3] = {"CO", "NT", "TT", "CR"};
    for (unsigned i = 0; i < 4; i++) {
        if (e->len > 2 && bytes_same(e->text, codes[i], 2) && e->text[2] == ',') {
            return true;
        }
    }
    return false;
}

static void make_room(ring *r)
{
    if (r->next - r->first > r->slots) {
        r->first = r->next - r->slots;
    }
}

/* The power may have gone between an event and the header that counts it. */
static void adopt_uncounted(ring *r)
{
    event e;
    if (r->next == UINT32_MAX || !read_slot(r, r->next, &e)) {
        return;
    }
    r->next++;
    make_room(r);
    if (closes_passage(&e)) {
        r->kept &= (uint8_t)~KEPT_IN_PASSAGE;
    }
    write_header(r);
}

uint32_t ring_capacity(uint32_t store_size)
{
    return store_size < 2u * RING_HEADER_BYTES ? 0 : (store_size - 2u * RING_HEADER_BYTES) / RING_SLOT_BYTES;
}

bool ring_open(ring *r, const store *s, uint32_t fresh_boot)
{
    uint8_t copy[2][RING_HEADER_BYTES];
    bool good[2] = {read_header(s, 0, copy[0]), read_header(s, 1, copy[1])};
    *r = (ring){.store = s, .slots = ring_capacity(s->size), .boot = fresh_boot, .first = 1, .next = 1};
    if (!good[0] && !good[1]) {
        write_header(r); /* both copies, so that no half of an older ring is left to be believed */
        write_header(r);
        return false;
    }
    unsigned newest = good[0] && good[1] ? (int32_t)(get_u32(copy[1] + 4) - get_u32(copy[0] + 4)) > 0 : good[1];
    const uint8_t *b = copy[newest];
    r->turn = get_u32(b + 4);
    r->boot = get_u32(b + 8);
    r->first = get_u32(b + 12);
    r->next = get_u32(b + 16);
    r->beams = get_u32(b + 20);
    r->kept = b[24];
    make_room(r); /* the store may have been larger */
    adopt_uncounted(r);
    for (uint32_t seq = r->next; seq-- > r->first;) { /* a hole gives up what lies before it */
        event e;
        if (!read_slot(r, seq, &e)) {
            r->first = seq + 1;
        }
    }
    return true;
}

bool ring_put(ring *r, uint32_t ms, const char *text, uint8_t len, uint8_t kept)
{
    if (r->next == UINT32_MAX) { /* no wrap within a boot */
        r->failed = true;
        return false;
    }
    bool fits = len <= EVENT_TEXT_MAX;
    if (fits) {
        uint8_t b[RING_SLOT_BYTES] = {0};
        put_u32(b, r->boot);
        put_u32(b + 4, r->next);
        put_u32(b + 8, ms);
        b[12] = len;
        bytes_copy(b + 13, text, len);
        seal(b, SLOT_CRC_AT);
        fits = write_checked(r, slot_at(r, r->next), b, sizeof b);
    }
    r->next++;
    if (!fits) {
        r->first = r->next;
    }
    make_room(r);
    r->kept = kept;
    write_header(r);
    return fits;
}

bool ring_get(ring *r, uint32_t seq, event *e)
{
    if (seq < r->first || seq >= r->next) {
        return false;
    }
    if (read_slot(r, seq, e)) {
        return true;
    }
    r->first = seq + 1;
    write_header(r);
    return false;
}

void ring_ack(ring *r, uint32_t seq)
{
    if (seq >= r->first && seq < r->next) {
        r->first = seq + 1;
        write_header(r);
    }
}

void ring_beam(ring *r)
{
    r->beams++;
    ring_keep(r, r->kept | KEPT_IN_PASSAGE);
}

void ring_keep(ring *r, uint8_t kept)
{
    r->kept = kept;
    write_header(r);
}
