/*
 * Tridiagonal systems: random ones against a dense solution with row exchanges, on all axes of all
 * kinds of decompositions. With an argument seven times as many.
 */
#include "expect.h"
#include <cornerturn/memory.h>
#include <cornerturn/tridiagonal.h>

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST = 24,
};

static int rank, size;

/* A number in -1 .. 1 that a place of the whole array has on all ranks. */
static double number_at(ptrdiff_t place, int what) {
    uint64_t bits = (uint64_t)place * 0x9e3779b97f4a7c15u + (uint64_t)what * 0xd1342543de82ef95u;
    bits ^= bits >> 31;
    bits *= 0xbf58476d1ce4e5b9u;
    bits ^= bits >> 29;
    bits *= 0x94d049bb133111ebu;
    return (double)(bits >> 12) * 0x1p-51 - 1;
}

typedef struct test_case {
    ct_tridiagonal_problem problem;
    ct_tridiagonal_options options;
} test_case;

/* Lower, diagonal and upper number of a row: dominant diagonals of either sign. */
static void row_of(const test_case *c, ptrdiff_t place, ptrdiff_t row, double a[3]) {
    const ptrdiff_t at = c->problem.is_variable ? place : row;
    a[0] = number_at(at, 1);
    a[2] = number_at(at, 2);
    a[1] = (2.1 + number_at(at, 3)) * (c->problem.is_variable && at % 3 == 0 ? -1 : 1);
}

/* Calls visit for all elements of this rank: their place in the whole array and in memory. */
typedef void (*visitor)(void *context, const test_case *c, ptrdiff_t place, ptrdiff_t row,
                        ptrdiff_t memory);
static void each_element(const test_case *c, visitor visit, void *context) {
    const ct_decomposition *d = &c->problem.array;
    int part[CT_MAX_AXES] = {0};
    ptrdiff_t first[CT_MAX_AXES];
    ptrdiff_t count[CT_MAX_AXES];
    ptrdiff_t elements = 1;
    int rest = rank;
    for (int a = d->axes - 1; a >= 0; a--) {
        part[a] = rest % d->grid[a];
        rest /= d->grid[a];
        first[a] = 0;
        for (int p = 0; p < part[a]; p++) {
            first[a] += ct_decomposition_count(d, a, p);
        }
        count[a] = rank < size ? ct_decomposition_count(d, a, part[a]) : 0;
    }
    for (int a = 0; a < d->axes; a++) {
        elements *= rest > 0 ? 0 : count[a];
    }
    for (ptrdiff_t i = 0; i < elements; i++) {
        ptrdiff_t place = 0;
        ptrdiff_t memory = 0;
        ptrdiff_t at[CT_MAX_AXES];
        ptrdiff_t left = i;
        for (int a = d->axes - 1; a >= 0; a--) {
            at[a] = left % count[a];
            left /= count[a];
        }
        for (int a = 0; a < d->axes; a++) {
            place = place * d->extent[a] + first[a] + at[a];
            memory =
                memory * (count[a] + d->ghosts[a][0] + d->ghosts[a][1]) + at[a] + d->ghosts[a][0];
        }
        visit(context, c, place, first[c->problem.axis] + at[c->problem.axis], memory);
    }
}

typedef struct arrays {
    void *coefficient[3], *x;
} arrays;

static void store(const test_case *c, void *array, ptrdiff_t index, double value) {
    if (c->problem.precision == CT_FLOAT) {
        ((float *)array)[index] = (float)value;
    } else {
        ((double *)array)[index] = value;
    }
}
static double load(const test_case *c, const void *array, ptrdiff_t index) {
    return c->problem.precision == CT_FLOAT ? (double)((const float *)array)[index]
                                            : ((const double *)array)[index];
}

