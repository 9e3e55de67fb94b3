#include "fft/lines/codelets/fields.h"

#include "base/arithmetic/extremes.h"
#include "fft/lines/codelets/fields_parts.h"
#include "fft/lines/codelets/long.h"
#include "fft/numbers.h"
#include "kernels/vectors.h"

#include <stdlib.h>

/* A field stays in the caches, the third-level one too, with what it becomes: larger ones are
 * faster by stages, and so are those of two axes as planes (plane.h) that leave the first-level
 * cache. By stages and so, two ranks, ms: c2c 300 of 32^3 23.8 and 11.9, 20 of 64^3 25 and 16.4, 12
 * of 72^3 9.5 and 15, r2c 20 of 64^3 12.0 and 7.4, 16 of 80^3 11.5 and 13.6; c2c 2000 of 64 x
 * 64 10.6 and 9.5, 500 of 100 x 100 4.9 and 5.4. */
enum { FIELD_MOST_BYTES = 4608 * 1024, FLAT_MOST_BYTES = 80 * 1024 };

/* Fields that are transformed at once: with the work array and the result they stay in the
 * first-level cache. */
enum { BLOCK_BYTES = 4 * 1024 };

static ptrdiff_t rounded_up(ptrdiff_t count, ptrdiff_t unit) {
    return (count + unit - 1) / unit * unit;
}

static ptrdiff_t in_lines(ptrdiff_t bytes) {
    return rounded_up(bytes, CT_LINE_BYTES);
}

static ptrdiff_t number_bytes(const ct_fft_fields_job *job) {
    return 2 * ct_real_bytes(job->precision);
}

/* Complex numbers of a row. */
static ptrdiff_t points_of(const ct_fft_fields_job *job) {
    return job->extent[job->axes - 1] / (job->class == CT_CLASS_C2C ? 1 : 2);
}

/* Of a field. */
static ptrdiff_t rows_of(const ct_fft_fields_job *job) {
    ptrdiff_t rows = 1;
    for (int a = 0; a < job->axes - 1; a++) {
        rows *= job->extent[a];
    }
    return rows;
}

static ct_direction direction_of(const ct_fft_fields_job *job) {
    return job->class == CT_CLASS_C2C ? job->direction
                                      : (job->class == CT_CLASS_R2C ? CT_FORWARD : CT_INVERSE);
}

/* Lines of the work array from row to row: of real rows with one number more; an odd number where
 * columns would be in few sets of the first-level cache. */
static ptrdiff_t step_of(const ct_fft_fields_job *job) {
    enum { FEW_SETS_LINES = 512 };
    const int is_real = job->class != CT_CLASS_C2C;
    const ptrdiff_t lines =
        in_lines((points_of(job) + is_real) * number_bytes(job)) / CT_LINE_BYTES;
    const ptrdiff_t column = job->axes > 1 ? job->extent[job->axes - 2] : 1;
    return (lines * column > FEW_SETS_LINES ? lines | 1 : lines) * CT_LINE_BYTES;
}

static int is_long(const ct_fft_fields_job *job) {
    return ct_codelet_long_bytes(points_of(job), job->precision) > 0;
}

static ptrdiff_t rows_at_once(const ct_fft_fields_job *job) {
    return is_long(job) ? 1 : ct_codelet_rows_at_once(job->precision, points_of(job));
}

/* The fewest complex numbers of a row that pay: by FFTW and so, two ranks, us, c2c 10000 of 8 16
 * and 20, of 14 43 and 46, of 18 126 and 62, r2c of 12 33 and 60, of 14 79 and 67, of 10 x 10 510
 * and 600, of 12 x 12 1610 and 1600; of three axes, r2c of 8^3 5300 and 3600. */
static ptrdiff_t least_points(const ct_fft_fields_job *job) {
    const int is_real = job->class != CT_CLASS_C2C;
    const ptrdiff_t lanes =
        ct_codelet_lanes(job->precision); /* of columns, or what mirrors others */
    const ptrdiff_t least = job->axes == 1 ? (is_real ? 7 : 14) : job->axes == 2 && is_real ? 6 : 1;
    return ct_most(least, job->axes > 1 || is_real ? lanes : 1);
}

int ct_fft_fields_suit(const ct_fft_fields_job *job) {
    const ptrdiff_t points = points_of(job);
    const int is_real = job->class != CT_CLASS_C2C;
    int suit = ct_vectors_used() >= CT_VECTORS_AVX512 && job->class != CT_CLASS_R2R &&
               (!is_real || job->extent[job->axes - 1] % 2 == 0) && points >= least_points(job) &&
               (ct_codelet_rows(job->precision, points, 0, CT_FORWARD) != NULL ||
                (is_long(job) && job->axes < CT_FFT_FIELDS_AXES));
    for (int a = 0; a < job->axes - 1; a++) {
        suit = suit && ct_codelet_columns(job->precision, job->extent[a], CT_FORWARD) != NULL;
    }
    suit = suit && (job->axes < CT_FFT_FIELDS_AXES || job->extent[1] >= rows_at_once(job));
    return suit &&
           rows_of(job) * step_of(job) <= (job->axes == 2 ? FLAT_MOST_BYTES : FIELD_MOST_BYTES);
}

