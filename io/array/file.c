#include "io/array/file.h"

#include "base/escape.h"
#include "base/mpi.h"
#include "files/output.h"
#include "files/sibling.h"
#include "io/array/nodes/node_files.h"
#include "io/array/nodes/nodes.h"
#include "io/array/single/file.h"
#include "io/array/storage/hdf5.h"
#include "trace/phase.h"
#include <cornerturn/agree.h>

#include <stdlib.h>
#include <string.h>

ct_status ct_array_can_create(MPI_Comm comm, const char *path, bool overwrite) {
    ct_status status = CT_OK;
    int rank = 0;
    CT_MPI(MPI_Comm_rank(comm, &rank));
    return ct_agree_on_first(comm, rank == 0 ? ct_output_check(path, overwrite) : CT_OK);
cleanup:
    return status;
}

ct_status ct_array_check_name(const char *dataset) {
    size_t length = strlen(dataset);
    if (strspn(dataset, "./") == length || dataset[length - 1] == '/') {
        return ct_raise(CT_ERROR_CONFIG,
                        "\"%s\" cannot name a dataset; allowed: a name such as a or group/a",
                        ct_escaped(dataset));
    }
    return CT_OK;
}

/* Files of nodes of what PATH.partial was, which is about to be replaced; NULL: none. */
static char *list_unfinished(const ct_opening *how) {
    char partial[PATH_MAX];
    return how->resumable && !how->again && ct_path_sibling(how->path, ".partial", partial)
               ? ct_node_files_list(partial)
               : NULL;
}

static ct_status open_file(MPI_Comm comm, const ct_opening *how, ct_array_file **file) {
    ct_status status = CT_OK;
    char *unfinished = NULL;
    int rank = 0;
    ct_hdf5_begin();
    CT_MPI(MPI_Comm_rank(comm, &rank));
    unfinished = rank == 0 ? list_unfinished(how) : NULL;
    CT_TRY(ct_single_open(comm, how, file));
    if (rank == 0) {
        ct_node_files_remove_listed(how->path, unfinished, NULL);
        (*file)->old_parts = ct_node_files_list(how->path);
    }
cleanup:
    free(unfinished);
    return status;
}

bool ct_array_is_left(const char *path) {
    return ct_output_is_left(path, CT_HDF5_BEGINNING);
}

ct_status ct_array_create(MPI_Comm comm, const char *path, bool overwrite, ct_array_file **file) {
    const ct_opening how = {.path = path, .overwrite = overwrite};
    return open_file(comm, &how, file);
}

ct_status ct_array_create_resumable(MPI_Comm comm, const char *path, bool overwrite,
                                    ct_array_file **file) {
    const ct_opening how = {.path = path, .resumable = true, .overwrite = overwrite};
    return open_file(comm, &how, file);
}

ct_status ct_array_reopen(MPI_Comm comm, const char *path, ct_array_file **file) {
    const ct_opening how = {.path = path, .resumable = true, .again = true, .overwrite = true};
    return open_file(comm, &how, file);
}

/* What an old file of this name had in others is no longer needed. On rank 0. */
static void remove_old_parts(const ct_array_file *file) {
    char *kept = file->old_parts != NULL ? ct_node_files_list(file->final) : NULL;
    ct_node_files_remove_listed(file->final, file->old_parts, kept);
    free(kept);
}

void ct_array_preserve(ct_array_file *file, bool stays) {
    ct_nodes_preserve(file->nodes, stays);
    ct_single_preserve(file, stays);
}

const char *ct_array_temporary(const ct_array_file *file) {
    return file->temporary;
}

ct_status ct_array_flush(ct_array_file *file) {
    const ct_phase span = ct_span_begin(CT_TRACE_WRITE, "flush");
    ct_status status = CT_OK;
    CT_TRY(ct_nodes_flush(file->nodes));
    status = ct_single_flush(file);
cleanup:
    ct_span_end(&span);
    return status;
}

ct_status ct_array_commit(ct_array_file **file) {
    ct_array_file *this = *file;
    const ct_phase span = ct_span_begin(CT_TRACE_WRITE, "flush and name");
    ct_status status = CT_OK;
    CT_TRY(ct_nodes_commit(this->nodes));
    status = ct_single_commit(this);
    ct_nodes_settle(this->nodes, status == CT_OK);
    if (status == CT_OK) {
        remove_old_parts(this);
    }
cleanup:
    ct_span_end(&span);
    ct_array_discard(file); /* the rest of it */
    return status;
}

void ct_array_discard(ct_array_file **file) {
    if (*file != NULL) {
        ct_nodes_free(&(*file)->nodes);
        free((*file)->old_parts);
        ct_single_free(file);
    }
}
