/* SHA-256 and HMAC, small rather than fast: a line takes five blocks. */
#include "sha256.h"

#include "bytes.h"

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turn(uint32_t v, unsigned by)
{
    return v >> by | v << (32u - by);
}

static void take_block(sha256 *h)
{
    uint32_t w[64];
    for (unsigned i = 0; i < 16; i++) {
        const uint8_t *b = h->block + 4 * i;
        w[i] = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
    }
    for (unsigned i = 16; i < 64; i++) {
        uint32_t s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    uint32_t v[8];
    bytes_copy(v, h->state, sizeof v);
    for (unsigned i = 0; i < 64; i++) {
        uint32_t s1 = turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25);
        uint32_t choose = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t t1 = v[7] + s1 + choose + K[i] + w[i];
        uint32_t s0 = turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22);
        uint32_t major = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        for (unsigned k = 7; k > 0; k--) {
            v[k] = v[k - 1];
        }
        v[4] += t1;
        v[0] = t1 + s0 + major;
    }
    for (unsigned i = 0; i < 8; i++) {
        h->state[i] += v[i];
    }
}

void sha256_begin(sha256 *h)
{
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    bytes_copy(h->state, start, sizeof start);
    h->total = 0;
}

void sha256_add(sha256 *h, const void *data, size_t n)
{
    const uint8_t *d = data;
    for (size_t i = 0; i < n; i++) {
        h->block[h->total++ % SHA256_BLOCK] = d[i];
        if (h->total % SHA256_BLOCK == 0) {
            take_block(h);
        }
    }
}

void sha256_end(sha256 *h, uint8_t digest[SHA256_SIZE])
{
    uint32_t total = h->total;
    uint8_t pad = 0x80;
    sha256_add(h, &pad, 1);
    pad = 0;
    while (h->total % SHA256_BLOCK != SHA256_BLOCK - 8) {
        sha256_add(h, &pad, 1);
    }
    uint8_t bits[8] = {0,
                       0,
                       0,
                       (uint8_t)(total >> 29),
                       (uint8_t)(total >> 21),
                       (uint8_t)(total >> 13),
                       (uint8_t)(total >> 5),
                       (uint8_t)(total << 3)};
    sha256_add(h, bits, sizeof bits);
    for (unsigned i = 0; i < SHA256_SIZE; i++) {
        digest[i] = (uint8_t)(h->state[i / 4] >> (24u - 8u * (i % 4)));
    }
}

static void add_padded_key(sha256 *h, const uint8_t block[SHA256_BLOCK], uint8_t with)
{
    for (unsigned i = 0; i < SHA256_BLOCK; i++) {
        uint8_t b = block[i] ^ with;
        sha256_add(h, &b, 1);
    }
}

void hmac_sha256(const uint8_t *key, size_t key_len, const void *data, size_t n, uint8_t mac[SHA256_SIZE])
{
    sha256 h;
    uint8_t block[SHA256_BLOCK] = {0};
    if (key_len > SHA256_BLOCK) {
        sha256_begin(&h);
        sha256_add(&h, key, key_len);
        sha256_end(&h, block);
    } else {
        bytes_copy(block, key, key_len);
    }
    sha256_begin(&h);
    add_padded_key(&h, block, 0x36);
    sha256_add(&h, data, n);
    sha256_end(&h, mac);
    sha256_begin(&h);
    add_padded_key(&h, block, 0x5c);
    sha256_add(&h, mac, SHA256_SIZE);
    sha256_end(&h, mac);
}