static void fill(void *context, const test_case *c, ptrdiff_t place, ptrdiff_t row,
                 ptrdiff_t memory) {
    const arrays *all = context;
    double a[3];
    row_of(c, place, row, a);
    for (int k = 0; k < 3 && c->problem.is_variable; k++) {
        store(c, all->coefficient[k], memory, a[k]);
    }
    for (int part = 0; part < c->problem.parts; part++) {
        store(c, all->x, memory * c->problem.parts + part, number_at(place, 4 + part));
    }
}

/* Gaussian elimination with row exchanges of the line through a place; returns its unknown. */
static double wanted_of(const test_case *c, ptrdiff_t place, ptrdiff_t row, int part) {
    const ct_decomposition *d = &c->problem.array;
    const int n = (int)d->extent[c->problem.axis];
    long double m[LONGEST][LONGEST + 1];
    ptrdiff_t stride = 1;
    for (int a = c->problem.axis + 1; a < d->axes; a++) {
        stride *= d->extent[a];
    }
    memset(m, 0, sizeof m);
    for (int i = 0; i < n; i++) {
        const ptrdiff_t at = place + (i - row) * stride;
        double a[3];
        row_of(c, at, i, a);
        m[i][i] += a[1];
        if (i > 0 || c->problem.is_cyclic) {
            m[i][(i + n - 1) % n] += a[0];
        }
        if (i < n - 1 || c->problem.is_cyclic) {
            m[i][(i + 1) % n] += a[2];
        }
        m[i][n] = number_at(at, 4 + part);
    }
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k; i < n; i++) {
            best = fabsl(m[i][k]) > fabsl(m[best][k]) ? i : best;
        }
        for (int j = 0; j <= n; j++) {
            const long double swapped = m[k][j];
            m[k][j] = m[best][j];
            m[best][j] = swapped;
        }
        for (int i = 0; i < n; i++) {
            const long double factor = i != k ? m[i][k] / m[k][k] : 0;
            for (int j = k; j <= n && i != k; j++) {
                m[i][j] -= factor * m[k][j];
            }
        }
    }
    return (double)(m[row][n] / m[row][row]);
}

static double worst;
static void compare(void *context, const test_case *c, ptrdiff_t place, ptrdiff_t row,
                    ptrdiff_t memory) {
    const arrays *all = context;
    for (int part = 0; part < c->problem.parts; part++) {
        const double found = load(c, all->x, memory * c->problem.parts + part);
        const double error = fabs(found - wanted_of(c, place, row, part));
        worst = error <= worst ? worst : error; /* NaN too */
    }
}

static void expect_solved(const test_case *c) {
    const ct_tridiagonal_problem *p = &c->problem;
    const ptrdiff_t bytes = (ptrdiff_t)(p->precision == CT_FLOAT ? 4 : 8) * p->parts;
    const ptrdiff_t elements = ct_decomposition_elements(&p->array, rank);
    double one[3][LONGEST];
    arrays all;
    ct_tridiagonal_plan *plan = NULL;
    EXPECT_INT(ct_tridiagonal_plan_create(MPI_COMM_WORLD, p, &c->options, &plan), CT_OK);
    if (plan == NULL) {
        (void)fprintf(stderr, "%s\n", ct_error_message());
        return;
    }
    ct_alloc(MPI_COMM_WORLD, elements * bytes + 64, &all.x);
    memset(all.x, 0xff, (size_t)(elements * bytes + 64)); /* NaN beyond and in ghosts */
    for (int k = 0; k < 3; k++) {
        all.coefficient[k] = malloc((size_t)(elements * 8 + 1));
        memset(all.coefficient[k], 0xff, (size_t)(elements * 8 + 1));
    }
    for (int twice = 0; twice < 2; twice++) { /* factorised anew */
        each_element(c, fill, &all);
        for (ptrdiff_t i = 0; i < p->array.extent[p->axis]; i++) {
            double a[3];
            row_of(c, i, i, a);
            one[0][i] = a[0];
            one[1][i] = a[1];
            one[2][i] = a[2];
        }
        if (!p->is_cyclic) { /* not read */
            one[0][0] = one[2][p->array.extent[p->axis] - 1] = NAN;
        }
        const ct_status status =
            p->is_variable ? ct_tridiagonal_factorise(plan, all.coefficient[0], all.coefficient[1],
                                                      all.coefficient[2])
                           : ct_tridiagonal_factorise(plan, one[0], one[1], one[2]);
        EXPECT_INT(status, CT_OK);
        EXPECT_INT(ct_tridiagonal_solve(plan, 1, &all.x), CT_OK);
        worst = 0;
        each_element(c, compare, &all);
        EXPECT(worst < (p->precision == CT_FLOAT ? 2e-4 : 1e-11));
    }
    unsigned char *beyond = (unsigned char *)all.x + elements * bytes;
    for (int i = 0; i < 64; i++) {
        EXPECT_INT(beyond[i], 0xff);
    }
    for (int k = 0; k < 3; k++) {
        free(all.coefficient[k]);
    }
    ct_free(&all.x);
    ct_tridiagonal_plan_destroy(&plan);
}

