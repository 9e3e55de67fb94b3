/* The test harness: expectations that say what was found, and a count at the end. */
#ifndef CT_TESTS_EXPECT_H
#define CT_TESTS_EXPECT_H

#include <stdio.h>
#include <string.h>

static int expect_made, expect_failed;

static inline void expect_note(int holds, const char *file, int line, const char *what) {
    expect_made++;
    if (!holds) {
        expect_failed++;
        (void)fprintf(stderr, "%s:%d: expected %s\n", file, line, what);
    }
}

#define EXPECT(condition) expect_note((condition) != 0, __FILE__, __LINE__, #condition)

#define EXPECT_INT(found, wanted)                                                                  \
    do {                                                                                           \
        long long expect_found = (long long)(found);                                               \
        long long expect_wanted = (long long)(wanted);                                             \
        expect_note(expect_found == expect_wanted, __FILE__, __LINE__, #found " == " #wanted);     \
        if (expect_found != expect_wanted) {                                                       \
            (void)fprintf(stderr, "    found %lld, wanted %lld\n", expect_found, expect_wanted);   \
        }                                                                                          \
    } while (0)

/* Expects `text` to contain `part`. */
#define EXPECT_TEXT(text, part)                                                                    \
    do {                                                                                           \
        expect_note(strstr((text), (part)) != NULL, __FILE__, __LINE__, #text " has " #part);      \
        if (strstr((text), (part)) == NULL) {                                                      \
            (void)fprintf(stderr, "    found \"%s\"\n", (text));                                   \
        }                                                                                          \
    } while (0)

/* The exit status of a test; a test that expected nothing has failed. */
static inline int expect_status(void) {
    (void)printf("%d of %d expectations hold\n", expect_made - expect_failed, expect_made);
    return expect_failed > 0 || expect_made == 0;
}

#endif
