#include "apps/fft/operations/spectrum.h"

#include "base/mpi.h"
#include "kernels/survey/survey.h"
#include <math.h>
#include <string.h>

ct_spectrum fft_job_spectrum(const fft_job *job) {
    ct_spectrum spectrum = {.problem = job->shape.problem, .box = ct_fft_output_box(job->plan)};
    memcpy(spectrum.spacing, job->shape.spacing, sizeof spectrum.spacing);
    return spectrum;
}

ct_status fft_job_root_mean_square(const fft_job *job, double *root) {
    const ct_precision precision = job->shape.problem.precision;
    const ptrdiff_t real_bytes = precision == CT_FLOAT ? sizeof(float) : sizeof(double);
    const double largest = job->found[FFT_INPUT].largest;
    /* Numbers near 1, by a power of 2, can be squared. */
    const int exponent = largest > 0 ? (int)fmin(fmax(logb(largest), -1000), 1000) : 0;
    double sum = ct_survey_passes_of(precision)->squares(
        job->input, ct_fft_input_bytes(job->plan) / real_bytes, ldexp(1, -exponent));
    ct_status status = CT_OK;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, job->comm));
    *root = ldexp(sqrt(sum / fft_array_elements(&job->shape.input)), exponent);
cleanup:
    return status;
}
