/* Which ranks transform their whole fields without stages. */
#include "fft/lines/whole/choice.h"

#include "fft/lines/codelets/columns.h"
#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/lines/codelets/plane.h"
#include "fft/lines/codelets/rows/rows.h"
#include "fft/lines/codelets/tall.h"
#include "fft/query.h"
#include "kernels/cache.h"
#include "kernels/strided.h"

/* Without kernels FFTW's own plan is faster up to these sizes of a field, above them stages are, or
 * within 3 %: about the last-level cache for real numbers (128^3 r2c: 8.6 ms, stages 9.4;
 * 192^3: 33.1 and 32.7), less for complex ones (80^3: 3.2 and 3.7; 96^3: 6.8 and 6.0). Lengths that
 * are not smooth take too long to plan (181 x 217 x 181: 3 to 9 s for 271 ms, stages 276); longer
 * real lines go as matrices, which overwrite their input. */
enum { REAL_MOST_BYTES = 64 << 20, MOST_BYTES = 8 << 20, REAL_LINE_MOST = (1 << 20) - 1 };

/* Whether the arrays are dense in one order of axes, without padding, truncation, cosine or sine
 * transforms, and each rank has the same whole fields of both. */
static int are_whole_fields(const ct_fft_plan *plan) {
    const ct_fft_shape *shape = &plan->shape;
    const int *grid[2] = {plan->array.decomposition.grid, plan->spectrum.decomposition.grid};
    int are = ct_ownership_is_plain(&plan->array) && ct_ownership_is_plain(&plan->spectrum);
    for (int a = 0; a < shape->axes && are; a++) {
        const ct_fft_axis *axis = &shape->axis[a];
        const int is_real = axis->kind == CT_FFT_R2C;
        const ptrdiff_t modes = is_real ? axis->length / 2 + 1 : axis->length;
        are = axis->kind <= CT_FFT_R2C && axis->points == axis->length && axis->modes == modes &&
              plan->array.decomposition.order[a] == a &&
              plan->spectrum.decomposition.order[a] == a && grid[0][a] == grid[1][a] &&
              (axis->kind == CT_FFT_NONE || grid[0][a] == 1) && (!is_real || a == shape->axes - 1);
    }
    return are;
}

/* Largest bytes of a field for FFTW's measured plan; 0: it has none for such. */
static ptrdiff_t most_bytes(const ct_fft_plan *plan) {
    const ct_fft_shape *shape = &plan->shape;
    int any_real = 0;
    int all_smooth = 1;
    int transformed = 0;
    for (int a = 0; a < shape->axes; a++) {
        const ct_fft_axis *axis = &shape->axis[a];
        transformed += axis->kind != CT_FFT_NONE;
        if (axis->kind == CT_FFT_R2C &&
            (axis->length > REAL_LINE_MOST || (transformed == 1 && plan->options.in_place))) {
            return 0;
        }
        any_real = any_real || axis->kind == CT_FFT_R2C;
        all_smooth = all_smooth && (axis->kind == CT_FFT_NONE || ct_fft_is_smooth(axis->length));
    }
    return any_real && all_smooth ? REAL_MOST_BYTES : MOST_BYTES;
}

/* Of a field: of the axes after the leading ones that are not transformed. */
static ptrdiff_t field_bytes(const ct_fft_plan *plan) {
    ptrdiff_t bytes = plan->array.element_bytes;
    int is_inside = 0;
    for (int a = 0; a < plan->shape.axes; a++) {
        is_inside = is_inside || plan->shape.axis[a].kind != CT_FFT_NONE;
        bytes *= is_inside ? plan->shape.axis[a].points : 1;
    }
    return bytes;
}

ptrdiff_t ct_fft_whole_bytes(const ct_fft_plan *plan, int is_input) {
    return ct_ownership_bytes(ct_fft_layout_at(plan, is_input), plan->rank);
}

/* Whether results of kernels are better written past the cache. With registers of half a cache line
 * they are not where the caller's arrays stay in it: two ranks of a Zen 3, ms, past it and not, c2c
 * 10000 of 64 1.19 and 0.94, 20000 of 32 0.77 and 0.59, r2c 20000 of 64 1.56 and 1.20. */
static int leaves_cache(const ct_fft_plan *plan, const ct_fft_fields_job *job) {
    const ptrdiff_t bytes = ct_fft_whole_bytes(plan, 0);
    return bytes >= CT_STREAM_FROM_BYTES &&
           !(ct_codelet_registers_are_narrow(job->precision) &&
             bytes + ct_fft_whole_bytes(plan, 1) <= ct_cache_share_bytes(plan->context->node_size));
}

