/* Calls that stand before MPI's and the system's own: they count, and refuse on request. */
#ifndef CT_TESTS_COUNTED_H
#define CT_TESTS_COUNTED_H

#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static int counted_calls; /* of MPI's below */
static int counted_comms; /* created and not freed */
static int refuse_sharing;

/* As the system's own, of which only the place of the files is known here.
 * NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
int shm_open(const char *name, int flags, mode_t mode) {
    char path[128];
    (void)snprintf(path, sizeof path, "/dev/shm%s", name);
    return refuse_sharing ? -1 : open(path, flags, mode);
}

/* Segments that this process has mapped. */
static inline int mapped_segments(void) {
    char line[512];
    int mapped = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        mapped += strstr(line, "/dev/shm/cornerturn-") != NULL;
    }
    if (maps != NULL) {
        (void)fclose(maps);
    }
    return mapped;
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm) {
    counted_calls++;
    counted_comms++;
    return PMPI_Comm_dup(comm, newcomm);
}

int MPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm) {
    counted_calls++;
    counted_comms++;
    return PMPI_Comm_split_type(comm, split_type, key, info, newcomm);
}

int MPI_Comm_free(MPI_Comm *comm) {
    counted_calls++;
    counted_comms--;
    return PMPI_Comm_free(comm);
}

int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm) {
    counted_calls++;
    return PMPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm);
}

#endif
