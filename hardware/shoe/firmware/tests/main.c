/* Runs all tests of the firmware core, or those whose name contains the argument. */
#include <string.h>

#include "runner.h"

unsigned runner_failed_checks;

int main(int argc, char **argv)
{
    const test *const files[] = {frame_tests, ring_tests, window_tests, passage_tests, pn532_tests, shoe_tests, power_tests};
    unsigned passed = 0;
    unsigned failed = 0;
    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++) {
        for (const test *t = files[i]; t->name != NULL; t++) {
            if (argc > 1 && strstr(t->name, argv[1]) == NULL) {
                continue;
            }
            runner_failed_checks = 0;
            t->run();
            if (runner_failed_checks == 0) {
                passed++;
            } else {
                failed++;
                printf("failed: %s\n", t->name);
            }
        }
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
