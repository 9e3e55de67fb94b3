#include "fft/stages/planes.h"

#include <cornerturn/memory.h>
#include <fftw3.h>

#include <stdint.h>
#include <stdlib.h>

ptrdiff_t ct_fft_planes_bytes(const ct_fft_stage *stage, const ct_fft_view *view) {
    ptrdiff_t bytes = view->element_bytes;
    for (int i = 0; i < stage->passes && view->count > 0; i++) {
        const int a = stage->pass[i].axis;
        bytes += (view->piece[0].box.count[a] - 1) * view->piece[0].stride[a];
    }
    if (stage->planes.has_vectors && view->count > 0) {
        bytes += (stage->work.count[stage->component_axis] - 1) * view->element_bytes;
    }
    return bytes;
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

/* All complex axes of a plane, or its real one along the others. */
static ct_fft_whole_job planes_job(const ct_fft_stage *stage) {
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

ct_fft_whole_job ct_fft_planes_both(const ct_fft_stage *stage) {
    ct_fft_whole_job job = planes_job(stage);
    if (real_pass(stage) >= 0) {
        job = (ct_fft_whole_job){
            .class = job.class, .axes = job.batches + 1, .axis = {job.many[0], job.axis[0]}};
    }
    if (stage->planes.has_vectors) {
        const int a = stage->component_axis;
        job.many[job.batches++] = span_of(stage, a, stage->work.count[a]);
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

/* A plane of complex numbers along one of its axes, `other` beside it; from array to array, or
 * where that has left it. */
static ct_fft_whole_job along(const ct_fft_whole_job *both, ct_fft_span span, ct_fft_span other,
                              int is_again) {
    ct_fft_whole_job job = *both;
    span.from = is_again ? span.into : span.from;
    other.from = is_again ? other.into : other.from;
    job.axes = job.batches = 1;
    job.axis[0] = span;
    job.many[0] = other;
    job.preserves_input = job.preserves_input && !is_again;
    return job;
}

/* What FFTW plans for a plane, one after the other: their number. Of complex planes that it does
 * not measure, columns first, which then go from array to array: its own choice, columns in place
 * at last, is slow (us, its choice, so, and measured: 30 x 14 2.87, 0.86 and 0.91, 90 x 36 16.1,
 * 10.6 and 8.0, 1000 x 2 5.9, 4.6 and 4.3). */
static int list_jobs(const ct_fft_stage *stage, unsigned flags, ct_fft_whole_job job[2]) {
    const ct_fft_planes *planes = &stage->planes;
    job[0] = planes_job(stage);
    if (planes->class != CT_CLASS_C2C) {
        const int is_first = planes->class == CT_CLASS_C2R;
        job[1] = job[0];
        job[!is_first] = describe_complex(stage);
        return 2;
    }
    if (job[0].axes != 2 || (flags & FFTW_ESTIMATE) == 0 ||
        (planes->is_in_place && !planes->is_apart)) {
        return 1;
    }
    const ct_fft_whole_job both = job[0];
    const int columns = both.axis[1].from > both.axis[0].from;
    job[0] = along(&both, both.axis[columns], both.axis[!columns], 0);
    job[1] = along(&both, both.axis[!columns], both.axis[columns], 1);
    return 2;
}

/* Where the first plan leaves what the second reads. */
static char *between_of(const ct_fft_planes *planes, char *from, char *into, char *work) {
    return planes->is_apart ? work : planes->class == CT_CLASS_C2R ? from : into;
}

static void make_plans(ct_fft_stage *stage, void *const array[2], void *work, unsigned flags) {
    const ct_fft_backend *fftw = stage->pass[0].fftw;
    ct_fft_planes *planes = &stage->planes;
    ct_fft_whole_job job[2];
    void *from = array[0];
    void *into = array[!planes->is_in_place];
    if (planes->work_bytes > 0) {
        const ct_fft_whole_job both = ct_fft_planes_both(stage);
        const double factor = stage->pass[stage->passes - 1].factor;
        planes->plan[0] = fftw->plan_plane(&both, factor, planes->streams, from, into, work, flags);
        return;
    }
    const int count = list_jobs(stage, flags, job);
    void *between = count == 1 ? into : between_of(planes, from, into, work);
    planes->plan[0] = fftw->plan_whole(&job[0], from, between, flags);
    if (count == 2 && planes->plan[0] != NULL) {
        planes->plan[1] = fftw->plan_whole(&job[1], between, into, flags);
        if (planes->plan[1] == NULL) {
            ct_fft_planes_destroy(stage);
        }
    }
}

int ct_fft_planes_scale(const ct_fft_stage *stage) {
    return stage->planes.is_used && stage->planes.work_bytes > 0;
}

/* What lies between lines must not be scaled, as it is with them. */
static int scales_gaps(const ct_fft_stage *stage) {
    return stage->planes.has_gaps && !ct_fft_planes_scale(stage) &&
           stage->pass[stage->passes - 1].factor != 1;
}

int ct_fft_planes_serve(const ct_fft_stage *stage) {
    return stage->planes.is_used && !scales_gaps(stage);
}

int ct_fft_planes_plan(ct_fft_stage *stage, const ct_fft_workspace *workspace, unsigned flags) {
    const ct_fft_planes *planes = &stage->planes;
    ptrdiff_t bytes[2];
    void *array[2] = {NULL, NULL};
    if (stage->tall_bytes > 0 && stage->tall == NULL) {
        const ct_fft_lines *pass = stage->pass;
        stage->tall = ct_fft_codelet_tall_create_plane(
            pass[1].job.line.count, pass[0].job.line.count, pass[0].job.direction,
            ct_fft_lines_precision(&pass[0]));
    }
    if (!ct_fft_planes_serve(stage) || planes->plan[0] != NULL) {
        return 1;
    }
    bytes[0] = ct_fft_planes_bytes(stage, &stage->from);
    bytes[1] = ct_fft_planes_bytes(stage, &stage->into);
    bytes[0] = planes->is_in_place && bytes[1] > bytes[0] ? bytes[1] : bytes[0];
    int ready = 1;
    for (int i = 0; i <= !planes->is_in_place; i++) {
        ready = ct_alloc(MPI_COMM_SELF, bytes[i], &array[i]) == CT_OK && ready;
    }
    if (ready) {
        make_plans(stage, array, workspace->block[0], flags);
    }
    ct_free(&array[0]);
    ct_free(&array[1]);
    return planes->plan[0] != NULL;
}

void ct_fft_planes_destroy(ct_fft_stage *stage) {
    ct_fft_planes *planes = &stage->planes;
    for (int i = 0; i < 2; i++) {
        if (planes->plan[i] != NULL) {
            stage->pass[0].fftw->destroy(planes->plan[i]);
        }
        planes->plan[i] = NULL;
    }
    free(stage->tall);
    stage->tall = NULL;
}

/* In the first piece or, of more planes than that has, in what spills. */
static char *address_of(const ct_fft_view *view, const ct_box *plane) {
    const ct_box *first = &view->piece[0].box;
    const ct_fft_piece *piece =
        &view->piece[plane->first[0] < first->first[0] + first->count[0] ? 0 : 1];
    ptrdiff_t offset = piece->offset;
    for (int a = 0; a < plane->axes; a++) {
        offset += (plane->first[a] - piece->box.first[a]) * piece->stride[a];
    }
    return ct_fft_view_memory(view, piece) + offset;
}

static int is_aligned(const char *address) {
    return (uintptr_t)address % CT_FFT_PLANE_ALIGNMENT == 0;
}

static void run_plane(const ct_fft_stage *stage, char *from, char *into,
                      const ct_fft_workspace *workspace) {
    const ct_fft_planes *planes = &stage->planes;
    const ct_fft_backend *fftw = stage->pass[0].fftw;
    if (planes->plan[1] == NULL) {
        fftw->run(planes->plan[0], from, into);
        return;
    }
    char *between = between_of(planes, from, into, workspace->block[0]);
    fftw->run(planes->plan[0], from, between);
    ct_sequence_pass(&workspace->piece);
    fftw->run(planes->plan[1], between, into);
}

int ct_fft_planes_run(const ct_fft_stage *stage, const ct_box *block, const ct_box *after,
                      const ct_fft_workspace *workspace) {
    const ct_fft_planes *planes = &stage->planes;
    const ct_fft_lines *last = &stage->pass[stage->passes - 1];
    const ptrdiff_t count = planes->plan[0] != NULL ? ct_box_tiles(block, planes->width) : 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        const ct_box plane = ct_fft_stage_tile(stage, block, planes->width, i);
        char *from = address_of(&stage->from, &plane);
        char *into = address_of(&stage->into, &plane);
        const ct_box coming = i + 1 < count ? ct_fft_stage_tile(stage, block, planes->width, i + 1)
                                            : ct_fft_stage_tile(stage, after, planes->width, 0);
        const char *next = address_of(&stage->from, &coming);
        if (i == 0 && (!is_aligned(from) || !is_aligned(into))) {
            return 0;
        }
        if (planes->work_bytes > 0) {
            last->fftw->run_plane(planes->plan[0], from, into, workspace->block[0],
                                  next != from ? next : NULL, &workspace->piece);
        } else {
            run_plane(stage, from, into, workspace);
        }
        if (last->factor != 1 && !ct_fft_planes_scale(stage)) {
            last->fftw->scale(into, planes->into_bytes / last->real_bytes, last->factor);
        }
    }
    return planes->plan[0] != NULL;
}
