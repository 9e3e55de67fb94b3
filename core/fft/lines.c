/* Preparing and planning the transforms of lines. */
#include "fft/lines.h"

#include <fftw3.h>

/* A tile of columns is as wide as full memory speed wants (16 complex doubles, four cache lines) as
 * long as it fits half of a core's cache. A little padding keeps the rows of a tile off each
 * other's cache sets (256 points a line: 13.5 ms instead of 23 ms for 32768 lines). */
enum {
    COLUMNS_MOST_BYTES = 256,
    COLUMNS_LEAST_BYTES = 64,
    ROWS_MOST = 16,
    TILE_MOST_BYTES = 512 * 1024,
    PADDING_BYTES = 32
};

static ct_fft_end end_of(const ct_fft_axis *axis, int is_spectrum, const ct_fft_state *state) {
    ct_fft_end end = {.extent = is_spectrum ? axis->modes : axis->points,
                      .points = axis->length,
                      .element_bytes = state->element_bytes};
    ptrdiff_t low = end.extent;
    if (axis->kind == CT_FFT_R2C && is_spectrum) {
        end.points = axis->length / 2 + 1;
    }
    if (axis->kind == CT_FFT_C2C && is_spectrum && axis->modes < axis->length) {
        low = axis->modes - axis->modes / 2;
    }
    ptrdiff_t high = end.extent - low;
    end.range[0] = (ct_fft_range){0, 0, low};
    end.range[1] = (ct_fft_range){low, end.points - high, high};
    return end;
}

static ptrdiff_t least(ptrdiff_t a, ptrdiff_t b) {
    return a < b ? a : b;
}

static ptrdiff_t most(ptrdiff_t a, ptrdiff_t b) {
    return a > b ? a : b;
}

/* Lines of a tile, before it is known how many there are. */
static ptrdiff_t lines_wanted(const ct_fft_lines *lines) {
    ptrdiff_t element = most(lines->from.element_bytes, lines->into.element_bytes);
    ptrdiff_t line_bytes = most(lines->from.points * lines->from.element_bytes,
                                lines->into.points * lines->into.element_bytes);
    ptrdiff_t wanted = lines->rows ? ROWS_MOST : COLUMNS_MOST_BYTES / element;
    ptrdiff_t fewest = lines->rows ? 1 : COLUMNS_LEAST_BYTES / element;
    while (wanted > fewest && wanted * line_bytes > TILE_MOST_BYTES) {
        wanted /= 2;
    }
    return wanted;
}

/* The axis, of those not used, along which positions are closest together at one end. */
static int closest(const ct_fft_ends *ends, int axes, unsigned used) {
    int found = 0;
    for (int a = 1; a < axes; a++) {
        int is_closer = least(ends->from_stride[a], ends->into_stride[a]) <
                        least(ends->from_stride[found], ends->into_stride[found]);
        if ((used >> a & 1) == 0 && ((used >> found & 1) != 0 || is_closer)) {
            found = a;
        }
    }
    return found;
}

/* Divides the block into tiles of equal widths, axes that are close together in memory first. */
static void choose_tile(ct_fft_lines *lines, const ptrdiff_t *block, const ct_fft_ends *ends) {
    ptrdiff_t wanted = lines_wanted(lines);
    unsigned used = 1U << lines->axis;
    int at = 0;
    lines->tile_lines = 1;
    if (lines->rows) {
        lines->order[at++] = lines->axis;
    }
    for (int i = 1; i < lines->axes; i++) {
        int next = closest(ends, lines->axes, used);
        used |= 1U << next;
        ptrdiff_t width = most(wanted / lines->tile_lines, 1);
        ptrdiff_t extent = most(block[next], 1);
        ptrdiff_t tiles = (extent + width - 1) / width;
        lines->width[next] = (extent + tiles - 1) / tiles;
        lines->step[next] = lines->tile_lines;
        lines->tile_lines *= lines->width[next];
        lines->order[at++] = next;
    }
    if (!lines->rows) {
        lines->order[at++] = lines->axis;
    }
    lines->width[lines->axis] = lines->from.extent;
    lines->step[lines->axis] = 0;
}

static void choose_pitch(ct_fft_end *end, int rows, ptrdiff_t tile_lines) {
    ptrdiff_t line = PADDING_BYTES / end->element_bytes; /* so that rows are aligned for vectors */
    ptrdiff_t count = rows ? end->points : tile_lines;
    end->pitch = (count + line - 1) / line * line + line;
}

