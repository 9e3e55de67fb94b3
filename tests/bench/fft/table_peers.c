#include "table_peers.h"

#include <cornerturn/memory.h>
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

typedef struct library {
    void (*init)(void);
    ptrdiff_t (*local_size)(int, const ptrdiff_t *, ptrdiff_t, ptrdiff_t, MPI_Comm, ptrdiff_t *,
                            ptrdiff_t *);
    ptrdiff_t (*local_size_1d)(ptrdiff_t, MPI_Comm, int, unsigned, ptrdiff_t *, ptrdiff_t *,
                               ptrdiff_t *, ptrdiff_t *);
    fftw_plan (*dft_1d)(ptrdiff_t, fftw_complex *, fftw_complex *, MPI_Comm, int, unsigned);
    fftw_plan (*dft)(int, const ptrdiff_t *, ptrdiff_t, ptrdiff_t, ptrdiff_t, fftw_complex *,
                     fftw_complex *, MPI_Comm, int, unsigned);
    fftw_plan (*r2c)(int, const ptrdiff_t *, ptrdiff_t, ptrdiff_t, ptrdiff_t, double *,
                     fftw_complex *, MPI_Comm, unsigned);
    fftw_plan (*c2r)(int, const ptrdiff_t *, ptrdiff_t, ptrdiff_t, ptrdiff_t, fftw_complex *,
                     double *, MPI_Comm, unsigned);
    fftw_plan (*r2r)(int, const ptrdiff_t *, ptrdiff_t, ptrdiff_t, ptrdiff_t, double *, double *,
                     MPI_Comm, const fftw_r2r_kind *, unsigned);
} library;

/* FFTW's functions of that library, which calls its own and no others of the same names. */
static int open_library(const char *path, library *theirs) {
    static const char *const names[] = {"fftw_mpi_init",
                                        "fftw_mpi_local_size_many",
                                        "fftw_mpi_local_size_1d",
                                        "fftw_mpi_plan_dft_1d",
                                        "fftw_mpi_plan_many_dft",
                                        "fftw_mpi_plan_many_dft_r2c",
                                        "fftw_mpi_plan_many_dft_c2r",
                                        "fftw_mpi_plan_many_r2r"};
    enum { NAMES = sizeof names / sizeof *names };
    void *found[NAMES];
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    for (int i = 0; i < NAMES; i++) {
        found[i] = handle != NULL ? dlsym(handle, names[i]) : NULL;
        if (found[i] == NULL) {
            (void)fprintf(stderr, "bench_fft_table: %s\n", dlerror());
            return 0;
        }
    }
    _Static_assert(sizeof *theirs == sizeof found, "a pointer a function");
    memcpy(theirs, found, sizeof found); /* ISO C converts no object to a function */
    theirs->init();
    return 1;
}

static int allocate(table_peer *peer, const ptrdiff_t bytes[2]) {
    for (int i = 0; i < 2; i++) {
        peer->bytes[i] = bytes[i];
        if (ct_alloc(MPI_COMM_SELF, bytes[i] + 64, (void **)&peer->array[i]) != CT_OK) {
            (void)fprintf(stderr, "bench_fft_table: no memory for %td bytes\n", bytes[i]);
            return 0;
        }
        memset(peer->array[i], 0, (size_t)bytes[i] + 64);
    }
    return 1;
}

static fftw_r2r_kind cosine_or_sine(table_kind kind) {
    return kind == TABLE_DCT2 ? FFTW_REDFT10 : FFTW_RODFT00;
}

/* Transforms of the last axes of `planes` planes, or all axes of one array, on this rank. */
static fftw_plan plan_local(const table_case *c, ptrdiff_t planes, double *const array[2]) {
    const int first = c->is_batch ? 1 : 0;
    const int axes = c->axes - first;
    fftw_complex *const numbers[2] = {(fftw_complex *)array[0], (fftw_complex *)array[1]};
    int n[CT_MAX_AXES];
    fftw_r2r_kind kinds[CT_MAX_AXES];
    int lengths[2];
    for (int a = 0; a < axes; a++) {
        n[a] = (int)c->extent[first + a];
        kinds[a] = cosine_or_sine(c->kind);
    }
    const int apart = (int)c->components;
    const int count = c->is_batch ? (int)planes : apart;
    for (int side = 0; side < 2; side++) { /* of one field, in numbers of its kind */
        const int is_complex = c->kind == TABLE_C2C || c->kind == (side ? TABLE_R2C : TABLE_C2R);
        const ptrdiff_t field = table_bytes(c, side, c->is_batch ? 1 : c->extent[0], 0);
        const ptrdiff_t numbers_each = field / (ptrdiff_t)sizeof(double) / (is_complex ? 2 : 1);
        lengths[side] = c->components > 1 ? 1 : (int)numbers_each;
    }
    switch (c->kind) {
    case TABLE_C2C:
        return fftw_plan_many_dft(axes, n, count, numbers[0], NULL, apart, lengths[0], numbers[1],
                                  NULL, apart, lengths[1], FFTW_FORWARD, FFTW_MEASURE);
    case TABLE_R2C:
        return fftw_plan_many_dft_r2c(axes, n, count, array[0], NULL, apart, lengths[0], numbers[1],
                                      NULL, apart, lengths[1], FFTW_MEASURE);
    case TABLE_C2R:
        return fftw_plan_many_dft_c2r(axes, n, count, numbers[0], NULL, apart, lengths[0], array[1],
                                      NULL, apart, lengths[1], FFTW_MEASURE);
    default:
        return fftw_plan_many_r2r(axes, n, count, array[0], NULL, apart, lengths[0], array[1], NULL,
                                  apart, lengths[1], kinds, FFTW_MEASURE);
    }
}

