#include "fft/lines/codelets/plane.h"

#include "base/arithmetic/extremes.h"
#include "fft/lines/codelets/kernels/steps.h"
#include "fft/lines/codelets/plane_parts.h"
#include "fft/lines/codelets/ragged.h"
#include "fft/lines/codelets/rows/long.h"
#include "fft/numbers.h"
#include "fft/shape/shape.h"
#include "kernels/cache.h"

#include <stdlib.h>

/* Points of columns that go in one step; those of a second step may have two again. Planes of up to
 * so many bytes are fetched as a whole while the rows before are transformed; larger ones half
 * while the columns before are, where both stay in the second-level cache (first stage of r2c
 * 256^3, two ranks, 15.9 and 14.1 ms); others some rows ahead. */
enum { COLUMN_MOST = 64, NEXT_MOST_BYTES = 128 * 1024, HALF_CACHE_PARTS = 2 };

/* Work arrays of planes of long rows, whose columns go in one step: they stay in a usual
 * second-level cache. */
enum { LONG_MOST_BYTES = 640 * 1024 };

/* Complex points of rows, each a vector of so many components, and their distances in bytes; points
 * 0: they do not suit. */
typedef struct plane_rows {
    ptrdiff_t points, count, components;
    ptrdiff_t from, into;
    int are_beside; /* one another: each is along the other axis */
} plane_rows;

/* Fewer points of rows side by side are faster by FFTW, or have no kernel. */
enum { BESIDE_POINTS_LEAST = 144 };

/* Whether complex rows are so short that the lines across them are rows side by side. */
static int are_beside(const ct_fft_whole_job *job, ct_fft_span row, ct_fft_span column,
                      ct_precision precision) {
    return job->class == CT_CLASS_C2C && job->batches == 0 && row.count > 1 &&
           row.count <= CT_FFT_VECTOR_MOST && row.count != ct_codelet_lanes(precision) &&
           column.count >= BESIDE_POINTS_LEAST && column.from == row.count &&
           column.into == row.count;
}

static plane_rows rows_of(const ct_fft_whole_job *job, ct_precision precision) {
    const ptrdiff_t real_bytes = ct_real_bytes(precision);
    const int is_real = job->class != CT_CLASS_C2C;
    const ct_fft_span vector = job->batches > 0 ? job->many[0] : (ct_fft_span){1, 1, 1};
    int row = -1;
    for (int a = is_real; a < job->axes; a++) {
        const ct_fft_span *axis = &job->axis[a];
        row = row < 0 && axis->from == vector.count && axis->into == vector.count ? a : row;
    }
    if (job->axes != 2 || job->batches > 1 || vector.from != 1 || vector.into != 1 || row < 0 ||
        (is_real && job->axis[row].count % 2)) {
        return (plane_rows){0};
    }
    const ct_fft_span columns = job->axis[!row];
    if (are_beside(job, job->axis[row], columns, precision)) {
        return (plane_rows){.points = columns.count,
                            .count = job->axis[row].count,
                            .components = 1,
                            .are_beside = 1};
    }
    return (plane_rows){.points = job->axis[row].count / (is_real ? 2 : 1),
                        .count = columns.count,
                        .components = vector.count,
                        .from = columns.from * real_bytes * (job->class == CT_CLASS_R2C ? 1 : 2),
                        .into = columns.into * real_bytes * (job->class == CT_CLASS_C2R ? 1 : 2)};
}

/* More points than a kernel of columns has: the first step is the largest there is, so that the
 * rows of it and of the second one stay in the second-level cache. */
static ptrdiff_t first_of_tall(ptrdiff_t points) {
    ptrdiff_t first = CT_CODELET_STEP_MOST;
    while (first > 1 && !(points % first == 0 && ct_codelet_is_step(first))) {
        first--;
    }
    return first;
}

static column_steps steps_of(ptrdiff_t points) {
    const ptrdiff_t first = points <= COLUMN_MOST       ? 1
                            : points <= CT_CODELET_MOST ? ct_codelet_first(points)
                                                        : first_of_tall(points);
    return (column_steps){first, points / first};
}

/* Bytes of a row, in whole cache lines. */
static ptrdiff_t padded_bytes(ptrdiff_t points, ct_precision precision) {
    const ptrdiff_t lanes = ct_codelet_lanes(precision);
    return (points + lanes - 1) / lanes * CT_LINE_BYTES;
}

/* Bytes from row to row of the work array, or component to component: an odd number of cache lines,
 * one more than the row has, or two. */
static ptrdiff_t work_step(ptrdiff_t points, ct_precision precision) {
    const ptrdiff_t lines = padded_bytes(points, precision) / CT_LINE_BYTES;
    return (lines + 1 + lines % 2) * CT_LINE_BYTES;
}

