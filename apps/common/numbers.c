#include "apps/common/numbers.h"

#include "apps/common/lists.h"
#include "base/escape.h"
#include "base/fail.h"
#include "base/mpi.h"
#include "io/array/read.h"
#include "kernels/survey/survey.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>
#include <float.h>
#include <inttypes.h>

/* Index of the first of these on all ranks: `mine` is an element of this rank's box, or none.
 * Places are counted in an array that is large enough for all boxes. Collective. */
static ct_status find_first(MPI_Comm comm, const ct_box *box, ptrdiff_t mine,
                            ptrdiff_t index[CT_MAX_AXES]) {
    int64_t extent[CT_MAX_AXES] = {0};
    int64_t place = 0;
    int64_t stride = 1;
    ct_status status = CT_OK;
    for (int a = 0; a < box->axes; a++) {
        extent[a] = box->first[a] + box->count[a];
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, extent, box->axes, MPI_INT64_T, MPI_MAX, comm));
    const int has_one = mine < ct_box_elements(box);
    for (int a = box->axes - 1; a >= 0 && has_one; a--) {
        place += (box->first[a] + mine % box->count[a]) * stride;
        stride *= extent[a];
        mine /= box->count[a];
    }
    place = has_one ? place : INT64_MAX;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &place, 1, MPI_INT64_T, MPI_MIN, comm));
    for (int a = box->axes - 1; a >= 0; a--) {
        index[a] = (ptrdiff_t)(place % extent[a]);
        place /= extent[a];
    }
cleanup:
    return status;
}

ct_status job_find_not_finite(MPI_Comm comm, const job_numbers *numbers, job_finding *found) {
    const ct_survey_passes *passes = ct_survey_passes_of(numbers->precision);
    const ptrdiff_t elements = ct_box_elements(&numbers->box);
    const ct_survey mine = passes->survey(numbers->at, elements * numbers->parts);
    double most[2] = {mine.largest, !mine.is_finite};
    double sums[2] = {(double)elements, 0};
    ptrdiff_t first = elements;
    ct_status status = CT_OK;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_DOUBLE, MPI_MAX, comm));
    if (most[1] > 0) {
        sums[1] = (double)passes->not_finite(numbers->at, elements, numbers->parts, &first);
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, comm));
    *found = (job_finding){.elements = sums[0], .not_finite = sums[1], .largest = most[0]};
    if (most[1] > 0) {
        CT_TRY(find_first(comm, &numbers->box, first, found->first));
    }
cleanup:
    return status;
}

/* The same numbers, read in double precision. Collective. */
static ct_status look_at_doubles(MPI_Comm comm, const job_source *source,
                                 const job_numbers *numbers, job_finding *found) {
    const ptrdiff_t count = ct_box_elements(&numbers->box) * numbers->parts;
    void *doubles = NULL;
    ct_status status = CT_OK;
    CT_TRY(ct_agree(comm, ct_alloc(MPI_COMM_SELF, count * (ptrdiff_t)sizeof(double), &doubles)));
    CT_TRY(ct_array_read_numbers(comm, source->file, source->dataset,
                                 numbers->parts == 2 ? "complex128" : "float64", &numbers->box,
                                 doubles, NULL));
    const job_numbers precise = {numbers->box, CT_DOUBLE, numbers->parts, doubles};
    CT_TRY(job_find_not_finite(comm, &precise, found));
cleanup:
    ct_free(&doubles);
    return status;
}

ct_status job_refuse(MPI_Comm comm, const job_source *source, const job_numbers *numbers,
                     const job_finding *found) {
    job_finding stored = *found;
    char index[JOB_COUNTS_BYTES];
    ct_status status = CT_OK;
    if (numbers->precision == CT_FLOAT) {
        CT_TRY(look_at_doubles(comm, source, numbers, &stored));
    }
    if (stored.not_finite == 0) {
        CT_FAIL(source->status,
                "%s%s: dataset \"%s\" has values up to %.3g, and %s float holds those up to %.3g; "
                "allowed: %s: double, or smaller values%s",
                source->where, ct_escaped(source->file), ct_escaped(source->dataset),
                stored.largest, source->precision, (double)FLT_MAX, source->precision,
                source->otherwise);
    }
    CT_FAIL(source->status,
            "%s%s: dataset \"%s\" has %.17g NaN or infinite values of %.17g, the first at [%s]; "
            "allowed: finite ones%s",
            source->where, ct_escaped(source->file), ct_escaped(source->dataset), stored.not_finite,
            stored.elements, job_write_counts(numbers->box.axes, stored.first, ", ", index),
            source->otherwise);
cleanup:
    return status;
}
