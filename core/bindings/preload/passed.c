/* Calls that are passed on as they are: counted for the report, the time until they return. What
 * they make is started any number of times, in any order, and stays when it is complete. */
#include "bindings/preload/begun/join.h"
#include "bindings/preload/report.h"
#include "bindings/preload/visit.h"

#include <dlfcn.h>

#define RETURNS_TO __builtin_return_address(0)

/* A call of one count for all blocks is noted with its bytes; one with counts, of one type or of
 * types, by what this rank sends. */
#define PASS(of_kind, block_bytes, given_counts, given_type, given_types, call)                    \
    do {                                                                                           \
        ct_visit visit = {.kind = (of_kind), .comm = comm, .address = RETURNS_TO};                 \
        if (!ct_report_is_on()) {                                                                  \
            return call;                                                                           \
        }                                                                                          \
        (void)ct_visit_begin(&visit);                                                              \
        visit.bytes = (block_bytes);                                                               \
        visit.counts = (given_counts);                                                             \
        visit.type = (given_type);                                                                 \
        visit.sent_types = (given_types);                                                          \
        return ct_visit_end(&visit, call);                                                         \
    } while (0)

#if MPI_VERSION >= 4

int MPI_Alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                      int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request) {
    PASS(CT_KIND_ALLTOALL_INIT, ct_visit_bytes(recvbuf, recvcount, recvtype), NULL, MPI_BYTE, NULL,
         PMPI_Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info,
                            request));
}

int MPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                       MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                       const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                       MPI_Request *request) {
    PASS(CT_KIND_ALLTOALLV_INIT, CT_BYTES_VARY, sendbuf == MPI_IN_PLACE ? recvcounts : sendcounts,
         sendbuf == MPI_IN_PLACE ? recvtype : sendtype, NULL,
         PMPI_Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                             recvtype, comm, info, request));
}

int MPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                       const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                       const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                       MPI_Info info, MPI_Request *request) {
    PASS(CT_KIND_ALLTOALLW_INIT, CT_BYTES_VARY, sendbuf == MPI_IN_PLACE ? recvcounts : sendcounts,
         MPI_DATATYPE_NULL, sendbuf == MPI_IN_PLACE ? recvtypes : sendtypes,
         PMPI_Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
                             recvtypes, comm, info, request));
}

/* Communicators of sessions may have ranks of any MPI_COMM_WORLD, or of none. */
int MPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session) {
    ct_communicator_refuse();
    return PMPI_Session_init(info, errhandler, session);
}

#endif

/* Tools that were preloaded after this library write their results in their own MPI_Finalize. */
int MPI_Finalize(void) {
    int (*next)(void) = NULL;
    *(void **)&next = dlsym(RTLD_NEXT, "MPI_Finalize");
    ct_joined_complete();
    if (ct_settings_get()->report != NULL && ct_report_is_on()) {
        ct_report_write();
    }
    return next != NULL ? next() : PMPI_Finalize();
}