/* Of real planes, those of columns leave; else those of which the first step of columns has all. */
static ptrdiff_t rows_together(column_steps steps, ct_fft_class class) {
    return steps.first > 1 && class != CT_CLASS_C2R ? steps.first : steps.rest;
}

/* Rows of more points than a kernel has. */
static int are_long(ptrdiff_t points, ct_precision precision) {
    return ct_codelet_long_bytes(points, 0, precision) > 0;
}

static ct_codelet_kernel *rows_kernel(ptrdiff_t points, ptrdiff_t together, ct_precision precision,
                                      ct_direction direction) {
    return are_long(points, precision) ? ct_codelet_long_rows
                                       : ct_codelet_rows(precision, points, together, direction);
}

/* Rows of vectors whose components are as many rows as their kernel wants. */
static ptrdiff_t rows_taken(const plane_rows *rows, ct_precision precision) {
    const ptrdiff_t wanted = ct_codelet_rows_at_once(precision, rows->points);
    return ct_most((wanted + rows->components - 1) / rows->components, 1);
}

/* Bytes of a row of the work array. Complex vectors lie in it as in the array. */
static ptrdiff_t row_step(const plane_rows *rows, ct_fft_class class, ct_precision precision) {
    return class == CT_CLASS_C2C ? work_step(rows->components * rows->points, precision)
                                 : rows->components * work_step(rows->points, precision);
}

/* Before they are written past the cache rows are some: two at once of coefficients, one of long
 * rows, or those of columns. */
static plane_room room_of(const plane_rows *rows, ct_fft_class class, ct_precision precision) {
    const column_steps steps = steps_of(rows->count);
    const ptrdiff_t row_bytes = row_step(rows, class, precision);
    const ptrdiff_t written = class == CT_CLASS_R2C               ? 2
                              : class == CT_CLASS_C2C             ? 0
                              : are_long(rows->points, precision) ? 1
                                                                  : steps.rest;
    const ptrdiff_t some = class != CT_CLASS_C2R && steps.first > 1 ? steps.first : written;
    const ptrdiff_t parts = rows->are_beside ? rows->count
                            : rows->components > 1
                                ? ct_most(rows_taken(rows, precision), 2) * rows->components
                                : 0;
    plane_room room = {.some = rows->count * row_bytes};
    room.apart = room.some + some * row_bytes;
    room.transformed = room.apart + parts * work_step(rows->points, precision);
    room.edges =
        room.transformed + (class == CT_CLASS_C2C ? parts * work_step(rows->points, precision) : 0);
    room.all = room.edges + ct_ragged_bytes(rows->count);
    return room;
}

ptrdiff_t ct_fft_codelet_plane_bytes(const ct_fft_whole_job *job, ct_precision precision) {
    const plane_rows rows = rows_of(job, precision);
    const column_steps steps = steps_of(rows.count);
    const ptrdiff_t together = rows_together(steps, job->class);
    const int is_long = are_long(rows.points, precision);
    const int suits =
        rows_kernel(rows.points, together * rows.components, precision, job->direction) != NULL &&
        rows.points >= ct_codelet_lanes(precision) && /* a vector of columns */
        steps.first * steps.rest == rows.count &&
        ct_codelet_columns(precision, steps.rest, job->direction) != NULL &&
        (steps.first == 1 || ct_codelet_turned(precision, steps.first, job->direction) != NULL);
    const ptrdiff_t bytes = suits ? room_of(&rows, job->class, precision).all : 0;
    return !is_long || (steps.first == 1 && rows.components == 1 && bytes <= LONG_MOST_BYTES)
               ? bytes
               : 0;
}

ptrdiff_t ct_fft_codelet_plane_dense_bytes(ct_fft_class class, ct_direction direction,
                                           ptrdiff_t columns, ptrdiff_t points,
                                           ptrdiff_t components, ct_precision precision) {
    const ptrdiff_t row[2] = {points * components, (points / 2 + 1) * components};
    const ct_fft_whole_job job = {
        .class = class,
        .direction = direction,
        .axes = 2,
        .axis = {{columns, row[class == CT_CLASS_C2R], row[class == CT_CLASS_R2C]},
                 {points, components, components}},
        .batches = components > 1,
        .many[0] = {components, 1, 1}};
    return ct_fft_codelet_plane_bytes(&job, precision);
}

int ct_fft_codelet_plane_is_long(const ct_fft_whole_job *job, ct_precision precision) {
    return are_long(rows_of(job, precision).points, precision);
}