int ct_fft_whole_fields(const ct_fft_plan *plan, ct_fft_fields_job *job) {
    const ct_box box = ct_ownership_box(&plan->array, plan->rank);
    int suits = 1;
    *job = (ct_fft_fields_job){plan->problem.precision, .direction = plan->options.direction,
                               .fields = ct_box_elements(&box) > 0, .factor = plan->factor};
    for (int a = 0; a < plan->shape.axes && suits; a++) {
        const ct_fft_axis *axis = &plan->shape.axis[a];
        if (axis->length == 1 && axis->kind != CT_FFT_R2C) {
            job->fields *= box.count[a]; /* some ranks have none */
        } else if (axis->kind == CT_FFT_NONE) {
            suits = job->axes == 0;
            job->fields *= box.count[a];
        } else {
            suits = job->axes < CT_FFT_FIELDS_AXES;
            job->extent[suits ? job->axes++ : 0] = axis->length;
        }
        if (axis->kind == CT_FFT_R2C) {
            job->class = job->direction == CT_FORWARD ? CT_CLASS_R2C : CT_CLASS_C2R;
        }
    }
    job->streams = !plan->options.in_place && leaves_cache(plan, job);
    return suits && job->axes > 0;
}

/* Whether codelets take planes of the last two axes, of vectors of so many components. */
static int have_plane(const ct_fft_fields_job *job, ptrdiff_t components) {
    return ct_fft_codelet_plane_dense_bytes(job->class, job->direction, job->extent[job->axes - 2],
                                            job->extent[job->axes - 1], components,
                                            job->precision) > 0;
}

static int have_columns(const ct_fft_fields_job *job, int axis) {
    return ct_fft_has_columns(job->extent[axis], job->precision) ||
           ct_fft_has_tall(job->extent[axis], job->precision);
}

/* Whether stages have planes by codelets for the last axes, and columns for another: they are
 * faster than FFTW's plan (two ranks, ms, that and stages: c2c 500 of 100 x 100 8.7 and 4.9, 40 of
 * 48^3 18.7 and 13.6, r2c 4 of 128^3 25 and 12), but for tiny planes (with AVX2, c2c 10000 of 10 x
 * 10 0.56 and 0.75, 14 x 14 1.18 and 1.26, r2c 14 x 14 1.25 and 1.95). */
enum { CODELET_PLANE_LEAST = 256 };
static int have_codelets(const ct_fft_plan *plan, const ct_fft_fields_job *job) {
    const int last = job->axes - 1;
    if (last < 1 || plan->shape.axis[plan->shape.axes - 1].length == 1 ||
        job->extent[last] * job->extent[last - 1] < CODELET_PLANE_LEAST) {
        return 0;
    }
    return have_plane(job, 1) && (last == 1 || have_columns(job, 0));
}

/* Whether stages have rows by kernels that are too long for fields: they are faster than FFTW's
 * measured plan (two ranks, ms, that and stages, c2c 64 of 100000 15.3 and 9.9, 100 of 32768 6.3
 * and 4.5), but for one that stays in the cache (one rank, us, 32768 77 and 92, 65536 169 and 217,
 * 100000 248 and 217). */
static int have_rows(const ct_fft_fields_job *job) {
    return job->axes == 1 && job->fields > 1 &&
           ct_fft_codelet_rows_bytes(job->class, job->extent[0], 1, job->precision) > 0;
}

/* Planes and columns where the last axis is none of those, but of vectors' components or of lines
 * side by side. Tiny planes are faster by FFTW again, and so are lines whose neighbours are no
 * whole cache lines (one rank, us, FFTW measured and stages, c2c 180 of 64 side by side 87 and 22,
 * 1000 of 16 70 and 42, 64 x 64 x 16 226 and 200, 200 x 200 of 5 1290 and 1000; but 32 x 32 of 3 7
 * and 11, 64 x 64 of 3 38 and 44; not measured, 100 of 30 x 30 of 3 3140 and 1000). */
enum { MEASURED_LEAST_BYTES = 200 * 1024, UNMEASURED_LEAST_BYTES = 40 * 1024 };
static int have_codelets_beside(const ct_fft_plan *plan, const ct_fft_fields_job *job) {
    const ct_fft_axis *beside = &plan->shape.axis[plan->shape.axes - 1];
    const ptrdiff_t bytes = beside->points * plan->array.element_bytes;
    const int last = job->axes - 1;
    if (last < 0 || beside->kind != CT_FFT_NONE) {
        return 0;
    }
    if (last == 0) {
        return job->class == CT_CLASS_C2C && bytes % CT_LINE_BYTES == 0 && have_columns(job, 0);
    }
    const int have_both =
        ct_fft_has_vectors(&plan->shape)
            ? have_plane(job, beside->points)
            : job->class == CT_CLASS_C2C && have_columns(job, last) && have_columns(job, last - 1);
    const ptrdiff_t least =
        plan->options.rigour == CT_ESTIMATE ? UNMEASURED_LEAST_BYTES : MEASURED_LEAST_BYTES;
    return have_both && job->extent[last] * job->extent[last - 1] * bytes >= least;
}

