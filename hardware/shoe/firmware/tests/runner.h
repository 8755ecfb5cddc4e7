/* The smallest test runner that says what failed and where. */
#ifndef RUNNER_H
#define RUNNER_H

#include <stdbool.h>
#include <stdio.h>

extern unsigned runner_failed_checks;

#define CHECK(what)                                                            \
    do {                                                                       \
        if (!(what)) {                                                         \
            runner_failed_checks++;                                            \
            printf("  %s:%d: not so: %s\n", __FILE__, __LINE__, #what);        \
        }                                                                      \
    } while (0)

typedef struct {
    const char *name;
    void (*run)(void);
} test;

#define TEST(name) {#name, name}

/* Each file of tests ends its list with a test without a name. */
extern const test frame_tests[];
extern const test ring_tests[];
extern const test window_tests[];
extern const test passage_tests[];
extern const test pn532_tests[];
extern const test shoe_tests[];
extern const test power_tests[];

#endif
