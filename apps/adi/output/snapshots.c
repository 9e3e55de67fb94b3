/* Snapshots: one array over time in one file, whose space is reserved before the work. */
#include "apps/adi/output/snapshots.h"

#include "apps/adi/output/positions.h"
#include "apps/adi/problem/mask.h"
#include "base/escape.h"
#include "base/fail.h"
#include "files/sibling.h"
#include "files/unfinished.h"
#include "io/array/file.h"
#include "io/array/inspect.h"
#include "io/array/metadata.h"
#include "io/array/read.h"
#include "io/array/write.h"
#include <cornerturn/agree.h>
#include <cornerturn/version.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static ct_status put_attributes(adi_job *job) {
    char software[64];
    (void)snprintf(software, sizeof software, "cornerturn %s", ct_version());
    const job_attribute texts[] = {
        {"axes", job->shape.problem.axes == 3 ? "time, z, y, x" : "time, y, x"},
        {"run", job->run},
        {"software", software},
        {"config", job->config_text}};
    return job_attributes(job->file, job->config.dataset, texts, sizeof texts / sizeof *texts);
}

/* Masked cells are NaN, which readers of netCDF's conventions are told. */
static ct_status put_fill_value(adi_job *job) {
    const double none = NAN;
    return job->mask.where[0] != '\0'
               ? ct_array_attribute_reals(job->file, job->config.dataset, "_FillValue", 1, &none)
               : CT_OK;
}

/* Writes the state, without what masked cells hold. */
static ct_status write_state(adi_job *job, const ct_box *box) {
    void *copy = NULL;
    ct_status status = CT_OK;
    CT_TRY(adi_mask_hide(job, &copy));
    status = ct_array_write(job->file, box, copy != NULL ? copy : ct_adi_state(job->plan), NULL);
cleanup:
    free(copy);
    return status;
}

/* What a new file has before its first snapshot; times that are not reached yet are not numbers. */
static ct_status lay_out(adi_job *job) {
    const ct_adi_problem *problem = &job->shape.problem;
    ptrdiff_t extent[CT_MAX_AXES] = {job->snapshots};
    ct_status status = CT_OK;
    memcpy(extent + 1, problem->extent, (size_t)problem->axes * sizeof *extent);
    const ct_box box = ct_adi_state_box(job->plan);
    CT_TRY(ct_array_set_layout(job->file, &job->layout, &box));
    CT_TRY(ct_array_put_reals(job->file, "time", job->snapshots, job->snapshot_time));
    CT_TRY(ct_array_put_reals(job->file, "step", job->snapshots, job->snapshot_time));
    CT_TRY(adi_positions_put(job));
    CT_TRY(ct_array_add_numbers(job->file, job->config.dataset, problem->axes + 1, extent,
                                adi_number_type(&job->shape)));
    CT_TRY(put_attributes(job));
    CT_TRY(put_fill_value(job));
    CT_TRY(adi_positions_attach(job));
cleanup:
    return status;
}

static ct_status create(adi_job *job) {
    ct_status status =
        ct_array_create_resumable(job->comm, job->config.output, job->config.overwrite, &job->file);
    if (status == CT_OK && job->rank == 0 && job->xdmf_file != NULL) {
        char xdmf[PATH_MAX];
        adi_name_partial_xdmf(job, xdmf);
        job->partial_xdmf = ct_unfinished_add(xdmf, true);
    }
    return status == CT_OK ? lay_out(job) : status;
}

/* This rank's part of a snapshot. */
static ct_box snapshot_box(const adi_job *job, ptrdiff_t index) {
    const ct_box state = ct_adi_state_box(job->plan);
    ct_box box = {.axes = state.axes + 1, .first = {index}, .count = {1}};
    memcpy(box.first + 1, state.first, (size_t)state.axes * sizeof *box.first);
    memcpy(box.count + 1, state.count, (size_t)state.axes * sizeof *box.count);
    return box;
}

