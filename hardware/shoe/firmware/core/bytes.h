/* The few byte-string helpers the core needs, so that it links without a C library. */
#ifndef OSP_BYTES_H
#define OSP_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline void bytes_copy(void *to, const void *from, size_t n)
{
    uint8_t *t = to;
    const uint8_t *f = from;
    for (size_t i = 0; i < n; i++) {
        t[i] = f[i];
    }
}

static inline void bytes_zero(void *at, size_t n)
{
    uint8_t *t = at;
    for (size_t i = 0; i < n; i++) {
        t[i] = 0;
    }
}

static inline bool bytes_same(const void *a, const void *b, size_t n)
{
    const uint8_t *x = a;
    const uint8_t *y = b;
    for (size_t i = 0; i < n; i++) {
        if (x[i] != y[i]) {
            return false;
        }
    }
    return true;
}

static inline size_t text_len(const char *s)
{
    size_t n = 0;
    while (s[n] != '\0') {
        n++;
    }
    return n;
}

static inline char hex_digit(unsigned value)
{
    return (char)((value & 15u) < 10u ? '0' + (int)(value & 15u) : 'A' + (int)(value & 15u) - 10);
}

/* Little-endian, whatever the processor: a ring written by one board can be read by another. */
static inline void put_u32(uint8_t *at, uint32_t v)
{
    at[0] = (uint8_t)v;
    at[1] = (uint8_t)(v >> 8);
    at[2] = (uint8_t)(v >> 16);
    at[3] = (uint8_t)(v >> 24);
}

static inline uint32_t get_u32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

#endif
