/* Batches of fields as codelets/fields/fields.h describes them: their numbers, and the defining
 * sums. */
#ifndef CT_TESTS_FIELD_SUMS_H
#define CT_TESTS_FIELD_SUMS_H

#include "codelet_sums.h"
#include "expect.h"

#include "fft/lines/codelets/fields/fields.h"

#include <stdlib.h>
#include <string.h>

/* Complex numbers of a field before (0) or after (1), or real ones where it has them. */
static inline ptrdiff_t numbers(const ct_fft_fields_job *job, int is_after) {
    const int last = job->axes - 1;
    const int is_half = job->class == (is_after ? CT_CLASS_R2C : CT_CLASS_C2R);
    ptrdiff_t count = is_half ? job->extent[last] / 2 + 1 : job->extent[last];
    for (int a = 0; a < last; a++) {
        count *= job->extent[a];
    }
    return count;
}

static inline int are_real(const ct_fft_fields_job *job, int is_after) {
    return job->class == (is_after ? CT_CLASS_C2R : CT_CLASS_R2C);
}

static inline double complex get(const ct_fft_fields_job *job, int is_after, const char *array,
                                 ptrdiff_t i) {
    return are_real(job, is_after) ? ct_real_at(array, i, job->precision)
                                   : number_at(array, i, job->precision);
}

static inline void put(const ct_fft_fields_job *job, char *array, ptrdiff_t i,
                       double complex number) {
    if (are_real(job, 0)) {
        ct_real_set(array, i, job->precision, creal(number));
    } else {
        set_number(array, i, job->precision, number);
    }
}

static inline ptrdiff_t field_bytes(const ct_fft_fields_job *job, int is_after) {
    return numbers(job, is_after) * ct_real_bytes(job->precision) *
           (are_real(job, is_after) ? 1 : 2);
}

/* What is transformed, and what comes of it, of a field; coefficients are those of real numbers. */
static inline void expect_of(const ct_fft_fields_job *job, ptrdiff_t field, double complex *given,
                             double complex *wanted) {
    const ptrdiff_t last = job->extent[job->axes - 1];
    const int is_real = job->class != CT_CLASS_C2C;
    ptrdiff_t points = 1;
    ptrdiff_t beside = 1;
    for (int a = 0; a < job->axes; a++) {
        points *= job->extent[a];
    }
    double complex *all = malloc((size_t)points * sizeof *all);
    EXPECT(all != NULL);
    for (ptrdiff_t i = 0; i < points; i++) {
        all[i] = is_real ? real_sample(field * points + i) : sample(field * points + i);
        given[i] = wanted[i] = all[i];
    }
    for (int a = job->axes - 1; a >= 0; a--) {
        sum_axis(all, points, job->extent[a], beside, is_real ? CT_FORWARD : job->direction);
        beside *= job->extent[a];
    }
    for (ptrdiff_t i = 0; i < points; i++) {
        const ptrdiff_t half = i / last * (last / 2 + 1) + i % last;
        if (!is_real) {
            wanted[i] = all[i];
        } else if (i % last <= last / 2) { /* rows get shorter: those before are done */
            (job->class == CT_CLASS_R2C ? wanted : given)[half] = all[i];
        }
        if (job->class == CT_CLASS_C2R) {
            wanted[i] = (double)points * real_sample(field * points + i);
        }
    }
    free(all);
}

static inline int have_same_sums(const ct_fft_fields_job *one, const ct_fft_fields_job *other) {
    return one->class == other->class && one->direction == other->direction &&
           one->axes == other->axes && one->fields == other->fields &&
           memcmp(one->extent, other->extent, sizeof one->extent) == 0;
}

/* The same for tests that need it several times: the sums of a batch are kept until the next one.
 */
static inline void recall_of(const ct_fft_fields_job *job, ptrdiff_t field, double complex *given,
                             double complex *wanted) {
    static ct_fft_fields_job batch;
    static double complex *kept = NULL;
    const size_t most = (size_t)(numbers(job, 0) + numbers(job, 1)); /* of given, and of wanted */
    const size_t bytes = most * sizeof *kept;
    if (kept == NULL || !have_same_sums(job, &batch)) {
        batch = *job;
        free(kept);
        kept = malloc(2 * (size_t)job->fields * bytes);
        EXPECT(kept != NULL);
        for (ptrdiff_t i = 0; i < job->fields; i++) {
            double complex *of_field = kept + 2 * (size_t)i * most;
            expect_of(job, i, of_field, of_field + most);
        }
    }
    memcpy(given, kept + 2 * (size_t)field * most, bytes);
    memcpy(wanted, kept + (2 * (size_t)field + 1) * most, bytes);
}

#endif
