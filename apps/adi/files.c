/* The files of a run: whether they are different ones that can be written. */
#include "apps/adi/files.h"

#include "apps/adi/checkpoint/checkpoint.h"
#include "apps/adi/checkpoint/restart.h"
#include "apps/adi/problem/faces.h"
#include "apps/common/reals.h"
#include "base/fail.h"
#include "io/output/paths.h"
#include <cornerturn/agree.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MOST = 64, WHERE_BYTES = 16 };

/* The files that the job reads and writes. */
typedef struct file_list {
    ct_path_use files[FILES_MOST];
    int count;
    char *checkpoints[2];
    const char *dataset[FILES_MOST]; /* of the file, or NULL */
    char edges[CT_ADI_AXES][PATH_MAX], where[CT_ADI_AXES][WHERE_BYTES];
    char edges_dataset[CT_ADI_AXES][JOB_DATASET_BYTES];
} file_list;

static void add(file_list *list, const char *what, const char *path, ct_path_fate fate) {
    list->files[list->count++] = (ct_path_use){what, path, fate};
}

static void add_array(file_list *list, const char *what, const char *path, const char *dataset) {
    list->dataset[list->count] = dataset;
    add(list, what, path, CT_PATH_READ);
}

static void add_inputs(adi_job *job, file_list *list) {
    adi_value *values[ADI_VALUES_MOST];
    const int count = adi_job_values(job, values);
    const int axes = job->shape.problem.axes;
    add(list, "the config", job->options.config, CT_PATH_READ);
    for (int i = 0; i < count; i++) {
        add_array(list, values[i]->where, values[i]->file, values[i]->dataset);
    }
    for (int a = 0; a < axes; a++) {
        const int axis = adi_axis_index(axes, a);
        job_array_place(job->config.axis[axis].edges, list->edges[a], list->edges_dataset[a]);
        (void)snprintf(list->where[a], WHERE_BYTES, "%s.edges", adi_axis_names[axis]);
        add_array(list, list->where[a], list->edges[a], list->edges_dataset[a]);
        adi_value *faces[ADI_FACE_VALUES];
        adi_faces_values(job, a, faces);
        for (int k = 0; k < ADI_FACE_VALUES; k++) {
            const adi_series *series = &faces[k]->series;
            add_array(list, faces[k]->where, faces[k]->file, faces[k]->dataset);
            add_array(list, faces[k]->where, series->file, series->times);
            add_array(list, faces[k]->where, series->file, series->values);
        }
    }
}

/* Names checkpoints and XDMF file, NULL where there are none, too. Local. */
static ct_status add_outputs(adi_job *job, file_list *list) {
    const adi_config *config = &job->config;
    ct_status status = CT_OK;
    if (config->checkpoint[0] != '\0') {
        list->checkpoints[0] = adi_checkpoint_path(job, 0);
        list->checkpoints[1] = adi_checkpoint_path(job, 1);
        if (list->checkpoints[0] == NULL || list->checkpoints[1] == NULL) {
            return ct_raise(CT_ERROR_MEMORY, "no memory for the names of files");
        }
    }
    status = config->xdmf && ct_array_is_one_run(&job->layout)
                 ? ct_xdmf_path(config->output, &job->xdmf_file)
                 : CT_OK;
    add(list, "output.file", config->output, CT_PATH_WRITTEN);
    add(list, "the XDMF file", job->xdmf_file, CT_PATH_WRITTEN);
    add(list, "table.file", config->table, CT_PATH_WRITTEN);
    add(list, "a checkpoint", list->checkpoints[0], CT_PATH_WRITTEN);
    add(list, "a checkpoint", list->checkpoints[1], CT_PATH_WRITTEN);
    add(list, "the report", job->report_file, CT_PATH_WRITTEN);
    add(list, "the trace", job->options.trace, CT_PATH_WRITTEN);
    list->files[list->count++] = job_exchange_file(&config->exchange);
    return status;
}

ct_status adi_files_check(adi_job *job) {
    const adi_config *config = &job->config;
    file_list *list = calloc(1, sizeof *list);
    ct_status status =
        ct_agree(job->comm,
                 list != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for names of files"));
    if (status != CT_OK || list == NULL) {
        free(list);
        return status;
    }
    add_inputs(job, list);
    CT_TRY(ct_agree(job->comm, add_outputs(job, list)));
    CT_TRY(ct_paths_differ(job->comm, list->files, list->count));
    for (int i = 0; i < list->count; i++) {
        CT_TRY(ct_paths_differ_elsewhere(job->comm, &list->files[i], list->dataset[i], list->files,
                                         list->count));
    }
    CT_TRY(ct_locks_take(job->comm, list->files, list->count, job->options.check, &job->locks));
    CT_TRY(adi_restart_find(job));
    const bool overwrite = config->overwrite || job->restart != NULL;
    const char *const table = config->table;
    CT_TRY(job_can_create_array(job->comm, config->output, job->xdmf_file, overwrite));
    CT_TRY(job_can_create(job->comm, &table, 1, overwrite));
    const char *const own[] = {list->checkpoints[0], list->checkpoints[1], job->report_file,
                               job->options.trace};
    CT_TRY(job_can_create(job->comm, own, 4, true));
cleanup:
    free(list->checkpoints[0]);
    free(list->checkpoints[1]);
    free(list);
    return status;
}
