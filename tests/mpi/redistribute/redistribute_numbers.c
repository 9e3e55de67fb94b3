/* Redistributions that compute, alpha op(A) + beta B with either precision at either end, between
 * random decompositions of every kind, against a serial copy; that elements are read and written
 * once while they do; and what is refused. */
#include "decompositions.h"
#include "expect.h"

#include "kernels/strided.h"
#include <cornerturn/memory.h>
#include <cornerturn/redistribute.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS_PLAIN = 40 };

/* An array of elements of 1 or 2 numbers. */
typedef struct numbered {
    void *memory;
    ct_precision precision;
    int parts;
    ptrdiff_t elements;
} numbered;

static double get(const numbered *array, ptrdiff_t index) {
    return array->precision == CT_DOUBLE ? ((double *)array->memory)[index]
                                         : (double)((float *)array->memory)[index];
}

static void set(numbered *array, ptrdiff_t index, double value) {
    if (array->precision == CT_DOUBLE) {
        ((double *)array->memory)[index] = value;
    } else {
        ((float *)array->memory)[index] = (float)value;
    }
}

/* Small integers: what is at a position of the input, and what the result's memory holds before. */
static double value_of(ptrdiff_t number, int part) {
    return (double)((number * 31 + (ptrdiff_t)part * 7) % 101 - 50);
}
static double old_of(ptrdiff_t place, int part) {
    return (double)((place * 13 + (ptrdiff_t)part * 5) % 87 - 43);
}

static numbered allocate(ptrdiff_t elements, int parts, ct_precision precision, int shares) {
    numbered array = {NULL, precision, parts, elements};
    const ptrdiff_t bytes = (elements + 1) * parts * 8;
    if (shares) {
        EXPECT_INT(ct_alloc(MPI_COMM_WORLD, bytes, &array.memory), CT_OK);
    } else {
        array.memory = malloc((size_t)bytes);
    }
    for (ptrdiff_t i = 0; i < elements * parts; i++) {
        set(&array, i, old_of(i / parts, (int)(i % parts)));
    }
    return array;
}

static void release(numbered *array, int shares) {
    if (shares) {
        ct_free(&array->memory);
    } else {
        free(array->memory);
    }
}

/* The position of the input with a number in C order. */
static void position_of(const ct_decomposition *d, ptrdiff_t number, ptrdiff_t *position) {
    for (int a = d->axes - 1; a >= 0; a--) {
        position[a] = number % d->extent[a];
        number /= d->extent[a];
    }
}

static ptrdiff_t positions(const ct_decomposition *d) {
    ptrdiff_t total = 1;
    for (int a = 0; a < d->axes; a++) {
        total *= d->extent[a];
    }
    return total;
}

static void fill(const ct_decomposition *d, numbered *array) {
    for (ptrdiff_t number = 0; number < positions(d); number++) {
        ptrdiff_t position[CT_MAX_AXES] = {0};
        position_of(d, number, position);
        const ptrdiff_t place = place_of(d, position);
        for (int part = 0; place >= 0 && part < array->parts; part++) {
            set(array, place * array->parts + part, value_of(number, part));
        }
    }
}

/* Puts what was there before back in the place of every element that is right, so that all is as it
 * was if nothing else has been written. Returns what is wrong. */
static int undo(const ct_decomposition *from, const int *permutation, const ct_decomposition *into,
                const ct_numbers *n, int conjugate, numbered *array) {
    int wrong = 0;
    for (ptrdiff_t number = 0; number < positions(from); number++) {
        ptrdiff_t source[CT_MAX_AXES] = {0};
        ptrdiff_t position[CT_MAX_AXES] = {0};
        position_of(from, number, source);
        for (int a = 0; a < from->axes; a++) {
            position[a] = source[permutation[a]];
        }
        const ptrdiff_t place = place_of(into, position);
        if (place < 0) {
            continue;
        }
        const double re = value_of(number, 0);
        const double im = n->parts == 2 ? (conjugate ? -1 : 1) * value_of(number, 1) : 0;
        const double old[2] = {old_of(place, 0), n->parts == 2 ? old_of(place, 1) : 0};
        const double wanted[2] = {
            n->alpha[0] * re - n->alpha[1] * im + n->beta[0] * old[0] - n->beta[1] * old[1],
            n->alpha[0] * im + n->alpha[1] * re + n->beta[0] * old[1] + n->beta[1] * old[0]};
        for (int part = 0; part < n->parts; part++) {
            wrong += get(array, place * n->parts + part) != wanted[part];
            set(array, place * n->parts + part, old[part]);
        }
    }
    return wrong;
}