/* Fields of a block: at least as many as rows are transformed at once. */
static ptrdiff_t together_of(const ct_fft_fields_job *job) {
    const ptrdiff_t rows = rows_of(job);
    const ptrdiff_t fit = BLOCK_BYTES / (rows * points_of(job) * number_bytes(job));
    const ptrdiff_t some = ct_most(ct_least(fit, job->fields), 1);
    return (rounded_up(some * rows, rows_at_once(job)) + rows - 1) / rows;
}

static void set_rows(ct_fft_fields *made, const ct_fft_fields_job *job, void *long_steps) {
    const int is_real = job->class != CT_CLASS_C2C;
    const int reads = job->class == CT_CLASS_R2C || (job->axes == 1 && !is_real);
    const int leaves = job->class == CT_CLASS_C2R || made->are_last;
    made->rows = (ct_codelet_pass){
        .kernel = made->is_long
                      ? ct_codelet_long_rows
                      : ct_codelet_rows(job->precision, made->points, 0, direction_of(job)),
        /* In place none is transformed twice. */
        .count =
            leaves || reads ? made->sheet_rows : rounded_up(made->sheet_rows, rows_at_once(job)),
        .from_step = reads ? made->from_row : made->step,
        .into_step = leaves ? made->into_row : made->step,
        .factors = made->is_long ? long_steps : made->row_factors,
        .factor = job->factor,
    };
    if (made->is_long) {
        ct_codelet_long_set(long_steps, made->points, job->precision, direction_of(job));
    } else {
        ct_codelet_row_factors(job->precision, made->points, direction_of(job), made->row_factors);
    }
}

/* Along the last axis but one: complex fields are read, in parts of vectors too. */
static void set_columns(ct_fft_fields *made, const ct_fft_fields_job *job) {
    const int reads = job->class == CT_CLASS_C2C;
    const ptrdiff_t extent = made->extent[1];
    made->columns = (ct_codelet_pass){
        .kernel = ct_codelet_columns(job->precision, extent, direction_of(job)),
        .count = made->sheet_rows / extent,
        .width = reads ? made->from_row : in_lines(made->points * made->number_bytes),
        .from_step = reads ? made->from_row : made->step,
        .into_step = made->step,
        .from_block = extent * (reads ? made->from_row : made->step),
        .into_block = extent * made->step,
        .factors = made->column_factors[0],
    };
    ct_codelet_inner_factors(job->precision, extent, direction_of(job), made->column_factors[0]);
}

/* Along the first of three axes. */
static void set_across(ct_fft_fields *made, const ct_fft_fields_job *job) {
    const int leaves = job->class == CT_CLASS_C2C && !made->are_last;
    const ptrdiff_t from_step = made->field_step / made->extent[0];
    made->across = (ct_codelet_pass){
        .kernel = ct_codelet_columns(job->precision, made->extent[0], direction_of(job)),
        .count = 1,
        .width = made->extent[1] * made->step,
        .from_step = from_step,
        .into_step = leaves ? made->extent[1] * made->into_row : from_step,
        .factors = made->column_factors[1],
    };
    ct_codelet_inner_factors(job->precision, made->extent[0], direction_of(job),
                             made->column_factors[1]);
}

/* So many bytes each time that rows and columns fetch what is read next; long rows, and those that
 * are made of coefficients, do so by themselves. */
static void set_fetching(ct_fft_fields *made) {
    const ptrdiff_t bytes = made->together * made->from_bytes;
    const ptrdiff_t times =
        made->sheets *
        (made->rows.count + made->columns.count * in_lines(made->columns.width) / CT_LINE_BYTES);
    made->rows.fetched = made->columns.fetched = in_lines((bytes + times - 1) / times);
    made->paid = in_lines((made->together * made->into_bytes + times - 1) / times);
}

/* Whether kernels write whole cache lines. */
static int may_stream(const ct_fft_fields *made, const ct_fft_fields_job *job) {
    enum { COLUMN_MOST = 64 }; /* points */
    return job->class != CT_CLASS_R2C && !made->is_long &&
           (job->class == CT_CLASS_C2R || made->are_last ? ct_codelet_rows_stream(made->points)
                                                         : made->extent[0] <= COLUMN_MOST);
}

/* Fields of three axes have sheets apart where, one after the other, columns across them would be
 * in few sets of the first-level cache. */
