/* An algorithm with parameters, as a user writes it, on a topology: two lines. What is allowed is
 * written so that it reads back, its schedules are right, and its cost is a number. */
#include "fits.h"
#include "fuzz.h"

#include <cornerturn/algorithm.h>
#include <cornerturn/check.h>
#include <cornerturn/machine.h>

#include <math.h>
#include <stdint.h>

enum { CHECKED_RANKS = 8, GENERATED_RANKS = 64 };
static const unsigned refusals = 1u << CT_ERROR_CONFIG | 1u << CT_ERROR_UNSUPPORTED;

static void expect_there_and_back(const ct_algorithm *algorithm, const ct_topology *topology,
                                  const ct_parameters *parameters) {
    char text[CT_PARAMETERS_TEXT];
    char again[CT_PARAMETERS_TEXT];
    char line[CT_PARAMETERS_TEXT + 64];
    ct_parameters read;
    const ct_algorithm *found = NULL;
    ct_parameters_format(algorithm, parameters, text);
    (void)snprintf(line, sizeof line, "%s %s", algorithm->name, text);
    FUZZ_EXPECT(ct_algorithm_parse(line, topology, &found, &read) == CT_OK);
    ct_parameters_format(found, &read, again);
    FUZZ_EXPECT(found == algorithm && strcmp(text, again) == 0);
}

static void expect_right(const ct_algorithm *algorithm, const ct_topology *topology,
                         const ct_parameters *parameters) {
    ct_schedule *schedule = NULL;
    ct_check_report report = {0};
    if (topology->size <= GENERATED_RANKS) {
        FUZZ_EXPECT(ct_algorithm_generate(algorithm, topology, parameters, topology->size - 1,
                                          &schedule) == CT_OK);
        ct_schedule_destroy(&schedule);
    }
    if (topology->size <= CHECKED_RANKS) {
        FUZZ_EXPECT(ct_check_algorithm(algorithm, topology, parameters, &report) == CT_OK);
        ct_check_report_clear(&report);
    }
    if (algorithm->cost != NULL && topology->size <= GENERATED_RANKS) {
        const double cost = algorithm->cost(topology, parameters, ct_machine_at(0), 1024);
        FUZZ_EXPECT(isfinite(cost) && cost >= 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *lines[2] = {NULL, NULL};
    char *text = fuzz_text(data, size);
    ct_topology topology;
    const ct_algorithm *algorithm = NULL;
    ct_parameters parameters;
    if (fuzz_lines(text, 2, lines) == 2 && ct_topology_parse(lines[0], &topology) == CT_OK &&
        fuzz_fits(lines[1], &topology)) {
        ct_status status = ct_algorithm_parse(lines[1], &topology, &algorithm, &parameters);
        fuzz_expect_status(status, refusals);
        if (status == CT_OK) {
            expect_there_and_back(algorithm, &topology, &parameters);
            expect_right(algorithm, &topology, &parameters);
        }
    }
    free(text);
    return 0;
}
