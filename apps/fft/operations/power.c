/* The power spectrum: bins over all ranks, checked by Parseval's theorem, and their table. */
#include "apps/fft/operations/power.h"

#include "apps/fft/finite.h"
#include "apps/fft/operations/spectrum.h"
#include "base/escape.h"
#include "base/fail.h"
#include "base/mpi.h"
#include "files/output.h"
#include <cornerturn/agree.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static ct_status sum_bins(const fft_job *job, double *bins) {
    ct_status status = CT_OK;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, bins, (int)job->shape.bins, MPI_DOUBLE, MPI_SUM, job->comm));
cleanup:
    return status;
}

static ct_status make_bins(fft_job *job) {
    const size_t bins = (size_t)job->shape.bins;
    job->power = calloc(bins, sizeof *job->power);
    job->modes = calloc(bins, sizeof *job->modes);
    return job->power != NULL && job->modes != NULL
               ? CT_OK
               : ct_raise(CT_ERROR_MEMORY, "no memory for %zu bins", bins);
}

/* Whether the bins have all of the power (Parseval's theorem); the same on all ranks. */
static ct_status compare(fft_job *job) {
    const fft_config *config = &job->config;
    const int rounds = job->shape.problem.precision == CT_FLOAT ||
                       job->config.exchange.precision != CT_MESSAGES_EXACT;
    const double allowed = rounds ? 1e-5 : 1e-9;
    const double wanted = job->mean_square;
    double sum = 0;
    for (int bin = 0; bin < (int)job->shape.bins; bin++) {
        sum += job->power[bin];
    }
    job->parseval_error = fabs(sum - wanted) / (wanted > 0 ? wanted : 1);
    if (job->root_mean_square > 0 && !(wanted >= DBL_MIN && wanted <= DBL_MAX)) {
        return config->finite
                   ? ct_raise(
                         CT_ERROR_FILE,
                         "%s: dataset \"%s\": power is about the square of %.3g, its root mean "
                         "square, which no double holds; allowed: values whose squares are "
                         "from %.3g to %.3g (scale them), or all with verify.finite: false",
                         ct_escaped(config->input), ct_escaped(config->input_dataset),
                         job->root_mean_square, DBL_MIN, DBL_MAX)
                   : CT_OK;
    }
    return job->parseval_error <= allowed
               ? CT_OK
               : ct_raise(CT_ERROR_INTERNAL,
                          "the power of the spectrum, %.17g, is not the mean square of the array, "
                          "%.17g",
                          sum, wanted);
}

ct_status fft_job_power(fft_job *job) {
    const ct_spectrum spectrum = fft_job_spectrum(job);
    ct_status status = CT_OK;
    CT_TRY(ct_agree(job->comm, make_bins(job)));
    fft_job_begin(job, "bin", 0);
    ct_spectrum_power(&spectrum, job->spectrum, job->shape.bin_width, job->power, job->modes);
    CT_TRY(sum_bins(job, job->power));
    CT_TRY(sum_bins(job, job->modes));
    CT_TRY(fft_job_root_mean_square(job, &job->root_mean_square));
    job->mean_square = job->root_mean_square * job->root_mean_square;
    job->multiply_s = fft_job_end(job);
    CT_TRY(fft_job_is_finite(job) ? compare(job) : CT_OK);
cleanup:
    return status;
}

/* Prints the rows, flushed; false when that fails. */
static int print_rows(const fft_job *job, FILE *file) {
    int good = fprintf(file, "bin,wavenumber,modes,power,mean_power\n") > 0;
    for (int bin = 0; bin < (int)job->shape.bins && good; bin++) {
        const double modes = job->modes[bin];
        good = fprintf(file, "%d,%.17g,%.17g,%.17g,", bin, bin * job->shape.bin_width, modes,
                       job->power[bin]) > 0;
        if (modes > 0) { /* a bin without modes has no mean */
            good = good && fprintf(file, "%.17g", job->power[bin] / modes) > 0;
        }
        good = good && fputc('\n', file) != EOF;
    }
    return fflush(file) == 0 && good;
}

/* By rank 0. */
static ct_status write_table(const fft_job *job) {
    const char *path = job->config.output;
    ct_output *output = NULL;
    FILE *file = NULL;
    ct_status status = CT_OK;
    CT_TRY(ct_output_create(path, job->config.overwrite, &output));
    file = fopen(ct_output_temporary(output), "w");
    if (file == NULL || !print_rows(job, file)) {
        CT_FAIL(CT_ERROR_FILE, "cannot write %s: %s", ct_escaped(path), strerror(errno));
    }
    CT_TRY(ct_output_commit(&output));
cleanup:
    if (file != NULL) {
        (void)fclose(file);
    }
    ct_output_discard(&output);
    return status;
}

ct_status fft_job_write_power(const fft_job *job) {
    return ct_agree_on_first(job->comm, job->rank == 0 ? write_table(job) : CT_OK);
}
