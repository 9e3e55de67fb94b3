#include "fft/lines/codelets/fields/fields.h"

#include "base/arithmetic/extremes.h"
#include "fft/lines/codelets/fields/fields_parts.h"
#include "fft/lines/codelets/rows/long.h"
#include "fft/numbers.h"
#include "kernels/vectors.h"

#include <stdlib.h>

/* Fields that are transformed at once: with the work array and the result they stay in the
 * first-level cache. */
enum { BLOCK_BYTES = 4 * 1024 };

static ptrdiff_t rounded_up(ptrdiff_t count, ptrdiff_t unit) {
    return (count + unit - 1) / unit * unit;
}

static ct_direction direction_of(const ct_fft_fields_job *job) {
    return job->class == CT_CLASS_C2C ? job->direction
                                      : (job->class == CT_CLASS_R2C ? CT_FORWARD : CT_INVERSE);
}

/* Fields of a block: at least as many as rows are transformed at once. */
static ptrdiff_t together_of(const ct_fft_fields_job *job) {
    const ptrdiff_t rows = ct_fft_fields_rows(job);
    const ptrdiff_t fit =
        BLOCK_BYTES / (rows * ct_fft_fields_points(job) * ct_fft_fields_number_bytes(job));
    const ptrdiff_t some = ct_most(ct_least(fit, job->fields), 1);
    return (rounded_up(some * rows, ct_fft_fields_rows_at_once(job)) + rows - 1) / rows;
}

