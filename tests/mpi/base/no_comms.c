/* Whatever is collective is refused, on the calling rank alone, on no communicator and on one of
 * two groups, whose ranks do not talk among themselves; and without what it is to plan, on all
 * ranks. What it was to create is then NULL, whatever it was before. */
#include "expect.h"

#include <cornerturn/adi.h>
#include <cornerturn/agree.h>
#include <cornerturn/calibrate.h>
#include <cornerturn/collective.h>
#include <cornerturn/fft_filter.h>
#include <cornerturn/halo.h>
#include <cornerturn/memory.h>
#include <cornerturn/poisson.h>
#include <cornerturn/redistribute.h>
#include <cornerturn/trace.h>
#include <cornerturn/transpose.h>
#include <cornerturn/tridiagonal.h>
#include <cornerturn/tuning.h>

static const ptrdiff_t extent[2] = {6, 4};
static const int grid[2] = {1, 1};
static int has_problem = 1; /* else NULL is given in its place */

#define GIVEN(problem) (has_problem ? &(problem) : NULL)

static ct_status make_fft(MPI_Comm comm) {
    const ct_fft_problem problem = ct_fft_complex(2, extent);
    ct_fft_plan *plan = (void *)&has_problem;
    const ct_status status = ct_fft_plan_create(comm, GIVEN(problem), NULL, &plan);
    EXPECT(plan == NULL);
    return status;
}

static ct_status make_filter(MPI_Comm comm) {
    const ct_fft_problem problem = ct_fft_complex(2, extent);
    ct_fft_filter_plan *plan = (void *)&has_problem;
    const ct_status status = ct_fft_filter_plan_create(comm, GIVEN(problem), NULL, &plan);
    EXPECT(plan == NULL);
    return status;
}

static ct_status make_poisson(MPI_Comm comm) {
    const ct_poisson problem = {.axes = 2, .extent = {6, 4}, .spacing = {1, 1}, .boundary = {1, 1}};
    ct_poisson_plan *plan = (void *)&has_problem;
    const ct_status status = ct_poisson_plan_create(comm, GIVEN(problem), NULL, &plan);
    EXPECT(plan == NULL);
    return status;
}

static ct_status make_tridiagonal(MPI_Comm comm) {
    const ct_tridiagonal_problem problem = {.array = ct_decompose_blocks(2, extent, grid),
                                            .parts = 1};
    ct_tridiagonal_plan *plan = (void *)&has_problem;
    const ct_status status = ct_tridiagonal_plan_create(comm, GIVEN(problem), NULL, &plan);
    EXPECT(plan == NULL);
    return status;
}

static ct_status make_adi(MPI_Comm comm) {
    const ct_adi_problem problem = ct_adi_box_problem(2, extent);
    ct_adi_plan *plan = (void *)&has_problem;
    const ct_status status = ct_adi_plan_create(comm, GIVEN(problem), NULL, &plan);
    EXPECT(plan == NULL);
    return status;
}

static ct_status make_redistribution(MPI_Comm comm) {
    const ct_decomposition from = ct_decompose_blocks(2, extent, grid);
    ct_redistribute_plan *plan = (void *)&has_problem;
    const ct_status status =
        ct_redistribute_plan_create(comm, GIVEN(from), NULL, &from, 8, NULL, &plan);
    EXPECT(plan == NULL);
    return status;
}

static ct_status make_transpose(MPI_Comm comm) {
    const ct_distribution from = {.axes = 2, .extent = {6, 4}, .grid = {1, 1}};
    const ct_distribution into = {.axes = 2, .extent = {4, 6}, .grid = {1, 1}};
    ct_transpose_plan *plan = (void *)&has_problem;
    const ct_status status =
        ct_transpose_plan_create(comm, GIVEN(from), NULL, &into, 8, NULL, &plan);
    EXPECT(plan == NULL);
    return status;
}

