/* Command lines that all programs share: a word a line. */
#include "fuzz.h"

#include <stdint.h>

#include "apps/transpose/config.h"
#include "io/config/options.h"

enum { WORDS_MOST = 32 };

static int wants_help(int count, char **words) {
    for (int i = 1; i < count; i++) {
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "--version") == 0) {
            return 1; /* would print for ever */
        }
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *words[WORDS_MOST + 1] = {NULL};
    char *text = fuzz_text(data, size);
    words[0] = text + size; /* the program's name */
    const int count = 1 + fuzz_lines(text, WORDS_MOST - 1, words + 1);
    if (!wants_help(count, words)) {
        ct_options options;
        ct_status status = ct_options_parse(&transpose_program, count, words, &options);
        fuzz_expect_status(status, 1u << CT_ERROR_CONFIG);
        if (status == CT_OK) {
            FUZZ_EXPECT(options.config != NULL && options.override_count < (size_t)count);
            ct_options_free(&options);
        }
    }
    free(text);
    return 0;
}
