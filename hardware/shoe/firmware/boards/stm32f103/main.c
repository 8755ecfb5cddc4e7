/* STM32F103 (NUCLEO-F103RB, or a "Blue Pill"): clock, two serial lines, FRAM, four pins. Wiring: README.md. */
#include "board.h"
#include "bytes.h"
#include "pn532.h"
#include "sha256.h"
#include "shoe.h"
#include "stm32f103.h"

enum { BAUD = 115200, QUEUE = 256, SPARE_RAM = 2048, PATIENCE = 50000 };
enum { PIN_FRAM_SELECT = 12, PIN_BEAM = 8, PIN_LID = 5, PIN_STACK = 10, PIN_LIGHT = 6 };

int main(void);
void tick_handler(void);
void usart1_handler(void);
void usart2_handler(void);

/* ---- time and clock ---- */

static volatile uint32_t ms_passed;
static uint32_t hz = 8000000; /* of the processor and of USART1 */
static uint32_t hz_slow = 8000000; /* of USART2 and SPI2 */

void tick_handler(void)
{
    ms_passed++;
}

static bool comes(volatile uint32_t *where, uint32_t bit, uint32_t want)
{
    for (uint32_t i = 0; i < PATIENCE; i++) {
        if ((*where & bit) == want) {
            return true;
        }
    }
    return false;
}

/* 72 MHz from the board's 8 MHz, or 64 from the chip's own if that does not come, or 8 if nothing locks. */
static void start_clock(void)
{
#if defined(BOARD_nucleo)
    RCC_CR |= RCC_HSE_BYPASS; /* the ST-LINK gives its clock */
#endif
    RCC_CR |= RCC_HSE_ON;
    bool outside = comes(&RCC_CR, RCC_HSE_READY, RCC_HSE_READY);
    FLASH_ACR = FLASH_72_MHZ;
    RCC_CFGR = RCC_APB1_BY_2 | RCC_ADC_BY_6 | (outside ? RCC_PLL_HSE | RCC_PLL_9 : RCC_PLL_16);
    RCC_CR |= RCC_PLL_ON;
    if (comes(&RCC_CR, RCC_PLL_READY, RCC_PLL_READY)) {
        RCC_CFGR |= RCC_ON_PLL;
        if (comes(&RCC_CFGR, RCC_SWITCHED, RCC_ON_PLL << 2)) {
            hz = outside ? 72000000 : 64000000;
        }
    }
    hz_slow = hz / 2;
    SYSTICK_LOAD = hz / 1000 - 1;
    SYSTICK_VAL = 0;
    SYSTICK_CTRL = SYSTICK_ON;
}

/* ---- serial lines ---- */

typedef struct {
    volatile uint8_t bytes[QUEUE];
    volatile uint32_t head; /* only the reader moves it */
    volatile uint32_t tail; /* only the writer moves it */
} queue;

typedef struct {
    uint32_t port;
    queue in;
    queue out;
} serial;

static serial to_host;
static serial to_reader;

static bool queue_put(queue *q, uint8_t b)
{
    if (q->tail - q->head == QUEUE) {
        return false;
    }
    q->bytes[q->tail % QUEUE] = b;
    q->tail++;
    return true;
}

static bool queue_get(queue *q, uint8_t *b)
{
    if (q->tail == q->head) {
        return false;
    }
    *b = q->bytes[q->head % QUEUE];
    q->head++;
    return true;
}

static void serve(serial *s)
{
    if ((USART_SR(s->port) & USART_RXNE) != 0) { /* reading DR also clears an overrun */
        (void)queue_put(&s->in, (uint8_t)USART_DR(s->port));
    }
}

/* Sending is done from the main loop, which has time: only arriving bytes cannot wait. */
static void pump(serial *s)
{
    uint8_t b;
    if ((USART_SR(s->port) & USART_TXE) != 0 && queue_get(&s->out, &b)) {
        USART_DR(s->port) = b;
    }
}

void usart1_handler(void)
{
    serve(&to_reader);
}

void usart2_handler(void)
{
    serve(&to_host);
}

static uint32_t serial_read(void *ctx, uint8_t *to, uint32_t max)
{
    serial *s = ctx;
    uint32_t n = 0;
    while (n < max && queue_get(&s->in, &to[n])) {
        n++;
    }
    return n;
}

static uint32_t serial_write(void *ctx, const uint8_t *from, uint32_t n)
{
    serial *s = ctx;
    uint32_t took = 0;
    while (took < n && queue_put(&s->out, from[took])) {
        took++;
    }
    return took;
}

static void serial_write_all(void *ctx, const uint8_t *from, uint32_t n)
{
    (void)serial_write(ctx, from, n); /* a reader's frame always fits: it is answered before the next is sent */
}

static uint32_t host_read(void *ctx, uint8_t *to, uint32_t max)
{
    (void)ctx;
    return serial_read(&to_host, to, max);
}

static uint32_t host_write(void *ctx, const uint8_t *from, uint32_t n)
{
    (void)ctx;
    return serial_write(&to_host, from, n);
}

/* ---- pins ---- */

