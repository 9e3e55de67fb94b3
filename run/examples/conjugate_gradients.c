/*
 * Conjugate gradients: solves A x = b, A symmetric and positive definite, by products A p and inner
 * products. A, b and all vectors lie by rows, n/P a rank.
 *
 *   P = 3, an inner product     partial sums   sum on rank 0   on all ranks
 *   rank 0   p . q of its rows       s0     \
 *   rank 1   p . q of its rows       s1     ->  s0 + s1 + s2   ->   sum
 *   rank 2   p . q of its rows       s2     /
 *                                          gather           broadcast
 *
 * Source: Saad, Schultz 1985, section 5 (partial inner products are gathered in one processor and
 * added there) and section 2 (the sum is broadcast). On a d-cube, with start-up beta and tau a
 * number,
 *
 *   gather of a number a rank      d beta + (2^d - 1) tau      (5.1)
 *   broadcast of a number          d (beta + tau)              (2.1)
 *
 * and before A p there is an all-gather of p, by the algorithms and at the costs that stand in
 * power.c. Sums have the same order in every run with as many ranks.
 *
 *   mpirun -n 4 build/run/examples/conjugate_gradients system.f64 1e-10 > x.txt
 *
 * The file has n (n+1) doubles: a row of A, then its b. It ends where the residual is TOLERANCE
 * times b; after 10 n steps it gives up.
 */
#include "example.h"

#include <stdlib.h>

enum { STEPS_PER_ROW = 10 };

/* Vectors of this rank's rows, and the direction p whole. */
typedef struct solver {
    example_rows rows; /* of [A b] */
    int n, block;
    double *x, *residual, *direction, *product;
    double *whole;
} solver;

/* x . y over all ranks' parts. */
static double inner(const solver *s, const double *x, const double *y) {
    double part = example_dot(x, y, s->rows.count);
    double *parts = example_doubles_new(example_size());
    double sum = 0;
    example_check(ct_gather(&part, 1, MPI_DOUBLE, parts, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD));
    for (int rank = 0; rank < example_size(); rank++) { /* of rank 0; the others' are 0 */
        sum += parts[rank];
    }
    example_check(ct_broadcast(&sum, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD));
    free(parts);
    return sum;
}

/* The product A p. */
static void multiply(const solver *s) {
    example_check(ct_allgather(s->direction, s->block, MPI_DOUBLE, s->whole, s->block, MPI_DOUBLE,
                               MPI_COMM_WORLD));
    for (int i = 0; i < s->rows.count; i++) {
        s->product[i] =
            example_dot(s->rows.values + (ptrdiff_t)i * s->rows.columns, s->whole, s->n);
    }
}

/* x and the residual go on along the direction, by so much that the residual is orthogonal to it.
 */
static void advance(const solver *s, double square) {
    multiply(s);
    double curvature = inner(s, s->direction, s->product);
    example_require(curvature > 0, "the matrix is not positive definite: p . A p = %g", curvature);
    for (int i = 0; i < s->rows.count; i++) {
        s->x[i] += square / curvature * s->direction[i];
        s->residual[i] -= square / curvature * s->product[i];
    }
}

/* Returns the steps that it took; *square is that of the residual in the end. */
static int solve(const solver *s, double tolerance, double *square) {
    double wanted = tolerance * tolerance * inner(s, s->residual, s->residual);
    double before = 0;
    int step = 0;
    while ((*square = inner(s, s->residual, s->residual)) > wanted && step < STEPS_PER_ROW * s->n) {
        for (int i = 0; i < s->rows.count; i++) {
            s->direction[i] = s->residual[i] + (step > 0 ? *square / before : 0) * s->direction[i];
        }
        advance(s, *square);
        before = *square;
        step++;
    }
    return step;
}

static solver prepare(const char *path) {
    solver s = {.n = example_square(path, 1)};
    s.block = example_block(s.n);
    s.rows = example_read_block(path, s.n, s.n + 1);
    s.x = example_doubles_new(s.block);
    s.residual = example_doubles_new(s.block);
    s.direction = example_doubles_new(s.block);
    s.product = example_doubles_new(s.block);
    s.whole = example_doubles_new((ptrdiff_t)s.block * example_size());
    for (int i = 0; i < s.rows.count; i++) { /* of x = 0 it is b */
        s.residual[i] = s.rows.values[(ptrdiff_t)i * s.rows.columns + s.n];
    }
    return s;
}

static void finish(solver *s) {
    free(s->whole);
    free(s->product);
    free(s->direction);
    free(s->residual);
    free(s->x);
    free(s->rows.values);
}

int main(int argc, char **argv) {
    example_begin(argc, argv, 2, 2, "SYSTEM TOLERANCE");
    double tolerance = example_number(argv[2], "TOLERANCE");
    solver s = prepare(argv[1]);
    double first = inner(&s, s.residual, s.residual);
    double last = 0;
    int steps = solve(&s, tolerance, &last);
    example_require(last <= tolerance * tolerance * first,
                    "not solved after %d steps: residual . residual = %g, b . b = %g", steps, last,
                    first);
    example_printf("# n = %d, %d ranks, %d steps: b . b = %.17g, residual . residual = %.17g\n",
                   s.n, example_size(), steps, first, last);
    example_check(
        ct_allgather(s.x, s.block, MPI_DOUBLE, s.whole, s.block, MPI_DOUBLE, MPI_COMM_WORLD));
    example_print(s.whole, s.n, 1);
    finish(&s);
    return example_end();
}
