/*
 * Real lines a and b of an odd number of points N as one complex line a + i b of N, whose transform
 * Z gives those of both,
 *
 *   A(k) = (Z(k) + conj Z(N-k)) / 2,  B(k) = -i (Z(k) - conj Z(N-k)) / 2,
 *
 * and the way back is Z(k) = A(k) + i B(k), Z(N-k) = conj A(k) + i conj B(k): halves.h needs an
 * even number, and FFTW's own transforms of real lines are not vectorised. As many lines as a
 * vector has numbers are brought together as columns, which have kernels. r2c, two ranks, ms, by
 * FFTW and so: 63 x 64 x 65 0.50 and 0.36, 121^3 6.0 and 3.3, 240 x 240 x 225 29 and 20, 243^3 40
 * and 28.6. In the precision given by REAL and PRECISION.
 */
#include "fft/lines/codelets/columns.h"
#include "fft/lines/library/library.h"
#include "kernels/cache.h"
#include "kernels/tile/tile.h"

#include <stdlib.h>
#include <string.h>

/* FFTW is as fast for shorter lines (33^3, two ranks, 0.10 ms); longer ones have no kernels. */
enum { ODD_LEAST = 35, ODD_MOST = 511 };

/* Lines of a vector, and complex ones. */
enum { ODD_LINES = CT_LINE_BYTES / sizeof(REAL), ODD_PAIRS = ODD_LINES / 2 };

typedef struct odd_vector {
    _Alignas(CT_LINE_BYTES) REAL at[ODD_LINES]; /* complex numbers of pairs */
} odd_vector;

typedef struct odd_lines {
    ct_fft_lines_job job;
    ct_fft_codelet_columns *columns;
} odd_lines;

/* A row a point: of all lines, and of the coefficients of the first and second lines of pairs. */
typedef struct odd_workspace {
    odd_vector points[ODD_MOST];
    odd_vector coefficients[ODD_MOST / 2 + 1][2];
} odd_workspace;

/* Coefficients are rows, real points rows or, before, columns. */
static int suits_odd(const ct_fft_lines_job *job) {
    const ptrdiff_t points = job->line.count;
    const int is_forward = job->class == CT_CLASS_R2C;
    return (is_forward || job->class == CT_CLASS_C2R) && !job->is_batch && job->many[0].count > 1 &&
           job->many[1].count == 1 && points % 2 == 1 && points >= ODD_LEAST &&
           points <= ODD_MOST && job->line.into == 1 &&
           (job->line.from == 1 || (is_forward && job->many[0].from == 1)) &&
           ct_fft_has_columns(points, PRECISION);
}

static void odd_destroy(void *made) {
    odd_lines *odd = made;
    if (odd != NULL) {
        free(odd->columns);
        free(odd);
    }
}

/* NULL without memory. */
static odd_lines *odd_plan(const ct_fft_lines_job *job) {
    const ct_fft_lines_job columns = {.class = CT_CLASS_C2C,
                                      .direction =
                                          job->class == CT_CLASS_R2C ? CT_FORWARD : CT_INVERSE,
                                      .line = {job->line.count, ODD_PAIRS, ODD_PAIRS},
                                      .many = {{ODD_PAIRS, 1, 1}, {1, 1, 1}}};
    odd_lines *odd = calloc(1, sizeof *odd);
    if (odd == NULL) {
        return NULL;
    }
    odd->job = *job;
    odd->columns = ct_fft_codelet_columns_create(&columns, PRECISION);
    if (odd->columns == NULL) {
        odd_destroy(odd);
        return NULL;
    }
    return odd;
}

static void odd_separate(odd_workspace *workspace, ptrdiff_t points) {
    const odd_vector *z = workspace->points;
    for (ptrdiff_t k = 0; k <= points / 2; k++) {
        const REAL *low = z[k].at;
        const REAL *high = z[k > 0 ? points - k : 0].at;
        REAL *a = workspace->coefficients[k][0].at;
        REAL *b = workspace->coefficients[k][1].at;
        for (int i = 0; i < ODD_LINES; i += 2) {
            a[i] = (low[i] + high[i]) * (REAL)0.5;
            a[i + 1] = (low[i + 1] - high[i + 1]) * (REAL)0.5;
            b[i] = (low[i + 1] + high[i + 1]) * (REAL)0.5;
            b[i + 1] = (high[i] - low[i]) * (REAL)0.5;
        }
    }
}

