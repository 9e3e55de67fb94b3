/* The calls that may be served, in MPI's place: arguments are translated, nothing is computed. */
#include "bindings/preload/visit.h"
#include "collectives/collective_calls.h"

#define RETURNS_TO __builtin_return_address(0)

/* What is not for calls that repeat another, whose way then needs no registers saved. */
#define SLOWLY __attribute__((noinline))

#define COUNTED_ARRAYS                                                                             \
    (ct_arguments_bits(sendbuf, 0) | ct_arguments_bits(sendcounts, 1) |                            \
     ct_arguments_bits(sdispls, 2) | ct_arguments_bits(recvcounts, 3) |                            \
     ct_arguments_bits(rdispls, 4))

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
                        .given = {ct_call_counted_side(sendbuf, sendcounts, sdispls, sendtype),
                                  ct_call_counted_side(recvbuf, recvcounts, rdispls, recvtype)},
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

static SLOWLY int serve_bcast(void *buffer, int count, MPI_Datatype datatype, int root,
                              MPI_Comm comm, const void *address) {
    const ct_arguments arguments = {.comm = comm,
                                    .types[CT_RECEIVES] = datatype,
                                    .counts[CT_RECEIVES] = count,
                                    .arrays = ct_arguments_bits(buffer, 0)};
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
                                    .arrays = ct_arguments_bits(buffer, 0)};
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

/* A call with one count for all blocks of a side: the side with a block of each rank, which some
 * have at the root only, and the MPI library's own. */
typedef struct one_count {
    ct_kind kind;
    ct_pattern_kind movement;
    ct_call_reader *read;
    int many;
    int is_rooted;
    union {
        int (*all)(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm);
        int (*rooted)(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, int, MPI_Comm);
    } library;
} one_count;

static const one_count alltoall = {.kind = CT_KIND_ALLTOALL,
                                   .movement = CT_EXCHANGE,
                                   .read = ct_read_alltoall,
                                   .many = CT_RECEIVES,
                                   .library.all = PMPI_Alltoall};
static const one_count allgather = {.kind = CT_KIND_ALLGATHER,
                                    .movement = CT_ALL_GATHER,
                                    .read = ct_read_allgather,
                                    .many = CT_RECEIVES,
                                    .library.all = PMPI_Allgather};
static const one_count gather = {.kind = CT_KIND_GATHER,
                                 .movement = CT_GATHER,
                                 .read = ct_read_gather,
                                 .many = CT_RECEIVES,
                                 .is_rooted = 1,
                                 .library.rooted = PMPI_Gather};
static const one_count scatter = {.kind = CT_KIND_SCATTER,
                                  .movement = CT_SCATTER,
                                  .read = ct_read_scatter,
                                  .many = CT_SENDS,
                                  .is_rooted = 1,
                                  .library.rooted = PMPI_Scatter};

static inline ct_arguments one_count_arguments(const void *sendbuf, int sendcount,
                                               MPI_Datatype sendtype, const void *recvbuf,
                                               int recvcount, MPI_Datatype recvtype,
                                               MPI_Comm comm) {
    return (ct_arguments){.comm = comm,
                          .types = {sendtype, recvtype},
                          .counts = {sendcount, recvcount},
                          .arrays = ct_arguments_bits(sendbuf, 0) | ct_arguments_bits(recvbuf, 1)};
}

static SLOWLY int serve_one_count(const one_count *way, const void *sendbuf, int sendcount,
                                  MPI_Datatype sendtype, void *recvbuf, int recvcount,
                                  MPI_Datatype recvtype, int root, MPI_Comm comm,
                                  const void *address) {
    const ct_arguments arguments =
        one_count_arguments(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    ct_call call = {.shape = {.movement = way->movement, .root = root},
                    .given = {{.array = sendbuf, .count = sendcount, .type = sendtype},
                              {.array = recvbuf, .count = recvcount, .type = recvtype}}};
    const int has_many = !way->is_rooted || is_root(root, comm);
    const ct_call_side *one = &call.given[CT_SIDES - 1 - way->many];
    const ct_call_side *told = has_many ? &call.given[way->many] : one;
    const ptrdiff_t bytes = ct_visit_bytes(told->array, told->count, told->type);
    ct_visit visit = {.kind = way->kind,
                      .comm = comm,
                      .bytes = unless_refused(bytes, one->array, one->count, one->type),
                      .address = address,
                      .type = told->type,
                      .arguments = &arguments};
    if (ct_visit_begin(&visit)) {
        call.is_foreign = has_many && is_inside(one->array, told->array, &visit);
        if (ct_visit_serve(&visit, &call, way->read)) {
            return visit.code;
        }
    }
    return ct_visit_end(&visit, way->is_rooted
                                    ? way->library.rooted(sendbuf, sendcount, sendtype, recvbuf,
                                                          recvcount, recvtype, root, comm)
                                    : way->library.all(sendbuf, sendcount, sendtype, recvbuf,
                                                       recvcount, recvtype, comm));
}

/* Inline, and without arguments by address, so that a call which repeats another jumps to the MPI
 * library's function. */
static inline __attribute__((always_inline)) int
call_one_count(const one_count *way, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
               void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
               const void *address) {
    const ct_arguments arguments =
        one_count_arguments(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    if (!ct_repeat_takes(way->kind, &arguments)) {
        return serve_one_count(way, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                               root, comm, address);
    }
    return way->is_rooted
               ? way->library.rooted(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                     root, comm)
               : way->library.all(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}

int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    return call_one_count(&alltoall, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, 0,
                          comm, RETURNS_TO);
}

int MPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    return call_one_count(&allgather, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, 0,
                          comm, RETURNS_TO);
}

int MPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
               int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    return call_one_count(&gather, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                          comm, RETURNS_TO);
}

int MPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    return call_one_count(&scatter, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                          root, comm, RETURNS_TO);
}
