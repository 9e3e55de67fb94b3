/* Tridiagonal systems: matrices that cannot be solved, arguments that are refused, the choice of
 * the method. */
#include "expect.h"
#include <cornerturn/tridiagonal.h>

#include <math.h>

enum { MOST = 4096 };

static int rank, size;

typedef struct test_case {
    ct_tridiagonal_problem problem;
    ct_tridiagonal_options options;
} test_case;

static void expect_lost(const test_case *c, const double *low, const double *middle,
                        const double *high) {
    ct_tridiagonal_plan *plan = NULL;
    double x[MOST] = {0};
    void *array = x;
    EXPECT_INT(ct_tridiagonal_plan_create(MPI_COMM_WORLD, &c->problem, &c->options, &plan), CT_OK);
    EXPECT_INT(ct_tridiagonal_factorise(plan, low, middle, high), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "lost in rounding");
    EXPECT_INT(ct_tridiagonal_solve(plan, 1, &array), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "without a matrix");
    ct_tridiagonal_plan_destroy(&plan);
}

/* Matrices without an inverse: differences without and around ends, a zero; one that needs its rows
 * exchanged; NaN. */
static void expect_singular(void) {
    const ptrdiff_t extent[2] = {12, 3};
    const int grid[2] = {size, 1};
    for (int kind = 0; kind < 4 * 3 * 4; kind++) {
        const int matrix = kind % 4;
        test_case c = {.problem = {.array = ct_decompose_blocks(2, extent, grid), .parts = 1},
                       .options.method = (ct_tridiagonal_method)(kind / 4 % 3)};
        c.problem.is_variable = kind / 12 & 1;
        c.problem.precision = kind / 24 & 1 ? CT_FLOAT : CT_DOUBLE;
        c.problem.is_cyclic = matrix == 1;
        double a[3][12];
        float of_lines[3][36];
        double doubles[3][36];
        for (int i = 0; i < 12; i++) {
            const int is_end = matrix == 0 && (i == 0 || i == 11);
            a[0][i] = a[2][i] = matrix == 2 && i == 5 ? 0 : -1.1;
            a[1][i] = matrix == 2 ? (i == 5 ? 0 : 3) : matrix == 3 ? (i == 0 ? NAN : 3) : 2.2;
            a[1][i] = is_end ? 1.1 : a[1][i];
            a[0][0] = matrix == 1 ? -1.1 : NAN;
        }
        a[2][11] = a[0][0];
        for (int k = 0; k < 3; k++) {
            const int first = (int)ct_block_first(12, size, rank);
            for (int i = 0; i < 36 && i / 3 + first < 12; i++) {
                doubles[k][i] = a[k][i / 3 + first];
                of_lines[k][i] = (float)doubles[k][i];
            }
        }
        if (!c.problem.is_variable) {
            expect_lost(&c, a[0], a[1], a[2]);
        } else if (c.problem.precision == CT_FLOAT) {
            expect_lost(&c, (double *)(void *)of_lines[0], (double *)(void *)of_lines[1],
                        (double *)(void *)of_lines[2]);
        } else {
            expect_lost(&c, doubles[0], doubles[1], doubles[2]);
        }
    }
}

static void expect_refusal(const ct_tridiagonal_problem *problem, const char *says) {
    ct_tridiagonal_plan *plan = NULL;
    EXPECT_INT(ct_tridiagonal_plan_create(MPI_COMM_WORLD, problem, NULL, &plan), CT_ERROR_ARGUMENT);
    EXPECT(plan == NULL);
    EXPECT_TEXT(ct_error_message(), says);
}

