#include "io/array/storage/access.h"

#include "base/mpi.h"
#include "node/context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNED_BYTES = 4096 }; /* data begins on a page */

static char *hints;
static ptrdiff_t alignment_bytes = ALIGNED_BYTES;
static ptrdiff_t least_bytes = ALIGNED_BYTES;

/* Whether hint `at` is NAME=VALUE; cuts it there. */
static bool split(char *at, char **value) {
    at += strspn(at, " ");
    *value = strchr(at, '=');
    if (*value == NULL || *value == at) {
        return false;
    }
    *(*value)++ = '\0';
    return strpbrk(at, " \t") == NULL && strlen(at) < MPI_MAX_INFO_KEY && **value != '\0' &&
           strpbrk(*value, " =\t") == NULL && strlen(*value) < MPI_MAX_INFO_VAL;
}

/* Sets the hints of `text`, with info MPI_INFO_NULL only checks. Local. */
static ct_status parse(const char *text, MPI_Info info) {
    ct_status status = CT_OK;
    char *copy = strdup(text);
    char *rest = NULL;
    if (copy == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for hints");
    }
    for (char *hint = strtok_r(copy, ",", &rest); hint != NULL; hint = strtok_r(NULL, ",", &rest)) {
        char *value = NULL;
        if (!split(hint, &value)) {
            CT_FAIL(CT_ERROR_CONFIG,
                    "io.hints: \"%s\"; allowed: NAME=VALUE of MPI-IO, several with commas between, "
                    "such as cb_nodes=4,striping_factor=8",
                    text);
        }
        if (info != MPI_INFO_NULL) {
            CT_MPI(MPI_Info_set(info, hint + strspn(hint, " "), value));
        }
    }
cleanup:
    free(copy);
    return status;
}

ct_status ct_array_set_access(const ct_array_access *wanted) {
    ct_status status = CT_OK;
    char *copy = NULL;
    CT_TRY(parse(wanted->hints, MPI_INFO_NULL));
    copy = strdup(wanted->hints);
    if (copy == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for hints");
    }
    free(hints);
    hints = copy;
    alignment_bytes = (ptrdiff_t)wanted->alignment_bytes;
    least_bytes = (ptrdiff_t)wanted->least_bytes;
cleanup:
    return status;
}

bool ct_access_has_hints(void) {
    return hints != NULL && hints[strspn(hints, " ,")] != '\0';
}

/* One aggregator a node, where there are several: it knows who is near, and a node's link is
 * shared. Collective. */
static ct_status set_nodes(MPI_Comm comm, MPI_Info info) {
    ct_status status = CT_OK;
    char text[16];
    int *ranks = NULL;
    int count = 0;
    int rank = 0;
    int nodes = 0;
    CT_MPI(MPI_Comm_rank(comm, &rank));
    CT_TRY(ct_node_ranks(comm, &ranks, &count));
    const int is_first = ranks[0] == rank;
    CT_MPI(MPI_Allreduce(&is_first, &nodes, 1, MPI_INT, MPI_SUM, comm));
    if (nodes > 1) {
        (void)snprintf(text, sizeof text, "%d", nodes);
        CT_MPI(MPI_Info_set(info, "cb_nodes", text));
    }
cleanup:
    free(ranks);
    return status;
}

ct_status ct_access_make(MPI_Comm comm, hid_t *access) {
    ct_status status = CT_OK;
    MPI_Info info = MPI_INFO_NULL;
    CT_HDF5(*access = H5Pcreate(H5P_FILE_ACCESS), "opening a file");
    CT_HDF5(H5Pset_alignment(*access, (hsize_t)least_bytes, (hsize_t)alignment_bytes),
            "io.alignment_bytes");
    if (comm != MPI_COMM_NULL) {
        CT_MPI(MPI_Info_create(&info));
        CT_TRY(set_nodes(comm, info));
        CT_TRY(hints != NULL ? parse(hints, info) : CT_OK);
        CT_HDF5(H5Pset_fapl_mpio(*access, comm, info), "opening a file");
    }
cleanup:
    if (info != MPI_INFO_NULL) {
        (void)MPI_Info_free(&info);
    }
    return status;
}
