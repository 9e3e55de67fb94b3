/* The calls that may be served, in MPI's place: arguments are translated, nothing is computed. */
#include "bindings/preload/visit.h"
#include "collectives/collective_calls.h"

#define RETURNS_TO __builtin_return_address(0)

/* What is not for calls that repeat another, whose way then needs no registers saved. */
#define SLOWLY __attribute__((noinline))

/* Those of a call with one count for all blocks of a side, and of one with counts, of types or not.
 */
#define ARGUMENTS                                                                                  \
    {                                                                                              \
        .comm = comm, .types = {sendtype, recvtype}, .counts = {sendcount, recvcount},             \
        .arrays = ct_repeat_bits(sendbuf, 0) | ct_repeat_bits(recvbuf, 1)                          \
    }

#define COUNTED_ARRAYS                                                                             \
    (ct_repeat_bits(sendbuf, 0) | ct_repeat_bits(sendcounts, 1) | ct_repeat_bits(sdispls, 2) |     \
     ct_repeat_bits(recvcounts, 3) | ct_repeat_bits(rdispls, 4))

/* 0 where MPI refuses the other side of a call, else `bytes`. Local. */
static ptrdiff_t unless_refused(ptrdiff_t bytes, const void *array, int count, MPI_Datatype type) {
    return array == MPI_IN_PLACE || (count >= 0 && type != MPI_DATATYPE_NULL) ? bytes : 0;
}

/* Whether one block lies in an array of a block for each rank. MPI libraries call that an error, or
 * do not, so all ranks go there. */
static int is_inside(const void *block, const void *array, const ct_visit *visit) {
    const char *start = array;
    const char *place = block;
    return block != MPI_IN_PLACE && array != MPI_IN_PLACE && place >= start &&
           place < start + visit->state->ranks * visit->bytes;
}

static SLOWLY int serve_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                 void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                                 const void *address) {
    const ct_arguments arguments = ARGUMENTS;
    const ptrdiff_t bytes = ct_visit_bytes(recvbuf, recvcount, recvtype);
    ct_visit visit = {.kind = CT_KIND_ALLTOALL,
                      .comm = comm,
                      .bytes = unless_refused(bytes, sendbuf, sendcount, sendtype),
                      .address = address,
                      .type = recvtype,
                      .arguments = &arguments};
    if (ct_visit_begin(&visit)) {
        ct_call call = {.given = {{.array = sendbuf, .count = sendcount, .type = sendtype},
                                  {.array = recvbuf, .count = recvcount, .type = recvtype}},
                        .is_foreign = is_inside(sendbuf, recvbuf, &visit)};
        if (ct_visit_serve(&visit, &call, ct_read_alltoall)) {
            return visit.code;
        }
    }
    return ct_visit_end(
        &visit, PMPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
}

int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    const ct_arguments arguments = ARGUMENTS;
    if (ct_repeat_takes(CT_KIND_ALLTOALL, &arguments)) {
        return PMPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    }
    return serve_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
                          RETURNS_TO);
}

static SLOWLY int serve_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                                  MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                                  const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                                  const void *address) {
    const ct_arguments arguments = {
        .comm = comm, .types = {sendtype, recvtype}, .arrays = COUNTED_ARRAYS};
    const int in_place = sendbuf == MPI_IN_PLACE;
    const int is_refused =
        recvcounts == NULL || rdispls == NULL || recvtype == MPI_DATATYPE_NULL ||
        (!in_place && (sendcounts == NULL || sdispls == NULL || sendtype == MPI_DATATYPE_NULL));
    ct_visit visit = {.kind = CT_KIND_ALLTOALLV,
                      .comm = comm,
                      .bytes = is_refused ? 0 : CT_BYTES_VARY,
                      .counts = in_place ? recvcounts : sendcounts,
                      .type = in_place ? recvtype : sendtype,
                      .address = address,
                      .arguments = &arguments};
    if (ct_visit_begin(&visit)) {
        ct_call call = {.has_counts = 1,
                        .given = {{.array = sendbuf,
                                   .counts = sendcounts,
                                   .displacements = sdispls,
                                   .type = sendtype},
                                  {.array = recvbuf,
                                   .counts = recvcounts,
                                   .displacements = rdispls,
                                   .type = recvtype}},
                        .is_foreign = sendbuf == recvbuf};
        if (ct_visit_serve(&visit, &call, ct_read_alltoallv)) {
            return visit.code;
        }
    }
    return ct_visit_end(&visit, PMPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                               recvcounts, rdispls, recvtype, comm));
}

int MPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                  MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
                  MPI_Datatype recvtype, MPI_Comm comm) {
    const ct_arguments arguments = {
        .comm = comm, .types = {sendtype, recvtype}, .arrays = COUNTED_ARRAYS};
    if (ct_repeat_takes(CT_KIND_ALLTOALLV, &arguments)) {
        return PMPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                              recvtype, comm);
    }
    return serve_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                           recvtype, comm, RETURNS_TO);
}

int MPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
                  const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                  const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    const int in_place = sendbuf == MPI_IN_PLACE;
    const int is_refused =
        recvcounts == NULL || rdispls == NULL || recvtypes == NULL ||
        (!in_place && (sendcounts == NULL || sdispls == NULL || sendtypes == NULL));
    ct_visit visit = {.kind = CT_KIND_ALLTOALLW,
                      .comm = comm,
                      .bytes = is_refused ? 0 : CT_BYTES_VARY,
                      .counts = in_place ? recvcounts : sendcounts,
                      .sent_types = in_place ? recvtypes : sendtypes,
                      .types = {sendtypes, recvtypes},
                      .address = RETURNS_TO};
    if (ct_visit_begin(&visit)) {
        ct_call call = {
            .has_counts = 1,
            .given = {{.array = sendbuf, .counts = sendcounts, .displacements = sdispls},
                      {.array = recvbuf, .counts = recvcounts, .displacements = rdispls}},
            .is_foreign = sendbuf == recvbuf};
        if (ct_visit_serve(&visit, &call, ct_read_alltoallv)) {
            return visit.code;
        }
    }
    return ct_visit_end(&visit, PMPI_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                               recvcounts, rdispls, recvtypes, comm));
}

static SLOWLY int serve_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                  void *recvbuf, int recvcount, MPI_Datatype recvtype,
                                  MPI_Comm comm, const void *address) {
    const ct_arguments arguments = ARGUMENTS;
    const ptrdiff_t bytes = ct_visit_bytes(recvbuf, recvcount, recvtype);
    ct_visit visit = {.kind = CT_KIND_ALLGATHER,
                      .comm = comm,
                      .bytes = unless_refused(bytes, sendbuf, sendcount, sendtype),
                      .address = address,
                      .type = recvtype,
                      .arguments = &arguments};
    if (ct_visit_begin(&visit)) {
        ct_call call = {.shape = {.movement = CT_ALL_GATHER},
                        .given = {{.array = sendbuf, .count = sendcount, .type = sendtype},
                                  {.array = recvbuf, .count = recvcount, .type = recvtype}},
                        .is_foreign = is_inside(sendbuf, recvbuf, &visit)};
        if (ct_visit_serve(&visit, &call, ct_read_allgather)) {
            return visit.code;
        }
    }
    return ct_visit_end(
        &visit, PMPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
}

int MPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    const ct_arguments arguments = ARGUMENTS;
    if (ct_repeat_takes(CT_KIND_ALLGATHER, &arguments)) {
        return PMPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    }
    return serve_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
                           RETURNS_TO);
}