/* Fills job->file, a new one, with the snapshots so far. Collective. */
static ct_status copy_snapshots(adi_job *job, const char *from) {
    const ptrdiff_t count = (ptrdiff_t)job->course.snapshots;
    const ct_box state = ct_adi_state_box(job->plan);
    const size_t number = job->shape.problem.precision == CT_FLOAT ? sizeof(float) : sizeof(double);
    void *values = malloc((size_t)ct_box_elements(&state) * number + 1);
    double *steps = NULL;
    ptrdiff_t there = 0;
    ct_status status = CT_OK;
    CT_TRY(ct_agree(job->comm, values != NULL
                                   ? CT_OK
                                   : ct_raise(CT_ERROR_MEMORY, "no memory to copy a snapshot")));
    CT_TRY(ct_array_get_reals(job->comm, from, "step", &there, &steps));
    if (there < count) {
        CT_FAIL(CT_ERROR_FILE, "%s has %td steps and should have %td", ct_escaped(from), there,
                count);
    }
    CT_TRY(lay_out(job));
    for (ptrdiff_t i = 0; i < count; i++) {
        const ct_box box = snapshot_box(job, i);
        CT_TRY(ct_array_read(job->comm, from, job->config.dataset, &box, values, NULL));
        CT_TRY(ct_array_write(job->file, &box, values, NULL));
    }
    CT_TRY(ct_array_change_reals(job->file, "step", 0, count, steps));
    CT_TRY(ct_array_change_reals(job->file, "time", 0, count, job->snapshot_time));
cleanup:
    free(values);
    free(steps);
    return status;
}

/* The file that is there, unfinished or not, if it is of the run that the checkpoint is of. */
static ct_status find_run(adi_job *job, const char *partial, const char **found) {
    char *run = NULL;
    int is_partial = job->rank == 0 && access(partial, F_OK) == 0;
    ct_status status = CT_OK;
    (void)MPI_Bcast(&is_partial, 1, MPI_INT, 0, job->comm);
    *found = is_partial ? partial : job->config.output;
    CT_TRY(ct_array_get_attribute(job->comm, *found, job->config.dataset, "run", &run));
    if (strcmp(run, job->run) != 0) {
        CT_FAIL(CT_ERROR_FILE, "%s is of another run", ct_escaped(*found));
    }
cleanup:
    free(run);
    return status;
}

/* Continues the unfinished file, if it has space for as many snapshots as the schedule now has and
 * is stored as wanted in one file, or a copy: nodes may be others now, and a finished file stays as
 * it is until this one is finished. */
static ct_status reopen(adi_job *job) {
    char partial[PATH_MAX];
    const char *found = NULL;
    ptrdiff_t count = 0;
    double *times = NULL;
    ct_array_info info;
    ct_status status = CT_OK;
    adi_name_partial(job, partial);
    CT_TRY(find_run(job, partial, &found));
    CT_TRY(ct_array_get_reals(job->comm, found, "time", &count, &times));
    if (count < (ptrdiff_t)job->course.snapshots) {
        CT_FAIL(CT_ERROR_FILE, "%s has space for %td snapshots and should have %.0f",
                ct_escaped(found), count, job->course.snapshots);
    }
    memcpy(job->snapshot_time, times, (size_t)job->course.snapshots * sizeof *times);
    CT_TRY(ct_array_inspect(job->comm, found, job->config.dataset, CT_ARRAY_NUMBERS, &info));
    const ct_box box = ct_adi_state_box(job->plan);
    if (found != partial || count != job->snapshots || info.is_chunked != job->layout.is_chunked ||
        info.is_virtual || job->layout.per_node) {
        CT_TRY(ct_array_create(job->comm, partial, true, &job->file));
        CT_TRY(copy_snapshots(job, found));
        CT_TRY(ct_array_commit(&job->file));
    }
    job->is_copy[0] = found != partial;
    CT_TRY(ct_array_reopen(job->comm, job->config.output, &job->file));
    CT_TRY(ct_array_set_layout(job->file, &job->layout, &box));
    CT_TRY(ct_array_select(job->file, job->config.dataset));
cleanup:
    free(times);
    return status;
}

ct_status adi_outputs_open(adi_job *job) {
    ct_status status = CT_OK;
    job->snapshot_time = malloc((size_t)job->snapshots * sizeof *job->snapshot_time);
    CT_TRY(ct_agree(
        job->comm, job->snapshot_time != NULL
                       ? CT_OK
                       : ct_raise(CT_ERROR_MEMORY, "no memory for %td snapshots", job->snapshots)));
    for (ptrdiff_t i = 0; i < job->snapshots; i++) {
        job->snapshot_time[i] = NAN;
    }
    status = job->restart != NULL ? reopen(job) : create(job);
    if (status != CT_OK && job->restart != NULL) {
        status =
            ct_raise(status, "cannot continue from %s: %s; checkpoint.resume: never starts over",
                     ct_escaped(job->restart), ct_error_message());
    }
cleanup:
    return status;
}