/* mode: 0x8 input with pull, 0x4 floating input, 0x3 output, 0xB alternate output */
static void pin(uint32_t port, unsigned number, uint32_t mode)
{
    volatile uint32_t *where = number < 8 ? &GPIO_CRL(port) : &GPIO_CRH(port);
    unsigned shift = number % 8u * 4u;
    *where = (*where & ~(0xFu << shift)) | mode << shift;
}

static void level(uint32_t port, unsigned number, bool high)
{
    GPIO_BSRR(port) = high ? 1u << number : 1u << (number + 16);
}

static bool is_high(uint32_t port, unsigned number)
{
    return (GPIO_IDR(port) >> number & 1u) != 0;
}

static void start_pins(void)
{
    RCC_APB2ENR |= RCC_AFIO | RCC_GPIOA | RCC_GPIOB | RCC_ADC1 | RCC_USART1;
    RCC_APB1ENR |= RCC_SPI2 | RCC_USART2;
    pin(GPIOA, 9, 0xB); /* USART1: reader */
    pin(GPIOA, 10, 0x8);
    level(GPIOA, 10, true);
    pin(GPIOA, 2, 0xB); /* USART2: host */
    pin(GPIOA, 3, 0x8);
    level(GPIOA, 3, true);
    pin(GPIOA, PIN_BEAM, 0x8); /* high: light arrives. Pulled down, so a wire that comes off reads as broken: a jam */
    level(GPIOA, PIN_BEAM, false);
    pin(GPIOB, PIN_LID, 0x8); /* low: closed. Pulled up, so a wire that comes off reads as open */
    level(GPIOB, PIN_LID, true);
    pin(GPIOB, PIN_STACK, 0x8); /* low: there are cards */
    level(GPIOB, PIN_STACK, true);
    pin(GPIOB, PIN_LIGHT, 0x3);
    level(GPIOB, PIN_FRAM_SELECT, true);
    pin(GPIOB, PIN_FRAM_SELECT, 0x3);
    pin(GPIOB, 13, 0xB);
    pin(GPIOB, 14, 0x8);
    pin(GPIOB, 15, 0xB);
    to_host.port = USART2;
    to_reader.port = USART1;
    USART_BRR(USART1) = (hz + BAUD / 2) / BAUD;
    USART_BRR(USART2) = (hz_slow + BAUD / 2) / BAUD;
    USART_CR1(USART1) = USART_ON | USART_RXNEIE;
    USART_CR1(USART2) = USART_ON | USART_RXNEIE;
    NVIC_ISER1 = NVIC_USART1 | NVIC_USART2;
    SPI_CR1(SPI2) = SPI_MASTER | SPI_OWN_SELECT | SPI_BY_8 | SPI_ON;
}

static bool beam_broken(void *ctx)
{
    (void)ctx;
    return !is_high(GPIOA, PIN_BEAM);
}

static bool lid_open(void *ctx)
{
    (void)ctx;
    return is_high(GPIOB, PIN_LID);
}

static bool stack_empty(void *ctx)
{
    (void)ctx;
    return is_high(GPIOB, PIN_STACK);
}

static void light(void *ctx, bool on)
{
    (void)ctx;
    level(GPIOB, PIN_LIGHT, on);
}

/* ---- the ring's memory: SPI FRAM of 8 KiB (MB85RS64, FM25CL64), or RAM that outlives a reset ---- */

enum { FRAM_WRITE = 0x02, FRAM_READ = 0x03, FRAM_LOCK = 0x04, FRAM_STATUS = 0x05, FRAM_UNLOCK = 0x06, FRAM_IS_UNLOCKED = 0x02, FRAM_BYTES = 8192 };

static uint8_t spare[SPARE_RAM] __attribute__((section(".noinit")));

static uint8_t spi(uint8_t out)
{
    (void)comes(&SPI_SR(SPI2), SPI_TXE, SPI_TXE);
    SPI_DR(SPI2) = out;
    (void)comes(&SPI_SR(SPI2), SPI_RXNE, SPI_RXNE);
    return (uint8_t)SPI_DR(SPI2);
}

static void fram_begin(uint8_t command)
{
    level(GPIOB, PIN_FRAM_SELECT, false);
    (void)spi(command);
}

static void fram_end(void)
{
    level(GPIOB, PIN_FRAM_SELECT, true);
}

static uint8_t fram_status_after(uint8_t command)
{
    fram_begin(command);
    fram_end();
    fram_begin(FRAM_STATUS);
    uint8_t status = spi(0);
    fram_end();
    return status & FRAM_IS_UNLOCKED;
}

static bool fram_answers(void)
{
    return fram_status_after(FRAM_UNLOCK) != 0 && fram_status_after(FRAM_LOCK) == 0;
}

static bool fram_read(void *ctx, uint32_t at, void *to, uint32_t n)
{
    (void)ctx;
    uint8_t *t = to;
    fram_begin(FRAM_READ);
    (void)spi((uint8_t)(at >> 8));
    (void)spi((uint8_t)at);
    for (uint32_t i = 0; i < n; i++) {
        t[i] = spi(0);
    }
    fram_end();
    return true;
}

