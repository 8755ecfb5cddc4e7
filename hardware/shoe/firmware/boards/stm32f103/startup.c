/* What stands before main: vectors, memory, and the three functions that the compiler calls by itself. */
#include <stddef.h>
#include <stdint.h>

#include "stm32f103.h"

extern uint32_t stack_top[];
extern uint32_t data_image[];
extern uint32_t data_start[];
extern uint32_t data_end[];
extern uint32_t bss_start[];
extern uint32_t bss_end[];

int main(void);
void reset_handler(void);
void stopped(void);
void tick_handler(void);
void usart1_handler(void);
void usart2_handler(void);
void *memcpy(void *to, const void *from, size_t n);
void *memset(void *at, int value, size_t n);
int memcmp(const void *a, const void *b, size_t n);

typedef void (*handler)(void);

/* Two entries are no functions of ours to call, but all are addresses. */
typedef union {
    handler call;
    uint32_t *top;
} vector;

__attribute__((section(".vectors"), used)) static const vector vectors[16 + 43] = {
    [0] = {.top = stack_top},        [1] = {.call = reset_handler},        [2] = {.call = stopped},
    [3] = {.call = stopped},         [4] = {.call = stopped},              [5] = {.call = stopped},
    [6] = {.call = stopped},         [15] = {.call = tick_handler},        [16 + 37] = {.call = usart1_handler},
    [16 + 38] = {.call = usart2_handler},
};

void reset_handler(void)
{
    const uint32_t *from = data_image;
    for (uint32_t *to = data_start; to < data_end; to++) {
        *to = *from++;
    }
    for (uint32_t *to = bss_start; to < bss_end; to++) {
        *to = 0;
    }
    (void)main();
    stopped();
}

/* A fault: start again. The ring is kept, and the host is told of the start. */
void stopped(void)
{
    SCB_AIRCR = SCB_RESET;
    for (;;) {
    }
}

void *memcpy(void *to, const void *from, size_t n)
{
    uint8_t *t = to;
    const uint8_t *f = from;
    while (n-- > 0) {
        *t++ = *f++;
    }
    return to;
}

void *memset(void *at, int value, size_t n)
{
    uint8_t *t = at;
    while (n-- > 0) {
        *t++ = (uint8_t)value;
    }
    return at;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const uint8_t *x = a;
    const uint8_t *y = b;
    for (; n > 0; n--, x++, y++) {
        if (*x != *y) {
            return *x - *y;
        }
    }
    return 0;
}
