/* What FFTW refuses, functions of serial FFTW that are given both kinds of plans, wisdom, arrays
 * that come and go, communicators of some ranks. */
#include <fftw3-mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, failures;

static void expect(int is_right, const char *what) {
    if (!is_right) {
        failures++;
        printf("rank %d of %d: %s\n", rank, size, what);
    }
}

static fftw_complex *numbers(ptrdiff_t count) {
    fftw_complex *made = fftw_alloc_complex((size_t)count);
    for (ptrdiff_t i = 0; i < count; i++) {
        made[i][0] = (double)(i % 7 - 3);
        made[i][1] = (double)(i % 5 - 2);
    }
    return made;
}

static fftw_plan plan_2d(fftw_complex *array, ptrdiff_t n, MPI_Comm comm, unsigned flags) {
    return fftw_mpi_plan_dft_2d(n, n, array, array, comm, FFTW_FORWARD, flags);
}

static void refusals(void) {
    fftw_complex *c = numbers(4096);
    double *r = (double *)c;
    MPI_Comm comm = MPI_COMM_WORLD;
    const ptrdiff_t n[] = {8, 8, 8};
    const ptrdiff_t none[] = {8, 0};
    const unsigned flags = FFTW_ESTIMATE;
    expect(!fftw_mpi_plan_dft_r2c(1, n, r, c, comm, flags), "r2c of one axis");
    expect(!fftw_mpi_plan_dft_c2r(1, n, c, r, comm, flags), "c2r of one axis");
    expect(!fftw_mpi_plan_dft(0, n, c, c, comm, FFTW_FORWARD, flags), "no axes");
    expect(!fftw_mpi_plan_dft(-1, n, c, c, comm, FFTW_FORWARD, flags), "-1 axes");
    expect(!fftw_mpi_plan_dft(2, none, c, c, comm, FFTW_FORWARD, flags), "no points");
    expect(!fftw_mpi_plan_many_dft(2, n, -1, 0, 0, c, c, comm, FFTW_FORWARD, flags), "howmany -1");
    expect(!fftw_mpi_plan_many_dft(2, n, 1, -1, 0, c, c, comm, FFTW_FORWARD, flags), "block -1");
    expect(!fftw_mpi_plan_dft_r2c(2, n, r, c, comm, flags | FFTW_MPI_TRANSPOSED_IN),
           "r2c from transposed input");
    expect(!fftw_mpi_plan_dft_c2r(2, n, c, r, comm, flags | FFTW_MPI_TRANSPOSED_OUT),
           "c2r into transposed output");
    expect(!fftw_mpi_plan_dft(1, n, c, c, comm, FFTW_FORWARD, flags | FFTW_MPI_TRANSPOSED_OUT),
           "one axis transposed");
    expect(!fftw_mpi_plan_transpose(0, 4, r, r, comm, flags), "transpose of nothing");
    if (size > 1) {
        expect(!fftw_mpi_plan_many_dft(2, n, 1, 8 / size - (size == 3), 0, c, c, comm, FFTW_FORWARD,
                                       flags) ||
                   8 % size == 0,
               "more blocks than ranks");
    }
    fftw_plan empty = fftw_mpi_plan_many_dft(2, n, 0, 0, 0, c, c, comm, FFTW_FORWARD, flags);
    expect(empty != NULL, "a batch of none");
    fftw_execute(empty);
    fftw_destroy_plan(empty);
    fftw_free(c);
}

static void queries(void) {
    double add = 0;
    double multiply = 0;
    double fused = 0;
    fftw_complex *c = numbers(1024);
    fftw_plan ours = plan_2d(c, 16, MPI_COMM_WORLD, FFTW_ESTIMATE);
    fftw_plan serial = fftw_plan_dft_1d(1000, c, c, FFTW_FORWARD, FFTW_MEASURE);
    char *text = fftw_sprint_plan(ours);
    expect(text != NULL && strstr(text, "cornerturn") != NULL, "text of a plan");
    free(text);
    text = fftw_sprint_plan(serial);
    expect(text != NULL && strstr(text, "dft") != NULL && strstr(text, "cornerturn") == NULL,
           "text of FFTW's plan");
    free(text);
    fftw_flops(ours, &add, &multiply, &fused);
    expect(add > 0 && fftw_cost(ours) > 0 && fftw_estimate_cost(ours) > 0, "operations");
    fftw_flops(serial, &add, &multiply, &fused);
    expect(add > 0 && fftw_estimate_cost(serial) > 0, "operations of FFTW's plan");
    fftw_execute(serial);
    fftw_destroy_plan(serial);
    fftw_destroy_plan(ours);
    fftw_destroy_plan(NULL);
    fftw_free(NULL);
    fftw_free(c);
}