static SLOWLY int serve_bcast(void *buffer, int count, MPI_Datatype datatype, int root,
                              MPI_Comm comm, const void *address) {
    const ct_arguments arguments = {.comm = comm,
                                    .types[CT_RECEIVES] = datatype,
                                    .counts[CT_RECEIVES] = count,
                                    .arrays = ct_repeat_bits(buffer, 0)};
    ct_visit visit = {.kind = CT_KIND_BROADCAST,
                      .comm = comm,
                      .bytes = ct_visit_bytes(buffer, count, datatype),
                      .address = address,
                      .type = datatype,
                      .arguments = &arguments};
    if (ct_visit_begin(&visit)) {
        ct_call call = {.shape = {.movement = CT_BROADCAST, .root = root},
                        .given[CT_RECEIVES] = {.array = buffer, .count = count, .type = datatype}};
        if (ct_visit_serve(&visit, &call, ct_read_broadcast)) {
            return visit.code;
        }
    }
    return ct_visit_end(&visit, PMPI_Bcast(buffer, count, datatype, root, comm));
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    const ct_arguments arguments = {.comm = comm,
                                    .types[CT_RECEIVES] = datatype,
                                    .counts[CT_RECEIVES] = count,
                                    .arrays = ct_repeat_bits(buffer, 0)};
    if (ct_repeat_takes(CT_KIND_BROADCAST, &arguments)) {
        return PMPI_Bcast(buffer, count, datatype, root, comm);
    }
    return serve_bcast(buffer, count, datatype, root, comm, RETURNS_TO);
}

/* Whether this rank is the root; not of an intercommunicator. */
static int is_root(int root, MPI_Comm comm) {
    int rank = -1;
    return root >= 0 && comm != MPI_COMM_NULL && PMPI_Comm_rank(comm, &rank) == MPI_SUCCESS &&
           rank == root;
}

static SLOWLY int serve_gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                               void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
                               MPI_Comm comm, const void *address) {
    const ct_arguments arguments = ARGUMENTS;
    const int gathers = is_root(root, comm);
    const ptrdiff_t bytes = gathers ? ct_visit_bytes(recvbuf, recvcount, recvtype)
                                    : ct_visit_bytes(sendbuf, sendcount, sendtype);
    ct_visit visit = {.kind = CT_KIND_GATHER,
                      .comm = comm,
                      .bytes = unless_refused(bytes, sendbuf, sendcount, sendtype),
                      .address = address,
                      .type = gathers ? recvtype : sendtype,
                      .arguments = &arguments};
    if (ct_visit_begin(&visit)) {
        ct_call call = {.shape = {.movement = CT_GATHER, .root = root},
                        .given = {{.array = sendbuf, .count = sendcount, .type = sendtype},
                                  {.array = recvbuf, .count = recvcount, .type = recvtype}},
                        .is_foreign = gathers && is_inside(sendbuf, recvbuf, &visit)};
        if (ct_visit_serve(&visit, &call, ct_read_gather)) {
            return visit.code;
        }
    }
    return ct_visit_end(&visit, PMPI_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                            recvtype, root, comm));
}

int MPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
               int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    const ct_arguments arguments = ARGUMENTS;
    if (ct_repeat_takes(CT_KIND_GATHER, &arguments)) {
        return PMPI_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    }
    return serve_gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
                        RETURNS_TO);
}

static SLOWLY int serve_scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
                                MPI_Comm comm, const void *address) {
    const ct_arguments arguments = ARGUMENTS;
    const int scatters = is_root(root, comm);
    const ptrdiff_t bytes = scatters ? ct_visit_bytes(sendbuf, sendcount, sendtype)
                                     : ct_visit_bytes(recvbuf, recvcount, recvtype);
    ct_visit visit = {.kind = CT_KIND_SCATTER,
                      .comm = comm,
                      .bytes = unless_refused(bytes, recvbuf, recvcount, recvtype),
                      .address = address,
                      .type = scatters ? sendtype : recvtype,
                      .arguments = &arguments};
    if (ct_visit_begin(&visit)) {
        ct_call call = {.shape = {.movement = CT_SCATTER, .root = root},
                        .given = {{.array = sendbuf, .count = sendcount, .type = sendtype},
                                  {.array = recvbuf, .count = recvcount, .type = recvtype}},
                        .is_foreign = scatters && is_inside(recvbuf, sendbuf, &visit)};
        if (ct_visit_serve(&visit, &call, ct_read_scatter)) {
            return visit.code;
        }
    }
    return ct_visit_end(&visit, PMPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                             recvtype, root, comm));
}

int MPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    const ct_arguments arguments = ARGUMENTS;
    if (ct_repeat_takes(CT_KIND_SCATTER, &arguments)) {
        return PMPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    }
    return serve_scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
                         RETURNS_TO);
}