static int count_touched(const numbered *array) {
    int touched = 0;
    for (ptrdiff_t i = 0; i < array->elements * array->parts; i++) {
        touched += get(array, i) != old_of(i / array->parts, (int)(i % array->parts));
    }
    return touched;
}

static ct_numbers draw_numbers(void) {
    const ct_precision from = (ct_precision)draw(2);
    const ct_precision into = (ct_precision)draw(2);
    ct_numbers n = draw(2) ? ct_numbers_complex(from, into) : ct_numbers_real(from, into);
    for (int i = 0; i < n.parts && draw(4) > 0; i++) {
        n.alpha[i] = draw(5) - 2;
        n.beta[i] = draw(2) ? draw(5) - 2 : 0;
    }
    return n;
}

/* Once more together with a second result, which becomes the same. */
static void execute(ct_redistribute_plan *plan, const numbered *input, numbered *output,
                    int shares) {
    numbered other = allocate(output->elements, output->parts, output->precision, shares);
    const void *inputs[2] = {input->memory, input->memory};
    void *outputs[2] = {output->memory, other.memory};
    EXPECT_INT(ct_redistribute_execute_many(plan, 2, inputs, outputs), CT_OK);
    MPI_Barrier(MPI_COMM_WORLD); /* others may still read */
    const size_t bytes = output->precision == CT_DOUBLE ? sizeof(double) : sizeof(float);
    EXPECT(memcmp(other.memory, output->memory,
                  (size_t)(output->elements * output->parts) * bytes) == 0);
    release(&other, shares);
}

static void expect_computed(int round) {
    static sample from, into;
    const int axes = 1 + draw(CT_MAX_AXES);
    const int shares = round % 2;
    const ct_numbers n = draw_numbers();
    const ct_redistribute_options options = {
        .conjugate = n.parts == 2 && draw(2),
        .numbers = &n,
        .exchange.transport = round % 4 > 1 ? CT_TRANSPORT_MESSAGES : CT_TRANSPORT_AUTO};
    ptrdiff_t extent[CT_MAX_AXES] = {0};
    ptrdiff_t renamed[CT_MAX_AXES] = {0};
    int permutation[CT_MAX_AXES] = {0, 1, 2, 3};
    ct_redistribute_plan *plan = NULL;
    for (int a = 0; a < axes; a++) {
        extent[a] = 1 + draw(axes == 1 ? 60 : axes == 2 ? 20 : 7);
    }
    draw_order(axes, permutation);
    for (int a = 0; a < axes; a++) {
        renamed[a] = extent[permutation[a]];
    }
    draw_sample(&from, axes, extent);
    draw_sample(&into, axes, renamed);
    numbered input = allocate(ct_decomposition_elements(&from.d, rank), n.parts, n.from, shares);
    numbered output = allocate(ct_decomposition_elements(&into.d, rank), n.parts, n.into, shares);
    fill(&from.d, &input);
    EXPECT_INT(ct_redistribute_plan_create(MPI_COMM_WORLD, &from.d, permutation, &into.d,
                                           (ptrdiff_t)n.parts * (n.from == CT_DOUBLE ? 8 : 4),
                                           &options, &plan),
               CT_OK);
    if (plan != NULL) {
        execute(plan, &input, &output, shares);
        EXPECT_INT(undo(&from.d, permutation, &into.d, &n, options.conjugate, &output), 0);
        EXPECT_INT(count_touched(&output), 0);
    }
    ct_redistribute_plan_destroy(&plan);
    release(&input, shares);
    release(&output, shares);
}

/* What copies between blocks have written, the linker having put this in their way. */
static double copied_bytes;
// NOLINTBEGIN(clang-diagnostic-reserved-identifier): the linker's names
void __real_ct_strided_copy(const ct_strided *copy, const void *from, void *into);
void __wrap_ct_strided_copy(const ct_strided *copy, const void *from, void *into);
void __wrap_ct_strided_copy(const ct_strided *copy, const void *from, void *into) {
    copied_bytes += (double)ct_strided_bytes(copy);
    __real_ct_strided_copy(copy, from, into);
}
// NOLINTEND(clang-diagnostic-reserved-identifier)

