#include "fft/lines/codelets/fields_parts.h"
#include "kernels/stream.h"

#include <string.h>

/* A block of fields: where it is read and left, and the one that is read next. */
typedef struct block {
    const char *from, *next;
    char *into;
    int streams;
} block;

/* The row of a field whose frequencies along the other axes are opposite. */
static ptrdiff_t mirrored(const ct_fft_fields *fields, ptrdiff_t row) {
    const ptrdiff_t *extent = fields->extent;
    const ptrdiff_t first = row / extent[1];
    const ptrdiff_t second = row % extent[1];
    return (first > 0 ? extent[0] - first : 0) * extent[1] + (second > 0 ? extent[1] - second : 0);
}

static char *work_row(const ct_fft_fields *fields, char *work, ptrdiff_t row) {
    return work + row / fields->sheet_rows * fields->sheet_step +
           row % fields->sheet_rows * fields->step;
}

/* Between complex rows in the work array, where their columns are transformed, and coefficients. */
static void pair_rows(const ct_fft_fields *fields, const block *b, char *work) {
    const ptrdiff_t rows = fields->extent[0] * fields->extent[1];
    const int separates = fields->class == CT_CLASS_R2C;
    for (ptrdiff_t i = 0; i < fields->together * rows; i++) {
        const ptrdiff_t row[2] = {i, i - i % rows + mirrored(fields, i % rows)};
        ct_codelet_separation pair = {.half = fields->points,
                                      .numbers = row[0] == row[1] ? fields->points / 2 + 1
                                                                  : fields->points,
                                      .factors = fields->separating};
        for (int k = 0; k < 2; k++) {
            char *const complex_row = work_row(fields, work, row[k]);
            pair.from[k] = separates ? complex_row : b->from + row[k] * fields->from_row;
            pair.into[k] = separates ? b->into + row[k] * fields->into_row : complex_row;
            pair.ahead[k] = b->next + row[k] * fields->from_row;
        }
        if (row[0] <= row[1]) {
            (separates ? fields->kernels->separate : fields->kernels->combine)(&pair);
        }
    }
}

/* A sheet before columns go across: it is in the work array then. */
static void enter_sheet(const ct_fft_fields *fields, const char *from, char *work,
                        ct_codelet_ahead *ahead) {
    if (fields->class == CT_CLASS_R2C) {
        fields->rows.kernel(&fields->rows, from, work, 0, ahead);
        from = work;
    }
    if (fields->columns.kernel != NULL) {
        fields->columns.kernel(&fields->columns, from, work, 0, ahead);
    }
    if (fields->class == CT_CLASS_C2C && !fields->are_last) {
        fields->rows.kernel(&fields->rows, work, work, 0, ahead);
    }
}

/* And after that. */
static void leave_sheet(const ct_fft_fields *fields, const char *from, char *into, int streams,
                        ct_codelet_ahead *ahead) {
    if (fields->class == CT_CLASS_C2R && fields->columns.kernel != NULL) {
        fields->columns.kernel(&fields->columns, from, (char *)from, 0, ahead);
    }
    fields->rows.kernel(&fields->rows, from, into, streams, ahead);
}

static void transform_across(const ct_fft_fields *fields, const block *b, char *work) {
    const ct_codelet_pass *across = &fields->across;
    const int leaves = fields->class == CT_CLASS_C2C && !fields->are_last;
    ct_codelet_ahead nothing = {.left = 0};
    for (ptrdiff_t i = 0; i < fields->together; i++) {
        char *field = work + i * fields->extent[0] * across->from_step;
        across->kernel(across, field, leaves ? b->into + i * fields->into_bytes : field,
                       leaves && b->streams, &nothing);
    }
}

static void transform(const ct_fft_fields *fields, const block *b, char *work) {
    enum { NEAR_MOST_BYTES = 16 * 1024 }; /* what is fetched into the first-level cache */
    const ptrdiff_t bytes = fields->together * fields->from_bytes;
    const int works = fields->work_bytes > 0;
    ct_codelet_ahead ahead = {
        .from = b->next,
        .into = b->into + fields->together * fields->into_bytes,
        .streams = b->streams && bytes <= NEAR_MOST_BYTES,
        .reads_only = 1,
        .left = b->next != b->from && fields->class != CT_CLASS_C2R ? bytes : 0,
    };
    if (fields->class == CT_CLASS_C2R) {
        pair_rows(fields, b, work);
    }
    for (ptrdiff_t i = 0; i < fields->sheets && works && fields->class != CT_CLASS_C2R; i++) {
        enter_sheet(fields, b->from + i * fields->sheet_rows * fields->from_row,
                    work + i * fields->sheet_step, &ahead);
    }
    if (fields->across.kernel != NULL) {
        transform_across(fields, b, work);
    }
    for (ptrdiff_t i = 0; i < fields->sheets && (fields->are_last || fields->class == CT_CLASS_C2R);
         i++) {
        leave_sheet(fields, works ? work + i * fields->sheet_step : b->from,
                    b->into + i * fields->sheet_rows * fields->into_row, b->streams, &ahead);
    }
    if (fields->class == CT_CLASS_R2C) {
        pair_rows(fields, b, work);
    }
}

static void leave(const ct_fft_fields *fields, char *into, const char *result, ptrdiff_t bytes) {
    if (fields->streams) {
        ct_stream_copy(into, result, (size_t)bytes);
    } else {
        memcpy(into, result, (size_t)bytes);
    }
}

void ct_fft_fields_run(const ct_fft_fields *fields, const void *input, void *output, void *work) {
    const ptrdiff_t together = fields->together;
    const ptrdiff_t blocks = (fields->fields + together - 1) / together;
    const int is_in_place = input == output;
    const int is_backward = is_in_place && fields->into_bytes > fields->from_bytes;
    const ptrdiff_t sense = is_backward ? -1 : 1;
    const int by_result = fields->streams
                              ? !fields->may_stream || ct_line_phase(output) != 0 ||
                                    together * fields->into_bytes % CT_LINE_BYTES != 0
                              : fields->is_long && is_in_place;
    char *const result = (char *)work + fields->work_bytes;
    char *const rest = result + fields->result_bytes; /* a block that is not full */
    memset(work, 0, (size_t)fields->work_bytes);      /* what pads rows is computed with */
    for (ptrdiff_t i = 0; i < blocks; i++) {
        const ptrdiff_t at = (is_backward ? blocks - 1 - i : i) * together;
        const ptrdiff_t count = fields->fields - at < together ? fields->fields - at : together;
        const char *from = (const char *)input + at * fields->from_bytes;
        char *into = (char *)output + at * fields->into_bytes;
        block b = {.from = from, .into = into, .streams = fields->streams && !by_result};
        b.next = i + 1 < blocks ? from + sense * together * fields->from_bytes : from;
        if (count < together) {
            memset(rest, 0, (size_t)(together * fields->from_bytes));
            memcpy(rest, from, (size_t)(count * fields->from_bytes));
            b.from = rest;
        }
        if (count < together || by_result) {
            b.into = result + ct_line_phase(into);
            b.streams = 0;
        }
        transform(fields, &b, work);
        if (b.into != into) {
            leave(fields, into, b.into, count * fields->into_bytes);
        }
    }
    if (fields->streams) {
        ct_stream_fence();
    }
}
