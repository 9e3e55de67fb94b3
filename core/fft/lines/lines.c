/* Prepares the transforms of lines. */
#include "fft/lines/lines.h"

#include "base/arithmetic/extremes.h"
#include "fft/lines/codelets/columns.h"
#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/lines/codelets/tall.h"
#include "fft/lines/tile_width.h"
#include "kernels/cache.h"

/* FFTW transforms longer lines so much faster in rows that a transposition pays: 256 complex
 * doubles 0.26 us in rows and 0.26 to 0.34 in columns, 512 0.58 and 0.64, 1024 1.36 and 2.2. */
enum { ACROSS_POINTS_MOST = 512 };

static ct_fft_end end_of(const ct_fft_axis *axis, int is_spectrum, const ct_fft_state *state) {
    const int is_half = axis->kind == CT_FFT_R2C && is_spectrum;
    ct_fft_end end = {.extent = is_spectrum ? axis->modes : axis->points,
                      .points = is_half ? axis->length / 2 + 1 : axis->length,
                      .element_bytes = state->element_bytes};
    ct_fft_ranges(axis, is_spectrum, end.range);
    return end;
}

/* Row pitch of a tile: whole cache lines, for alignment, and one more, so that rows use different
 * cache sets. */
static ptrdiff_t padded(ptrdiff_t elements, ptrdiff_t element_bytes) {
    const ptrdiff_t line = CT_LINE_BYTES / element_bytes;
    return (elements + line - 1) / line * line + line;
}

/* The axis along which lines lie side by side in a tile; none: that of the lines. */
static int beside_axis(const ct_fft_lines *lines) {
    for (int i = 1; i < lines->axes; i++) {
        if (lines->width[lines->order[i]] > 1) {
            return lines->order[i];
        }
    }
    return lines->axes > 1 ? lines->order[1] : lines->axis;
}

/* Complete lines of a block at equal strides are transformed in place; others use a buffer. */
static void set_end_layout(const ct_fft_lines *lines, ct_fft_end *end, int is_block,
                           const ptrdiff_t *stride, int is_across) {
    int next = beside_axis(lines);
    ptrdiff_t beside = stride[is_across ? next : lines->axis];
    end->is_across = is_across;
    end->step = is_across ? padded(lines->tile_lines, end->element_bytes) : 1;
    end->pitch = is_across ? 1 : padded(end->points, end->element_bytes);
    end->is_direct = is_block && beside == end->element_bytes && end->extent == end->points &&
                     (lines->ends.whole >> next & 1) != 0 &&
                     lines->width[next] == lines->tile_lines && !lines->is_copy;
    if (end->is_direct) {
        end->step = stride[lines->axis] / end->element_bytes;
        end->pitch = stride[next] / end->element_bytes;
    }
}

void ct_fft_lines_set_layout(ct_fft_lines *lines, ct_fft_tile_layout layout) {
    const ct_fft_ends *ends = &lines->ends;
    const ct_fft_end *from = &lines->from;
    const ct_fft_end *into = &lines->into;
    if (layout != lines->layout) {
        ct_fft_lines_destroy(lines);
    }
    lines->layout = layout;
    set_end_layout(lines, &lines->from, ends->from_is_block, ends->from_stride,
                   layout != CT_FFT_ROWS);
    set_end_layout(lines, &lines->into, ends->into_is_block && !lines->turns, ends->into_stride,
                   layout == CT_FFT_COLUMNS);
    lines->is_in_place = layout == CT_FFT_COLUMNS && !from->is_direct && !into->is_direct &&
                         from->points == into->points && from->element_bytes == into->element_bytes;
}

/* Columns are possible where an array has stride 1 across lines. What FFTW does in one codelet is
 * written as columns too, which is always faster. In several it is faster from columns to rows,
 * which are transposed when they are copied. Tiles of complex lines, us, as rows, columns to rows,
 * and columns: 32 of 64 points 4.5, 3.5, 3.0, 32 of 128 9.7, 8.9, 7.8, 65 of 128 22.4, 20.3, 16.8,
 * 32 of 256 20.7, 19.2, 24.3, 28 of 100 7.5, 7.9, 9.2. */
static ct_fft_tile_layout other_layout(const ct_fft_lines *lines) {
    const ct_fft_ends *ends = &lines->ends;
    const int beside = beside_axis(lines);
    const ptrdiff_t points = lines->job.line.count;
    if (lines->axes == 1 || lines->is_copy ||
        ends->from_stride[beside] >= ends->from_stride[lines->axis]) {
        return CT_FFT_ROWS;
    }
    const int are_columns = ct_fft_is_codelet(points) || lines->has_codelet || lines->may_be_placed;
    if (lines->job.class == CT_CLASS_C2C && are_columns && !lines->turns &&
        (ct_fft_has_columns(points, ct_fft_lines_precision(lines)) ||
         ends->into_stride[beside] < ends->into_stride[lines->axis])) {
        return CT_FFT_COLUMNS;
    }
    return points <= ACROSS_POINTS_MOST ? CT_FFT_COLUMNS_TO_ROWS : CT_FFT_ROWS;
}

