/*
 * Power iteration: v becomes A v, again and again, and turns to the eigenvector of the largest
 * eigenvalue. A lies by rows, n/P a rank; v is wanted whole by all.
 *
 *   P = 3          A         v            part of A v        v
 *   rank 0      |=====|      |      =       |             |
 *   rank 1      |=====|  x   |      =       |       ->    |       all-gather
 *   rank 2      |=====|      |      =       |             |
 *
 * Source: Saad, Schultz 1985, section 4. A step ends in an all-gather of n/P numbers a rank, which
 * the paper does on a d-cube, with start-up beta, tau a number and m = n/P, in
 *
 *   sba    2^d (sqrt(m tau) + sqrt((d-1) beta))^2   every rank in turn broadcasts     (4.1)
 *   dc     (2^d - 1)(beta + m tau)                  round a ring                      (4.2)
 *   adea   2 d beta + (2^(d+1) - 2) m tau           one dimension after the other     (4.3)
 *   tea1   2 d beta + 2^d m tau                     all links at once                 (4.4)
 *   tea2   2 d beta + (2^(d+1)/d + 2 d) m tau       all links, every token once       (4.5)
 *
 * by links that carry one direction at a time. These are names for ALGORITHM, on 2^d ranks;
 * "auto" takes the fastest here, on any number.
 *
 *   mpirun -n 4 build/run/examples/power matrix.f64 100 > vector.txt
 */
#include "example.h"

#include <math.h>
#include <stdlib.h>

static void multiply(const example_rows *matrix, const double *v, double *part) {
    for (int i = 0; i < matrix->count; i++) {
        part[i] = example_dot(matrix->values + (ptrdiff_t)i * matrix->columns, v, matrix->columns);
    }
}

/* Gives v length 1; all ranks have all of it, and do the same. Returns the length that it had. */
static double normalise(double *v, int n) {
    double largest = 0; /* without it squares may overflow */
    for (int i = 0; i < n; i++) {
        largest = fmax(largest, fabs(v[i]));
    }
    for (int i = 0; largest > 0 && i < n; i++) {
        v[i] /= largest;
    }
    double length = sqrt(example_dot(v, v, n));
    for (int i = 0; length > 0 && i < n; i++) {
        v[i] /= length;
    }
    return largest * length;
}

int main(int argc, char **argv) {
    example_begin(argc, argv, 2, 3, "MATRIX STEPS [ALGORITHM]");
    int n = example_square(argv[1], 0);
    int steps = example_whole_number(argv[2], "STEPS");
    example_rows matrix = example_read_block(argv[1], n, n);
    int block = example_block(n);
    ct_exchange_plan *plan = example_all_gather(block, argc > 3 ? argv[3] : "auto");
    double *v = example_doubles_new((ptrdiff_t)block * example_size());
    double *part = example_doubles_new(block);
    double length = 0;
    for (int i = 0; i < n; i++) {
        v[i] = 1;
    }
    (void)normalise(v, n);
    for (int step = 0; step < steps; step++) {
        multiply(&matrix, v, part);
        example_check(ct_exchange_execute(plan, part, v));
        length = normalise(v, n);
        example_require(length > 0 && isfinite(length), "A v has length %g in step %d", length,
                        step + 1);
    }
    example_printf("# n = %d, %d ranks, all-gather by %s: |A v| / |v| = %.17g\n", n, example_size(),
                   ct_exchange_algorithm(plan), length);
    example_print(v, n, 1);
    ct_exchange_plan_destroy(&plan);
    free(part);
    free(v);
    free(matrix.values);
    return example_end();
}