static ct_status make_halo(MPI_Comm comm) {
    const ct_decomposition cells = ct_decompose_blocks(2, extent, grid);
    const ct_halo_array array = {.element_bytes = 8};
    ct_halo_plan *plan = (void *)&has_problem;
    const ct_status status = ct_halo_plan_create(comm, GIVEN(cells), 1, &array, NULL, &plan);
    EXPECT(plan == NULL);
    return status;
}

static ct_status make_exchange(MPI_Comm comm) {
    const ct_layout none = {8, NULL};
    ct_exchange_plan *plan = (void *)&has_problem;
    const ct_status status = ct_exchange_plan_create(comm, GIVEN(none), &none, NULL, &plan);
    EXPECT(plan == NULL);
    return status;
}

static ct_status make_movement(MPI_Comm comm) {
    ct_exchange_plan *plan = (void *)&has_problem;
    const ct_status status = ct_collective_plan_create(comm, CT_BROADCAST, 0, 8, NULL, &plan);
    EXPECT(plan == NULL);
    return status;
}

static ct_status allocate(MPI_Comm comm) {
    void *memory = (void *)&has_problem;
    const ct_status status = ct_alloc(comm, 8, &memory);
    EXPECT(memory == NULL);
    return status;
}

static ct_status support(MPI_Comm comm) {
    return ct_exchange_supports(comm, "direct");
}

static ct_status calibrate(MPI_Comm comm) {
    ct_calibration found;
    return ct_calibrate(comm, NULL, &found);
}

static ct_status load(MPI_Comm comm) {
    ct_tuning *tuning = (void *)&has_problem;
    const ct_status status = ct_tuning_load(comm, "", &tuning);
    EXPECT(tuning == NULL);
    return status;
}

static ct_status check_file(MPI_Comm comm) {
    return ct_tuning_check(comm, "/dev/null");
}

static ct_status store(MPI_Comm comm) {
    const ct_calibration constants = {.barrier_s = 1};
    return ct_tuning_store_calibration(comm, "/dev/null", &constants);
}

static ct_status trace(MPI_Comm comm) {
    return ct_trace_begin(comm, "/dev/null", 0);
}

static ct_status agree(MPI_Comm comm) {
    return ct_agree(comm, CT_OK);
}

static ct_status agree_on_first(MPI_Comm comm) {
    return ct_agree_on_first(comm, CT_OK);
}

enum { PLANNED = 9 }; /* the first ones, of what can be missing */
static const struct {
    const char *name;
    ct_status (*call)(MPI_Comm comm);
} calls[] = {
    {"fft", make_fft},
    {"filter", make_filter},
    {"poisson", make_poisson},
    {"tridiagonal", make_tridiagonal},
    {"adi", make_adi},
    {"redistribution", make_redistribution},
    {"transpose", make_transpose},
    {"halo", make_halo},
    {"exchange", make_exchange},
    {"movement", make_movement},
    {"memory", allocate},
    {"supports", support},
    {"calibrate", calibrate},
    {"tuning", load},
    {"check", check_file},
    {"store", store},
    {"trace", trace},
    {"agree", agree},
    {"first", agree_on_first},
};

static void expect_refused(MPI_Comm comm, int count, const char *message) {
    for (int i = 0; i < count; i++) {
        const ct_status status = calls[i].call(comm);
        if (status != CT_ERROR_ARGUMENT) {
            (void)fprintf(stderr, "%s:\n", calls[i].name);
        }
        EXPECT_INT(status, CT_ERROR_ARGUMENT);
        EXPECT_TEXT(ct_error_message(), message);
    }
}

int main(int argc, char **argv) {
    enum { CALLS = sizeof calls / sizeof calls[0] };
    int rank = 0;
    int size = 1;
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm between = MPI_COMM_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_refused(MPI_COMM_NULL, CALLS, "MPI_COMM_NULL");
    if (size > 1) {
        MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &half);
        MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 1, 0, &between);
        expect_refused(between, CALLS, "intercommunicator");
        MPI_Comm_free(&between);
        MPI_Comm_free(&half);
    }
    has_problem = 0;
    expect_refused(MPI_COMM_WORLD, PLANNED, "");
    MPI_Finalize();
    return expect_status();
}
