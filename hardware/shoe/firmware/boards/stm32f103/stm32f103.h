/* The registers of the STM32F103 that this board uses (ST RM0008). */
#ifndef STM32F103_H
#define STM32F103_H

#include <stdint.h>

#define REG(address) (*(volatile uint32_t *)(address))

enum { GPIOA = 0x40010800, GPIOB = 0x40010C00, USART1 = 0x40013800, USART2 = 0x40004400, SPI2 = 0x40003800, ADC1 = 0x40012400 };

#define GPIO_CRL(port) REG((port) + 0x00u)
#define GPIO_CRH(port) REG((port) + 0x04u)
#define GPIO_IDR(port) REG((port) + 0x08u)
#define GPIO_BSRR(port) REG((port) + 0x10u)

#define USART_SR(u) REG((u) + 0x00u)
#define USART_DR(u) REG((u) + 0x04u)
#define USART_BRR(u) REG((u) + 0x08u)
#define USART_CR1(u) REG((u) + 0x0Cu)
enum { USART_RXNE = 1u << 5, USART_TXE = 1u << 7, USART_RXNEIE = 1u << 5, USART_ON = 1u << 13 | 1u << 3 | 1u << 2 };

#define SPI_CR1(s) REG((s) + 0x00u)
#define SPI_SR(s) REG((s) + 0x08u)
#define SPI_DR(s) REG((s) + 0x0Cu)
enum { SPI_RXNE = 1u << 0, SPI_TXE = 1u << 1, SPI_MASTER = 1u << 2, SPI_ON = 1u << 6, SPI_OWN_SELECT = 3u << 8, SPI_BY_8 = 2u << 3 };

#define ADC_SR REG(ADC1 + 0x00u)
#define ADC_CR2 REG(ADC1 + 0x08u)
#define ADC_SQR3 REG(ADC1 + 0x34u)
#define ADC_DR REG(ADC1 + 0x4Cu)
enum { ADC_ON = 1u << 0, ADC_DONE = 1u << 1, ADC_TEMPERATURE_ON = 1u << 23, ADC_TEMPERATURE = 16 };

#define RCC_CR REG(0x40021000u)
#define RCC_CFGR REG(0x40021004u)
#define RCC_APB2ENR REG(0x40021018u)
#define RCC_APB1ENR REG(0x4002101Cu)
enum { RCC_HSE_ON = 1u << 16, RCC_HSE_READY = 1u << 17, RCC_HSE_BYPASS = 1u << 18, RCC_PLL_ON = 1u << 24, RCC_PLL_READY = 1u << 25 };
enum { RCC_ON_PLL = 2u, RCC_SWITCHED = 3u << 2, RCC_APB1_BY_2 = 4u << 8, RCC_ADC_BY_6 = 2u << 14, RCC_PLL_HSE = 1u << 16, RCC_PLL_9 = 7u << 18, RCC_PLL_16 = 14u << 18 };
enum { RCC_AFIO = 1u << 0, RCC_GPIOA = 1u << 2, RCC_GPIOB = 1u << 3, RCC_ADC1 = 1u << 9, RCC_USART1 = 1u << 14 };
enum { RCC_SPI2 = 1u << 14, RCC_USART2 = 1u << 17 };

#define FLASH_ACR REG(0x40022000u)
enum { FLASH_72_MHZ = 0x12u }; /* two wait states, prefetch */

#define IWDG_KR REG(0x40003000u)
#define IWDG_PR REG(0x40003004u)
#define IWDG_RLR REG(0x40003008u)
enum { IWDG_START = 0xCCCCu, IWDG_OPEN = 0x5555u, IWDG_FEED = 0xAAAAu, IWDG_BY_32 = 3u };

#define SYSTICK_CTRL REG(0xE000E010u)
#define SYSTICK_LOAD REG(0xE000E014u)
#define SYSTICK_VAL REG(0xE000E018u)
enum { SYSTICK_ON = 7u };

#define NVIC_ISER1 REG(0xE000E104u)
enum { NVIC_USART1 = 1u << (37 - 32), NVIC_USART2 = 1u << (38 - 32) };

#define SCB_AIRCR REG(0xE000ED0Cu)
enum { SCB_RESET = 0x05FA0004u };

#if defined(BOARD_emulator)
enum { UNIQUE_ID = 0x08000000 }; /* QEMU's stm32vldiscovery has no unique id: the vectors stand in for it */
#else
enum { UNIQUE_ID = 0x1FFFF7E8 };
#endif
enum { UNIQUE_ID_BYTES = 12, KEY_PAGE = 0x0800FC00 };

#endif
