#include "fft/lines/codelets/fields/fields_parts.h"
#include "kernels/stream.h"

#include <string.h>

/* A block's result in the work array, on its way to where it is left. */
typedef struct result {
    const char *from;
    char *into;
    ptrdiff_t bytes;
} result;

/* A block of fields: where it is read and left, and the one that is read next. */
typedef struct block {
    const char *from, *next;
    char *into;
    int streams;
} block;

/* Between complex rows in the work array, where their columns are transformed, and coefficients. */
static void pair_rows(const ct_fft_fields *fields, const block *b, char *work) {
    const int separates = fields->class == CT_CLASS_R2C;
    ct_codelet_separating *kernel =
        separates ? fields->kernels->separate : fields->kernels->combine;
    const ptrdiff_t outside = separates ? fields->into_row : fields->from_row;
    for (ptrdiff_t field = 0; field < fields->together; field++) {
        const char *from = b->from + field * fields->from_bytes;
        const char *next = b->next + field * fields->from_bytes;
        char *into = b->into + field * fields->into_bytes;
        char *here = work + field * fields->field_step;
        for (ptrdiff_t i = 0; i < fields->pairs; i++) {
            const mirrored_rows *p = &fields->pair[i];
            const ptrdiff_t at[2] = {p->row[0] * outside, p->row[1] * outside};
            ct_codelet_separation rows = {.half = fields->points,
                                          .numbers = at[0] == at[1] ? fields->points / 2 + 1
                                                                    : fields->points,
                                          .factors = fields->separating};
            for (int k = 0; k < 2; k++) {
                rows.from[k] = separates ? here + p->work[k] : from + at[k];
                rows.into[k] = separates ? into + at[k] : here + p->work[k];
                rows.ahead[k] = next + at[k];
            }
            kernel(&rows);
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
        char *field = work + i * fields->field_step;
        across->kernel(across, field, leaves ? b->into + i * fields->into_bytes : field,
                       leaves && b->streams, &nothing);
    }
}

/* Transforms a block, and leaves the result of an earlier one meanwhile. */
static void transform(const ct_fft_fields *fields, const block *b, result *earlier, char *work) {
    enum { NEAR_MOST_BYTES = 16 * 1024 }; /* what is fetched into the first-level cache */
    const ptrdiff_t bytes = fields->together * fields->from_bytes;
    const ptrdiff_t sheet_bytes =
        fields->fetches_sheets ? fields->sheet_rows * fields->from_row : 0;
    const ptrdiff_t later_bytes = sheet_bytes > 0 ? bytes - sheet_bytes : 0; /* of this block */
    const int is_last = b->next == b->from;
    const int works = fields->work_bytes > 0;
    ct_codelet_ahead ahead = {
        .from = sheet_bytes > 0 ? b->from + sheet_bytes : b->next,
        .into = b->into + fields->together * fields->into_bytes,
        .streams = b->streams && bytes <= NEAR_MOST_BYTES,
        .reads_only = !fields->fetches_results || b->into == b->from,
        .left = fields->class == CT_CLASS_C2R ? 0
                : is_last                     ? later_bytes
                                              : bytes,
        .result = earlier->from,
        .target = earlier->into,
        .owed = earlier->bytes / CT_LINE_BYTES * CT_LINE_BYTES,
        .paid = fields->paid,
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
    const ptrdiff_t paid = ahead.result - earlier->from;
    *earlier = (result){ahead.result, ahead.target, earlier->bytes - paid};
}

/* Leaves all that is left of a result. */
static void leave(const ct_fft_fields *fields, result *r) {
    if (fields->streams) {
        ct_stream_copy(r->into, r->from, (size_t)r->bytes);
    } else {
        memcpy(r->into, r->from, (size_t)r->bytes);
    }
    r->bytes = 0;
}

/* Leaves the first bytes, so that the others begin with a cache line; without streaming, all. */
static void begin_leaving(const ct_fft_fields *fields, result *r) {
    const ptrdiff_t phase = ct_line_phase(r->into);
    const ptrdiff_t head = phase > 0 ? CT_LINE_BYTES - phase : 0;
    const ptrdiff_t bytes = fields->streams && head < r->bytes ? head : r->bytes;
    memcpy(r->into, r->from, (size_t)bytes);
    *r = (result){r->from + bytes, r->into + bytes, r->bytes - bytes};
}

void ct_fft_fields_run(const ct_fft_fields *fields, ptrdiff_t first, ptrdiff_t count,
                       const void *input, void *output, void *work) {
    const ptrdiff_t together = fields->together;
    const ptrdiff_t blocks = (count + together - 1) / together;
    const char *const all_from = (const char *)input + first * fields->from_bytes;
    char *const all_into = (char *)output + first * fields->into_bytes;
    const int is_in_place = input == output;
    const int is_backward = is_in_place && fields->into_bytes > fields->from_bytes;
    const ptrdiff_t sense = is_backward ? -1 : 1;
    const int by_result = fields->streams ? !fields->may_stream || ct_line_phase(all_into) != 0 ||
                                                together * fields->into_bytes % CT_LINE_BYTES != 0
                                          : fields->is_long && is_in_place;
    char *const results = (char *)work + fields->work_bytes;
    char *const rest = results + 2 * fields->result_bytes; /* a block that is not full */
    result earlier = {results, output, 0};
    memset(work, 0, (size_t)fields->work_bytes); /* what pads rows is computed with */
    for (ptrdiff_t i = 0; i < blocks; i++) {
        const ptrdiff_t at = (is_backward ? blocks - 1 - i : i) * together;
        const ptrdiff_t some = count - at < together ? count - at : together;
        const char *from = all_from + at * fields->from_bytes;
        char *into = all_into + at * fields->into_bytes;
        block b = {.from = from, .into = into, .streams = fields->streams && !by_result};
        b.next = i + 1 < blocks ? from + sense * together * fields->from_bytes : from;
        if (some < together) {
            memset(rest, 0, (size_t)(together * fields->from_bytes));
            memcpy(rest, from, (size_t)(some * fields->from_bytes));
            b.from = rest;
        }
        if (some < together || by_result) {
            b.into = results + i % 2 * fields->result_bytes + ct_line_phase(into);
            b.streams = 0;
        }
        transform(fields, &b, &earlier, work);
        leave(fields, &earlier);
        if (b.into != into) {
            earlier = (result){b.into, into, some * fields->into_bytes};
            begin_leaving(fields, &earlier);
        }
    }
    leave(fields, &earlier);
    if (fields->streams) {
        ct_stream_fence();
    }
}
