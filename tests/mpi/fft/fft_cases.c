/* Transforms what a file of cases says, for fft_cases.py to compare with SciPy.
 *
 * usage: mpirun -n P mpi_fft_cases CASES INPUT OUTPUT
 *
 * A line of CASES is a problem: axes, then for each axis extent, kind, length and modes, then
 * precision, whether it is complex without c2c, direction, scaling, in place (1) or input destroyed
 * (2), transposed, algorithm ("-": none), private arrays, arrays of malloc, slices of the pipeline,
 * threads, rigour, then for each axis the array's grid and order and the spectrum's. INPUT has the
 * arrays of all cases one after the other, OUTPUT gets the results. Said on standard output, a line
 * a case: the round trip's error or -1, then the reason.
 */
#include "expect.h"
#include "fft_batch.h"
#include "fft_filtered.h"

#include <cornerturn/agree.h>
#include <cornerturn/fft.h>
#include <cornerturn/memory.h>
#include <stdlib.h>

static int rank, size;

typedef struct fft_case {
    ct_fft_problem problem;
    ct_fft_options options;
    char algorithm[200];
    int is_malloced;
} fft_case;

static int read_case(FILE *cases, fft_case *c) {
    int values[11];
    ct_fft_problem *p = &c->problem;
    *c = (fft_case){.is_malloced = 0};
    if (fscanf(cases, "%d", &p->axes) != 1) {
        return 0;
    }
    for (int a = 0; a < p->axes; a++) {
        int kind = 0;
        EXPECT_INT(
            fscanf(cases, "%td %d %td %td", &p->extent[a], &kind, &p->length[a], &p->modes[a]), 4);
        p->kind[a] = (ct_fft_kind)kind;
    }
    EXPECT_INT(fscanf(cases, "%d %d %d %d %d %d %199s %d %d %d %d %d", &values[0], &values[10],
                      &values[1], &values[2], &values[3], &values[4], c->algorithm, &values[5],
                      &values[6], &values[7], &values[8], &values[9]),
               12);
    p->precision = (ct_precision)values[0];
    p->is_complex = values[10];
    c->options.direction = (ct_direction)values[1];
    c->options.scaling = (ct_scaling)values[2];
    c->options.in_place = values[3] == 1;
    c->options.destroys_input = values[3] == 2;
    c->options.transposed = values[4];
    c->options.exchange.private_arrays = values[5];
    c->is_malloced = values[6];
    c->options.pipeline = values[7];
    c->options.threads = values[8];
    c->options.rigour = (ct_rigour)values[9];
    if (strcmp(c->algorithm, "-") != 0) {
        c->options.exchange.algorithm = c->algorithm;
    }
    for (int a = 0; a < p->axes; a++) {
        EXPECT_INT(fscanf(cases, "%d %d %d %d", &c->options.array.grid[a],
                          &c->options.array.order[a], &c->options.spectrum.grid[a],
                          &c->options.spectrum.order[a]),
                   4);
    }
    return 1;
}

/* Copies between this rank's box, stored in an order, and the whole array in C order. */
static void copy_box(const ct_box *box, const int *order, const ptrdiff_t *extent, size_t element,
                     char *mine, char *whole, int out) {
    ptrdiff_t stride[CT_MAX_AXES];
    ptrdiff_t step = 1;
    int given = 0;
    for (int a = 0; a < box->axes; a++) {
        given = given || order[a] != 0;
    }
    for (int i = box->axes - 1; i >= 0; i--) {
        stride[given ? order[i] : i] = step;
        step *= box->count[given ? order[i] : i];
    }
    for (ptrdiff_t i = 0; i < ct_box_elements(box); i++) {
        ptrdiff_t rest = i;
        ptrdiff_t at = 0;
        ptrdiff_t in_whole = 0;
        ptrdiff_t scale = 1;
        for (int a = box->axes - 1; a >= 0; a--) {
            ptrdiff_t index = rest % box->count[a];
            rest /= box->count[a];
            at += index * stride[a];
            in_whole += (box->first[a] + index) * scale;
            scale *= extent[a];
        }
        char *one = mine + (size_t)at * element;
        char *two = whole + (size_t)in_whole * element;
        memcpy(out ? two : one, out ? one : two, element);
    }
}