/* Describes a file's snapshots for ParaView. By rank 0 for all. */
static ct_status write_xdmf(adi_job *job, const char *path, const char *array_path) {
    const int axes = job->shape.problem.axes;
    const char *points[CT_ADI_AXES];
    ct_status status = CT_OK;
    for (int a = 0; a < axes; a++) {
        points[a] = adi_axis_names[adi_axis_index(axes, a)];
    }
    if (job->rank == 0) {
        status = ct_xdmf_write_series(path, array_path, job->config.dataset, points,
                                      (ptrdiff_t)job->course.snapshots, job->snapshot_time);
    }
    return ct_agree_on_first(job->comm, status);
}

void adi_name_partial(const adi_job *job, char path[PATH_MAX]) {
    (void)ct_path_sibling(job->config.output, ".partial", path); /* fits, as its own name did */
}

/* The XDMF file of an unfinished file has a temporary name too. */
void adi_name_partial_xdmf(const adi_job *job, char path[PATH_MAX]) {
    (void)ct_path_sibling(job->config.output, ".partial.xdmf", path);
}

ct_status adi_snapshot_write(adi_job *job) {
    const ptrdiff_t index = (ptrdiff_t)job->course.snapshots;
    const ct_box box = snapshot_box(job, index);
    char xdmf[PATH_MAX];
    ct_status status = CT_OK;
    ct_laps_end(&job->laps, "between");
    if (index >= job->snapshots) {
        CT_FAIL(CT_ERROR_INTERNAL, "%td snapshots were expected", job->snapshots);
    }
    CT_TRY(write_state(job, &box));
    CT_TRY(ct_array_change_reals(job->file, "step", index, 1, &job->course.step));
    CT_TRY(ct_array_change_reals(job->file, "time", index, 1, &job->course.time));
    job->snapshot_time[index] = job->course.time;
    job->course.snapshots++;
    if (job->xdmf_file != NULL) {
        adi_name_partial_xdmf(job, xdmf);
        CT_TRY(write_xdmf(job, xdmf, ct_array_temporary(job->file)));
    }
    ct_laps_end(&job->laps, "snapshots");
cleanup:
    return status;
}

ct_status adi_outputs_commit(adi_job *job) {
    ct_status status = CT_OK;
    char xdmf[PATH_MAX];
    CT_TRY(ct_array_commit(&job->file));
    if (job->xdmf_file != NULL) {
        CT_TRY(write_xdmf(job, job->xdmf_file, job->config.output));
        adi_name_partial_xdmf(job, xdmf);
        if (job->rank == 0) {
            (void)unlink(xdmf);
        }
    }
    if (job->rank == 0 && job->xdmf_file == NULL && job->config.overwrite) {
        status = ct_xdmf_remove(job->config.output);
    }
    if (status == CT_OK && job->opened != NULL) {
        status = ct_table_commit(&job->opened);
    }
    CT_TRY(ct_agree_on_first(job->comm, status));
cleanup:
    return status;
}

/* Removes copies of finished files to which no checkpoint has added anything. */
static void remove_copies(const adi_job *job) {
    const char *const files[2] = {job->config.output, job->config.table};
    char path[PATH_MAX];
    for (int i = 0; i < 2; i++) {
        if (job->is_copy[i] && job->checkpoints == 0) {
            (void)snprintf(path, sizeof path, "%s.partial", files[i]);
            (void)unlink(path);
        }
    }
}

void adi_outputs_discard(adi_job *job) {
    char path[PATH_MAX];
    const bool was_open = job->file != NULL;
    ct_array_discard(&job->file);
    ct_table_discard(&job->opened);
    if (job->rank == 0) {
        remove_copies(job);
    }
    ct_unfinished_drop(&job->partial_xdmf);
    adi_name_partial(job, path);
    /* Of what this run wrote nothing is left to describe. */
    if (was_open && job->rank == 0 && access(path, F_OK) != 0) {
        adi_name_partial_xdmf(job, path);
        (void)unlink(path);
    }
}
