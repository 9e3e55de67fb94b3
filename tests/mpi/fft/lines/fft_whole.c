/* How whole fields of ranks are transformed: by kernels in the caches, by FFTW's plan for all axes,
 * or by stages; measured or not, on several threads, and of ranks that have fewer than others. */
#include "expect.h"

#include "fft/plan.h"
#include "kernels/vectors.h"

#include <cornerturn/fft.h>
#include <string.h>

typedef enum way { BY_STAGES, BY_FFTW, BY_FIELDS } way;

typedef struct batch {
    int axes, is_real, in_place, threads;
    ptrdiff_t extent[CT_MAX_AXES - 1];
    ct_rigour rigour;
    way by_kernels, without; /* with kernels, and without */
} batch;

static const batch batches[] = {
    /* small ones */
    {2, 0, 0, 1, {16, 16}, CT_ESTIMATE, BY_FIELDS, BY_FFTW},
    {2, 0, 0, 1, {11, 11}, CT_ESTIMATE, BY_FFTW, BY_FFTW},
    {3, 1, 0, 1, {22, 22, 22}, CT_ESTIMATE, BY_FFTW, BY_FFTW},
    {1, 0, 0, 1, {8}, CT_ESTIMATE, BY_FFTW, BY_FFTW},
    {1, 1, 1, 1, {64}, CT_ESTIMATE, BY_FIELDS, BY_STAGES}, /* FFTW wants padded rows */
    /* larger ones, and long lines */
    {3, 0, 0, 1, {64, 64, 64}, CT_ESTIMATE, BY_FIELDS, BY_STAGES},
    {3, 0, 0, 1, {96, 96, 96}, CT_ESTIMATE, BY_STAGES, BY_STAGES},
    {3, 1, 0, 1, {96, 96, 128}, CT_MEASURE, BY_STAGES, BY_FFTW},
    {2, 0, 0, 1, {100, 100}, CT_MEASURE, BY_STAGES, BY_FFTW},
    {1, 0, 0, 1, {2187}, CT_ESTIMATE, BY_STAGES, BY_STAGES},
    {1, 0, 0, 1, {2187}, CT_MEASURE, BY_FFTW, BY_FFTW},
    /* primes as convolutions */
    {1, 0, 0, 1, {127}, CT_MEASURE, BY_STAGES, BY_STAGES},
    {2, 1, 0, 1, {31, 31}, CT_ESTIMATE, BY_FFTW, BY_FFTW},
    {2, 0, 0, 1, {31, 31}, CT_ESTIMATE, BY_STAGES, BY_STAGES},
    /* threads, each of which has fields */
    {2, 0, 0, 2, {16, 16}, CT_ESTIMATE, BY_FIELDS, BY_STAGES},
    {2, 0, 0, 9, {16, 16}, CT_ESTIMATE, BY_STAGES, BY_STAGES},
    {2, 0, 1, 2, {16, 16}, CT_ESTIMATE, BY_FIELDS, BY_STAGES},
    {2, 1, 1, 2, {16, 16}, CT_ESTIMATE, BY_STAGES, BY_STAGES},
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

int main(int argc, char **argv) {
    enum { FIELDS_EACH = 4 };
    int size = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int limited = 0; limited < 2; limited++) {
        ct_vectors_limit(limited ? CT_VECTORS_AVX2 : CT_VECTORS_AVX512);
        const int has = ct_vectors_used() >= CT_VECTORS_AVX512;
        for (unsigned i = 0; i < sizeof batches / sizeof *batches; i++) {
            const batch *b = &batches[i];
            expect_way(b, (ptrdiff_t)FIELDS_EACH * size, has ? b->by_kernels : b->without);
        }
        /* The last rank has fewer. */
        expect_way(&batches[0], (ptrdiff_t)FIELDS_EACH * size - 1, has ? BY_FIELDS : BY_FFTW);
    }
    MPI_Finalize();
    return expect_status();
}
