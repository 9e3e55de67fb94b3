/* What the fuzz targets share. A target is one function that libFuzzer calls with texts that it
 * makes up; it ends the process where something is wrong. */
#ifndef CT_TESTS_FUZZ_H
#define CT_TESTS_FUZZ_H

#include <cornerturn/status.h>

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process unless `condition` holds. */
#define FUZZ_EXPECT(condition)                                                                     \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            (void)fprintf(stderr, "%s:%d: %s does not hold; last message: %s\n", __FILE__,         \
                          __LINE__, #condition, ct_error_message());                               \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* The input as a text of its own, so that reading past its end is seen. The caller frees it. */
static inline char *fuzz_text(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    FUZZ_EXPECT(text != NULL);
    if (size > 0) {
        memcpy(text, data, size);
    }
    text[size] = '\0';
    return text;
}

/* Cuts a text in place at its line feeds; at most `room` pieces, of which the last has the rest. */
static inline int fuzz_lines(char *text, int room, char **lines) {
    int count = 0;
    while (count < room) {
        lines[count++] = text;
        char *feed = strchr(text, '\n');
        if (feed == NULL || count == room) {
            break;
        }
        *feed = '\0';
        text = feed + 1;
    }
    return count;
}

/* A failure has a message; all but CT_OK and those of `allowed` (bits 1u << status) are defects. */
static inline void fuzz_expect_status(ct_status status, unsigned allowed) {
    FUZZ_EXPECT(status == CT_OK || (allowed & 1u << status) != 0);
    FUZZ_EXPECT(status == CT_OK || ct_error_message()[0] != '\0');
}

#endif
