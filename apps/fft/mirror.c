#include "apps/fft/mirror.h"

#include "kernels/survey/survey.h"

/* Whether an axis goes backwards in the conjugates. */
static int turns(const fft_shape *shape, int axis) {
    return axis == shape->mirror || shape->problem.kind[axis] == CT_FFT_C2C;
}

/* Positions along an axis. */
typedef struct range {
    ptrdiff_t first, count;
} range;

/* Those of the half axis whose conjugates the half has not. */
static range with_conjugates(const fft_shape *shape, range r) {
    const ptrdiff_t end = (shape->output.extent[shape->mirror] + 1) / 2;
    const ptrdiff_t last = r.first + r.count < end ? r.first + r.count : end;
    const ptrdiff_t first = r.first > 1 ? r.first : 1;
    return (range){first, last > first ? last - first : 0};
}

/* Where the conjugates of some positions are: their ranges, and the number of these. Of frequency 0
 * it is the same place, the others are backwards from the end. */
static int mirror_range(const fft_shape *shape, int axis, range r, range mirrored[2]) {
    const ptrdiff_t extent = shape->output.extent[axis];
    int count = 0;
    if (axis == shape->mirror) {
        r = with_conjugates(shape, r);
    }
    if (!turns(shape, axis) || r.count == extent) { /* which is the same range backwards */
        mirrored[0] = r;
        return r.count > 0;
    }
    if (r.first == 0 && r.count > 0) {
        mirrored[count++] = (range){0, 1};
        r = (range){1, r.count - 1};
    }
    if (r.count > 0) {
        mirrored[count++] = (range){extent - r.first - r.count + 1, r.count};
    }
    return count;
}

int fft_mirror_boxes(const fft_shape *shape, const ct_box *box, ct_box mirrored[FFT_MIRROR_BOXES]) {
    const fft_array *output = &shape->output;
    int boxes = 1;
    mirrored[0] = (ct_box){.axes = output->axes};
    for (int i = 0; i < output->axes; i++) {
        const int axis = output->order[i];
        range ranges[2];
        const int count =
            mirror_range(shape, axis, (range){box->first[axis], box->count[axis]}, ranges);
        for (int k = boxes * count - 1; k >= 0; k--) { /* the first ones last, which are copied */
            mirrored[k] = mirrored[k % boxes];
            mirrored[k].first[i] = ranges[k / boxes].first;
            mirrored[k].count[i] = ranges[k / boxes].count;
        }
        boxes *= count;
    }
    return boxes;
}

/* Where in the half the conjugate of position `at` of the result is along axis i of the file. */
static ptrdiff_t source_of(const fft_half *half, int i, ptrdiff_t at) {
    const int axis = half->shape->output.order[i];
    const ptrdiff_t extent = half->shape->output.extent[axis];
    return (turns(half->shape, axis) ? (extent - at) % extent : at) - half->box.first[i];
}

/* Conjugates of complex numbers, one after the other in the result and `step` apart before. */
static void conjugate_doubles(const double *from, ptrdiff_t step, ptrdiff_t count, double *into) {
    for (ptrdiff_t i = 0; i < count; i++) {
        into[2 * i] = from[2 * i * step];
        into[2 * i + 1] = -from[2 * i * step + 1];
    }
}

static void conjugate_floats(const float *from, ptrdiff_t step, ptrdiff_t count, float *into) {
    for (ptrdiff_t i = 0; i < count; i++) {
        into[2 * i] = from[2 * i * step];
        into[2 * i + 1] = -from[2 * i * step + 1];
    }
}

static void conjugate(const fft_half *half, const char *from, ptrdiff_t step, ptrdiff_t count,
                      char *into) {
    if (half->shape->problem.precision == CT_FLOAT) {
        conjugate_floats((const float *)from, step, count, (float *)into);
    } else {
        conjugate_doubles((const double *)from, step, count, (double *)into);
    }
}

/* A row along the last axis of the file, whose other axes are at `row` in the half. Frequency 0 is
 * the only one whose conjugate is not one further down. */
static void make_row(const fft_half *half, const char *row, ptrdiff_t first, ptrdiff_t count,
                     char *into) {
    const ptrdiff_t element_bytes = half->shape->output.element_bytes;
    const int last = half->box.axes - 1;
    const int is_turned = turns(half->shape, half->shape->output.order[last]);
    if (is_turned && first == 0) {
        conjugate(half, row + source_of(half, last, 0) * element_bytes, 1, 1, into);
        into += element_bytes;
        first++;
        count--;
    }
    if (count > 0) {
        conjugate(half, row + source_of(half, last, first) * element_bytes, is_turned ? -1 : 1,
                  count, into);
    }
}

void fft_mirror_make(void *context, const ct_box *part, void *elements) {
    const fft_half *half = context;
    const ptrdiff_t element_bytes = half->shape->output.element_bytes;
    const int last = part->axes - 1;
    const ptrdiff_t length = part->count[last];
    const ptrdiff_t rows = length > 0 ? ct_box_elements(part) / length : 0;
    for (ptrdiff_t row = 0; row < rows; row++) {
        ptrdiff_t rest = row;
        ptrdiff_t offset = 0;
        ptrdiff_t stride = half->box.count[last];
        for (int i = last - 1; i >= 0; i--) {
            offset += source_of(half, i, part->first[i] + rest % part->count[i]) * stride;
            stride *= half->box.count[i];
            rest /= part->count[i];
        }
        make_row(half, (const char *)half->at + offset * element_bytes, part->first[last], length,
                 (char *)elements + row * length * element_bytes);
    }
}

/* How many positions the half at hand has along axes first .. end - 1 of the file. */
static ptrdiff_t positions(const fft_half *half, int first, int end) {
    ptrdiff_t count = 1;
    for (int i = first; i < end; i++) {
        count *= half->box.count[i];
    }
    return count;
}

double fft_mirror_not_finite(const fft_half *half) {
    const fft_array *output = &half->shape->output;
    const ct_survey_passes *passes = ct_survey_passes_of(half->shape->problem.precision);
    int at = 0;
    while (output->order[at] != half->shape->mirror) {
        at++;
    }
    const range all = {half->box.first[at], half->box.count[at]};
    const range paired = with_conjugates(half->shape, all);
    const ptrdiff_t inner = positions(half, at + 1, output->axes);
    double sum = 0;
    for (ptrdiff_t i = 0; i < positions(half, 0, at); i++) {
        const ptrdiff_t begin = (i * all.count + paired.first - all.first) * inner;
        ptrdiff_t first = 0;
        sum += (double)passes->not_finite((const char *)half->at + begin * output->element_bytes,
                                          paired.count * inner, 2, &first);
    }
    return sum;
}
