/* Programs send without asking first where there is no RDMA, unless the user says otherwise, as
 * this test's second run does; and SIGUSR1 waits until somebody handles it. */
#include "expect.h"

#include "base/job/initialize.h"
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    const char *given = getenv("UCX_RNDV_THRESH");
    const char *wanted = given != NULL                                ? given
                         : access("/sys/class/infiniband", F_OK) == 0 ? "unset"
                                                                      : "inf";
    ct_initialize(&argc, &argv);
    const char *taken = getenv("UCX_RNDV_THRESH");
    EXPECT(strcmp(taken != NULL ? taken : "unset", wanted) == 0);
    int is_initialized = 0;
    MPI_Initialized(&is_initialized);
    EXPECT(is_initialized);
    sigset_t waiting;
    (void)raise(SIGUSR1);
    EXPECT(sigpending(&waiting) == 0 && sigismember(&waiting, SIGUSR1) == 1);
    MPI_Finalize();
    return expect_status();
}