/* Extents and element of a side of the problem, by the header's words. */
static size_t describe(const ct_fft_problem *p, int is_spectrum, ptrdiff_t *extent) {
    int has_c2c = 0;
    int has_r2c = 0;
    for (int a = 0; a < p->axes; a++) {
        ptrdiff_t length = p->length[a] > 0 ? p->length[a] : p->extent[a];
        ptrdiff_t modes = p->kind[a] == CT_FFT_R2C ? length / 2 + 1 : length;
        modes = p->modes[a] > 0 ? p->modes[a] : modes;
        extent[a] = is_spectrum ? modes : p->extent[a];
        has_c2c = has_c2c || p->kind[a] == CT_FFT_C2C;
        has_r2c = has_r2c || p->kind[a] == CT_FFT_R2C;
    }
    int is_complex = is_spectrum ? has_c2c || has_r2c : has_c2c && !has_r2c;
    is_complex = is_complex || p->is_complex;
    return (p->precision == CT_FLOAT ? sizeof(float) : sizeof(double)) * (is_complex ? 2 : 1);
}

typedef struct side {
    size_t element, bytes;
    ptrdiff_t extent[CT_MAX_AXES];
    ct_box box;
    const int *order;
    char *whole;
    void *mine;
} side;

static void open_side(const fft_case *c, int is_spectrum, ct_box box, side *s) {
    s->element = describe(&c->problem, is_spectrum, s->extent);
    s->order = is_spectrum ? c->options.spectrum.order : c->options.array.order;
    s->box = box;
    s->bytes = s->element;
    for (int a = 0; a < box.axes; a++) {
        s->bytes *= (size_t)s->extent[a];
    }
    s->whole = calloc(1, s->bytes + 1);
}

/* Blocks of all ranks, none twice, one after the other to rank 0, which puts them in their place.
 */
static void collect(side *s) {
    MPI_Allreduce(MPI_IN_PLACE, s->whole, (int)s->bytes, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);
}

/* Of some cases all arrays begin a real number after a cache line. */
static ptrdiff_t offset_of(const fft_case *c) {
    const ptrdiff_t real_bytes = c->problem.precision == CT_FLOAT ? 4 : 8;
    return (c->problem.extent[0] + c->problem.axes) % 3 == 0 ? real_bytes : 0;
}

static void allocate(const fft_case *c, ptrdiff_t bytes, void **array) {
    bytes += offset_of(c);
    if (c->is_malloced) {
        *array = aligned_alloc(64, (size_t)(bytes + 64) / 64 * 64);
    } else {
        EXPECT_INT(ct_alloc(MPI_COMM_WORLD, bytes, array), CT_OK);
    }
    *array = (char *)*array + offset_of(c);
}

static void release(const fft_case *c, void **array) {
    *array = (char *)*array - offset_of(c);
    if (c->is_malloced) {
        free(*array);
    } else {
        ct_free(array);
    }
}

/* Batches of several sizes; the odd ones end in the plan's first arrays, the even ones not. */
static void run_batches(const fft_case *c, ct_fft_plan *plan, const side *in, const void *output) {
    const ptrdiff_t in_bytes = ct_fft_input_bytes(plan);
    const ptrdiff_t out_bytes = ct_fft_output_bytes(plan);
    void *arrays[2 * BATCH_MOST + 1];
    void *input = calloc(1, (size_t)in_bytes + 1);
    copy_box(&in->box, in->order, in->extent, in->element, input, in->whole, 0);
    for (int i = 0; i < 2 * BATCH_MOST + 1; i++) {
        allocate(c, in_bytes > out_bytes ? in_bytes : out_bytes, &arrays[i]);
    }
    for (int n = 0; n <= BATCH_MOST; n += n < 3 ? 1 : 2) {
        expect_batch(plan, c->problem.precision, &c->options, n, input, output, arrays);
    }
    for (int i = 0; i < 2 * BATCH_MOST + 1; i++) {
        release(c, &arrays[i]);
    }
    free(input);
}

