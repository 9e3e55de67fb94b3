/* Which stages have planes. */
#include "fft/stages/planes.h"

#include "base/arithmetic/extremes.h"
#include "fft/lines/codelets/plane.h"
#include "fft/lines/halves/halves.h"
#include "fft/shape/split.h"
#include "kernels/cache.h"
#include "redistribute/box.h"

#include <stdint.h>

/* Up to these bytes of a rank's array FFTW's plans are faster, since tiles of lines need not be
 * copied; past them blocks that leave the array and come back once are. About the last-level cache
 * from real numbers, less for others. First stage, two ranks, planes and passes, us: r2c 64^3
 * 180 and 269, 128^3 1760 and 2970, 240 x 320 x 96 7580 and 11070, 256^3 24600 and 22900; c2c 64^3
 * 304 and 346, 100^3 1660 and 2190, 128^3 4310 to 4800 and 4580, 256^3 54000 and 46700. */
enum { REAL_MOST_BYTES = 32 << 20, MOST_BYTES = 8 << 20 };

/* Planes that stay in the first caches with what they become, and those of short rows, which tiles
 * would copy in pieces, go by FFTW in larger arrays too. Both stages, by passes and so, ms: c2c
 * 1000 x 1000 x 2 18.2 and 9.5, x 4 35 and 16, 1000 x 300 x 16 21 and 18, 100 x 10000 x 4 30 and
 * 24, 1000 x 100 x 30 15.9 and 11.9, r2c 1000 x 1000 x 8 27 and 21; but 800 x 90 x 90 29 and 28,
 * 300 x 300 x 17 22 and 25, 600 x 110 x 110 34 and 45. */
enum { SMALL_BYTES = 64 << 10, SHORT_ROW_BYTES = 256 };

/* By codelets planes are faster wherever there are some: passes, or for real numbers FFTW's planes,
 * and so, ms: c2c 128^3 3.8 and 2.3, 256^3 32 and 22, 512^3 298 and 245; r2c 128^3 1.6 and 1.3,
 * 256^3 19.5 and 14.1; c2r 1.3 and 1.1, 18.6 and 13.3. */

/* From coefficients to real numbers by a work array (library.h) planes are faster wherever that
 * stays in a usual second-level cache. Second stage, by FFTW's planes or, from 128^3 on, by passes,
 * and so, us, the least of some hundred: 64^3 195 and 105, 100^3 1050 and 710, 128^3 1910 and 1280,
 * 240 x 320 x 96 9900 and 7600, 256^3 20200 and 18800. */
enum { WORK_MOST_BYTES = 640 << 10 };

/* The same of what FFTW's two plans leave between them, where planes move in place, or where the
 * second would be for columns in place that FFTW does not measure (planes.c). Others that it does
 * not measure are slower than passes, but for complex ones that are small or of short rows. Both
 * stages, without measuring, by passes and so, ms: c2c 1000 x 1000 x 2 10.8 and 6.0, 2000 x 500 x 3
 * 15.8 and 10.6, r2c 1000 x 3000 x 4 42 and 31. */
static int fits_apart(const ct_fft_stage_plan *how, ct_fft_class class, ptrdiff_t bytes) {
    const int is_wanted =
        class != CT_CLASS_C2C ? how->moves || !how->measures : how->is_same && !how->measures;
    return is_wanted && bytes <= WORK_MOST_BYTES;
}

/* Axes of which planes make what the passes do, which is no twiddle factors of a split one; those
 * of FFTW's, in little time for planning. */
enum { POINTS_MOST = 1 << 16 };
static int are_usual(const ct_fft_stage_plan *how, int by_codelets) {
    int are = 1;
    for (int i = 0; i < how->axes; i++) {
        const ct_fft_axis *axis = &how->shape->axis[how->axis[i]];
        const ptrdiff_t modes = axis->kind == CT_FFT_R2C ? axis->length / 2 + 1 : axis->length;
        const int is_turned = ct_fft_split_part(how->shape, how->axis[i]) == 1;
        are = are && !is_turned && (axis->kind == CT_FFT_C2C || axis->kind == CT_FFT_R2C) &&
              axis->points == axis->length && axis->modes == modes &&
              axis->length / (axis->kind == CT_FFT_R2C ? 2 : 1) <= POINTS_MOST &&
              (by_codelets || ct_fft_is_smooth(axis->length));
    }
    return are;
}

/* Of the axes, the one with the smallest stride. */
static int innermost(const ct_fft_piece *piece, unsigned axes) {
    int found = 0;
    for (int a = 1; a < piece->box.axes; a++) {
        const int is_closer = (axes >> found & 1) == 0 || piece->stride[a] < piece->stride[found];
        found = (axes >> a & 1) != 0 && is_closer ? a : found;
    }
    return found;
}