/* Block-cyclic to rows or back, computing or not: between shared arrays all that arrives is copied
 * once. By messages what rows have for a rank is in one piece of the cyclic form, so that it is
 * copied at the other end alone, unless it is computed where it arrives. */
static void expect_one_pass(int by_messages, int to_rows, int computes) {
    const ptrdiff_t extent[2] = {(ptrdiff_t)240 * size, (ptrdiff_t)240 * size};
    const ptrdiff_t width[2] = {8, 8};
    const int columns[2] = {1, size};
    const int rows[2] = {size, 1};
    const ct_decomposition cyclic = ct_decompose_cyclic(2, extent, columns, width);
    const ct_decomposition blocks = ct_decompose_blocks(2, extent, rows);
    ct_numbers n = ct_numbers_real(CT_DOUBLE, CT_DOUBLE);
    n.alpha[0] = 2;
    n.beta[0] = -1;
    const ct_redistribute_options options = {
        .numbers = computes ? &n : NULL,
        .exchange = {.algorithm = by_messages ? "direct --transport messages" : NULL}};
    const ptrdiff_t elements = extent[0] * extent[1] / size;
    const double all = 8 * (double)elements;
    const double from_others = all * (size - 1) / size;
    ct_redistribute_plan *plan = NULL;
    numbered input = allocate(extent[0] * extent[1] / size, 1, CT_DOUBLE, 1);
    numbered output = allocate(extent[0] * extent[1] / size, 1, CT_DOUBLE, 1);
    EXPECT_INT(ct_redistribute_plan_create(MPI_COMM_WORLD, to_rows ? &cyclic : &blocks, NULL,
                                           to_rows ? &blocks : &cyclic, 8, &options, &plan),
               CT_OK);
    copied_bytes = 0;
    EXPECT_INT(ct_redistribute_execute(plan, input.memory, output.memory), CT_OK);
    EXPECT(copied_bytes == (by_messages && !to_rows && computes ? all + from_others : all));
    ct_redistribute_plan_destroy(&plan);
    release(&input, 1);
    release(&output, 1);
}

static void expect_refused(const ct_numbers *n, int in_place, ptrdiff_t element_bytes,
                           int conjugate, const char *message) {
    const ptrdiff_t extent[2] = {8, 6};
    const int grid[2] = {1, 1};
    const ct_decomposition d = ct_decompose_blocks(2, extent, grid);
    const ct_redistribute_options options = {
        .conjugate = conjugate, .numbers = n, .exchange = {.in_place = in_place}};
    ct_redistribute_plan *plan = NULL;
    EXPECT_INT(
        ct_redistribute_plan_create(MPI_COMM_WORLD, &d, NULL, &d, element_bytes, &options, &plan),
        CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), message);
    EXPECT(plan == NULL);
}

static void expect_refusals(void) {
    ct_numbers n = ct_numbers_real(CT_FLOAT, CT_DOUBLE);
    expect_refused(&n, 0, 8, 0, "of these numbers 4 bytes");
    expect_refused(&n, 0, 4, 1, "conjugate 1 if they are complex");
    n.alpha[1] = 1;
    expect_refused(&n, 0, 4, 0, "of real numbers real ones");
    n.alpha[1] = 0;
    n.beta[0] = (double)NAN;
    expect_refused(&n, 0, 4, 0, "allowed: finite ones");
    n.beta[0] = 1;
    expect_refused(&n, 1, 4, 0, "the result takes the place of the input");
    n.parts = 3;
    expect_refused(&n, 0, 12, 0, "allowed: 1 or 2 parts");
    if (size > 1) {
        n = ct_numbers_real(CT_FLOAT, CT_DOUBLE);
        n.alpha[0] = rank == 0 ? 2 : 3;
        expect_refused(&n, 0, 4, 0, "differ between ranks");
    }
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : ROUNDS_PLAIN;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_rounds(expect_computed, 577U, 0, rounds);
    for (int kind = 0; kind < 8; kind++) {
        expect_one_pass(kind / 4, kind / 2 % 2, kind % 2);
    }
    expect_refusals();
    MPI_Finalize();
    return expect_status();
}
