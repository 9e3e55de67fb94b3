#include "files/unfinished_share.h"

#include "files/unfinished.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

void ct_unfinished_share(MPI_Comm comm) {
    int rank = 0;
    int slot = 0;
    bool more = true;
    (void)MPI_Comm_rank(comm, &rank);
    if (rank != 0) {
        ct_unfinished_clear();
    }
    while (more) {
        struct {
            char path[PATH_MAX];
            bool is_there, is_quiet;
        } told = {.is_there = false};
        const char *path = rank == 0 ? ct_unfinished_at(&slot, &told.is_quiet) : NULL;
        if (path != NULL) {
            told.is_there = true;
            memcpy(told.path, path, strlen(path) + 1);
        }
        (void)MPI_Bcast(&told, (int)sizeof told, MPI_BYTE, 0, comm);
        more = told.is_there;
        if (more && rank != 0) {
            (void)ct_unfinished_add(told.path, told.is_quiet);
        }
    }
}
