/*
 * Calls of the library below: the linker sends its MPI_Alltoall here (--wrap), since MPI_Alltoall
 * is the program's.
 */
#include <mpi.h>

/* NOLINTBEGIN(clang-diagnostic-reserved-identifier): the linker's names */
#define WRAP(name, parameters, arguments)                                                          \
    int __wrap_MPI_##name parameters;                                                              \
    int __wrap_MPI_##name parameters {                                                             \
        return PMPI_##name arguments;                                                              \
    }

WRAP(Alltoall, (const void *a, int b, MPI_Datatype c, void *d, int e, MPI_Datatype f, MPI_Comm g),
     (a, b, c, d, e, f, g))
WRAP(Alltoallv,
     (const void *a, const int *b, const int *c, MPI_Datatype d, void *e, const int *f,
      const int *g, MPI_Datatype h, MPI_Comm i),
     (a, b, c, d, e, f, g, h, i))
WRAP(Alltoallw,
     (const void *a, const int *b, const int *c, const MPI_Datatype *d, void *e, const int *f,
      const int *g, const MPI_Datatype *h, MPI_Comm i),
     (a, b, c, d, e, f, g, h, i))
WRAP(Allgather, (const void *a, int b, MPI_Datatype c, void *d, int e, MPI_Datatype f, MPI_Comm g),
     (a, b, c, d, e, f, g))
WRAP(Bcast, (void *a, int b, MPI_Datatype c, int d, MPI_Comm e), (a, b, c, d, e))
WRAP(Gather,
     (const void *a, int b, MPI_Datatype c, void *d, int e, MPI_Datatype f, int g, MPI_Comm h),
     (a, b, c, d, e, f, g, h))
WRAP(Scatter,
     (const void *a, int b, MPI_Datatype c, void *d, int e, MPI_Datatype f, int g, MPI_Comm h),
     (a, b, c, d, e, f, g, h))
WRAP(Ialltoall,
     (const void *a, int b, MPI_Datatype c, void *d, int e, MPI_Datatype f, MPI_Comm g,
      MPI_Request *h),
     (a, b, c, d, e, f, g, h))
WRAP(Ialltoallv,
     (const void *a, const int *b, const int *c, MPI_Datatype d, void *e, const int *f,
      const int *g, MPI_Datatype h, MPI_Comm i, MPI_Request *j),
     (a, b, c, d, e, f, g, h, i, j))
WRAP(Ialltoallw,
     (const void *a, const int *b, const int *c, const MPI_Datatype *d, void *e, const int *f,
      const int *g, const MPI_Datatype *h, MPI_Comm i, MPI_Request *j),
     (a, b, c, d, e, f, g, h, i, j))
/* NOLINTEND(clang-diagnostic-reserved-identifier) */
