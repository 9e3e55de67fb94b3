#include "fft_alltoall.h"

#include <cornerturn/grid.h>
#include <stdlib.h>
#include <string.h>

static ptrdiff_t planes_of(const fft_alltoall *fft, int rank) {
    return ct_block_count(fft->extent[0], fft->size, rank);
}

static ptrdiff_t rows_of(const fft_alltoall *fft, int rank) {
    return ct_block_count(fft->extent[1], fft->size, rank);
}

/* Blocks to each rank and from each rank, in complex numbers. */
static int count_blocks(fft_alltoall *fft) {
    for (int side = 0; side < 2; side++) {
        fft->counts[side] = calloc((size_t)fft->size, sizeof(int));
        fft->offsets[side] = calloc((size_t)fft->size, sizeof(int));
        if (fft->counts[side] == NULL || fft->offsets[side] == NULL) {
            return 0;
        }
    }
    int next[2] = {0, 0};
    for (int peer = 0; peer < fft->size; peer++) {
        ptrdiff_t out = planes_of(fft, fft->rank) * rows_of(fft, peer) * fft->extent[2];
        ptrdiff_t in = planes_of(fft, peer) * rows_of(fft, fft->rank) * fft->extent[2];
        fft->counts[0][peer] = (int)out;
        fft->counts[1][peer] = (int)in;
        for (int side = 0; side < 2; side++) {
            fft->offsets[side][peer] = next[side];
            next[side] += fft->counts[side][peer];
        }
    }
    return 1;
}

static FFTW(plan) plan_planes(const fft_alltoall *fft, const ptrdiff_t extent[3], unsigned rigour,
                              void *input, void *output) {
    const int n[2] = {(int)extent[1], (int)extent[2]};
    const int planes = (int)planes_of(fft, fft->rank);
    const int real_plane = n[0] * n[1];
    const int plane = (int)(fft->extent[1] * fft->extent[2]);
    switch (fft->kind) {
    case BENCH_R2C:
        return FFTW(plan_many_dft_r2c)(2, n, planes, input, NULL, 1, real_plane, output, NULL, 1,
                                       plane, rigour);
    case BENCH_C2R:
        return FFTW(plan_many_dft_c2r)(2, n, planes, input, NULL, 1, plane, output, NULL, 1,
                                       real_plane, rigour);
    default:
        return FFTW(plan_many_dft)(2, n, planes, input, NULL, 1, plane, output, NULL, 1, plane,
                                   FFTW_FORWARD, rigour);
    }
}

int fft_alltoall_create(const ptrdiff_t extent[3], bench_kind kind, unsigned rigour, void *input,
                        void *output, fft_alltoall *fft) {
    const ptrdiff_t row = kind == BENCH_C2C ? extent[2] : extent[2] / 2 + 1;
    const int sign = kind == BENCH_C2R ? FFTW_BACKWARD : FFTW_FORWARD;
    *fft = (fft_alltoall){.extent = {extent[0], extent[1], row},
                          .kind = kind,
                          .spectrum = kind == BENCH_C2R ? input : output,
                          .element = MPI_DATATYPE_NULL};
    MPI_Comm_rank(MPI_COMM_WORLD, &fft->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &fft->size);
    MPI_Type_contiguous(sizeof(FFTW(complex)), MPI_BYTE, &fft->element);
    MPI_Type_commit(&fft->element);
    int lines = (int)(rows_of(fft, fft->rank) * fft->extent[2]);
    int n = (int)extent[0];
    fft->packed = FFTW(alloc_complex)(
        (size_t)(planes_of(fft, fft->rank) * fft->extent[1] * fft->extent[2] + 1));
    fft->across = FFTW(alloc_complex)((size_t)(extent[0] * lines + 1));
    if (!count_blocks(fft) || fft->packed == NULL || fft->across == NULL) {
        return 0;
    }
    fft->planes = plan_planes(fft, extent, rigour, input, output);
    fft->lines = FFTW(plan_many_dft)(1, &n, lines, fft->across, NULL, lines, 1, fft->across, NULL,
                                     lines, 1, sign, rigour);
    return fft->planes != NULL && fft->lines != NULL;
}

/* Between planes and blocks of them that have the rows of one rank each. */
static void pack(const fft_alltoall *fft, int packs) {
    for (int peer = 0; peer < fft->size; peer++) {
        ptrdiff_t run = rows_of(fft, peer) * fft->extent[2];
        ptrdiff_t first = ct_block_first(fft->extent[1], fft->size, peer) * fft->extent[2];
        for (ptrdiff_t z = 0; z < planes_of(fft, fft->rank); z++) {
            FFTW(complex) *plane = fft->spectrum + z * fft->extent[1] * fft->extent[2] + first;
            FFTW(complex) *block = fft->packed + fft->offsets[0][peer] + z * run;
            memcpy(packs ? block : plane, packs ? plane : block,
                   (size_t)run * sizeof(FFTW(complex)));
        }
    }
}

/* From planes to lines. */
static void turn(const fft_alltoall *fft) {
    pack(fft, 1);
    (void)MPI_Alltoallv(fft->packed, fft->counts[0], fft->offsets[0], fft->element, fft->across,
                        fft->counts[1], fft->offsets[1], fft->element, MPI_COMM_WORLD);
}

static void turn_back(const fft_alltoall *fft) {
    (void)MPI_Alltoallv(fft->across, fft->counts[1], fft->offsets[1], fft->element, fft->packed,
                        fft->counts[0], fft->offsets[0], fft->element, MPI_COMM_WORLD);
    pack(fft, 0);
}

double fft_alltoall_run(fft_alltoall *fft) {
    double start_s = MPI_Wtime();
    if (fft->kind == BENCH_C2R) {
        turn(fft);
        start_s = MPI_Wtime();
        FFTW(execute)(fft->lines);
        turn_back(fft);
        FFTW(execute)(fft->planes);
        return MPI_Wtime() - start_s;
    }
    FFTW(execute)(fft->planes);
    turn(fft);
    FFTW(execute)(fft->lines);
    double transposed_s = MPI_Wtime() - start_s;
    turn_back(fft);
    return transposed_s;
}

void fft_alltoall_destroy(fft_alltoall *fft) {
    FFTW(destroy_plan)(fft->planes);
    FFTW(destroy_plan)(fft->lines);
    FFTW(free)(fft->packed);
    FFTW(free)(fft->across);
    for (int side = 0; side < 2; side++) {
        free(fft->counts[side]);
        free(fft->offsets[side]);
    }
    if (fft->element != MPI_DATATYPE_NULL) {
        MPI_Type_free(&fft->element);
    }
}