static void odd_combine(odd_workspace *workspace, ptrdiff_t points) {
    odd_vector *z = workspace->points;
    for (int i = 0; i < ODD_LINES; i += 2) { /* A(0) and B(0) are real */
        z[0].at[i] = workspace->coefficients[0][0].at[i];
        z[0].at[i + 1] = workspace->coefficients[0][1].at[i];
    }
    for (ptrdiff_t k = 1; k <= points / 2; k++) {
        const REAL *a = workspace->coefficients[k][0].at;
        const REAL *b = workspace->coefficients[k][1].at;
        REAL *low = z[k].at;
        REAL *high = z[points - k].at;
        for (int i = 0; i < ODD_LINES; i += 2) {
            low[i] = a[i] - b[i + 1];
            low[i + 1] = a[i + 1] + b[i];
            high[i] = a[i] + b[i + 1];
            high[i + 1] = b[i] - a[i + 1];
        }
    }
}

/* Coefficients of `count` lines, every other one of either half of a row. */
static ct_tile odd_coefficients(ptrdiff_t points, ptrdiff_t pitch, ptrdiff_t lines) {
    const ptrdiff_t number = 2 * sizeof(REAL);
    return (ct_tile){.unit_bytes = number,
                     .rows = lines,
                     .from_row = 2 * pitch * number,
                     .into_row = number,
                     .columns = points / 2 + 1,
                     .from_column = number,
                     .into_column = sizeof(odd_vector[2])};
}

static ct_tile odd_reversed(const ct_tile *tile) {
    return (ct_tile){.unit_bytes = tile->unit_bytes,
                     .rows = tile->columns,
                     .from_row = tile->into_column,
                     .into_row = tile->from_column,
                     .columns = tile->rows,
                     .from_column = tile->into_row,
                     .into_column = tile->from_row};
}

/* Real rows to columns. */
static ct_tile odd_points(ptrdiff_t points, ptrdiff_t pitch, ptrdiff_t lines) {
    return (ct_tile){.unit_bytes = sizeof(REAL),
                     .rows = lines,
                     .from_row = pitch * (ptrdiff_t)sizeof(REAL),
                     .into_row = sizeof(REAL),
                     .columns = points,
                     .from_column = sizeof(REAL),
                     .into_column = sizeof(odd_vector)};
}

static void odd_forward(const odd_lines *odd, const REAL *in, REAL *out, ptrdiff_t lines,
                        odd_workspace *workspace) {
    const ct_fft_span line = odd->job.line;
    const ct_tile rows = odd_points(line.count, odd->job.many[0].from, lines);
    if (line.from == 1) {
        ct_tile_copy(&rows, (const char *)in, (char *)workspace->points, 0);
    } else {
        for (ptrdiff_t i = 0; i < line.count; i++) {
            memcpy(&workspace->points[i], in + i * line.from, (size_t)lines * sizeof(REAL));
        }
    }
    ct_fft_codelet_columns_run(odd->columns, workspace->points, workspace->points, NULL);
    odd_separate(workspace, line.count);
    for (ptrdiff_t k = 0; k < 2; k++) {
        const ct_tile to = odd_coefficients(line.count, odd->job.many[0].into, (lines + 1 - k) / 2);
        const ct_tile from = odd_reversed(&to);
        ct_tile_copy(&from, (const char *)&workspace->coefficients[0][k],
                     (char *)(out + 2 * k * odd->job.many[0].into), 0);
    }
}

static void odd_inverse(const odd_lines *odd, const REAL *in, REAL *out, ptrdiff_t lines,
                        odd_workspace *workspace) {
    const ct_fft_span line = odd->job.line;
    const ct_tile rows = odd_points(line.count, odd->job.many[0].into, lines);
    const ct_tile from = odd_reversed(&rows);
    for (ptrdiff_t k = 0; k < 2; k++) {
        const ct_tile to = odd_coefficients(line.count, odd->job.many[0].from, (lines + 1 - k) / 2);
        ct_tile_copy(&to, (const char *)(in + 2 * k * odd->job.many[0].from),
                     (char *)&workspace->coefficients[0][k], 0);
    }
    odd_combine(workspace, line.count);
    ct_fft_codelet_columns_run(odd->columns, workspace->points, workspace->points, NULL);
    ct_tile_copy(&from, (const char *)workspace->points, (char *)out, 0);
}

static void odd_run(void *made, void *input, void *output) {
    const odd_lines *odd = made;
    const ct_fft_span many = odd->job.many[0];
    const int is_forward = odd->job.class == CT_CLASS_R2C;
    odd_workspace workspace;
    for (ptrdiff_t i = 0; i < many.count; i += ODD_LINES) {
        const ptrdiff_t left = many.count - i;
        const REAL *in = (const REAL *)input + i * many.from * (is_forward ? 1 : 2);
        REAL *out = (REAL *)output + i * many.into * (is_forward ? 2 : 1);
        if (left < ODD_LINES) { /* no line is paired with what there was before */
            memset(&workspace, 0, sizeof workspace);
        }
        (is_forward ? odd_forward : odd_inverse)(odd, in, out, left < ODD_LINES ? left : ODD_LINES,
                                                 &workspace);
    }
}
