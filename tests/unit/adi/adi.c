/* The inside of the implicit solver without MPI: lines of all shapes against a dense solver, with
 * every kind of vector instructions, cut into parts as distributed lines are. */
#include "adi_axes.h"
#include "kernels/vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MOST = 60 };

/* x of a dense matrix by elimination with pivots; both are overwritten. */
static void solve_dense(ptrdiff_t n, double (*matrix)[LONGEST], double *x) {
    for (ptrdiff_t k = 0; k < n; k++) {
        ptrdiff_t best = k;
        for (ptrdiff_t i = k + 1; i < n; i++) {
            best = fabs(matrix[i][k]) > fabs(matrix[best][k]) ? i : best;
        }
        for (ptrdiff_t j = 0; j < n; j++) {
            double swapped = matrix[k][j];
            matrix[k][j] = matrix[best][j];
            matrix[best][j] = swapped;
        }
        double swapped = x[k];
        x[k] = x[best];
        x[best] = swapped;
        for (ptrdiff_t i = k + 1; i < n; i++) {
            const double factor = matrix[i][k] / matrix[k][k];
            for (ptrdiff_t j = k; j < n; j++) {
                matrix[i][j] -= factor * matrix[k][j];
            }
            x[i] -= factor * x[k];
        }
    }
    for (ptrdiff_t i = n - 1; i >= 0; i--) {
        for (ptrdiff_t j = i + 1; j < n; j++) {
            x[i] -= matrix[i][j] * x[j];
        }
        x[i] /= matrix[i][i];
    }
}

/* 1 - c A of a line; faces, capacities and reactions with a distance. */
static void matrix_of(const ct_adi_axis *axis, double c, const double *mass, const double *sigma,
                      const double *face, ptrdiff_t distance, double (*matrix)[LONGEST]) {
    const ptrdiff_t n = axis->n;
    memset(matrix, 0, LONGEST * sizeof *matrix);
    for (ptrdiff_t i = 0; i < n; i++) {
        const double low = c * face[i * distance] / axis->widths[i];
        const double high = c * face[(i + 1) * distance] / axis->widths[i];
        matrix[i][i] += mass[i * distance] + low + high + c * sigma[i * distance];
        if (i > 0 || axis->is_periodic) {
            matrix[i][(i + n - 1) % n] -= low;
        }
        if (i < n - 1 || axis->is_periodic) {
            matrix[i][(i + 1) % n] -= high;
        }
    }
}

typedef struct line_case {
    ct_adi_shape shape;
    int is_periodic, is_variable, is_mirrored;
    int is_kept; /* what substitution takes; pivots in squares along the last axis; and capacity and
                    reaction are fields */
} line_case;

