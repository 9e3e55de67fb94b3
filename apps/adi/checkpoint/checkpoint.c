/*
 * Checkpoints: two files in turn, so that one is whole at any time. Each has its name only when it
 * is on the disk, and holds the state, how far the run has come, and a checksum of all of that.
 */
#include "apps/adi/checkpoint/checkpoint.h"

#include "apps/adi/output/balance.h"
#include "apps/adi/output/snapshots.h"
#include "base/fail.h"
#include "files/sibling.h"
#include "files/unfinished.h"
#include "files/unfinished_share.h"
#include "io/array/checksum.h"
#include "io/array/file.h"
#include "io/array/metadata.h"
#include "io/array/write.h"
#include "trace/clock.h"
#include <cornerturn/agree.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_BYTES = 8 }; /* of -0.h5 */

char *adi_checkpoint_path(const adi_job *job, int slot) {
    const size_t bytes = strlen(job->config.checkpoint) + NAME_BYTES;
    char *path = malloc(bytes);
    if (path != NULL) {
        (void)snprintf(path, bytes, "%s-%d.h5", job->config.checkpoint, slot);
    }
    return path;
}

static uint64_t text_sum(const char *text, ptrdiff_t place) {
    return ct_checksum_element(text, (ptrdiff_t)strlen(text), place);
}

uint64_t adi_array_checksum(MPI_Comm comm, const ptrdiff_t *extent, const ct_box *box,
                            ct_precision precision, const void *array) {
    const ptrdiff_t bytes = (ptrdiff_t)(precision == CT_FLOAT ? sizeof(float) : sizeof(double));
    const ptrdiff_t row = box->count[box->axes - 1];
    const ptrdiff_t rows = row > 0 ? ct_box_elements(box) / row : 0;
    const char *element = array;
    uint64_t mine = 0;
    uint64_t all = 0;
    for (ptrdiff_t index = 0; index < rows; index++) {
        ptrdiff_t rest = index;
        ptrdiff_t place = box->first[box->axes - 1];
        ptrdiff_t stride = extent[box->axes - 1];
        for (int a = box->axes - 2; a >= 0; a--) {
            place += (box->first[a] + rest % box->count[a]) * stride;
            stride *= extent[a];
            rest /= box->count[a];
        }
        for (ptrdiff_t i = 0; i < row; i++, element += bytes) {
            mine += ct_checksum_element(element, bytes, place + i);
        }
    }
    (void)MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, comm);
    return all;
}

void adi_state_checksum(MPI_Comm comm, const adi_marked *marked, const void *state,
                        char sum[ADI_SUM_BYTES]) {
    uint64_t all = adi_array_checksum(comm, marked->extent, &marked->box, marked->precision, state);
    all +=
        ct_checksum_element((const char *)marked->course, (ptrdiff_t)sizeof *marked->course, -1) +
        text_sum(marked->problem, -2) + text_sum(marked->run, -3) + text_sum(marked->inputs, -4);
    (void)snprintf(sum, ADI_SUM_BYTES, "%016" PRIx64, all);
}

/* A run that continues from the checkpoint needs what was written before it. Collective. */
static ct_status flush_outputs(adi_job *job) {
    ct_status status = CT_OK;
    ptrdiff_t bytes = 0;
    CT_TRY(ct_array_flush(job->file));
    ct_array_preserve(job->file, true);
    if (job->opened != NULL) {
        status = ct_table_flush(job->opened, &bytes);
    }
    CT_TRY(ct_agree_on_first(job->comm, status));
    (void)MPI_Bcast(&bytes, 1, MPI_AINT, 0, job->comm);
    job->course.table_bytes = (double)bytes;
    ct_unfinished_drop(&job->partial_xdmf); /* it goes on being one of the snapshots that stay */
    ct_unfinished_share(job->comm);
cleanup:
    return status;
}

/* Without any checkpoint nothing continues them. */
static void drop_outputs(adi_job *job) {
    ct_array_preserve(job->file, false);
    if (job->opened != NULL) {
        ct_table_preserve(job->opened, false);
    }
}

static ct_status fill(adi_job *job, ct_array_file *file) {
    const ct_box box = ct_adi_state_box(job->plan);
    const void *state = ct_adi_state(job->plan);
    const ct_adi_problem *problem = &job->shape.problem;
    char sum[ADI_SUM_BYTES] = "";
    ct_status status = CT_OK;
    const adi_marked marked = {.course = &job->course,
                               .problem = job->problem_text,
                               .inputs = job->inputs_text,
                               .run = job->run,
                               .extent = problem->extent,
                               .precision = problem->precision,
                               .box = box};
    adi_state_checksum(job->comm, &marked, state, sum);
    CT_TRY(ct_array_put_reals(file, "course", ADI_COURSE_NUMBERS, (const double *)&job->course));
    CT_TRY(ct_array_add_numbers(file, "state", problem->axes, problem->extent,
                                adi_number_type(&job->shape)));
    CT_TRY(ct_array_write(file, &box, state, NULL));
    CT_TRY(ct_array_attribute(file, "state", "problem", job->problem_text));
    CT_TRY(ct_array_attribute(file, "state", "inputs", job->inputs_text));
    CT_TRY(ct_array_attribute(file, "state", "run", job->run));
    CT_TRY(ct_array_attribute(file, "state", "checksum", sum));
cleanup:
    return status;
}

ct_status adi_checkpoint_write(adi_job *job) {
    ct_array_file *file = NULL;
    ct_status status = CT_OK;
    char *path = adi_checkpoint_path(job, (int)job->course.slot);
    ct_laps_end(&job->laps, "between");
    CT_TRY(ct_agree(
        job->comm, path != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for a checkpoint")));
    CT_TRY(flush_outputs(job));
    CT_TRY(adi_balance_keep(job));
    CT_TRY(ct_array_create(job->comm, path, true, &file));
    CT_TRY(fill(job, file));
    CT_TRY(ct_array_commit(&file));
    job->course.slot = 1 - job->course.slot;
    job->checkpoints++;
    job->checkpoint_s = ct_clock_s();
    ct_laps_end(&job->laps, "checkpoints");
cleanup:
    if (status != CT_OK && job->checkpoints == 0 && job->restart == NULL) {
        drop_outputs(job);
    }
    ct_array_discard(&file);
    free(path);
    return status;
}

void adi_clean_up(const adi_job *job, bool complete) {
    char *checkpoints[2] = {adi_checkpoint_path(job, 0), adi_checkpoint_path(job, 1)};
    const bool has_checkpoints = job->config.checkpoint[0] != '\0';
    char partial[PATH_MAX]; /* where it is copied */
    char partial_xdmf[PATH_MAX];
    const char *const files[] = {has_checkpoints ? checkpoints[0] : NULL,
                                 has_checkpoints ? checkpoints[1] : NULL,
                                 job->xdmf_file,
                                 job->report_file,
                                 partial,
                                 partial_xdmf};
    adi_name_partial(job, partial);
    adi_name_partial_xdmf(job, partial_xdmf);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (files[i] != NULL) {
            ct_path_sweep(files[i]);
        }
        if (files[i] != NULL && i < 2 && complete) {
            (void)unlink(files[i]);
        }
    }
    free(checkpoints[0]);
    free(checkpoints[1]);
}
