/* How whole fields of ranks are transformed: by kernels in the caches, by FFTW's plan for all axes,
 * or by stages; measured or not, on several threads, and of ranks that have fewer than others or
 * none. */
#include "expect.h"
#include "kernel_vectors.h"

#include "fft/plan.h"

#include <cornerturn/fft.h>
#include <string.h>

typedef enum way { BY_STAGES, BY_FFTW, BY_FIELDS } way;

typedef struct batch {
    int axes, is_real, in_place, threads;
    ptrdiff_t extent[CT_MAX_AXES - 1];
    ct_rigour rigour;
    way by[3]; /* without kernels, by those of half a vector, and of vectors */
} batch;

static const batch batches[] = {
    /* small ones */
    {2, 0, 0, 1, {16, 16}, CT_ESTIMATE, {BY_FFTW, BY_FIELDS, BY_FIELDS}},
    {2, 0, 0, 1, {11, 11}, CT_ESTIMATE, {BY_FFTW, BY_FFTW, BY_FIELDS}},
    {3, 0, 0, 1, {1, 16, 1}, CT_ESTIMATE, {BY_FFTW, BY_FFTW, BY_FIELDS}},
    {2, 0, 0, 1, {17, 17}, CT_ESTIMATE, {BY_FFTW, BY_FFTW, BY_FFTW}},
    {3, 1, 0, 1, {17, 22, 22}, CT_ESTIMATE, {BY_FFTW, BY_FFTW, BY_FFTW}},
    {1, 0, 0, 1, {8}, CT_ESTIMATE, {BY_FFTW, BY_FFTW, BY_FFTW}},
    {1, 0, 0, 1, {24}, CT_ESTIMATE, {BY_FFTW, BY_FIELDS, BY_FIELDS}},
    {1, 1, 1, 1, {64}, CT_ESTIMATE, {BY_STAGES, BY_FIELDS, BY_FIELDS}}, /* FFTW wants padded rows */
    /* larger ones, and long lines */
    {3, 0, 0, 1, {64, 64, 64}, CT_ESTIMATE, {BY_STAGES, BY_FIELDS, BY_FIELDS}},
    {3, 0, 0, 1, {96, 96, 96}, CT_ESTIMATE, {BY_STAGES, BY_STAGES, BY_STAGES}},
    {3, 1, 0, 1, {96, 96, 128}, CT_MEASURE, {BY_FFTW, BY_STAGES, BY_STAGES}},
    {2, 0, 0, 1, {100, 100}, CT_MEASURE, {BY_FFTW, BY_STAGES, BY_STAGES}},
    {1, 0, 0, 1, {2187}, CT_ESTIMATE, {BY_STAGES, BY_STAGES, BY_STAGES}},
    {1, 0, 0, 1, {2187}, CT_MEASURE, {BY_FFTW, BY_FFTW, BY_FFTW}},
    /* primes as convolutions */
    {1, 0, 0, 1, {127}, CT_MEASURE, {BY_STAGES, BY_STAGES, BY_STAGES}},
    {2, 1, 0, 1, {31, 31}, CT_ESTIMATE, {BY_FFTW, BY_FFTW, BY_FFTW}},
    {2, 0, 0, 1, {31, 31}, CT_ESTIMATE, {BY_STAGES, BY_STAGES, BY_STAGES}},
    /* threads, each of which has fields */
    {2, 0, 0, 2, {16, 16}, CT_ESTIMATE, {BY_STAGES, BY_FIELDS, BY_FIELDS}},
    {2, 0, 0, 9, {16, 16}, CT_ESTIMATE, {BY_STAGES, BY_STAGES, BY_STAGES}},
    {2, 0, 1, 2, {16, 16}, CT_ESTIMATE, {BY_STAGES, BY_FIELDS, BY_FIELDS}},
    {2, 1, 1, 2, {16, 16}, CT_ESTIMATE, {BY_STAGES, BY_STAGES, BY_STAGES}},
};

/* So many fields of all ranks. */
static void expect_way(const batch *b, ptrdiff_t fields, way wanted) {
    ptrdiff_t extent[CT_MAX_AXES] = {fields};
    ct_fft_plan *plan = NULL;
    memcpy(extent + 1, b->extent, sizeof b->extent);
    ct_fft_problem problem =
        b->is_real ? ct_fft_real(b->axes + 1, extent) : ct_fft_complex(b->axes + 1, extent);
    problem.kind[0] = CT_FFT_NONE;
    const ct_fft_options options = {
        .rigour = b->rigour, .in_place = b->in_place, .threads = b->threads};
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    EXPECT_INT(plan->fields != NULL ? BY_FIELDS : plan->is_whole ? BY_FFTW : BY_STAGES, wanted);
    ct_fft_plan_destroy(&plan);
}

/* One field of several ranks, as a batch or not: those without one write nothing. */
static void expect_none_written(int rank, int size, ct_fft_kind kind) {
    enum { SIDE = 16, POINTS = SIDE * SIDE };
    static _Alignas(64) double input[2 * POINTS];
    static _Alignas(64) double output[2 * POINTS];
    const int is_batch = kind == CT_FFT_NONE;
    const ptrdiff_t extent[2] = {is_batch ? 1 : SIDE, is_batch ? POINTS : SIDE};
    const int ranks = is_batch ? size : 1;
    const ct_fft_options options = {.array.grid = {ranks, 1}, .spectrum.grid = {ranks, 1}};
    ct_fft_problem problem = ct_fft_complex(2, extent);
    ct_fft_plan *plan = NULL;
    ptrdiff_t written = 0;
    problem.kind[0] = kind;
    for (int i = 0; i < 2 * POINTS; i++) {
        input[i] = i < 2 ? 1 : 0; /* 1 + i at the first point */
        output[i] = -1;
    }
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    EXPECT(plan->is_whole);
    EXPECT_INT(ct_fft_execute(plan, input, output), CT_OK);
    for (int i = 0; i < 2 * POINTS; i++) {
        written += output[i] != -1;
        EXPECT(rank > 0 || output[i] == 1);
    }
    EXPECT_INT(written, rank == 0 ? 2 * POINTS : 0);
    ct_fft_plan_destroy(&plan);
}

int main(int argc, char **argv) {
    enum { FIELDS_EACH = 4 };
    int rank = 0;
    int size = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int most = CT_VECTORS_PORTABLE; most <= CT_VECTORS_AVX512; most++) {
        ct_vectors_limit((ct_vectors)most);
        const int width = ct_vectors_used() >= CT_VECTORS_AVX512 ? 2 : have_kernels();
        for (unsigned i = 0; i < sizeof batches / sizeof *batches; i++) {
            const batch *b = &batches[i];
            expect_way(b, (ptrdiff_t)FIELDS_EACH * size, b->by[width]);
        }
        /* The last rank has fewer. */
        expect_way(&batches[0], (ptrdiff_t)FIELDS_EACH * size - 1, batches[0].by[width]);
        expect_none_written(rank, size, CT_FFT_NONE);
        expect_none_written(rank, size, CT_FFT_C2C);
    }
    MPI_Finalize();
    return expect_status();
}