/* Every axis, method and kind of matrix, few positions and many, fewer than ranks too. */
static void expect_all(unsigned step) {
    static const ptrdiff_t extents[][3] = {{7, 5, 9}, {1, 3, 2}, {2, 17, 1}, {19, 2, 70}};
    for (unsigned number = 0; number < 4 * 3 * 3 * 16; number += step) {
        unsigned rest = number;
        test_case c = {.options.method = (ct_tridiagonal_method)(rest % 3)};
        rest /= 3;
        c.problem.axis = (int)(rest % 3);
        rest /= 3;
        const ptrdiff_t *extent = extents[rest % 4];
        rest /= 4;
        c.problem.is_cyclic = rest & 1;
        c.problem.is_variable = rest >> 1 & 1;
        c.problem.parts = 1 + (rest >> 2 & 1);
        c.problem.precision = rest >> 3 & 1 ? CT_FLOAT : CT_DOUBLE;
        c.options.exchange.transport = number % 2 == 0 ? CT_TRANSPORT_AUTO : CT_TRANSPORT_MESSAGES;
        if (extent[c.problem.axis] > LONGEST) {
            continue;
        }
        const int along = (int)(number * 7 % 3); /* distributed; with 4 ranks another one too */
        int grid[3] = {1, 1, 1};
        grid[number % 2 == 0 ? c.problem.axis : along] = size % 4 == 0 ? size / 2 : size;
        grid[(c.problem.axis + 1) % 3] *= size % 4 == 0 && number % 2 == 0 ? 2 : 1;
        c.problem.array = ct_decompose_blocks(3, extent, grid);
        if (number % 5 == 0) { /* only transposing has ghosts */
            c.problem.array.ghosts[1][0] = 1;
            c.problem.array.ghosts[2][1] = 2;
        }
        expect_solved(&c);
    }
}

/* Blocks between bounds, some empty. */
static void expect_bounds(void) {
    const ptrdiff_t extent[2] = {11, 6};
    ptrdiff_t bounds[64] = {0};
    const ptrdiff_t columns[2] = {0, 6};
    const ptrdiff_t *const given[2] = {bounds, columns};
    const int grid[2] = {size, 1};
    for (int part = 0; part <= size; part++) {
        bounds[part] = part == size ? 11 : part > 1 ? 4 + part / 2 : 0; /* part 0 is empty */
    }
    for (int kind = 0; kind < 6; kind++) {
        const test_case c = {.problem = {.array = ct_decompose_bounds(2, extent, grid, given),
                                         .is_cyclic = kind & 1,
                                         .is_variable = 1,
                                         .parts = 1},
                             .options.method = (ct_tridiagonal_method)(kind / 2)};
        expect_solved(&c);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_bounds();
    expect_all(argc > 1 ? 1 : 7);
    const int failed = expect_status();
    MPI_Finalize();
    return failed;
}
