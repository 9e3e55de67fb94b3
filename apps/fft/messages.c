/* What a run prints. */
#include "apps/fft/messages.h"

#include "apps/common/lists.h"
#include "apps/fft/finite.h"
#include "apps/fft/shape/kinds.h"
#include "base/escape.h"
#include <stdio.h>

void fft_job_print_checked(const fft_job *job) {
    const fft_array *input = &job->shape.input;
    char extent[JOB_COUNTS_BYTES];
    char kinds[FFT_KINDS_BYTES];
    if (job->rank == 0 && !job->options.quiet) {
        (void)printf("%s: %s of %s in %s: %s by %s on %d %s\n", ct_escaped(job->options.config),
                     job_write_counts(input->axes, input->extent, " x ", extent), job->info.type,
                     ct_escaped(job->config.input), fft_job_words(job),
                     fft_kinds_text(&job->shape, kinds), job->size,
                     job->size == 1 ? "rank" : "ranks");
    }
}

void fft_job_explain(const fft_job *job) {
    (void)printf("transform: %s\n", ct_fft_reason(job->plan));
    if (job->shape.mirror >= 0) {
        (void)printf("real data: half of the spectrum along axis %d is computed, the rest are its "
                     "conjugates\n",
                     job->shape.mirror);
    }
    for (int i = 0; ct_fft_score(job->plan, i) != NULL; i++) {
        ct_explain_score(stdout, ct_fft_score(job->plan, i));
    }
    if (ct_fft_exchange(job->plan) != NULL) {
        ct_explain_exchange(stdout, ct_fft_exchange(job->plan));
    }
}

/* What verify.finite: false let pass. */
static void say_not_finite(const fft_job *job) {
    for (int i = 0; i < FFT_FINDINGS; i++) {
        const job_finding *found = &job->found[i];
        if (found->not_finite > 0) {
            (void)printf("%s: %.17g of %.17g values are not finite\n", fft_array_names[i],
                         found->not_finite, found->elements);
        }
    }
}

void fft_job_say_done(const fft_job *job) {
    const ct_exchange_plan *exchange = ct_fft_exchange(job->plan);
    const fft_array *input = &job->shape.input;
    char extent[JOB_COUNTS_BYTES];
    if (job->rank != 0 || job->options.quiet) {
        return;
    }
    (void)printf("fft %s of %s %s on %d %s: transform %.4g s, %.3g GB/s\n", fft_job_words(job),
                 job_write_counts(input->axes, input->extent, " x ", extent), job->info.type,
                 job->size, job->size == 1 ? "rank" : "ranks", job->transform_s.most,
                 fft_job_array_bytes(job) / job->transform_s.most * 1e-9);
    (void)printf("%s\n", ct_fft_reason(job->plan));
    if (exchange != NULL) {
        (void)printf("exchange %s: %s\n", ct_exchange_algorithm(exchange),
                     ct_exchange_reason(exchange));
    }
    say_not_finite(job);
    if (job->is_checked) {
        (void)printf("round trip: relative error %.2g\n", job->round_trip_error);
    } else if (job->config.round_trip) {
        (void)printf("round trip: not looked at, for what is %s does not come back\n",
                     fft_job_is_finite(job) ? "cut off" : "not finite");
    }
    if (job->power != NULL) {
        (void)printf(
            "power in %g bins of width %.6g: in all the mean square, %.6g, but for %.2g of "
            "it\n",
            job->shape.bins, job->shape.bin_width, job->mean_square, job->parseval_error);
    }
    if (job->shape.needs_mean_0) {
        (void)printf("right side: mean of magnitude %.3g taken as 0\n", job->mean);
    }
    const char *const files[] = {job->config.output, job->xdmf_file, job->report_file,
                                 job->options.trace};
    job_print_written(files, 4);
}