static void set_passes(ct_fft_codelet_plane *plane, ct_precision precision, ct_direction direction,
                       double factor) {
    const column_steps steps = plane->steps;
    const ptrdiff_t row_bytes = plane->points * plane->number_bytes;
    const ptrdiff_t width = plane->components * row_bytes + plane->padding_bytes;
    const int is_forward_plane = plane->class != CT_CLASS_C2R;
    const ptrdiff_t together = rows_together(steps, plane->class);
    const int are_vectors = plane->components > 1;
    plane->rows = (ct_codelet_pass){
        .kernel = rows_kernel(plane->points, together * plane->components, precision, direction),
        .count = plane->is_long ? 1 : together * plane->components,
        .from_step = is_forward_plane && !are_vectors && !plane->are_beside
                         ? ct_fft_plane_step(plane)
                         : plane->part,
        .into_step = is_forward_plane || are_vectors ? plane->part : plane->into * steps.first,
        .fetched = row_bytes,
        .factors = plane->row_factors,
        .factor = factor,
    };
    plane->first = (ct_codelet_pass){
        .kernel = steps.first > 1 ? ct_codelet_turned(precision, steps.first, direction) : NULL,
        .count = 1,
        .width = width,
        .from_step = is_forward_plane ? plane->work : plane->work * steps.rest,
        .into_step = plane->work * steps.rest,
    };
    const ptrdiff_t early_bytes = plane->early * plane->from;
    plane->rest = (ct_codelet_pass){
        .kernel = ct_codelet_columns(precision, steps.rest, direction),
        .count = 1,
        .width = width,
        .from_step = plane->work,
        .into_step = plane->class == CT_CLASS_C2C && !plane->are_beside ? plane->into * steps.first
                                                                        : plane->work,
        .fetched = (early_bytes / (width > 0 ? width : 1) + 1) * CT_LINE_BYTES,
        .factors = plane->rest_factors,
    };
}

ct_fft_codelet_plane *ct_fft_codelet_plane_create(const ct_fft_whole_job *job,
                                                  ct_precision precision, double factor,
                                                  int streams) {
    const plane_rows rows = rows_of(job, precision);
    const ct_direction direction = job->class == CT_CLASS_R2C   ? CT_FORWARD
                                   : job->class == CT_CLASS_C2R ? CT_INVERSE
                                                                : job->direction;
    const ptrdiff_t long_bytes = ct_in_lines(ct_codelet_long_bytes(rows.points, 0, precision));
    const ptrdiff_t separating_bytes =
        job->class != CT_CLASS_C2C ? 2 * padded_bytes(rows.points, precision) : 0;
    const ptrdiff_t between_bytes = ct_in_lines(rows.count * 2 * ct_real_bytes(precision));
    ct_fft_codelet_plane *plane =
        ct_fft_codelet_plane_bytes(job, precision) > 0
            ? aligned_alloc(CT_LINE_BYTES,
                            sizeof *plane + (size_t)(long_bytes + separating_bytes + between_bytes))
            : NULL;
    if (plane == NULL) {
        return NULL;
    }
    const ptrdiff_t number_bytes = 2 * ct_real_bytes(precision);
    const ptrdiff_t bytes = rows.count * rows.components * rows.points * number_bytes;
    const ptrdiff_t part = work_step(rows.points, precision);
    char *const separating = (char *)(plane + 1) + long_bytes;
    char *const between = separating + separating_bytes;
    *plane = (ct_fft_codelet_plane){
        .class = job->class,
        .separating = separating,
        .between = between,
        .is_long = long_bytes > 0,
        .kernels = ct_codelet_set_of(precision),
        .number_bytes = number_bytes,
        .steps = steps_of(rows.count),
        .components = rows.components,
        .count = rows.count,
        .points = rows.points,
        .from = rows.from,
        .into = rows.into,
        .work = row_step(&rows, job->class, precision),
        .part = part,
        .are_beside = rows.are_beside,
        .padding_bytes = job->class != CT_CLASS_C2C && rows.components > 1
                             ? rows.components * (part - rows.points * number_bytes)
                         : job->class != CT_CLASS_C2C || rows.are_beside
                             ? padded_bytes(rows.points, precision) - rows.points * number_bytes
                             : 0,
        .taken = rows_taken(&rows, precision),
        .room = room_of(&rows, job->class, precision),
        .streams = streams,
        .rows_stream = long_bytes == 0 && !ct_codelet_registers_are_narrow(precision),
        .early =
            bytes <= ct_cache_second_bytes() / HALF_CACHE_PARTS ? steps_of(rows.count).rest / 2 : 1,
        .fetches_next = bytes <= NEXT_MOST_BYTES,
    };
    set_passes(plane, precision, direction, factor);
    if (plane->is_long) {
        plane->rows.factors = plane + 1;
        ct_codelet_long_set((ct_codelet_long *)(plane + 1), plane->points, precision, direction);
    } else {
        ct_codelet_row_factors(precision, plane->points, direction, plane->row_factors);
    }
    if (plane->steps.first > 1) {
        ct_codelet_between_factors(precision, plane->steps.first, plane->steps.rest, direction,
                                   between);
    }
    ct_codelet_inner_factors(precision, plane->steps.rest, direction, plane->rest_factors);
    if (job->class != CT_CLASS_C2C) {
        ct_codelet_separating_factors(precision, plane->points, direction, separating);
    }
    return plane;
}