/* By the library, in blocks as it likes (0). */
static fftw_plan plan_mpi(const library *theirs, const table_case *c, double *const array[2]) {
    fftw_complex *const numbers[2] = {(fftw_complex *)array[0], (fftw_complex *)array[1]};
    const fftw_r2r_kind kind = cosine_or_sine(c->kind);
    const fftw_r2r_kind kinds[CT_MAX_AXES] = {kind, kind, kind, kind};
    const MPI_Comm comm = MPI_COMM_WORLD;
    if (c->axes == 1) {
        return theirs->dft_1d(c->extent[0], numbers[0], numbers[1], comm, FFTW_FORWARD,
                              FFTW_MEASURE);
    }
    switch (c->kind) {
    case TABLE_C2C:
        return theirs->dft(c->axes, c->extent, c->components, 0, 0, numbers[0], numbers[1], comm,
                           FFTW_FORWARD, FFTW_MEASURE);
    case TABLE_R2C:
        return theirs->r2c(c->axes, c->extent, c->components, 0, 0, array[0], numbers[1], comm,
                           FFTW_MEASURE);
    case TABLE_C2R:
        return theirs->c2r(c->axes, c->extent, c->components, 0, 0, numbers[0], array[1], comm,
                           FFTW_MEASURE);
    default:
        return theirs->r2r(c->axes, c->extent, c->components, 0, 0, array[0], array[1], comm, kinds,
                           FFTW_MEASURE);
    }
}

/* How the library distributes the array, and the bytes that it asks for. */
static int allocate_mpi(const library *theirs, const table_case *c, table_peer *peer) {
    ptrdiff_t extent[CT_MAX_AXES];
    ptrdiff_t out[2] = {0, 0};
    ptrdiff_t bytes[2];
    ptrdiff_t needed = 0;
    memcpy(extent, c->extent, sizeof extent);
    if (c->kind == TABLE_R2C || c->kind == TABLE_C2R) {
        extent[c->axes - 1] = extent[c->axes - 1] / 2 + 1;
    }
    if (c->axes == 1) {
        needed = theirs->local_size_1d(extent[0], MPI_COMM_WORLD, FFTW_FORWARD, FFTW_MEASURE,
                                       &peer->count, &peer->first, &out[0], &out[1]);
    } else {
        needed = theirs->local_size(c->axes, extent, c->components, 0, MPI_COMM_WORLD, &peer->count,
                                    &peer->first);
    }
    needed *= (ptrdiff_t)(c->kind >= TABLE_DCT2 ? sizeof(double) : sizeof(fftw_complex));
    for (int side = 0; side < 2; side++) {
        bytes[side] = table_bytes(c, side, peer->count, 1);
        bytes[side] = needed > bytes[side] ? needed : bytes[side];
    }
    return allocate(peer, bytes);
}

int table_mpi_create(const table_case *c, table_peer *peer) {
    library theirs = {.init = NULL};
    *peer = (table_peer){.plan = NULL};
    if (!table_has_mpi(c)) {
        return 1;
    }
    if (c->is_batch) {
        peer->first = ct_block_first(c->extent[0], c->size, c->rank);
        peer->count = ct_block_count(c->extent[0], c->size, c->rank);
        const ptrdiff_t bytes[2] = {table_bytes(c, 0, peer->count, 0),
                                    table_bytes(c, 1, peer->count, 0)};
        if (!allocate(peer, bytes)) {
            return 0;
        }
    } else if (!open_library(c->library, &theirs) || !allocate_mpi(&theirs, c, peer)) {
        return 0;
    }
    fftw_set_timelimit(c->limit_s);
    (void)MPI_Barrier(MPI_COMM_WORLD);
    const double start_s = MPI_Wtime();
    peer->plan =
        c->is_batch ? plan_local(c, peer->count, peer->array) : plan_mpi(&theirs, c, peer->array);
    (void)MPI_Barrier(MPI_COMM_WORLD);
    peer->plan_s = MPI_Wtime() - start_s;
    fftw_set_timelimit(FFTW_NO_TIMELIMIT);
    for (int i = 0; i < 2; i++) { /* which planning has used */
        memset(peer->array[i], 0, (size_t)peer->bytes[i]);
    }
    return 1;
}

int table_threads_create(const table_case *c, int threads, table_peer *peer) {
    const ptrdiff_t bytes[2] = {table_bytes(c, 0, c->extent[0], 0),
                                table_bytes(c, 1, c->extent[0], 0)};
    *peer = (table_peer){.plan = NULL, .count = c->extent[0]};
    if (!allocate(peer, bytes)) {
        return 0;
    }
    fftw_set_timelimit(c->limit_s);
    fftw_plan_with_nthreads(threads);
    const double start_s = MPI_Wtime();
    peer->plan = plan_local(c, c->extent[0], peer->array);
    peer->plan_s = MPI_Wtime() - start_s;
    fftw_plan_with_nthreads(1);
    fftw_set_timelimit(FFTW_NO_TIMELIMIT);
    for (int i = 0; i < 2; i++) {
        memset(peer->array[i], 0, (size_t)bytes[i]);
    }
    return 1;
}

void table_peer_destroy(table_peer *peer) {
    fftw_destroy_plan(peer->plan);
    for (int i = 0; i < 2; i++) {
        ct_free((void **)&peer->array[i]);
    }
}