/* Whether stages have the convolutions of prime lengths (shape.h), which FFTW's plans have not: two
 * ranks, ms, measured and stages, c2c 3000 of 61 1.15 and 0.50, 300 of 61 x 61 14.4 and 6.7, r2c
 * 2000 of 61 0.40 and 0.35, 2000 of 31 x 31 7.2 and 9.7. */
enum { REAL_CYCLIC_LEAST = 61 };
static int have_cyclic(const ct_fft_fields_job *job) {
    int have = 0;
    for (int a = 0; a < job->axes; a++) {
        have = have || (ct_fft_is_cyclic(job->extent[a]) &&
                        (job->class == CT_CLASS_C2C || job->extent[a] >= REAL_CYCLIC_LEAST));
    }
    return have;
}

/* Whether numbers that lie together, such as components of vectors, are no whole cache lines, which
 * passes of stages take in vectors. */
static int are_ragged(const ct_fft_plan *plan) {
    const ct_fft_axis *last = &plan->shape.axis[plan->shape.axes - 1];
    return last->kind == CT_FFT_NONE &&
           last->points * plan->array.element_bytes % CT_LINE_BYTES != 0;
}

/* Where FFTW does not measure, its plans of small fields only are fast, and not of long lines (two
 * ranks, ms, stages and so, c2c 10000 of 11 x 11 3.2 and 1.1, 1000 of 22^3 57 and 40, 1000 of 2187
 * 8.1 and 10.2); and of small fields of vectors that have few components (one rank, us, c2c 32 x 32
 * of 3 11 and 7, 16^3 of 3 71 and 43), or of larger ones that have no kernels. */
enum {
    UNMEASURED_MOST_BYTES = 256 * 1024,
    UNMEASURED_RAGGED_MOST_BYTES = 384 * 1024,
    UNMEASURED_LINE_MOST = 512
};
static int may_estimate(const ct_fft_plan *plan, int are_fields, const ct_fft_fields_job *job) {
    return are_fields ? field_bytes(plan) <= UNMEASURED_MOST_BYTES &&
                            (job->axes > 1 || job->extent[0] <= UNMEASURED_LINE_MOST)
                      : are_ragged(plan) && field_bytes(plan) <= UNMEASURED_RAGGED_MOST_BYTES;
}

int ct_fft_whole_has_rival(const ct_fft_plan *plan, const ct_fft_fields_job *job) {
    const ct_fft_axis *axis = plan->shape.axis;
    int are_all = job->axes + 1 == plan->shape.axes && axis[0].kind == CT_FFT_NONE;
    for (int a = 1; a < plan->shape.axes; a++) { /* others are counted as fields */
        are_all = are_all && axis[a].length > 1;
    }
    const int is_one_plan = /* of FFTW */
        job->class == CT_CLASS_C2C || (job->axes == 1 && !plan->options.in_place);
    return are_all && is_one_plan && plan->options.rigour != CT_ESTIMATE && plan->has_one_thread &&
           ct_codelet_registers_are_narrow(job->precision);
}

int ct_fft_is_whole(const ct_fft_plan *plan) {
    ct_fft_fields_job job;
    if (plan->returns || ct_ownership_bytes(&plan->array, 0) == 0 || !are_whole_fields(plan)) {
        return 0;
    }
    const int are_fields = ct_fft_whole_fields(plan, &job);
    const int suit = are_fields && ct_fft_fields_suit(&job);
    if (plan->threads > 1) { /* each has some */
        return suit && job.fields >= plan->threads &&
               (!plan->options.in_place || job.class == CT_CLASS_C2C);
    }
    if (suit ||
        (are_fields && (have_codelets(plan, &job) || have_rows(&job) || have_cyclic(&job)))) {
        return suit;
    }
    if (!are_fields && have_codelets_beside(plan, &job)) {
        return 0;
    }
    if (plan->options.rigour == CT_ESTIMATE && !may_estimate(plan, are_fields, &job)) {
        return 0;
    }
    return field_bytes(plan) <= most_bytes(plan);
}