static bool fram_write(void *ctx, uint32_t at, const void *from, uint32_t n)
{
    (void)ctx;
    const uint8_t *f = from;
    fram_begin(FRAM_UNLOCK);
    fram_end();
    fram_begin(FRAM_WRITE);
    (void)spi((uint8_t)(at >> 8));
    (void)spi((uint8_t)at);
    for (uint32_t i = 0; i < n; i++) {
        (void)spi(f[i]);
    }
    fram_end(); /* it locks itself again; the ring reads back what it wrote */
    return true;
}

static bool spare_read(void *ctx, uint32_t at, void *to, uint32_t n)
{
    (void)ctx;
    bytes_copy(to, spare + at, n);
    return true;
}

static bool spare_write(void *ctx, uint32_t at, const void *from, uint32_t n)
{
    (void)ctx;
    bytes_copy(spare + at, from, n);
    return true;
}

static const store fram_store = {0, FRAM_BYTES, fram_read, fram_write};
static const store spare_store = {0, SPARE_RAM, spare_read, spare_write};

/* ---- who this is ---- */

static void name_device(char name[13])
{
    uint8_t digest[SHA256_SIZE];
    sha256 h;
    sha256_begin(&h);
    sha256_add(&h, (const uint8_t *)UNIQUE_ID, UNIQUE_ID_BYTES);
    sha256_end(&h, digest);
    bytes_copy(name, "SHOE", 4);
    for (unsigned i = 0; i < 8; i++) {
        name[4 + i] = hex_digit((unsigned)digest[i / 2] >> (i % 2 == 0 ? 4 : 0));
    }
    name[12] = '\0';
}

/* Length, key, CRC-16 of both; an erased page means lines are not signed. */
static void load_key(pair_key *key)
{
    const uint8_t *page = (const uint8_t *)KEY_PAGE;
    uint8_t len = page[0];
    if (len == 0 || len > KEY_MAX) {
        return;
    }
    uint16_t crc = crc16(page, 1u + len);
    if (page[1 + len] == (uint8_t)crc && page[2 + len] == (uint8_t)(crc >> 8)) {
        key->len = len;
        bytes_copy(key->bytes, page + 1, len);
    }
}

/* The chip has no random generator: the noise of its thermometer, what RAM held at power-up, and the time go together. */
static uint32_t entropy(void *ctx)
{
    (void)ctx;
    uint8_t digest[SHA256_SIZE];
    sha256 h;
    sha256_begin(&h);
    sha256_add(&h, (const uint8_t *)UNIQUE_ID, UNIQUE_ID_BYTES);
    sha256_add(&h, spare, sizeof spare);
    ADC_CR2 = ADC_TEMPERATURE_ON | ADC_ON;
    ADC_SQR3 = ADC_TEMPERATURE;
    for (unsigned i = 0; i < 64; i++) {
        ADC_CR2 = ADC_TEMPERATURE_ON | ADC_ON; /* written again, it converts */
        bool done = comes(&ADC_SR, ADC_DONE, ADC_DONE);
        uint32_t noise[3] = {ADC_DR, SYSTICK_VAL, ms_passed};
        sha256_add(&h, noise, sizeof noise);
        if (!done) {
            break;
        }
    }
    ADC_CR2 = 0;
    sha256_end(&h, digest);
    return get_u32(digest);
}

static void restart(void *ctx)
{
    (void)ctx;
    while (to_host.out.head != to_host.out.tail) { /* the answer goes out first; the watchdog limits the wait */
        pump(&to_host);
    }
    SCB_AIRCR = SCB_RESET;
    for (;;) {
    }
}

static uint32_t millis(void *ctx)
{
    (void)ctx;
    return ms_passed;
}

static pn_reader reader;

static reader_state reader_poll(void *ctx, uint32_t now, look *l, uint32_t *failure)
{
    (void)ctx;
    return pn_poll(&reader, now, l, failure);
}

int main(void)
{
    static shoe device;
    static char name[13];
    static const pn_line line_to_reader = {&to_reader, serial_read, serial_write_all};
    static board here = {.device = name,
                         .reader_name = "PN532",
                         .millis = millis,
                         .uart_read = host_read,
                         .uart_write = host_write,
                         .beam_broken = beam_broken,
                         .lid_open = lid_open,
                         .stack_empty = stack_empty,
                         .light = light,
                         .reader_poll = reader_poll,
                         .entropy = entropy,
                         .restart = restart};
    start_clock();
    start_pins();
    name_device(name);
    load_key(&here.key);
    here.memory_is_volatile = !fram_answers();
    here.memory = here.memory_is_volatile ? &spare_store : &fram_store;
    pn_begin(&reader, &line_to_reader, ms_passed);
    shoe_begin(&device, &here);
    IWDG_KR = IWDG_OPEN;
    IWDG_PR = IWDG_BY_32;
    IWDG_RLR = 1250; /* about 1 s */
    IWDG_KR = IWDG_START;
    for (;;) {
        IWDG_KR = IWDG_FEED;
        shoe_step(&device);
        pump(&to_host);
        pump(&to_reader);
    }
}
