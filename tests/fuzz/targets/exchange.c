/* Command lines of exchange, a word a line, and what its commands print where no more than a few
 * ranks are looked at. Files are neither read nor written. */
#include "fits.h"
#include "fuzz.h"

#include <stdint.h>

#include "apps/exchange/exchange.h"
#include "apps/exchange/request/parse.h"
#include "apps/exchange/request/perform.h"

enum { WORDS_MOST = 24, RANKS_MOST = 8, SELDOM = 16 };
static const unsigned refusals = 1u << CT_ERROR_CONFIG | 1u << CT_ERROR_UNSUPPORTED |
                                 1u << CT_ERROR_FILE | 1u << CT_ERROR_MEMORY;

/* Whether it leaves files alone. */
static bool is_without_files(const exchange_request *request) {
    static const exchange_option files[] = {OPTION_PLOT, OPTION_CSV, OPTION_OUTPUT, OPTION_TUNING};
    const char *machine = request->given[OPTION_MACHINE];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (request->given[files[i]] != NULL) {
            return false;
        }
    }
    return machine == NULL || strchr(machine, '/') == NULL;
}

/* Whether it takes no more than milliseconds. What asks all algorithms is done seldom. */
static bool is_short(const exchange_request *request, size_t size) {
    static const exchange_option sizes[] = {OPTION_RANKS, OPTION_DIMENSION};
    const char *algorithm = request->given[OPTION_ALGORITHM];
    ct_topology topology = {.size = 1};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (request->given[sizes[i]] != NULL && strlen(request->given[sizes[i]]) > 1) {
            return false;
        }
    }
    if (request->given[OPTION_TOPOLOGY] == NULL) {
        return size % SELDOM == 0;
    }
    return ct_topology_parse(request->given[OPTION_TOPOLOGY], &topology) != CT_OK ||
           (topology.size <= RANKS_MOST &&
            (algorithm != NULL ? fuzz_fits(algorithm, &topology) : size % SELDOM == 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static FILE *nowhere;
    char *words[WORDS_MOST + 1] = {NULL};
    char *text = fuzz_text(data, size);
    exchange_request request;
    words[0] = text + size; /* the program's name */
    const int count = 1 + fuzz_lines(text, WORDS_MOST - 1, words + 1);
    if (nowhere == NULL) {
        nowhere = fopen("/dev/null", "w");
        FUZZ_EXPECT(nowhere != NULL);
    }
    ct_status status = exchange_parse(exchange_commands, count, words, &request);
    fuzz_expect_status(status, refusals);
    const bool has_command =
        status == CT_OK && request.command != NULL && !request.command->parallel;
    if (has_command && is_without_files(&request) && is_short(&request, size)) {
        fuzz_expect_status(exchange_perform(&request, nowhere), refusals);
    }
    free(text);
    return 0;
}
