#include "table_ours.h"
#include "../together.h"

#include <cornerturn/agree.h>
#include <cornerturn/memory.h>
#include <fftw3.h>
#include <stdlib.h>
#include <string.h>

static ct_fft_problem problem_of(const table_case *c) {
    const int is_real = c->kind == TABLE_R2C || c->kind == TABLE_C2R;
    ptrdiff_t extent[CT_MAX_AXES + 1];
    memcpy(extent, c->extent, sizeof c->extent);
    extent[c->axes] = c->components;
    const int axes = c->axes + (c->components > 1);
    ct_fft_problem problem =
        is_real && axes == c->axes ? ct_fft_real(axes, extent) : ct_fft_complex(axes, extent);
    if (axes > c->axes) {
        problem.kind[c->axes] = CT_FFT_NONE;
        problem.kind[c->axes - 1] = is_real ? CT_FFT_R2C : CT_FFT_C2C;
    }
    for (int a = 0; a < c->axes && c->kind >= TABLE_DCT2; a++) {
        problem.kind[a] = c->kind == TABLE_DCT2 ? CT_FFT_DCT2 : CT_FFT_DST1;
    }
    if (c->is_batch) {
        problem.kind[0] = CT_FFT_NONE;
    }
    return problem;
}

/* Plans twice: without wisdom, then with the file that the first has left. */
static ct_status create_plan(const table_case *c, const char *wisdom, table_ours *ours) {
    ct_fft_options options = {.direction = c->kind == TABLE_C2R ? CT_INVERSE : CT_FORWARD,
                              .scaling = CT_SCALING_NONE,
                              .rigour = c->measures ? CT_MEASURE : CT_ESTIMATE,
                              .destroys_input = !c->keeps_input,
                              .wisdom_file = wisdom};
    for (int a = 0; c->axes > 1 && a < c->axes + (c->components > 1); a++) {
        options.array.grid[a] = options.spectrum.grid[a] = a == 0 ? c->size : 1;
    }
    const ct_fft_problem problem = problem_of(c);
    double start_s = together_begin_s();
    ct_status status = ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &ours->plan);
    ours->plan_s = together_taken_s(start_s);
    if (status == CT_OK) {
        ct_fft_plan_destroy(&ours->plan);
        fftw_forget_wisdom();
        start_s = together_begin_s();
        status = ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &ours->plan);
        ours->again_s = together_taken_s(start_s);
    }
    return status;
}

ct_status table_ours_create(const table_case *c, const char *wisdom, int is_private,
                            table_ours *ours) {
    *ours = (table_ours){.is_private = is_private};
    ct_status status = create_plan(c, wisdom, ours);
    for (int side = 0; status == CT_OK && side < 2; side++) {
        const ct_box box = side ? ct_fft_output_box(ours->plan) : ct_fft_input_box(ours->plan);
        ours->first[side] = box.first[0];
        ours->count[side] = box.count[0];
        ours->bytes[side] = side ? ct_fft_output_bytes(ours->plan) : ct_fft_input_bytes(ours->plan);
        if (is_private) {
            ours->array[side] = aligned_alloc(64, (size_t)(ours->bytes[side] / 64 + 1) * 64);
            status = ct_agree(MPI_COMM_WORLD, ours->array[side] ? CT_OK : CT_ERROR_MEMORY);
        } else {
            status = ct_alloc(MPI_COMM_WORLD, ours->bytes[side], &ours->array[side]);
        }
        if (status == CT_OK) {
            memset(ours->array[side], 0, (size_t)ours->bytes[side]);
        }
    }
    return status;
}

void table_ours_destroy(table_ours *ours) {
    ct_fft_plan_destroy(&ours->plan);
    for (int side = 0; side < 2; side++) {
        if (ours->is_private) {
            free(ours->array[side]);
        } else {
            ct_free(&ours->array[side]);
        }
    }
}