/* Whether a view is one piece, but for what spills of it. */
static int is_one(const ct_fft_view *view) {
    return view->count == 1 || (view->count == 2 && view->piece[1].is_spilled);
}

/* Whether a view is one piece of this rank's, in which the stage's axes are side by side: those of
 * smallest strides; and all planes are aligned if one is. Sets *has_gaps where something lies
 * between their lines, such as what pads rows of real numbers: at most half as much as they are. */
static int is_dense(const ct_fft_view *view, const ct_box *box, int owner, unsigned whole,
                    int *has_gaps) {
    const ct_fft_piece *piece = &view->piece[0];
    ptrdiff_t step = view->element_bytes;
    ptrdiff_t elements = 0;
    for (int i = 0; i < view->count; i++) {
        elements += ct_box_elements(&view->piece[i].box);
    }
    if (!is_one(view) || piece->owner != owner || elements != ct_box_elements(box)) {
        return 0;
    }
    int fits = 1;
    for (unsigned left = whole; fits && left != 0;) {
        const int a = innermost(piece, left);
        fits = piece->stride[a] >= step && piece->stride[a] <= step / 2 * 3 &&
               (left != whole || piece->stride[a] == step);
        *has_gaps = *has_gaps || piece->stride[a] != step;
        step = piece->stride[a] * box->count[a];
        left &= ~(1U << a);
    }
    for (int a = 0; a < box->axes; a++) {
        fits =
            fits && ((whole >> a & 1) != 0 || (piece->stride[a] % CT_FFT_PLANE_ALIGNMENT == 0 &&
                                               (piece->stride[a] >= step || box->count[a] == 1)));
    }
    return fits;
}

/* Whether planes before and after lie in the same places, as FFTW's plans in place want them: real
 * rows padded to those of their coefficients. */
static int are_in_place(const ct_fft_stage_plan *how, const ct_fft_stage *stage) {
    const ct_fft_piece *from = &stage->from.piece[0];
    const ct_fft_piece *into = &stage->into.piece[0];
    int are = from->offset == into->offset;
    for (int a = 0; a < how->shape->axes; a++) {
        const int is_real = how->shape->axis[a].kind == CT_FFT_R2C;
        are = are && from->box.first[a] == into->box.first[a] &&
              (is_real || from->stride[a] == into->stride[a]);
    }
    return are;
}

static ct_fft_class class_of(const ct_fft_stage_plan *how) {
    int is_real = 0;
    for (int i = 0; i < how->axes; i++) {
        is_real = is_real || how->shape->axis[how->axis[i]].kind == CT_FFT_R2C;
    }
    return !is_real ? CT_CLASS_C2C : how->direction == CT_FORWARD ? CT_CLASS_R2C : CT_CLASS_C2R;
}

static ptrdiff_t bytes_of(const ct_box *box, const ct_fft_view *view) {
    return ct_box_elements(box) * view->element_bytes;
}

/* Bytes of work for planes of real numbers that have one plan for both axes; none: 0. */
static ptrdiff_t real_work_bytes(const ct_fft_stage_plan *how, const ct_fft_stage *stage) {
    const int rows = how->axis[0];
    const int real = how->axis[1];
    if (how->axes != 2 || !is_one(&stage->from) || !is_one(&stage->into)) {
        return 0;
    }
    const ptrdiff_t *from = stage->from.piece[0].stride;
    const ptrdiff_t *into = stage->into.piece[0].stride;
    const ptrdiff_t element_bytes = stage->from.element_bytes;
    const ptrdiff_t bytes =
        ct_fft_plane_bytes(stage->work.count[rows], stage->work.count[real], element_bytes);
    const int suits = how->shape->axis[real].length % 2 == 0 && bytes <= WORK_MOST_BYTES &&
                      from[real] == element_bytes && into[real] == stage->into.element_bytes &&
                      into[rows] % element_bytes == 0 && into[rows] % CT_FFT_PLANE_ALIGNMENT == 0;
    return suits ? bytes : 0;
}

/* The same for planes, complex or real, by codelets. */
static ptrdiff_t codelet_work_bytes(const ct_fft_stage_plan *how, const ct_fft_stage *stage) {
    if (how->axes != 2 || !is_one(&stage->from) || !is_one(&stage->into)) {
        return 0;
    }
    const ct_fft_whole_job job = ct_fft_planes_both(stage);
    return ct_fft_codelet_plane_bytes(&job, how->shape->precision);
}

/* Planes by codelets or a work array are written past the cache as tiles are, but for those of long
 * rows where all arrays of the node's ranks stay there (r2c 16 x 16 x 4096, two ranks, ms, past it
 * and not: first stage 0.85 and 0.78, second 0.65 and 0.45). */
