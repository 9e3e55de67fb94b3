/* How whole fields of ranks are transformed: by kernels in the caches, by FFTW's plan for all axes,
 * or by stages; measured or not, on several threads, and of ranks that have fewer than others or
 * none. */
#include "expect.h"
#include "kernel_vectors.h"

#include "fft/plan.h"

#include <cornerturn/fft.h>
#include <math.h>
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
    {2, 0, 0, 1, {17, 17}, CT_ESTIMATE, {BY_FFTW, BY_FIELDS, BY_FIELDS}},
    {3, 1, 0, 1, {17, 22, 22}, CT_ESTIMATE, {BY_FFTW, BY_FIELDS, BY_FIELDS}},
    {1, 0, 0, 1, {8}, CT_ESTIMATE, {BY_FFTW, BY_FFTW, BY_FFTW}},
    {1, 0, 0, 1, {18}, CT_ESTIMATE, {BY_FFTW, BY_FIELDS, BY_FIELDS}},
    {1, 0, 0, 1, {20}, CT_ESTIMATE, {BY_FFTW, BY_FFTW, BY_FIELDS}},
    {1, 1, 0, 1, {36}, CT_ESTIMATE, {BY_FFTW, BY_FIELDS, BY_FIELDS}},
    {1, 1, 0, 1, {40}, CT_ESTIMATE, {BY_FFTW, BY_FFTW, BY_FIELDS}},
    {1, 1, 1, 1, {64}, CT_ESTIMATE, {BY_STAGES, BY_FIELDS, BY_FIELDS}}, /* FFTW wants padded rows */
    /* larger ones, and long lines */
    {3, 0, 0, 1, {64, 64, 64}, CT_ESTIMATE, {BY_STAGES, BY_FIELDS, BY_FIELDS}},
    {3, 0, 0, 1, {96, 96, 96}, CT_ESTIMATE, {BY_STAGES, BY_STAGES, BY_STAGES}},
    {3, 1, 0, 1, {96, 96, 128}, CT_MEASURE, {BY_FFTW, BY_STAGES, BY_STAGES}},
    {2, 0, 0, 1, {100, 100}, CT_MEASURE, {BY_FFTW, BY_STAGES, BY_STAGES}},
    {1, 0, 0, 1, {2187}, CT_ESTIMATE, {BY_STAGES, BY_STAGES, BY_STAGES}},
    {1, 0, 0, 1, {2187}, CT_MEASURE, {BY_FFTW, BY_FFTW, BY_FFTW}},
    /* primes as convolutions, of lines or of columns */
    {1, 0, 0, 1, {541}, CT_MEASURE, {BY_STAGES, BY_STAGES, BY_STAGES}},
    {1, 0, 0, 1, {127}, CT_ESTIMATE, {BY_STAGES, BY_FIELDS, BY_FIELDS}},
    {2, 1, 0, 1, {31, 31}, CT_ESTIMATE, {BY_FFTW, BY_FFTW, BY_FFTW}},
    {2, 0, 0, 1, {31, 31}, CT_ESTIMATE, {BY_STAGES, BY_FIELDS, BY_FIELDS}},
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

/* Fills an array with the same numbers each time. */
static void fill(double *number, ptrdiff_t count) {
    for (ptrdiff_t i = 0; i < count; i++) {
        number[i] = (double)((i * 7919 + 13) % 1009) / 1009 - 0.5;
    }
}

/* Batches that FFTW's measured plan may transform faster than kernels of half a vector: both find
 * what kernels alone do, and one is left. */
static void expect_rivals(const batch *b, int size, ptrdiff_t fields, int has_rivals) {
    enum { NUMBERS_MOST = 3 << 19 };
    static _Alignas(64) double input[NUMBERS_MOST];
    static _Alignas(64) double output[2][NUMBERS_MOST];
    ptrdiff_t extent[CT_MAX_AXES] = {fields};
    ct_fft_plan *plan[2] = {NULL, NULL};
    memcpy(extent + 1, b->extent, sizeof b->extent);
    ct_fft_problem problem =
        b->is_real ? ct_fft_real(b->axes + 1, extent) : ct_fft_complex(b->axes + 1, extent);
    problem.kind[0] = CT_FFT_NONE;
    for (int measures = 0; measures < 2; measures++) {
        ct_fft_options options = {
            .rigour = measures ? CT_MEASURE : CT_ESTIMATE, .in_place = b->in_place, .threads = 1};
        for (int a = 0; a <= b->axes; a++) {
            options.array.grid[a] = options.spectrum.grid[a] = a == 0 ? size : 1;
        }
        EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan[measures]), CT_OK);
    }
    const ptrdiff_t numbers = ct_fft_input_bytes(plan[0]) / (ptrdiff_t)sizeof(double);
    const ptrdiff_t results = ct_fft_output_bytes(plan[0]) / (ptrdiff_t)sizeof(double);
    EXPECT(plan[1]->is_whole && !plan[1]->has_rival && numbers <= NUMBERS_MOST &&
           results <= NUMBERS_MOST);
    ct_fft_fields *const left = plan[1]->fields;
    for (int by_fftw = 0; by_fftw <= has_rivals; by_fftw++) {
        plan[1]->fields = by_fftw ? NULL : left;
        for (int i = 0; i < 2; i++) {
            double *const from = b->in_place ? output[i] : input;
            fill(from, numbers);
            EXPECT_INT(ct_fft_execute(plan[i], from, output[i]), CT_OK);
        }
        double worst = 0;
        for (ptrdiff_t i = 0; i < results; i++) {
            worst = fmax(worst, fabs(output[1][i] - output[0][i]));
        }
        EXPECT(worst < 1e-11);
    }
    plan[1]->fields = left;
    ct_fft_plan_destroy(&plan[0]);
    ct_fft_plan_destroy(&plan[1]);
}

static void expect_all_rivals(int size, int has_rivals) {
    static const batch shapes[] = {{.axes = 2, .extent = {16, 16}},
                                   {.axes = 2, .in_place = 1, .extent = {24, 24}},
                                   {.axes = 1, .extent = {100}},
                                   {.axes = 1, .is_real = 1, .extent = {100}},
                                   {.axes = 3, .in_place = 1, .extent = {8, 8, 8}}};
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        expect_rivals(&shapes[i], size, (ptrdiff_t)8 * size, has_rivals);
        /* without divisors, and the last rank has fewer */
        expect_rivals(&shapes[i], size, (ptrdiff_t)31 * size - 1, has_rivals);
        expect_rivals(&shapes[i], size, 1, has_rivals); /* others have none */
    }
    expect_rivals(&shapes[0], size, (ptrdiff_t)3072 * size, has_rivals); /* in three blocks */
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
        if (width > 0) {
            expect_all_rivals(size, width == 1);
        }
    }
    MPI_Finalize();
    return expect_status();
}