static void expect_refusals(void) {
    const ptrdiff_t extent[2] = {4, 3};
    const int grid[2] = {size, 1};
    const ct_tridiagonal_problem good = {.array = ct_decompose_blocks(2, extent, grid), .parts = 1};
    double numbers[4] = {0.5, 2, 2, 2};
    ct_tridiagonal_problem bad = good;
    ct_tridiagonal_plan *plan = NULL;
    double array[12] = {0};
    void *given[2] = {array, NULL};
    expect_refusal(NULL, "a problem");
    bad.axis = 2;
    expect_refusal(&bad, "axis 2; allowed: 0 to 1");
    bad = good;
    bad.parts = 3;
    expect_refusal(&bad, "3 numbers; allowed: 1 (real), 2 (complex)");
    bad = good;
    bad.array.grid[0] = size + 1;
    expect_refusal(&bad, "");
    bad = good;
    bad.is_cyclic = rank;
    if (size > 1) {
        expect_refusal(&bad, "differ between ranks");
    }
    EXPECT_INT(ct_tridiagonal_plan_create(MPI_COMM_WORLD, &good, NULL, &plan), CT_OK);
    EXPECT_INT(ct_tridiagonal_factorise(plan, numbers, NULL, numbers), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "needs arrays");
    if (size > 1) {
        numbers[1] += rank;
        EXPECT_INT(ct_tridiagonal_factorise(plan, numbers, numbers, numbers), CT_ERROR_ARGUMENT);
        EXPECT_TEXT(ct_error_message(), "the matrix differs between ranks");
        numbers[1] -= rank;
    }
    numbers[0] = 2;
    EXPECT_INT(ct_tridiagonal_factorise(plan, (double[4]){0}, numbers, (double[4]){0}), CT_OK);
    EXPECT_INT(ct_tridiagonal_solve(plan, -1, given), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_tridiagonal_solve(plan, 2, given), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "not NULL");
    array[0] = 5;
    EXPECT_INT(ct_tridiagonal_solve(plan, 1, given), CT_OK);
    EXPECT(array[0] == 2.5);
    EXPECT_INT(ct_tridiagonal_solve(plan, 0, NULL), CT_OK);
    if (size > 1) {
        EXPECT_INT(ct_tridiagonal_solve(plan, rank == 0, given), CT_ERROR_ARGUMENT);
    }
    ct_tridiagonal_plan_destroy(&plan);
    EXPECT(plan == NULL);
}

/* Both methods are ranked, and measured where wanted. */
static void expect_choice(void) {
    const ptrdiff_t extent[2] = {40, 30};
    const int grid[2] = {size, 1};
    const ct_tridiagonal_problem problem = {.array = ct_decompose_blocks(2, extent, grid),
                                            .parts = 1};
    for (int planning = CT_PLAN_ESTIMATE; planning <= CT_PLAN_MEASURE; planning++) {
        const ct_tridiagonal_options options = {.exchange.planning = (ct_planning)planning};
        ct_tridiagonal_plan *plan = NULL;
        EXPECT_INT(ct_tridiagonal_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
        if (size == 1) {
            EXPECT_INT(ct_tridiagonal_method_used(plan), CT_TRIDIAGONAL_AUTO);
            EXPECT(ct_tridiagonal_score(plan, 0) == NULL);
            EXPECT_TEXT(ct_tridiagonal_reason(plan), "whole");
        } else {
            EXPECT(ct_tridiagonal_method_used(plan) != CT_TRIDIAGONAL_AUTO);
            EXPECT(ct_tridiagonal_score(plan, 1) != NULL && ct_tridiagonal_score(plan, 2) == NULL);
            EXPECT_TEXT(ct_tridiagonal_reason(plan), planning == CT_PLAN_MEASURE ? "measured" : "");
            EXPECT((ct_tridiagonal_score(plan, 0)->measured_s > 0) == (planning != 0));
        }
        EXPECT(ct_tridiagonal_plan_bytes(plan) > 0);
        ct_tridiagonal_plan_destroy(&plan);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_refusals();
    expect_singular();
    expect_choice();
    const int failed = expect_status();
    MPI_Finalize();
    return failed;
}
