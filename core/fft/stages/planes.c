#include "fft/stages/planes.h"

#include "redistribute/box.h"
#include <cornerturn/memory.h>

#include <stdint.h>

/* Up to these bytes of a rank's array FFTW's plans are faster, since tiles of lines need not be
 * copied; past them blocks that leave the array and come back once are. About the last-level cache
 * from real numbers, less for others. First stage, two ranks, planes and passes, us: r2c 64^3
 * 180 and 269, 128^3 1760 and 2970, 240 x 320 x 96 7580 and 11070, 256^3 24600 and 22900; c2c 64^3
 * 304 and 346, 100^3 1660 and 2190, 128^3 4310 to 4800 and 4580, 256^3 54000 and 46700. Whole
 * transform, c2r: 64^3 350 to 450 and 661, 100^3 1610 to 2410 and 1930 to 2960, 128^3 4470 to 4740
 * and 4160, 240 x 320 x 96 18100 to 19100 and 18000. */
enum { REAL_MOST_BYTES = 32 << 20, MOST_BYTES = 8 << 20 };

/* Axes of which FFTW's plan makes what the passes do, in little time for planning. */
static int are_usual(const ct_fft_stage_plan *how) {
    int are = 1;
    for (int i = 0; i < how->axes; i++) {
        const ct_fft_axis *axis = &how->shape->axis[how->axis[i]];
        const ptrdiff_t modes = axis->kind == CT_FFT_R2C ? axis->length / 2 + 1 : axis->length;
        are = are && (axis->kind == CT_FFT_C2C || axis->kind == CT_FFT_R2C) &&
              axis->points == axis->length && axis->modes == modes &&
              ct_fft_is_smooth(axis->length);
    }
    return are;
}

/* FFTW's instructions want planes at multiples of so many bytes. */
enum { ALIGNMENT = 16 };

/* Of the axes, the one with the smallest stride. */
static int innermost(const ct_fft_piece *piece, unsigned axes) {
    int found = 0;
    for (int a = 1; a < piece->box.axes; a++) {
        const int is_closer = (axes >> found & 1) == 0 || piece->stride[a] < piece->stride[found];
        found = (axes >> a & 1) != 0 && is_closer ? a : found;
    }
    return found;
}

/* Whether a view is one piece of this rank's, in which the stage's axes are side by side: those of
 * smallest strides; and all planes are aligned if one is. Sets *has_gaps where something lies
 * between their lines, such as what pads rows of real numbers: at most half as much as they are. */
