/* Configs of transpose, down to the panels that they make of an array. */
#include "apps/common/lists.h"
#include "apps/transpose/shape.h"
#include "config.h"
#include "fuzz.h"
#include "io/array/info.h"

enum { RANKS = 6 };

const ct_program *const fuzz_program = &transpose_program;
const size_t fuzz_config_bytes = sizeof(transpose_config);

static void expect_panels(const transpose_config *config, transpose_shape *shape) {
    ptrdiff_t bytes[2];
    ct_status status = transpose_shape_cut(config, shape);
    fuzz_expect_status(status, 1u << CT_ERROR_CONFIG);
    for (int rank = 0; status == CT_OK && rank < RANKS; rank++) {
        transpose_array_bytes(shape, rank, bytes);
        FUZZ_EXPECT(bytes[0] >= 0 && bytes[1] >= 0);
    }
}

void fuzz_use_config(const void *config) {
    const transpose_config *given = config;
    ct_array_info info = {.element_bytes = 8};
    transpose_shape shape;
    ct_status status = transpose_read_extent(given, &info);
    fuzz_expect_status(status, 1u << CT_ERROR_CONFIG);
    if (status == CT_OK) {
        status = transpose_shape_make(given, &info, RANKS, &shape);
        fuzz_expect_status(status, 1u << CT_ERROR_CONFIG);
    }
    if (status == CT_OK) {
        expect_panels(given, &shape);
    }
}
