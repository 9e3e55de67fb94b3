#include "apps/fft/operations/coordinates.h"

#include "apps/fft/operations/spectrum.h"
#include "base/fail.h"
#include "io/array/storage/scales.h"
#include <cornerturn/agree.h>
#include <stdlib.h>

/* Of an index of the output, which has the upper half of a mirrored axis, too. */
static double wavenumber(const fft_shape *shape, const ct_spectrum *spectrum, int axis,
                         ptrdiff_t index) {
    const int is_upper = axis == shape->mirror && 2 * index > shape->output.extent[axis];
    double found = 0;
    (void)ct_spectrum_wavenumber(spectrum, axis,
                                 is_upper ? shape->output.extent[axis] - index : index, &found);
    return is_upper ? -found : found;
}

/* Position or wavenumber of an index. */
static double coordinate(const fft_job *job, const ct_spectrum *spectrum, int axis,
                         ptrdiff_t index) {
    const fft_shape *shape = &job->shape;
    double first = 0; /* of nodes: a Dirichlet end is none of them; of cells: the middle */
    if (job->config.operation == FFT_POISSON) {
        const ct_boundary low = shape->poisson.boundary[axis];
        const int has_end = low == CT_BOUNDARY_DIRICHLET || low == CT_BOUNDARY_DIRICHLET_NEUMANN;
        first = job->config.placement == 0 ? 0.5 : has_end;
    }
    if (spectrum != NULL) {
        return wavenumber(shape, spectrum, axis, index);
    }
    if (shape->has_faces && shape->poisson.faces_axis == axis) {
        return (job->faces[index] + job->faces[index + 1]) / 2;
    }
    return ((double)index + first) * shape->spacing[axis];
}

ct_status fft_job_coordinates(const fft_job *job, const char *dataset) {
    const fft_config *config = &job->config;
    const fft_array *output = &job->shape.output;
    const int is_spectrum = config->operation == FFT_TRANSFORM && config->direction == CT_FORWARD;
    const ct_spectrum spectrum = fft_job_spectrum(job);
    const int axes =
        job->shape.problem.axes < output->axes ? job->shape.problem.axes : output->axes;
    double *values = NULL;
    ct_status status = CT_OK;
    for (int i = 0; i < axes; i++) {
        const int axis = output->order[i];
        const int has_k = is_spectrum && job->shape.problem.kind[axis] != CT_FFT_NONE;
        const ptrdiff_t count = output->extent[axis];
        char name[16];
        free(values);
        values = malloc((size_t)count * sizeof *values);
        CT_TRY(ct_agree(job->comm, values != NULL
                                       ? CT_OK
                                       : ct_raise(CT_ERROR_MEMORY, "no memory for coordinates")));
        for (ptrdiff_t k = 0; k < count; k++) {
            values[k] = coordinate(job, has_k ? &spectrum : NULL, axis, k);
        }
        (void)snprintf(name, sizeof name, "%c%d", has_k ? 'k' : 'x', axis);
        CT_TRY(ct_array_scale(job->file, dataset, i, name, count, values, NULL));
    }
cleanup:
    free(values);
    return status;
}
