/* The nonblocking calls that may be served, in MPI's place, and what looks at their requests. */
#include "bindings/preload/begun/call.h"

#define RETURNS_TO __builtin_return_address(0)

int MPI_Ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    ct_begun_request begun;
    ct_begun_call call = {
        .visit = {.kind = CT_KIND_IALLTOALL,
                  .comm = comm,
                  .bytes = ct_visit_bytes(recvbuf, recvcount, recvtype),
                  .address = RETURNS_TO},
        .given = {{.array = (char *)sendbuf, .count = sendcount, .type = sendtype},
                  {.array = recvbuf, .count = recvcount, .type = recvtype}},
        .request = &begun,
        .returned = request};
    if (ct_begun_try(&call)) {
        return call.code;
    }
    return ct_begun_pass(&call, PMPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                               recvtype, comm, request));
}

int MPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                   MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                   const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                   MPI_Request *request) {
    const int in_place = sendbuf == MPI_IN_PLACE;
    ct_begun_request begun;
    ct_begun_call call = {.visit = {.kind = CT_KIND_IALLTOALLV,
                                    .comm = comm,
                                    .bytes = CT_BYTES_VARY,
                                    .counts = in_place ? recvcounts : sendcounts,
                                    .type = in_place ? recvtype : sendtype,
                                    .address = RETURNS_TO},
                          .given = {{.array = (char *)sendbuf,
                                     .counts = sendcounts,
                                     .displacements = sdispls,
                                     .type = sendtype},
                                    {.array = recvbuf,
                                     .counts = recvcounts,
                                     .displacements = rdispls,
                                     .type = recvtype}},
                          .request = &begun,
                          .returned = request};
    if (ct_begun_try(&call)) {
        return call.code;
    }
    return ct_begun_pass(&call, PMPI_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                                recvcounts, rdispls, recvtype, comm, request));
}

int MPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
                   const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                   const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                   MPI_Request *request) {
    const int in_place = sendbuf == MPI_IN_PLACE;
    ct_begun_request begun;
    ct_begun_call call = {.visit = {.kind = CT_KIND_IALLTOALLW,
                                    .comm = comm,
                                    .bytes = CT_BYTES_VARY,
                                    .counts = in_place ? recvcounts : sendcounts,
                                    .sent_types = in_place ? recvtypes : sendtypes,
                                    .address = RETURNS_TO},
                          .given = {{.array = (char *)sendbuf,
                                     .counts = sendcounts,
                                     .displacements = sdispls,
                                     .types = sendtypes},
                                    {.array = recvbuf,
                                     .counts = recvcounts,
                                     .displacements = rdispls,
                                     .types = recvtypes}},
                          .request = &begun,
                          .returned = request};
    if (ct_begun_try(&call)) {
        return call.code;
    }
    return ct_begun_pass(&call, PMPI_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                                recvcounts, rdispls, recvtypes, comm, request));
}

/* MPICH moves such requests on in all calls that look at requests but this. */
int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status) {
    ct_begun_request_advance_all();
    return PMPI_Request_get_status(request, flag, status);
}