/* The user's blocks, and padded ones, are transformed where they are. */
static void layouts(void) {
    const ptrdiff_t n[] = {40, 48, 24}; /* blocks from 64 KiB on can be shared */
    const ptrdiff_t block = 40 / size + 1;
    ptrdiff_t count = 0;
    ptrdiff_t first = 0;
    const ptrdiff_t elements =
        fftw_mpi_local_size_many(3, n, 1, block, MPI_COMM_WORLD, &count, &first);
    fftw_complex *c = numbers(elements);
    fftw_plan plans[] = {fftw_mpi_plan_many_dft(3, n, 1, block, block, c, c, MPI_COMM_WORLD,
                                                FFTW_FORWARD, FFTW_ESTIMATE),
                         fftw_mpi_plan_many_dft_r2c(3, n, 1, block, block, (double *)c, c,
                                                    MPI_COMM_WORLD, FFTW_ESTIMATE)};
    for (int i = 0; i < 2; i++) {
        char *text = fftw_sprint_plan(plans[i]);
        expect(size == 1 || strstr(text, "redistribution") == NULL,
               "blocks that are redistributed");
        expect(size == 1 || getenv("CT_TEST_NODES") != NULL || strstr(text, "copy") == NULL,
               "blocks that are copied");
        free(text);
        fftw_destroy_plan(plans[i]);
    }
    fftw_free(c);
}

static void wisdom(void) {
    fftw_complex *c = numbers(1 << 14);
    const unsigned only = FFTW_WISDOM_ONLY;
    fftw_forget_wisdom();
    expect(!plan_2d(c, 48, MPI_COMM_WORLD, only), "a plan without wisdom");
    fftw_plan measured = plan_2d(c, 48, MPI_COMM_WORLD, FFTW_MEASURE);
    fftw_plan known = plan_2d(c, 48, MPI_COMM_WORLD, only);
    expect(measured != NULL && known != NULL, "no plan by wisdom");
    expect(!plan_2d(c, 48, MPI_COMM_WORLD, FFTW_EXHAUSTIVE | only), "a plan by less wisdom");
    fftw_destroy_plan(measured);
    fftw_destroy_plan(known);
    fftw_forget_wisdom();
    expect(!plan_2d(c, 48, MPI_COMM_WORLD, only), "a plan by forgotten wisdom");

    /* The last rank alone learns; then rank 0 does, then all. */
    fftw_complex *line = numbers(60);
    if (rank == size - 1) {
        fftw_destroy_plan(fftw_plan_dft_1d(60, line, line, FFTW_FORWARD, FFTW_MEASURE));
    }
    fftw_mpi_gather_wisdom(MPI_COMM_WORLD);
    fftw_mpi_broadcast_wisdom(MPI_COMM_WORLD);
    fftw_plan learned = fftw_plan_dft_1d(60, line, line, FFTW_FORWARD, only);
    expect(learned != NULL, "wisdom has not come from the last rank");
    fftw_destroy_plan(learned);
    fftw_free(line);
    fftw_free(c);
}

/* A second run: rank 0 loads what the first one saved. */
static void saved_wisdom(void) {
    fftw_complex *c = numbers(1 << 14);
    const unsigned only = FFTW_WISDOM_ONLY;
    fftw_destroy_plan(plan_2d(c, 48, MPI_COMM_WORLD, FFTW_MEASURE));
    fftw_mpi_gather_wisdom(MPI_COMM_WORLD);
    char *saved = fftw_export_wisdom_to_string();
    fftw_forget_wisdom();
    expect(!plan_2d(c, 48, MPI_COMM_WORLD, only), "a plan by forgotten wisdom");
    expect(rank != 0 || fftw_import_wisdom_from_string(saved), "saved wisdom is refused");
    expect(size == 1 || !plan_2d(c, 48, MPI_COMM_WORLD, only), "a plan by the wisdom of rank 0");
    fftw_mpi_broadcast_wisdom(MPI_COMM_WORLD);
    fftw_plan known = plan_2d(c, 48, MPI_COMM_WORLD, only);
    expect(known != NULL, "no plan by loaded wisdom");
    fftw_plan again = plan_2d(c, 48, MPI_COMM_WORLD, FFTW_MEASURE);
    char *now = fftw_export_wisdom_to_string();
    expect(rank != 0 || strlen(now) == strlen(saved), "measured again in spite of wisdom");
    expect(!plan_2d(c, 50, MPI_COMM_WORLD, only), "a plan by wisdom of another problem");
    expect(!plan_2d(c, 48, MPI_COMM_WORLD, FFTW_PATIENT | only), "a plan by less wisdom");

    /* Rank 0 alone forgets, and learns from the others. */
    if (rank == 0) {
        fftw_forget_wisdom();
    }
    fftw_mpi_gather_wisdom(MPI_COMM_WORLD);
    fftw_plan gathered = plan_2d(c, 48, MPI_COMM_WORLD, only);
    expect(size == 1 || gathered != NULL, "no plan by gathered wisdom");
    fftw_destroy_plan(known);
    fftw_destroy_plan(again);
    fftw_destroy_plan(gathered);
    free(saved);
    free(now);
    fftw_free(c);
}

