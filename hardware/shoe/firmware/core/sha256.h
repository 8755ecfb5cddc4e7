/* SHA-256 (FIPS 180-4) and HMAC (RFC 2104): what OSP/1 rule 5 signs a line with. */
#ifndef OSP_SHA256_H
#define OSP_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_SIZE = 32, SHA256_BLOCK = 64 };

typedef struct {
    uint32_t state[8];
    uint32_t total;              /* bytes taken; lines are short, 4 GiB is out of reach */
    uint8_t block[SHA256_BLOCK]; /* the block being filled */
} sha256;

void sha256_begin(sha256 *h);
void sha256_add(sha256 *h, const void *data, size_t n);
void sha256_end(sha256 *h, uint8_t digest[SHA256_SIZE]);

/* A key longer than a block is hashed first, as the RFC says. */
void hmac_sha256(const uint8_t *key, size_t key_len, const void *data, size_t n, uint8_t mac[SHA256_SIZE]);

#endif