/* The same transform, multiplied and undone, in one plan twice and in two. */
static void run_filter(const fft_case *c, ct_fft_plan *plan, const side *in, const side *out) {
    const ptrdiff_t in_bytes = ct_fft_input_bytes(plan);
    const ptrdiff_t out_bytes = ct_fft_output_bytes(plan);
    filtered about = {c->problem.precision, 0};
    ct_fft_options options = c->options;
    ct_fft_filter_plan *filter = NULL;
    void *arrays[4];
    const double elements = (double)out->bytes / (double)out->element;
    double seen = 0;
    ct_fft_grids(plan, options.array.grid, options.spectrum.grid);
    EXPECT_INT(ct_fft_filter_plan_create(MPI_COMM_WORLD, &c->problem, &options, &filter), CT_OK);
    EXPECT_INT(ct_fft_filter_bytes(filter), in_bytes);
    const ct_box box = ct_fft_filter_box(filter);
    EXPECT(memcmp(box.count, in->box.count, sizeof box.count) == 0);
    for (int i = 0; i < 4; i++) {
        allocate(c, i == 2 ? out_bytes : in_bytes, &arrays[i]);
    }
    memcpy(arrays[2], out->mine, (size_t)out_bytes);
    filtered_apart(&c->problem, &options, out->order, &about, plan, arrays[2], arrays[3]);
    for (int run = 0; run < 2; run++) {
        void *result = options.in_place ? arrays[0] : arrays[1];
        copy_box(&in->box, in->order, in->extent, in->element, arrays[0], in->whole, 0);
        about.seen = 0;
        EXPECT_INT(ct_fft_filter_execute(filter, arrays[0], result, filtered_multiply, &about),
                   CT_OK);
        MPI_Barrier(MPI_COMM_WORLD); /* others may still read */
        expect_alike(c->problem.precision, elements, result, arrays[3], in_bytes);
        seen = (double)about.seen;
        MPI_Allreduce(MPI_IN_PLACE, &seen, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        EXPECT(seen == elements); /* each once */
    }
    for (int i = 0; i < 4; i++) {
        release(c, &arrays[i]);
    }
    ct_fft_filter_plan_destroy(&filter);
    EXPECT(filter == NULL);
}

static void run_case(const fft_case *c, FILE *input, FILE *output) {
    ct_fft_plan *plan = NULL;
    side in = {.element = 0};
    side out = {.element = 0};
    double error = -1;
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &c->problem, &c->options, &plan), CT_OK);
    if (plan == NULL) {
        (void)printf("%s\n", ct_error_message());
        exit(1);
    }
    int forward = c->options.direction == CT_FORWARD;
    open_side(c, !forward, ct_fft_input_box(plan), &in);
    open_side(c, forward, ct_fft_output_box(plan), &out);
    EXPECT_INT(ct_fft_input_bytes(plan), ct_box_elements(&in.box) * (ptrdiff_t)in.element);
    EXPECT_INT(ct_fft_output_bytes(plan), ct_box_elements(&out.box) * (ptrdiff_t)out.element);
    EXPECT_INT(fread(in.whole, 1, in.bytes, input), in.bytes);
    ptrdiff_t in_bytes = ct_fft_input_bytes(plan);
    ptrdiff_t out_bytes = ct_fft_output_bytes(plan);
    allocate(c, c->options.in_place && out_bytes > in_bytes ? out_bytes : in_bytes, &in.mine);
    out.mine = in.mine;
    if (!c->options.in_place) {
        allocate(c, out_bytes, &out.mine);
    }
    for (int run = 0; run < 2; run++) { /* a plan serves again */
        memset(out.mine, 0xff, (size_t)out_bytes);
        copy_box(&in.box, in.order, in.extent, in.element, in.mine, in.whole, 0);
        EXPECT_INT(ct_fft_execute(plan, in.mine, out.mine), CT_OK);
        MPI_Barrier(MPI_COMM_WORLD); /* the next round writes what others may still read */
    }
    if (!c->options.in_place && !c->options.destroys_input) { /* the input is kept */
        char *copy = malloc(in.bytes);
        memcpy(copy, in.whole, in.bytes);
        copy_box(&in.box, in.order, in.extent, in.element, in.mine, copy, 1);
        EXPECT(memcmp(copy, in.whole, in.bytes) == 0);
        free(copy);
        EXPECT_INT(ct_fft_round_trip_error(plan, in.mine, out.mine, &error), CT_OK);
    }
    run_batches(c, plan, &in, out.mine);
    run_filter(c, plan, &in, &out);
    copy_box(&out.box, out.order, out.extent, out.element, out.mine, out.whole, 1);
    collect(&out);
    if (rank == 0) {
        EXPECT_INT(fwrite(out.whole, 1, out.bytes, output), out.bytes);
        (void)printf("case %.17g %s\n", error, ct_fft_reason(plan));
    }
    release(c, &in.mine);
    if (!c->options.in_place) {
        release(c, &out.mine);
    }
    free(in.whole);
    free(out.whole);
    ct_fft_plan_destroy(&plan);
}

int main(int argc, char **argv) {
    fft_case c;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    FILE *cases = fopen(argc == 4 ? argv[1] : "", "r");
    FILE *input = fopen(argc == 4 ? argv[2] : "", "rb");
    FILE *output = rank == 0 && argc == 4 ? fopen(argv[3], "wb") : NULL;
    EXPECT(cases != NULL && input != NULL && (rank != 0 || output != NULL));
    while (cases != NULL && input != NULL && read_case(cases, &c)) {
        run_case(&c, input, output);
    }
    for (int i = 0; i < 3; i++) {
        FILE *file = i == 0 ? cases : i == 1 ? input : output;
        EXPECT(file == NULL || fclose(file) == 0);
    }
    MPI_Finalize();
    return expect_status();
}