static void set_rows(ct_fft_fields *made, const ct_fft_fields_job *job, void *long_steps) {
    const int is_real = job->class != CT_CLASS_C2C;
    const int reads = job->class == CT_CLASS_R2C || (job->axes == 1 && !is_real);
    const int leaves = job->class == CT_CLASS_C2R || made->are_last;
    made->rows = (ct_codelet_pass){
        .kernel = made->is_long ? ct_codelet_long_rows
                  : job->are_lanes
                      ? made->kernels->rows_by_columns
                      : ct_codelet_rows(job->precision, made->points, 0, direction_of(job)),
        /* In place none is transformed twice. */
        .count = leaves || reads ? made->sheet_rows
                                 : rounded_up(made->sheet_rows, ct_fft_fields_rows_at_once(job)),
        .from_step = reads ? made->from_row : made->step,
        .into_step = leaves ? made->into_row : made->step,
        .factors = made->is_long ? long_steps : made->row_factors,
        .factor = job->factor,
    };
    if (made->is_long) {
        ct_codelet_long_set(long_steps, made->points, job->precision, direction_of(job));
    } else if (!job->are_lanes) { /* whose factors know all axes */
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
        .width = reads ? made->from_row : ct_in_lines(made->points * made->number_bytes),
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
        (made->rows.count + made->columns.count * ct_in_lines(made->columns.width) / CT_LINE_BYTES);
    made->rows.fetched = made->columns.fetched = ct_in_lines((bytes + times - 1) / times);
    made->paid = ct_in_lines((made->together * made->into_bytes + times - 1) / times);
}

/* Whether kernels write whole cache lines. */
static int may_stream(const ct_fft_fields *made, const ct_fft_fields_job *job) {
    enum { COLUMN_MOST = 64 }; /* points */
    return job->class != CT_CLASS_R2C && !made->is_long && !job->are_lanes &&
           (job->class == CT_CLASS_C2R || made->are_last
                ? ct_codelet_rows_stream(job->precision, made->points)
                : made->extent[0] <= COLUMN_MOST);
}

/* Largest fields that columns across them write past the cache, and of which sheets are fetched one
 * after the other, where registers are half a cache line: a sheet or two, and what is made of them,
 * leave most of the last-level cache to others. Two ranks of a Zen 3, ms, in it and fetched by
 * field, past it, and both: c2c 2000 of 16^3 13.4, 10.5, 10.3; 200 of 32^3 14.7, 13.9, 12.6; 60 of
 * 40^3 11.0, 9.8, 8.1; but 60 of 48^3 15.9, 16.6, 19.4; medians of 20 of 64^3 20, 26, 28. */
enum { SHEETS_MOST_BYTES = 1 << 20 };

/* Whether kernels of registers of half a cache line would take longer to write past the cache:
 * columns across large fields, and what goes by a result that must still be in the cache then (how
 * many times as fast as FFTW past it and not: 20 of 64^3 c2c 0.73 and 0.81, r2c 1.24 and 1.45, c2r
 * 1.33 and 1.44). */
static int are_halves_slow(const ct_fft_fields *made, const ct_fft_fields_job *job) {
    enum { RESULT_MOST_BYTES = 128 * 1024 };
    return ct_codelet_registers_are_narrow(job->precision) &&
           (made->may_stream ? job->class == CT_CLASS_C2C && !made->are_last &&
                                   made->into_bytes > SHEETS_MOST_BYTES
                             : made->result_bytes > RESULT_MOST_BYTES);
}

/* What is fetched where registers are half a cache line; with others it was not timed. Real fields
 * by sheets: two ranks of a Zen 3, ms, r2c 20 of 64^3 7.2 and 6.6, smaller ones alike. Lines of
 * results, which stores alone fetch too late, though not of complex planes: c2c 10000 of 100 1.33
 * and 0.94, 10000 of 64 0.44 and 0.40, r2c 2000 of 512 0.64 and 0.62 (medians 2.4 and 1.2, 0.83 and
 * 0.66, 1.00 and 0.79); but c2c 1000 of 16 x 16 0.24 and 0.24, 20 of 64^3 18 and 19. */
static void set_narrow_fetching(ct_fft_fields *made, const ct_fft_fields_job *job) {
    const int is_real = job->class != CT_CLASS_C2C;
    if (ct_codelet_registers_are_narrow(job->precision)) {
        made->fetches_sheets =
            made->sheets > 1 && (is_real || made->from_bytes <= SHEETS_MOST_BYTES);
        made->fetches_results = !made->streams && (is_real || job->axes == 1);
    }
}

/* Fields of three axes have sheets apart where, one after the other, columns across them would be
 * in few sets of the first-level cache. */
static int are_apart(const ct_fft_fields_job *job) {
    enum { SETS = 64, WAYS = 8 };
    if (job->axes < CT_FFT_FIELDS_AXES) {
        return 0;
    }
    ptrdiff_t sets = SETS; /* of a column */
    for (ptrdiff_t lines = job->extent[1] * ct_fft_fields_step(job) / CT_LINE_BYTES;
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

static ct_fft_fields *create(const ct_fft_fields_job *job) {
    const ptrdiff_t points = ct_fft_fields_points(job);
    const int is_real = job->class != CT_CLASS_C2C;
    const ptrdiff_t long_bytes = ct_in_lines(ct_codelet_long_bytes(points, 0, job->precision));
    const ptrdiff_t separating_bytes =
        is_real ? 2 * ct_in_lines(points * ct_fft_fields_number_bytes(job)) : 0;
    const ptrdiff_t pairs_bytes =
        is_real ? ct_in_lines(ct_fft_fields_rows(job) * (ptrdiff_t)sizeof(mirrored_rows)) : 0;
    ct_fft_fields *made = aligned_alloc(
        CT_LINE_BYTES, sizeof *made + (size_t)(long_bytes + separating_bytes + pairs_bytes));
    if (made == NULL) {
        return NULL;
    }
    char *const separating = (char *)(made + 1) + long_bytes;
    mirrored_rows *const pair = (mirrored_rows *)(separating + separating_bytes);
    const ptrdiff_t row_bytes[2] = {
        points * ct_fft_fields_number_bytes(job), /* of numbers, of coefficients */
        (points + is_real) * ct_fft_fields_number_bytes(job)};
    const int has_three = job->axes == CT_FFT_FIELDS_AXES;
    *made = (ct_fft_fields){
        .class = job->class,
        .kernels = ct_codelet_set_of(job->precision),
        .together = together_of(job),
        .extent = {has_three ? job->extent[0] : 1, job->axes > 1 ? job->extent[job->axes - 2] : 1},
        .points = points,
        .number_bytes = ct_fft_fields_number_bytes(job),
        .from_row = row_bytes[job->class == CT_CLASS_C2R],
        .into_row = row_bytes[job->class == CT_CLASS_R2C],
        .step = ct_fft_fields_step(job),
        .are_last = !is_real && (!has_three || ct_fft_fields_step(job) != row_bytes[0]),
        .streams = job->streams,
        .is_long = long_bytes > 0,
        .separating = separating,
        .pair = pair,
    };
    made->from_bytes = ct_fft_fields_rows(job) * made->from_row;
    made->into_bytes = ct_fft_fields_rows(job) * made->into_row;
    made->sheets = are_apart(job) ? made->together * made->extent[0] : 1;
    made->sheet_rows = made->together * ct_fft_fields_rows(job) / made->sheets;
    made->sheet_step = (rounded_up(made->sheet_rows, ct_fft_fields_rows_at_once(job)) * made->step /
                            CT_LINE_BYTES |
                        1) *
                       CT_LINE_BYTES;
    made->field_step = made->sheets > 1 ? made->extent[0] * made->sheet_step
                                        : ct_fft_fields_rows(job) * made->step;
    made->work_bytes = is_real || job->axes > 1 ? made->sheets * made->sheet_step : 0;
    made->result_bytes = ct_in_lines(made->together * made->into_bytes + CT_LINE_BYTES);
    made->may_stream = may_stream(made, job);
    made->streams = made->streams && !are_halves_slow(made, job);
    set_rows(made, job, made + 1);
    if (job->axes > 1) {
        set_columns(made, job);
    }
    if (has_three) {
        set_across(made, job);
    }
    set_fetching(made);
    set_narrow_fetching(made, job);
    if (is_real) {
        ct_codelet_separating_factors(job->precision, points, direction_of(job), separating);
        made->pairs = set_pairs(made, pair);
    }
    return made;
}

ct_fft_fields *ct_fft_fields_create(const ct_fft_fields_job *job) {
    const ct_fft_fields_job rows = ct_fft_fields_in_rows(job);
    ct_fft_fields *made = ct_fft_fields_suit(job) ? create(&rows) : NULL;
    if (made != NULL && rows.are_lanes) {
        ct_codelet_field_factors(job->precision, job->axes, job->extent, job->direction,
                                 made->row_factors);
    }
    return made;
}

ptrdiff_t ct_fft_fields_work_bytes(const ct_fft_fields *fields) {
    return fields->work_bytes + 2 * fields->result_bytes + fields->together * fields->from_bytes;
}

int ct_fft_fields_stream(const ct_fft_fields *fields) {
    return fields->streams;
}