/* All lines solved and compared with the dense solver, one by one. */
static void expect_lines(const line_case *l, const ct_adi_kernels *kernels) {
    const ct_adi_shape shape = l->shape;
    const ptrdiff_t lines = shape.outer * shape.inner;
    const ptrdiff_t cells = lines * shape.n;
    const double c = 0.8;
    double face[LINES_MOST * (LONGEST + 1)] = {0};
    double given[LINES_MOST * LONGEST];
    double x[LINES_MOST * LONGEST];
    double mass[LINES_MOST * LONGEST];
    double sigma[LINES_MOST * LONGEST];
    double memory[4 * LINES_MOST * LONGEST + CT_ADI_ENDS * LINES_MOST];
    double scale[LONGEST];
    double scratch[3 * LINES_MOST + 16 * LONGEST];
    double numbers[6 * LONGEST + CT_ADI_ENDS];
    ct_adi_axis axis;
    make_axis(shape.n, l->is_periodic, &axis);
    ct_adi_systems s = {.shape = shape,
                        .is_variable = l->is_variable,
                        .has_left = l->is_periodic,
                        .is_cyclic = l->is_periodic,
                        .is_mirrored = l->is_mirrored};
    for (ptrdiff_t i = 0; i < cells + lines; i++) {
        const ptrdiff_t at = i / shape.inner % (shape.n + 1);
        face[i] = axis.unit[at] * (l->is_variable ? 0.2 + random_number() : 0.7);
    }
    for (ptrdiff_t i = 0; i < lines && l->is_periodic; i++) { /* both ends are one face */
        double *first = face + i / shape.inner * (shape.n + 1) * shape.inner + i % shape.inner;
        first[shape.n * shape.inner] = first[0];
    }
    for (ptrdiff_t i = 0; i < cells; i++) {
        x[i] = given[i] = random_number() - 0.5;
        mass[i] = l->is_kept ? 0.5 + random_number() : 1;
        sigma[i] = l->is_kept ? random_number() : 0.4;
    }
    for (ptrdiff_t i = 0; i < shape.n; i++) {
        scale[i] = c / axis.widths[i];
    }
    if (l->is_variable) {
        s.pivot = memory;
        s.left = memory + cells;
        s.ends = memory + 2 * cells;
        s.high = l->is_kept ? memory + 2 * cells + CT_ADI_ENDS * lines : NULL;
        s.is_squared = l->is_kept && shape.inner == 1 && !l->is_periodic && !l->is_mirrored;
        ct_adi_systems_faces(kernels, face, &s);
        s.scale = scale;
        kernels->factorise(&s, c, l->is_kept ? mass : NULL, l->is_kept ? sigma : NULL, 1,
                           l->is_kept ? 0 : 0.4);
    } else {
        const ct_adi_stretch stretch = {&axis, 0, shape.n, 0.7, 0.4};
        ct_adi_constant_place(shape.n, kernels, memory, &s);
        ct_adi_constant_factorise(&stretch, c, kernels, numbers, &s);
    }
    const ct_adi_prefetch prefetch = {.runs = 1, .soon = {given}, .read = cells};
    kernels->solve(&s, 0, shape.outer, x, scratch, &prefetch);
    double worst = 0;
    for (ptrdiff_t line = 0; line < lines; line++) {
        const ptrdiff_t outer = line / shape.inner;
        const ptrdiff_t j = line % shape.inner;
        double matrix[LONGEST][LONGEST];
        double wanted[LONGEST];
        const ptrdiff_t first = outer * shape.n * shape.inner + j;
        matrix_of(&axis, c, mass + first, sigma + first,
                  face + outer * (shape.n + 1) * shape.inner + j, shape.inner, matrix);
        for (ptrdiff_t i = 0; i < shape.n; i++) {
            wanted[i] = given[(outer * shape.n + i) * shape.inner + j];
        }
        solve_dense(shape.n, matrix, wanted);
        for (ptrdiff_t i = 0; i < shape.n; i++) {
            worst = fmax(worst, fabs(wanted[i] - x[(outer * shape.n + i) * shape.inner + j]));
        }
    }
    EXPECT(worst < 1e-14);
    ct_adi_axis_destroy(&axis);
}

static void expect_all_lines(void) {
    static const ct_adi_shape shapes[] = {{1, 1, 1},  {1, 2, 1},   {3, 2, 2}, {19, 7, 1},
                                          {2, 24, 5}, {1, 24, 33}, {4, 1, 3}, {17, 3, 1},
                                          {1, 5, 17}, {33, 8, 1},  {8, 24, 1}};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        for (int code = 0; code < 9; code++) {
            const line_case l = {shapes[k], code % 3 == 1, code > 2, code % 3 == 2, code > 5};
            for (int vectors = CT_VECTORS_PORTABLE; vectors <= CT_VECTORS_AVX512; vectors++) {
                ct_vectors_limit((ct_vectors)vectors);
                expect_lines(&l, ct_adi_kernels_for(CT_DOUBLE));
            }
            ct_vectors_limit(CT_VECTORS_AVX512);
        }
    }
}

