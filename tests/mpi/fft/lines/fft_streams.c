/* Which planes are written past the cache, of which this test says how large it is: those of long
 * rows where not all arrays of the node's ranks stay there, others as tiles would be. */
#include "expect.h"
#include "kernel_vectors.h"

#include "fft/plan.h"
#include "kernels/strided.h"

#include <cornerturn/fft.h>

enum { SHARE_BYTES = 12 << 20 };

static int size;

// NOLINTBEGIN(clang-diagnostic-reserved-identifier): the name that --wrap gives
ptrdiff_t __wrap_ct_cache_share_bytes(int cores);

ptrdiff_t __wrap_ct_cache_share_bytes(int cores) {
    (void)cores;
    return SHARE_BYTES;
}
// NOLINTEND(clang-diagnostic-reserved-identifier)

typedef struct planes {
    ct_fft_kind kind; /* along rows */
    ptrdiff_t rows, points;
    int from_bytes, into_bytes; /* of a plane */
    int is_long;
} planes;

static ct_fft_plan *plan_of(const planes *p, ptrdiff_t count) {
    const ptrdiff_t extent[3] = {count, p->rows, p->points};
    const ct_fft_options options = {.rigour = CT_ESTIMATE};
    ct_fft_problem problem = ct_fft_complex(3, extent);
    ct_fft_plan *plan = NULL;
    problem.kind[2] = p->kind;
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    return plan;
}

/* Planes of each rank. */
static void expect_streams(const planes *p, ptrdiff_t each, int streams) {
    ct_fft_plan *plan = plan_of(p, each * size);
    const ct_fft_stage *stage = &plan->step[0].stage;
    EXPECT(!have_kernels() ||
           (plan->step[0].is_stage && stage->planes.is_used && stage->planes.work_bytes > 0));
    EXPECT_INT(stage->planes.streams, streams);
    ct_fft_plan_destroy(&plan);
}

int main(int argc, char **argv) {
    static const planes all[] = {
        {CT_FFT_R2C, 16, 4096, 16 * 4096 * 8, 16 * 2049 * 16, 1},
        {CT_FFT_C2C, 16, 2048, 16 * 2048 * 16, 16 * 2048 * 16, 1},
        {CT_FFT_R2C, 64, 512, 64 * 512 * 8, 64 * 257 * 16, 0},
        {CT_FFT_C2C, 64, 512, 64 * 512 * 16, 64 * 512 * 16, 0},
    };
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (size_t i = 0; i < 2 * (sizeof all / sizeof *all); i++) {
        const planes *p = &all[i / 2];
        ct_vectors_limit(i % 2 == 0 ? CT_VECTORS_AVX512 : CT_VECTORS_PORTABLE);
        const int is_long = p->is_long && have_kernels(); /* by kernels */
        const ptrdiff_t fit = SHARE_BYTES / (p->from_bytes + p->into_bytes);
        const ptrdiff_t few = CT_STREAM_FROM_BYTES / p->into_bytes;
        expect_streams(p, few / 2, 0);
        expect_streams(p, few + 1, !is_long);
        expect_streams(p, fit, !is_long);
        expect_streams(p, fit + 1, 1);
    }
    MPI_Finalize();
    return expect_status();
}
