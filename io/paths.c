#include "io/paths.h"

#include "base/mpi.h"
#include "base/shown.h"
#include <cornerturn/agree.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The one name of a file: with no links in it, or, where there is no file yet, those of its
 * directory resolved. False when there is not even a directory. */
static int resolve(const char *path, char resolved[PATH_MAX]) {
    if (realpath(path, resolved) != NULL) {
        return 1;
    }
    char directory[PATH_MAX];
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    size_t length = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    (void)snprintf(directory, sizeof directory, "%.*s.", (int)length, path); /* "a/b/." or "." */
    if (realpath(directory, resolved) == NULL) {
        return 0;
    }
    size_t used = strlen(resolved);
    return snprintf(resolved + used, PATH_MAX - used, "/%s", name) < (int)(PATH_MAX - used);
}

static ct_status compare(const ct_path_use *a, const ct_path_use *b) {
    char names[2][PATH_MAX];
    int used = a->path != NULL && a->path[0] != '\0' && b->path != NULL && b->path[0] != '\0';
    if (!used || (!a->written && !b->written) || !resolve(a->path, names[0]) ||
        !resolve(b->path, names[1]) || strcmp(names[0], names[1]) != 0) {
        return CT_OK;
    }
    return ct_raise(CT_ERROR_CONFIG, "%s and %s are the same file, %s; allowed: different ones",
                    a->what, b->what, ct_shown(a->path));
}

ct_status ct_paths_differ(MPI_Comm comm, const ct_path_use *uses, int count) {
    ct_status status = CT_OK;
    int rank = 0;
    CT_MPI(MPI_Comm_rank(comm, &rank));
    for (int i = 0; rank == 0 && i < count; i++) {
        for (int j = i + 1; j < count && status == CT_OK; j++) {
            status = compare(&uses[i], &uses[j]);
        }
    }
    status = ct_agree_on_first(comm, status);
cleanup:
    return status;
}