static int is_dense(const ct_fft_view *view, const ct_box *box, int owner, unsigned whole,
                    int *has_gaps) {
    const ct_fft_piece *piece = &view->piece[0];
    ptrdiff_t step = view->element_bytes;
    if (view->count != 1 || piece->owner != owner ||
        ct_box_elements(&piece->box) != ct_box_elements(box)) {
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
            fits && ((whole >> a & 1) != 0 || (piece->stride[a] % ALIGNMENT == 0 &&
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

/* From the first byte of a plane to its last, with gaps. */
static ptrdiff_t plane_bytes(const ct_fft_stage *stage, const ct_fft_view *view) {
    ptrdiff_t bytes = view->element_bytes;
    for (int i = 0; i < stage->passes; i++) {
        const int a = stage->pass[i].axis;
        bytes += (view->piece[0].box.count[a] - 1) * view->piece[0].stride[a];
    }
    return bytes;
}

void ct_fft_planes_prepare(ct_fft_stage *stage, const ct_fft_stage_plan *how, const ct_box *result,
                           int owner, int preserves) {
    const ct_fft_class class = class_of(how);
    unsigned whole = 0;
    ct_fft_planes planes = {.class = class,
                            .preserves = preserves && !how->is_same,
                            .is_in_place = how->is_same,
                            .into_bytes = stage->into.element_bytes};
    for (int a = 0; a < how->shape->axes; a++) {
        planes.width[a] = 1;
    }
    for (int i = 0; i < how->axes; i++) {
        const int a = how->axis[i];
        whole |= 1U << a;
        planes.width[a] = stage->work.count[a];
        planes.into_bytes *= result->count[a];
    }
    const ptrdiff_t most_bytes = class == CT_CLASS_R2C ? REAL_MOST_BYTES : MOST_BYTES;
    const int overwrites = class == CT_CLASS_C2R && planes.preserves; /* as FFTW's plan does */
    planes.is_used = how->axes > 1 && !how->turns && are_usual(how) && !overwrites &&
                     ct_box_elements(&stage->work) > 0 &&
                     is_dense(&stage->from, &stage->work, owner, whole, &planes.has_gaps) &&
                     is_dense(&stage->into, result, owner, whole, &planes.has_gaps) &&
                     (!how->is_same || are_in_place(how, stage)) &&
                     bytes_of(&stage->work, &stage->from) <= most_bytes &&
                     bytes_of(result, &stage->into) <= most_bytes;
    stage->planes = planes;
}

static ct_fft_span span_of(const ct_fft_stage *stage, int axis, ptrdiff_t count) {
    return (ct_fft_span){count, stage->from.piece[0].stride[axis] / stage->from.element_bytes,
                         stage->into.piece[0].stride[axis] / stage->into.element_bytes};
}

/* The number of the stage's pass over its real axis; none: negative. */
static int real_pass(const ct_fft_stage *stage) {
    return stage->planes.class == CT_CLASS_R2C   ? 0
           : stage->planes.class == CT_CLASS_C2R ? stage->passes - 1
                                                 : -1;
}

/* All complex axes, or the real one along the others. */
static ct_fft_whole_job describe(const ct_fft_stage *stage) {
    const int real = real_pass(stage);
    ct_fft_whole_job job = {.class = stage->planes.class,
                            .direction = stage->pass[0].job.direction,
                            .preserves_input = stage->planes.preserves};
    for (int i = 0; i < stage->passes; i++) {
        const ptrdiff_t points = stage->pass[i].job.line.count;
        const ct_fft_span span = span_of(stage, stage->pass[i].axis, points);
        if (real < 0 || i == real) {
            job.axis[job.axes++] = span;
        } else {
            job.many[job.batches++] = span;
        }
    }
    return job;
}

/* The complex axes of real planes, in the array that has their coefficients. */
static ct_fft_whole_job describe_complex(const ct_fft_stage *stage) {
    const int real = real_pass(stage);
    const int is_forward = stage->planes.class == CT_CLASS_R2C;
    const ct_fft_view *view = is_forward ? &stage->into : &stage->from;
    ct_fft_whole_job job = {.direction = stage->pass[0].job.direction, .class = CT_CLASS_C2C};
    for (int i = 0; i < stage->passes; i++) {
        const int a = stage->pass[i].axis;
        const ptrdiff_t step = view->piece[0].stride[a] / view->element_bytes;
        const ct_fft_span span = {view->piece[0].box.count[a], step, step};
        if (i == real) {
            job.many[job.batches++] = span;
        } else {
            job.axis[job.axes++] = span;
        }
    }
    return job;
}

static void make_plans(ct_fft_stage *stage, void *const array[2], unsigned flags) {
    const ct_fft_backend *fftw = stage->pass[0].fftw;
    const ct_fft_whole_job job = describe(stage);
    const int is_real = real_pass(stage) >= 0;
    void *from = array[0];
    void *into = array[!stage->planes.is_in_place];
    stage->planes.plan = fftw->plan_whole(&job, from, into, flags);
    if (is_real && stage->planes.plan != NULL) {
        const ct_fft_whole_job others = describe_complex(stage);
        void *coefficients = job.class == CT_CLASS_R2C ? into : from;
        stage->planes.complex_plan = fftw->plan_whole(&others, coefficients, coefficients, flags);
        if (stage->planes.complex_plan == NULL) {
            ct_fft_planes_destroy(stage);
        }
    }
}

int ct_fft_planes_plan(ct_fft_stage *stage, unsigned flags) {
    const ct_fft_planes *planes = &stage->planes;
    ptrdiff_t bytes[2];
    void *array[2] = {NULL, NULL};
    if (!planes->is_used || planes->plan != NULL) {
        return 1;
    }
    bytes[0] = plane_bytes(stage, &stage->from);
    bytes[1] = plane_bytes(stage, &stage->into);
    bytes[0] = planes->is_in_place && bytes[1] > bytes[0] ? bytes[1] : bytes[0];
    int ready = 1;
    for (int i = 0; i <= !planes->is_in_place; i++) {
        ready = ct_alloc(MPI_COMM_SELF, bytes[i], &array[i]) == CT_OK && ready;
    }
    if (ready) {
        make_plans(stage, array, flags);
    }
    ct_free(&array[0]);
    ct_free(&array[1]);
    return planes->plan != NULL;
}

void ct_fft_planes_destroy(ct_fft_stage *stage) {
    ct_fft_planes *planes = &stage->planes;
    if (planes->plan != NULL) {
        stage->pass[0].fftw->destroy(planes->plan);
    }
    if (planes->complex_plan != NULL) {
        stage->pass[0].fftw->destroy(planes->complex_plan);
    }
    planes->plan = planes->complex_plan = NULL;
}

static char *address_of(const ct_fft_view *view, const ct_box *plane) {
    const ct_fft_piece *piece = &view->piece[0];
    ptrdiff_t offset = piece->offset;
    for (int a = 0; a < plane->axes; a++) {
        offset += (plane->first[a] - piece->box.first[a]) * piece->stride[a];
    }
    return view->address[piece->owner] + offset;
}

static int is_aligned(const char *address) {
    return (uintptr_t)address % ALIGNMENT == 0;
}

static void run_plane(const ct_fft_stage *stage, char *from, char *into) {
    const ct_fft_planes *planes = &stage->planes;
    const ct_fft_backend *fftw = stage->pass[0].fftw;
    if (planes->class == CT_CLASS_C2R) {
        fftw->run(CT_CLASS_C2C, planes->complex_plan, from, from);
    }
    fftw->run(planes->class, planes->plan, from, into);
    if (planes->class == CT_CLASS_R2C) {
        fftw->run(CT_CLASS_C2C, planes->complex_plan, into, into);
    }
}

int ct_fft_planes_run(const ct_fft_stage *stage, const ct_box *block) {
    const ct_fft_planes *planes = &stage->planes;
    const ct_fft_lines *last = &stage->pass[stage->passes - 1];
    const ptrdiff_t count = planes->plan != NULL ? ct_box_tiles(block, planes->width) : 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        const ct_box plane = ct_box_tile(block, planes->width, i);
        char *from = address_of(&stage->from, &plane);
        char *into = address_of(&stage->into, &plane);
        const int scales_gaps = planes->has_gaps && last->factor != 1;
        if (i == 0 && (scales_gaps || !is_aligned(from) || !is_aligned(into))) {
            return 0;
        }
        run_plane(stage, from, into);
        if (last->factor != 1) {
            last->fftw->scale(into, planes->into_bytes / last->real_bytes, last->factor);
        }
    }
    return planes->plan != NULL;
}