static int are_apart(const ct_fft_fields_job *job) {
    enum { SETS = 64, WAYS = 8 };
    if (job->axes < CT_FFT_FIELDS_AXES) {
        return 0;
    }
    ptrdiff_t sets = SETS; /* of a column */
    for (ptrdiff_t lines = job->extent[1] * step_of(job) / CT_LINE_BYTES;
         sets > 1 && lines % 2 == 0; lines /= 2) {
        sets /= 2;
    }
    return job->extent[0] > WAYS * sets;
}

/* Of a field: their number. */
static ptrdiff_t set_pairs(const ct_fft_fields *made, mirrored_rows *pair) {
    const ptrdiff_t *extent = made->extent;
    const ptrdiff_t sheet = made->field_step / extent[0];
    ptrdiff_t pairs = 0;
    for (ptrdiff_t row = 0; row < extent[0] * extent[1]; row++) {
        const ptrdiff_t at[2] = {row / extent[1], row % extent[1]};
        const ptrdiff_t to[2] = {(extent[0] - at[0]) % extent[0], (extent[1] - at[1]) % extent[1]};
        const ptrdiff_t other = to[0] * extent[1] + to[1];
        if (row <= other) {
            pair[pairs++] = (mirrored_rows){
                {at[0] * sheet + at[1] * made->step, to[0] * sheet + to[1] * made->step},
                {row, other}};
        }
    }
    return pairs;
}

ct_fft_fields *ct_fft_fields_create(const ct_fft_fields_job *job) {
    const ptrdiff_t points = points_of(job);
    const int is_real = job->class != CT_CLASS_C2C;
    const ptrdiff_t long_bytes = in_lines(ct_codelet_long_bytes(points, job->precision));
    const ptrdiff_t separating_bytes = is_real ? 2 * in_lines(points * number_bytes(job)) : 0;
    const ptrdiff_t pairs_bytes =
        is_real ? in_lines(rows_of(job) * (ptrdiff_t)sizeof(mirrored_rows)) : 0;
    ct_fft_fields *made =
        ct_fft_fields_suit(job)
            ? aligned_alloc(CT_LINE_BYTES,
                            sizeof *made + (size_t)(long_bytes + separating_bytes + pairs_bytes))
            : NULL;
    if (made == NULL) {
        return NULL;
    }
    char *const separating = (char *)(made + 1) + long_bytes;
    mirrored_rows *const pair = (mirrored_rows *)(separating + separating_bytes);
    const ptrdiff_t row_bytes[2] = {points * number_bytes(job), /* of numbers, of coefficients */
                                    (points + is_real) * number_bytes(job)};
    const int has_three = job->axes == CT_FFT_FIELDS_AXES;
    *made = (ct_fft_fields){
        .class = job->class,
        .kernels = ct_codelet_set_of(job->precision),
        .together = together_of(job),
        .extent = {has_three ? job->extent[0] : 1, job->axes > 1 ? job->extent[job->axes - 2] : 1},
        .points = points,
        .number_bytes = number_bytes(job),
        .from_row = row_bytes[job->class == CT_CLASS_C2R],
        .into_row = row_bytes[job->class == CT_CLASS_R2C],
        .step = step_of(job),
        .are_last = !is_real && (!has_three || step_of(job) != row_bytes[0]),
        .streams = job->streams,
        .is_long = long_bytes > 0,
        .separating = separating,
        .pair = pair,
    };
    made->from_bytes = rows_of(job) * made->from_row;
    made->into_bytes = rows_of(job) * made->into_row;
    made->sheets = are_apart(job) ? made->together * made->extent[0] : 1;
    made->sheet_rows = made->together * rows_of(job) / made->sheets;
    made->sheet_step =
        (rounded_up(made->sheet_rows, rows_at_once(job)) * made->step / CT_LINE_BYTES | 1) *
        CT_LINE_BYTES;
    made->field_step =
        made->sheets > 1 ? made->extent[0] * made->sheet_step : rows_of(job) * made->step;
    made->work_bytes = is_real || job->axes > 1 ? made->sheets * made->sheet_step : 0;
    made->result_bytes = in_lines(made->together * made->into_bytes + CT_LINE_BYTES);
    made->may_stream = may_stream(made, job);
    set_rows(made, job, made + 1);
    if (job->axes > 1) {
        set_columns(made, job);
    }
    if (has_three) {
        set_across(made, job);
    }
    set_fetching(made);
    if (is_real) {
        ct_codelet_separating_factors(job->precision, points, direction_of(job), separating);
        made->pairs = set_pairs(made, pair);
    }
    return made;
}

ptrdiff_t ct_fft_fields_work_bytes(const ct_fft_fields *fields) {
    return fields->work_bytes + 2 * fields->result_bytes + fields->together * fields->from_bytes;
}
