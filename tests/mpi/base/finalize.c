/* MPI_Finalize is left when it does not return, and not because the process was stopped meanwhile.
 * All ranks are ended, whatever other threads hold. */
#include "base/job/finalize.h"
#include "expect.h"

#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int is_endless, has_returned;
static atomic_int is_held;

static void stop_for(unsigned seconds) {
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child == 0) {
        (void)kill(parent, SIGSTOP);
        (void)sleep(seconds);
        (void)kill(parent, SIGCONT);
        _exit(0);
    }
    EXPECT(child > 0);
    while (child > 0 && waitpid(child, NULL, 0) != child) {
    }
}

/* In front of MPI's. */
int MPI_Finalize(void) {
    while (is_endless) {
        (void)pause();
    }
    stop_for(3);
    has_returned = 1;
    return PMPI_Finalize();
}

/* As a thread does that writes to what takes nothing any more. */
static void *hold_stream(void *unused) {
    (void)unused;
    flockfile(stdout);
    atomic_store(&is_held, 1);
    for (;;) {
        (void)pause();
    }
    return NULL;
}

static void expect_end(void) {
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, hold_stream, NULL) != 0) {
            _exit(1);
        }
        while (!atomic_load(&is_held)) {
            (void)usleep(1000);
        }
        ct_end_all(3);
    }
    EXPECT(child > 0 && waitpid(child, &status, 0) == child);
    EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 3);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    expect_end();
    (void)setenv("CT_FINALIZE_S", "1", 1);
    is_endless = 1;
    ct_finalize("endless");
    EXPECT(!has_returned);
    (void)setenv("CT_FINALIZE_S", "2", 1);
    is_endless = 0;
    ct_finalize("stopped");
    EXPECT(has_returned);
    return ct_end(expect_status());
}
