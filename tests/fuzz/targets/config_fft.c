/* Configs of fft, down to the problem that they make of an array. */
#include "apps/common/lists.h"
#include "apps/fft/shape/shape.h"
#include "config.h"
#include "fuzz.h"
#include "io/array/info.h"

#include <stdint.h>

enum { RANKS = 6 };
static const unsigned refusals = 1u << CT_ERROR_CONFIG | 1u << CT_ERROR_FILE;

const ct_program *const fuzz_program = &fft_program;
const size_t fuzz_config_bytes = sizeof(fft_config);

/* An array: its extents are the dataset's name, such as 6x5x4. */
static void describe(const char *dataset, int is_complex, ct_array_info *info) {
    *info = (ct_array_info){.is_number = true, .is_complex = is_complex, .type = "float64"};
    info->axes = job_read_counts(dataset, "x", info->extent);
    for (int a = 0; a < info->axes; a++) {
        if (info->extent[a] < 1 || info->extent[a] > INT32_MAX) { /* those the program refuses */
            info->axes = 0;
        }
    }
    if (info->axes < 1) {
        info->axes = 3;
        info->extent[0] = 6;
        info->extent[1] = 5;
        info->extent[2] = 4;
    }
}

static void expect_sound(const fft_shape *shape) {
    FUZZ_EXPECT(shape->output.axes >= 1 && shape->output.axes <= CT_MAX_AXES);
    for (int a = 0; a < shape->output.axes; a++) {
        FUZZ_EXPECT(shape->output.extent[a] >= 1);
        FUZZ_EXPECT(shape->output.order[a] >= 0 && shape->output.order[a] < shape->output.axes);
    }
}

void fuzz_use_config(const void *config) {
    const fft_config *given = config;
    ct_array_info info;
    ct_array_info second;
    fft_shape shape;
    for (int is_complex = 0; is_complex < 2; is_complex++) {
        describe(given->input_dataset, is_complex, &info);
        describe(given->second_dataset, 0, &second);
        ct_status status = fft_shape_make(given, &info, &second, RANKS, &shape);
        fuzz_expect_status(status, refusals);
        if (status == CT_OK) {
            expect_sound(&shape);
        }
    }
}
