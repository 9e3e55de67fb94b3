/* Configs of adi, with the values that they name. */
#include "apps/adi/config.h"
#include "apps/adi/problem/value.h"
#include "config.h"
#include "fuzz.h"

const ct_program *const fuzz_program = &adi_program;
const size_t fuzz_config_bytes = sizeof(adi_config);

static void read_value(const char *where, const char *text, bool in_time) {
    adi_value value;
    fuzz_expect_status(adi_value_read(where, text, CT_ADI_AXES, in_time, &value),
                       1u << CT_ERROR_CONFIG);
    adi_value_free(&value);
}

void fuzz_use_config(const void *config) {
    const adi_config *given = config;
    read_value("problem.initial", given->initial, false);
    read_value("problem.kappa", given->kappa, false);
    read_value("problem.source", given->source, true);
    for (int a = 0; a < CT_ADI_AXES; a++) {
        read_value("x.low_value", given->axis[a].face[0].value, true);
    }
}