/* Whether columns of the tiles go by a codelet of ours: in the second-level cache where they are
 * long. Of blocks, which are no copies, those side by side are whole vectors, or whole rows of the
 * last axis, which are padded to them. */
static int has_codelet(const ct_fft_lines *lines, const ptrdiff_t *block, const ct_fft_ends *ends,
                       ct_precision precision) {
    const ptrdiff_t points = lines->job.line.count;
    const int are_copied = !ends->from_is_block && !ends->into_is_block;
    const int are_rows = lines->axis < lines->axes - 1 && ends->component_axis < 0 &&
                         (ends->whole >> (lines->axes - 1) & 1) != 0;
    int has = lines->job.class == CT_CLASS_C2C && !lines->turns && lines->axes > 1 &&
              (ct_fft_has_columns(points, precision) ||
               (are_copied && ct_fft_has_tall(points, precision)));
    for (int a = 0; a < lines->axes && !are_copied && !are_rows; a++) {
        has = has &&
              (a == lines->axis || block[a] == 1 || block[a] % ct_codelet_lanes(precision) == 0);
    }
    return has;
}

ct_fft_lines ct_fft_lines_prepare(const ct_fft_shape *shape, int axis, ct_direction direction,
                                  const ct_fft_state *from, const ct_fft_state *into,
                                  const ptrdiff_t block[CT_MAX_AXES], const ct_fft_ends *ends) {
    const ct_fft_axis *about = &shape->axis[axis];
    int forward = direction == CT_FORWARD;
    ct_fft_lines lines = {.fftw = shape->precision == CT_FLOAT ? &ct_fft_float : &ct_fft_double,
                          .axes = shape->axes,
                          .axis = axis,
                          .is_copy = about->kind == CT_FFT_NONE,
                          .is_complex = from->is_complex,
                          .real_bytes = from->element_bytes / (from->is_complex ? 2 : 1),
                          .pair = ct_fft_pair(about),
                          .turns = ends->turns,
                          .factor = 1,
                          .back_factor = 1};
    lines.job = (ct_fft_lines_job){.class = about->kind == CT_FFT_C2C   ? CT_CLASS_C2C
                                            : about->kind != CT_FFT_R2C ? CT_CLASS_R2R
                                            : forward                   ? CT_CLASS_R2C
                                                                        : CT_CLASS_C2R,
                                   .kind = about->kind,
                                   .direction = direction,
                                   .line = {about->length, 0, 0}};
    for (int a = 0; a < shape->axes; a++) {
        const ct_fft_axis *other = &shape->axis[a];
        lines.job.is_batch |= other->kind == CT_FFT_NONE && other->points > 1;
    }
    lines.has_codelet = has_codelet(&lines, block, ends, shape->precision);
    lines.may_be_placed = ct_fft_tile_may_be_placed(&lines, about, block, ends, shape->precision);
    lines.from = end_of(about, !forward, from);
    lines.into = end_of(about, forward, into);
    ct_fft_tile_choose_width(&lines, block, ends);
    lines.ends = *ends;
    lines.other = other_layout(&lines);
    ct_fft_lines_set_layout(&lines, lines.other == CT_FFT_COLUMNS ? CT_FFT_COLUMNS : CT_FFT_ROWS);
    if (lines.has_codelet && lines.is_in_place) {
        lines.tall_bytes = ct_fft_tall_bytes(about->length, shape->precision,
                                             lines.tile_lines * lines.from.element_bytes);
    }
    return lines;
}

ptrdiff_t ct_fft_tile_columns(const ct_fft_lines *lines, ptrdiff_t count) {
    const int are_padded = lines->has_codelet &&
                           (lines->is_in_place || lines->from.is_direct || lines->into.is_direct);
    return are_padded ? ct_fft_tile_whole_lines(count, lines->from.element_bytes) : count;
}

ptrdiff_t ct_fft_end_bytes(const ct_fft_lines *lines, const ct_fft_end *end) {
    return (end->is_across ? end->points * end->step : lines->tile_lines * end->pitch) *
           end->element_bytes;
}

ptrdiff_t ct_fft_end_most_bytes(const ct_fft_lines *lines, const ct_fft_end *end) {
    ptrdiff_t rows = lines->tile_lines * padded(end->points, end->element_bytes);
    ptrdiff_t across = end->points * padded(lines->tile_lines, end->element_bytes);
    const ptrdiff_t most = ct_most(rows, lines->other != CT_FFT_ROWS ? across : 0);
    return ct_most(most * end->element_bytes, ct_most(lines->tall_bytes, lines->work_bytes));
}

void ct_fft_lines_destroy(ct_fft_lines *lines) {
    if (lines->fftw != NULL) {
        lines->fftw->destroy(lines->plan);
        lines->fftw->destroy(lines->rest_plan);
        lines->fftw->destroy(lines->back_plan);
        lines->fftw->destroy(lines->back_rest_plan);
    }
    lines->plan = lines->rest_plan = lines->back_plan = lines->back_rest_plan = NULL;
}
