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
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ENDED = 3, ABORTED_READ, ABORTED_UNREAD };

static int is_endless, has_returned, are_several;
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

int MPI_Comm_size(MPI_Comm comm, int *size) {
    const int status = PMPI_Comm_size(comm, size);
    *size = are_several ? 2 : *size;
    return status;
}

/* Of what was said when stderr was a pipe, by now /dev/null, stdout being the same pipe. */
int MPI_Abort(MPI_Comm comm, int errorcode) {
    int unread = -1;
    (void)comm;
    (void)errorcode;
    _exit(ioctl(STDOUT_FILENO, FIONREAD, &unread) == 0 && unread == 0 ? ABORTED_READ
                                                                      : ABORTED_UNREAD);
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
        ct_end_all(ENDED);
    }
    EXPECT(child > 0 && waitpid(child, &status, 0) == child);
    EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == ENDED);
}

/* Ranks are not aborted before the launcher has read what was said, unless it does not read. Under
 * Open MPI, where the first that leaves ends all, as under another launcher. */
static void expect_words_read(int reads, int wanted) {
    char words[16] = "";
    int status = 0;
    int ends[2] = {-1, -1};
    EXPECT(pipe(ends) == 0);
    const pid_t child = fork();
    if (child == 0) {
        are_several = 1;
        (void)unsetenv("OMPI_COMM_WORLD_SIZE");
        (void)dup2(ends[1], STDOUT_FILENO);
        (void)dup2(ends[1], STDERR_FILENO);
        (void)fprintf(stderr, "words\n");
        ct_end_all(ENDED);
    }
    EXPECT(child > 0);
    (void)usleep(100000);
    EXPECT(!reads || read(ends[0], words, sizeof words) == 6);
    EXPECT(waitpid(child, &status, 0) == child);
    EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == wanted);
    (void)close(ends[0]);
    (void)close(ends[1]);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    expect_end();
    expect_words_read(1, ABORTED_READ);
    expect_words_read(0, ABORTED_UNREAD);
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