/* What FFTW is asked for: lines of complex numbers in a cosine or sine transform are two real ones,
 * which alternate. */
static ct_fft_lines_job job_of(const ct_fft_lines *lines, ptrdiff_t from_pitch,
                               ptrdiff_t into_pitch) {
    ct_fft_lines_job job = lines->job;
    ptrdiff_t parts = job.class == CT_CLASS_R2R && lines->is_complex ? 2 : 1;
    ct_fft_span along = {job.line.count, parts, parts};
    ct_fft_span across = {job.line.count, from_pitch * parts, into_pitch * parts};
    ct_fft_span pair = {parts, 1, 1};
    job.line = lines->rows ? along : across;
    job.many[0] = lines->rows
                      ? (ct_fft_span){lines->tile_lines, from_pitch * parts, into_pitch * parts}
                      : (ct_fft_span){lines->tile_lines, parts, parts};
    job.many[1] = pair;
    return job;
}

/* Whether rows of both arrays can be transformed where they are. */
static void choose_direct(ct_fft_lines *lines, const ct_fft_ends *ends) {
    const ct_fft_end *from = &lines->from;
    const ct_fft_end *into = &lines->into;
    int axis = lines->axes > 1 ? lines->order[1] : lines->axis;
    lines->direct_axis = -1;
    if (lines->rows && !lines->is_copy && axis != lines->axis && ends->is_whole &&
        lines->width[axis] == lines->tile_lines && from->extent == from->points &&
        into->extent == into->points) {
        lines->direct_axis = axis;
        lines->direct_from = ends->from_stride[axis];
        lines->direct_into = ends->into_stride[axis];
        lines->is_in_place = ends->is_same;
    }
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
                          .factor = 1};
    lines.job = (ct_fft_lines_job){.class = about->kind == CT_FFT_C2C   ? CT_CLASS_C2C
                                            : about->kind != CT_FFT_R2C ? CT_CLASS_R2R
                                            : forward                   ? CT_CLASS_R2C
                                                                        : CT_CLASS_C2R,
                                   .kind = about->kind,
                                   .direction = direction,
                                   .line = {about->length, 0, 0}};
    lines.from = end_of(about, !forward, from);
    lines.into = end_of(about, forward, into);
    lines.rows = ends->from_stride[axis] == from->element_bytes &&
                 ends->into_stride[axis] == into->element_bytes;
    choose_tile(&lines, block, ends);
    choose_pitch(&lines.from, lines.rows, lines.tile_lines);
    choose_pitch(&lines.into, lines.rows, lines.tile_lines);
    choose_direct(&lines, ends);
    return lines;
}

ptrdiff_t ct_fft_end_bytes(const ct_fft_lines *lines, const ct_fft_end *end) {
    return (lines->rows ? lines->tile_lines : end->points) * end->pitch * end->element_bytes;
}

ptrdiff_t ct_fft_lines_scratch_bytes(const ct_fft_lines *lines) {
    ptrdiff_t pitch = most(lines->direct_from, lines->direct_into);
    return lines->direct_axis >= 0 ? (lines->tile_lines + 1) * pitch : 0;
}

int ct_fft_lines_plan(ct_fft_lines *lines, void *scratch[2], unsigned flags) {
    const ct_fft_backend *fftw = lines->fftw;
    if (lines->is_copy) {
        return 1;
    }
    if (lines->plan == NULL) {
        ct_fft_lines_job job = job_of(lines, lines->from.pitch, lines->into.pitch);
        lines->plan = fftw->plan(&job, lines->from.buffer, lines->into.buffer, flags);
    }
    if (lines->direct_axis >= 0 && lines->direct == NULL) {
        ct_fft_lines_job job = job_of(lines, lines->direct_from / lines->from.element_bytes,
                                      lines->direct_into / lines->into.element_bytes);
        void *output = lines->is_in_place ? scratch[0] : scratch[1];
        int aligned = fftw->is_aligned((char *)scratch[0] + lines->direct_from) &&
                      fftw->is_aligned((char *)output + lines->direct_into);
        lines->direct =
            fftw->plan(&job, scratch[0], output, flags | (aligned ? 0 : FFTW_UNALIGNED));
    }
    return lines->plan != NULL && (lines->direct_axis < 0 || lines->direct != NULL);
}

void ct_fft_lines_destroy(ct_fft_lines *lines) {
    if (lines->fftw != NULL) {
        lines->fftw->destroy(lines->plan);
        lines->fftw->destroy(lines->direct);
    }
    lines->plan = lines->direct = NULL;
}