/* The spectrum of ones: n^2 at rank 0's first point, else 0. */
static void check_ones(fftw_plan plan, fftw_complex *c, ptrdiff_t count, ptrdiff_t n,
                       int is_first) {
    int good = 1;
    for (ptrdiff_t i = 0; i < count; i++) {
        c[i][0] = 1;
        c[i][1] = 0;
    }
    fftw_mpi_execute_dft(plan, c, c);
    for (ptrdiff_t i = 0; i < count; i++) {
        const double right = i == 0 && is_first ? (double)(n * n) : 0;
        good = good && c[i][0] - right < 1e-6 && right - c[i][0] < 1e-6;
    }
    expect(good, "the spectrum of ones");
}

/* Shared arrays that are freed while plans live, given to plans of other communicators, replaced by
 * private ones, and a communicator that is gone before its plan. */
static void comings_and_goings(void) {
    const ptrdiff_t n = 192; /* large enough to be shared */
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    int place = 0;
    MPI_Comm_rank(half, &place);
    ptrdiff_t count = 0;
    ptrdiff_t start = 0;
    const ptrdiff_t elements = fftw_mpi_local_size_2d(n, n, half, &count, &start);
    fftw_complex *shared = fftw_alloc_complex((size_t)elements);
    fftw_plan of_half = plan_2d(shared, n, half, FFTW_ESTIMATE);
    MPI_Comm_free(&half);
    fftw_complex *of_others = fftw_alloc_complex((size_t)elements);
    fftw_plan of_all = plan_2d(of_others, n, MPI_COMM_WORLD, FFTW_ESTIMATE);
    char *text = fftw_sprint_plan(of_all);
    expect(size == 1 || getenv("CT_TEST_NODES") != NULL || strstr(text, "copy") == NULL,
           "copies of arrays that others reach");
    free(text);
    check_ones(of_half, shared, count * n, n, place == 0);
    const ptrdiff_t all_elements = fftw_mpi_local_size_2d(n, n, MPI_COMM_WORLD, &count, &start);
    expect(all_elements <= elements, "more ranks need more");
    check_ones(of_all, of_others, count * n, n, rank == 0);
    check_ones(of_all, shared, count * n, n, rank == 0); /* which only half of the ranks know */
    fftw_free(of_others);
    for (int i = 0; i < 20; i++) {
        fftw_free(shared);
        shared = i % 3 == 2 ? NULL : fftw_alloc_complex((size_t)all_elements);
        fftw_complex *array =
            shared != NULL ? shared : malloc((size_t)all_elements * sizeof(fftw_complex));
        check_ones(of_all, array, count * n, n, rank == 0);
        if (shared == NULL) {
            free(array);
        }
    }
    fftw_free(shared);
    fftw_destroy_plan(of_half);
    fftw_destroy_plan(of_all);
}

/* A line that all ranks transform, and one that is too short for that. */
static void lines(void) {
    const ptrdiff_t lengths[] = {131072, 70455, 70001, 1000};
    for (int i = 0; i < 4; i++) {
        ptrdiff_t part[4] = {0};
        const ptrdiff_t n = lengths[i];
        const ptrdiff_t elements = fftw_mpi_local_size_1d(
            n, MPI_COMM_WORLD, FFTW_FORWARD, FFTW_ESTIMATE, &part[0], &part[1], &part[2], &part[3]);
        fftw_complex *in = numbers(elements);
        fftw_complex *out = numbers(elements);
        fftw_plan plan =
            fftw_mpi_plan_dft_1d(n, in, out, MPI_COMM_WORLD, FFTW_FORWARD, FFTW_ESTIMATE);
        fftw_complex *whole = numbers(n);
        fftw_plan serial = fftw_plan_dft_1d((int)n, whole, whole, FFTW_FORWARD, FFTW_ESTIMATE);
        for (ptrdiff_t k = 0; k < part[0]; k++) {
            memcpy(in[k], whole[part[1] + k], sizeof *in);
        }
        fftw_execute(plan);
        fftw_execute(serial);
        int good = 1;
        for (ptrdiff_t k = 0; k < part[2]; k++) {
            for (int j = 0; j < 2; j++) {
                const double difference = out[k][j] - whole[part[3] + k][j];
                good = good && difference < 1e-7 && difference > -1e-7;
            }
        }
        expect(good, "a line's spectrum");
        fftw_destroy_plan(plan);
        fftw_destroy_plan(serial);
        fftw_free(in);
        fftw_free(out);
        fftw_free(whole);
    }
}

int main(int count, char **arguments) {
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    fftw_mpi_init();
    refusals();
    queries();
    layouts();
    wisdom();
    saved_wisdom();
    comings_and_goings();
    lines();
    int all = 0;
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    fftw_mpi_cleanup();
    MPI_Finalize();
    return all > 0;
}