/* Lines of floats along the last axis, beside the same of doubles. */
static void expect_floats(int is_cyclic) {
    enum { N = 23, LINES = 33 };
    const ct_adi_shape shape = {LINES, N, 1};
    double numbers[6 * N + CT_ADI_ENDS];
    double memory[2][6 * N + CT_ADI_ENDS];
    double scratch[24];
    double x[LINES * N];
    float y[LINES * N];
    ct_adi_axis axis;
    make_axis(N, is_cyclic, &axis);
    for (ptrdiff_t i = 0; i < (ptrdiff_t)LINES * N; i++) {
        y[i] = (float)(random_number() - 0.5);
        x[i] = y[i];
    }
    for (int k = 0; k < 2; k++) {
        const ct_adi_kernels *kernels = ct_adi_kernels_for(k == 0 ? CT_DOUBLE : CT_FLOAT);
        const ct_adi_stretch stretch = {&axis, 0, N, 0.7, 0.4};
        ct_adi_systems s = {.shape = shape, .has_left = is_cyclic, .is_cyclic = is_cyclic};
        ct_adi_constant_place(N, kernels, memory[k], &s);
        ct_adi_constant_factorise(&stretch, 0.8, kernels, numbers, &s);
        kernels->solve(&s, 0, LINES, k == 0 ? (void *)x : (void *)y, scratch, NULL);
    }
    double worst = 0;
    for (ptrdiff_t i = 0; i < (ptrdiff_t)LINES * N; i++) {
        worst = fmax(worst, fabs(x[i] - (double)y[i]));
    }
    EXPECT(worst < 1e-6);
    ct_adi_axis_destroy(&axis);
}

static void expect_all_floats(void) {
    for (int vectors = CT_VECTORS_PORTABLE; vectors <= CT_VECTORS_AVX512; vectors++) {
        ct_vectors_limit((ct_vectors)vectors);
        expect_floats(0);
        expect_floats(1);
    }
    ct_vectors_limit(CT_VECTORS_AVX512);
}

/* The rest of lines in parts: open and cyclic systems of 1 to 6 unknowns, against the dense one. */
static void expect_rests(void) {
    const ct_adi_kernels *kernels = ct_adi_kernels_for(CT_DOUBLE);
    for (ptrdiff_t size = 1; size <= 6; size++) {
        for (int is_cyclic = 0; is_cyclic <= 1; is_cyclic++) {
            double memory[CT_ADI_REDUCED_ROWS * 6] = {0};
            double matrix[LONGEST][LONGEST] = {{0}};
            double column[3][6];
            double collected[2 * 6];
            double z[6];
            double wanted[LONGEST] = {0};
            const ct_adi_reduced rest = {(int)size, is_cyclic, 1, memory};
            for (ptrdiff_t k = 0; k < size; k++) {
                column[0][k] = 1.5 + random_number();
                column[1][k] = 0.7 * random_number();
                column[2][k] = 0.7 * random_number();
                memory[CT_ADI_REDUCED_NEXT * size + k] = random_number();
                collected[2 * k] = random_number();
                const int has_two = is_cyclic || (k > 0 && k < size - 1);
                collected[2 * k + 1] = has_two ? random_number() : NAN; /* not read */
                matrix[k][k] += column[0][k];
                if (k > 0 || is_cyclic) {
                    matrix[k][(k + size - 1) % size] -= column[1][k];
                }
                if (k < size - 1 || is_cyclic) {
                    matrix[k][(k + 1) % size] -= column[2][k];
                }
            }
            for (ptrdiff_t k = 0; k < size; k++) {
                const int has_next = is_cyclic || k < size - 1;
                const ptrdiff_t next = (k + 1) % size;
                const int has_two = is_cyclic || next < size - 1;
                wanted[k] = collected[2 * k];
                wanted[k] += has_next ? memory[CT_ADI_REDUCED_NEXT * size + k] *
                                            collected[2 * next + has_two]
                                      : 0;
            }
            ct_adi_reduced_factorise((int)size, is_cyclic, column[0], column[1], column[2],
                                     memory + CT_ADI_REDUCED_CORRECTION * size);
            memcpy(memory + CT_ADI_REDUCED_PIVOT * size, column[0], (size_t)size * sizeof(double));
            memcpy(memory + CT_ADI_REDUCED_LOW * size, column[1], (size_t)size * sizeof(double));
            memcpy(memory + CT_ADI_REDUCED_HIGH * size, column[2], (size_t)size * sizeof(double));
            kernels->solve_reduced(&rest, 1, collected, z);
            solve_dense(size, matrix, wanted);
            for (ptrdiff_t k = 0; k < size; k++) {
                EXPECT(fabs(z[k] - wanted[k]) < 1e-13);
            }
        }
    }
}

int main(void) {
    expect_all_lines();
    expect_all_floats();
    expect_rests();
    return expect_status();
}
