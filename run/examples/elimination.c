/*
 * Gaussian elimination with column pivots: solves A x = b. Row i of A and b lies on rank i mod P,
 * so that all have work to the end.
 *
 *   P = 2, step 2: whoever has the largest p of its column sends its row to all
 *
 *   rank 0   x x x x | b   used
 *   rank 1   . * * * | *   all subtract (* / p) of the pivot row
 *   rank 0   . p o o | o   pivot row:  broadcast
 *   rank 1   . * * * | *
 *
 * Source: Saad, Schultz 1985, section 2. A step is an all-gather of 2 numbers a rank, its largest
 * and the row of it, and a broadcast of a vector, the pivot row. On the way back a step is a
 * broadcast of one number, x_k, to the ranks whose rows still wait for it. On a d-cube, with
 * start-up beta and tau a number, the paper broadcasts
 *
 *   one number          d (beta + tau)                                (2.1), "broadcast"
 *   a vector of m       (sqrt(m tau) + sqrt((d-1) beta))^2            (2.2), "broadcast-pipelined"
 *
 * whose names are for ALGORITHM, by which pivot rows go, on 2^d ranks; "auto" takes the fastest
 * here, on any number.
 *
 *   mpirun -n 4 build/run/examples/elimination system.f64 > x.txt
 *
 * The file has n (n+1) doubles: a row of A, then its b. Rows are sent whole, zeros in front too:
 * one plan a root serves all steps.
 */
#include "example.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A largest number of a column, and its row. */
typedef struct candidate {
    double size, row;
} candidate;

typedef struct equations {
    example_rows rows; /* of [A b] */
    int n;
    bool *used;               /* by row of this rank: it was a pivot row */
    int *pivots;              /* by step: its pivot row, on all ranks */
    candidate *candidates;    /* one a rank */
    double *pivot;            /* the pivot row of a step */
    ct_exchange_plan **plans; /* by root, made when it is the root for the first time */
    const char *algorithm;
} equations;

static double *row_at(const equations *s, int i) {
    return s->rows.values + (ptrdiff_t)i * s->rows.columns;
}

/* The largest number of a column in rows of this rank that were no pivot row. */
static candidate find_own(const equations *s, int column) {
    candidate best = {0, -1};
    for (int i = 0; i < s->rows.count; i++) {
        double size = fabs(row_at(s, i)[column]);
        if (!s->used[i] && size > best.size) {
            best = (candidate){size, s->rows.first + i * s->rows.stride};
        }
    }
    return best;
}

/* The row that all ranks take for the pivot row of a column; ends them where there is none. */
static int find_pivot(const equations *s, int column) {
    candidate own = find_own(s, column);
    candidate best = {0, -1};
    example_check(ct_allgather(&own, 2, MPI_DOUBLE, s->candidates, 2, MPI_DOUBLE, MPI_COMM_WORLD));
    for (int rank = 0; rank < example_size(); rank++) {
        const candidate *other = &s->candidates[rank];
        if (other->size > best.size || (other->size == best.size && other->row < best.row)) {
            best = *other;
        }
    }
    example_require(isfinite(best.size) && best.size > 0,
                    "the matrix is singular or not finite: column %d has no pivot", column + 1);
    return (int)best.row;
}

/* Gives all ranks the pivot row. */
static void broadcast_row(const equations *s, int row) {
    int root = row % example_size();
    if (s->plans[root] == NULL) {
        const ct_exchange_options options = {.algorithm = s->algorithm, .private_arrays = 1};
        ptrdiff_t bytes = (ptrdiff_t)s->rows.columns * (ptrdiff_t)sizeof(double);
        example_check(ct_collective_plan_create(MPI_COMM_WORLD, CT_BROADCAST, root, bytes, &options,
                                                &s->plans[root]));
    }
    if (root == example_rank()) {
        int i = row / example_size();
        s->used[i] = true;
        memcpy(s->pivot, row_at(s, i), (size_t)s->rows.columns * sizeof *s->pivot);
    }
    example_check(ct_exchange_execute(s->plans[root], s->pivot, s->pivot));
}

static void eliminate(const equations *s) {
    for (int step = 0; step < s->n; step++) {
        int row = find_pivot(s, step);
        s->pivots[step] = row;
        broadcast_row(s, row);
        for (int i = 0; i < s->rows.count; i++) {
            double factor = row_at(s, i)[step] / s->pivot[step];
            for (int k = step; !s->used[i] && k <= s->n; k++) {
                row_at(s, i)[k] -= factor * s->pivot[k];
            }
        }
    }
}

/* From the last unknown to the first: the rank of its pivot row tells it to all. */
static void substitute_back(const equations *s, double *x) {
    for (int step = s->n - 1; step >= 0; step--) {
        int root = s->pivots[step] % example_size();
        if (root == example_rank()) {
            int i = s->pivots[step] / example_size();
            x[step] = row_at(s, i)[s->n] / row_at(s, i)[step];
        }
        example_check(ct_broadcast(&x[step], 1, MPI_DOUBLE, root, MPI_COMM_WORLD));
        for (int i = 0; i < s->rows.count; i++) { /* in rows that are done with, nobody reads b */
            row_at(s, i)[s->n] -= row_at(s, i)[step] * x[step];
        }
    }
}

static equations prepare(const char *path, const char *algorithm) {
    int n = example_square(path, 1);
    size_t size = (size_t)example_size();
    equations s = {.n = n, .algorithm = algorithm};
    s.rows = example_read_wrapped(path, n, n + 1);
    s.used = calloc((size_t)s.rows.count + 1, sizeof *s.used);
    s.pivots = calloc((size_t)n, sizeof *s.pivots);
    s.candidates = calloc(size, sizeof *s.candidates);
    s.pivot = calloc((size_t)n + 1, sizeof *s.pivot);
    s.plans = calloc(size, sizeof(ct_exchange_plan *));
    example_require(s.used != NULL && s.pivots != NULL && s.candidates != NULL && s.pivot != NULL &&
                        s.plans != NULL,
                    "no memory for %d rows", n);
    return s;
}

static void finish(equations *s) {
    for (int root = 0; root < example_size(); root++) {
        ct_exchange_plan_destroy(&s->plans[root]);
    }
    free(s->plans);
    free(s->pivot);
    free(s->candidates);
    free(s->pivots);
    free(s->used);
    free(s->rows.values);
}

int main(int argc, char **argv) {
    example_begin(argc, argv, 1, 2, "SYSTEM [ALGORITHM]");
    equations s = prepare(argv[1], argc > 2 ? argv[2] : "auto");
    double *x = example_doubles_new(s.n);
    eliminate(&s);
    substitute_back(&s, x);
    example_printf("# n = %d, %d ranks, pivot rows by %s\n", s.n, example_size(),
                   ct_exchange_algorithm(s.plans[s.pivots[0] % example_size()]));
    example_print(x, s.n, 1);
    free(x);
    finish(&s);
    return example_end();
}