static int may_stream(const ct_fft_stage_plan *how, const ct_fft_stage *stage, ptrdiff_t bytes) {
    const int streams = stage->pass[stage->passes - 1].streams;
    if (!streams || how->axes != 2 || !is_one(&stage->from) || !is_one(&stage->into)) {
        return streams;
    }
    const ct_fft_whole_job job = ct_fft_planes_both(stage);
    return !ct_fft_codelet_plane_is_long(&job, how->shape->precision) ||
           bytes > ct_cache_share_bytes(how->neighbours);
}

/* Whether FFTW's plan is better however large the array. */
static int are_small(const ct_fft_stage *stage, unsigned whole, ptrdiff_t plane_bytes) {
    const ct_fft_view *from = &stage->from;
    if (stage->passes != 2 || from->count == 0) {
        return plane_bytes <= SMALL_BYTES;
    }
    const ptrdiff_t row_bytes =
        stage->work.count[innermost(&from->piece[0], whole)] * from->element_bytes;
    return plane_bytes <= SMALL_BYTES || row_bytes <= SHORT_ROW_BYTES;
}

/* The axes that planes are whole along, a bit each. */
static unsigned plane_axes(const ct_fft_stage_plan *how, const ct_fft_stage *stage) {
    unsigned axes = stage->planes.has_vectors ? 1U << stage->component_axis : 0;
    for (int i = 0; i < how->axes; i++) {
        axes |= 1U << how->axis[i];
    }
    return axes;
}

/* Work bytes of planes by codelets: with all components where they lie side by side. */
static ptrdiff_t find_codelets(const ct_fft_stage_plan *how, ct_fft_stage *stage) {
    stage->planes.has_vectors = stage->component_axis >= 0;
    const ptrdiff_t bytes = codelet_work_bytes(how, stage);
    stage->planes.has_vectors = stage->planes.has_vectors && bytes > 0;
    return bytes;
}

void ct_fft_planes_prepare(ct_fft_stage *stage, const ct_fft_stage_plan *how, const ct_box *result,
                           int owner, int preserves) {
    const ct_fft_class class = class_of(how);
    ct_fft_planes planes = {.class = class,
                            .preserves = preserves && !how->is_same,
                            .is_in_place = how->is_same,
                            .into_bytes = stage->into.element_bytes};
    stage->planes = planes; /* for ct_fft_planes_both */
    planes.work_bytes = find_codelets(how, stage);
    planes.has_vectors = stage->planes.has_vectors;
    const unsigned whole = plane_axes(how, stage);
    ptrdiff_t from_bytes = stage->from.element_bytes; /* of a plane */
    for (int a = 0; a < how->shape->axes; a++) {
        const int is_whole = (whole >> a & 1) != 0;
        planes.width[a] = is_whole ? stage->work.count[a] : 1;
        from_bytes *= planes.width[a];
        planes.into_bytes *= is_whole ? result->count[a] : 1;
    }
    if (planes.work_bytes == 0 && class == CT_CLASS_C2R) {
        planes.work_bytes = real_work_bytes(how, stage);
    }
    const ptrdiff_t apart_bytes =
        ct_fft_planes_bytes(stage, class == CT_CLASS_R2C ? &stage->into : &stage->from);
    planes.is_apart = planes.work_bytes == 0 && fits_apart(how, class, apart_bytes);
    const ptrdiff_t work_bytes = planes.is_apart ? apart_bytes : planes.work_bytes;
    const int are_any_size =
        planes.work_bytes > 0 || are_small(stage, whole, ct_most(from_bytes, planes.into_bytes));
    const int is_fast = how->measures ||
                        (how->axes == 2 && (class == CT_CLASS_C2C ? are_any_size : work_bytes > 0));
    const ptrdiff_t most_bytes = are_any_size            ? PTRDIFF_MAX
                                 : class == CT_CLASS_R2C ? REAL_MOST_BYTES
                                                         : MOST_BYTES;
    const int overwrites =
        (ct_fft_stage_spills(how) || (class == CT_CLASS_C2R && planes.preserves)) &&
        planes.work_bytes == 0; /* as FFTW's plan does */
    planes.is_used =
        how->axes > 1 && is_fast && !how->turns && are_usual(how, planes.work_bytes > 0) &&
        !ct_fft_stage_cuts_rows(how) && !overwrites && ct_box_elements(&stage->work) > 0 &&
        is_dense(&stage->from, &stage->work, owner, whole, &planes.has_gaps) &&
        is_dense(&stage->into, result, owner, whole, &planes.has_gaps) &&
        (!how->is_same || are_in_place(how, stage) || (how->moves && work_bytes > 0)) &&
        bytes_of(&stage->work, &stage->from) <= most_bytes &&
        bytes_of(result, &stage->into) <= most_bytes;
    planes.streams = may_stream(
        how, stage, bytes_of(&stage->work, &stage->from) + bytes_of(result, &stage->into));
    stage->planes = planes;
    if (planes.is_used && work_bytes > stage->block_bytes) {
        stage->block_bytes = work_bytes;
    }
}
