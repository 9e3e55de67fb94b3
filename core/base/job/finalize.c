#include "base/job/finalize.h"

#include <fcntl.h>
#include <mpi.h>

#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum {
    PATIENCE_S = 30,
    LONGER_S = 10,
    REPORT_S = 1,
    READ_MS = 500,
    ABORT_S = 2,
    STACK_BYTES = 8 << 20
};

static sigjmp_buf before;
static ucontext_t here, there;
static bool is_skipped, is_left;
static volatile sig_atomic_t left_s, status_of_all;
static int rank;

/* Once a second, as long as the process runs: the time for which a batch system suspends a job
 * passes unseen but for one signal. */
static void count_second(int signal_number) {
    (void)signal_number;
    left_s = left_s - 1;
    if (left_s <= 0) {
        siglongjmp(before, 1);
    }
    (void)alarm(1);
}

static unsigned patience_s(void) {
    const char *text = getenv("CT_FINALIZE_S");
    char *end = NULL;
    const long seconds = text == NULL ? PATIENCE_S : strtol(text, &end, 10);
    const bool is_number = text == NULL || (end != text && *end == '\0');
    return is_number && seconds >= 0 && seconds <= 86400 ? (unsigned)seconds : PATIENCE_S;
}

static void finalize(void) {
    (void)MPI_Finalize();
}

/* On a stack of its own, to which other threads may write when it is left: a rank aborted with a
 * smashed stack after that once, before its report was there. */
static void finalize_apart(void) {
    void *stack =
        mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED || getcontext(&there) != 0) {
        finalize();
        return;
    }
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = STACK_BYTES;
    there.uc_link = &here;
    makecontext(&there, finalize, 0);
    (void)swapcontext(&here, &there);
    (void)munmap(stack, STACK_BYTES);
}

void ct_finalize_skip(void) {
    is_skipped = true;
}

void ct_finalize(const char *program) {
    const struct sigaction action = {.sa_handler = count_second, .sa_flags = SA_RESTART};
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (is_skipped) {
        is_left = true;
        return;
    }
    (void)sigaction(SIGALRM, &action, NULL);
    if (sigsetjmp(before, 1) == 0) {
        left_s = (sig_atomic_t)patience_s();
        (void)alarm(left_s > 0 ? 1 : 0);
        finalize_apart();
        (void)alarm(0);
        return;
    }
    is_left = true;
    if (rank == 0) {
        (void)fprintf(stderr,
                      "%s: MPI_Finalize has not returned for %u s (CT_FINALIZE_S) and was left; "
                      "all that the run writes is complete\n",
                      program, patience_s());
    }
}

static void leave(int signal_number) {
    (void)signal_number;
    _exit(status_of_all);
}

/* mpirun of Open MPI ends all ranks with the first that just leaves, and returns its status; what
 * MPI_Abort says it prints itself, or what a rank that is alone starts for it does. */
static bool is_leaving_enough(void) {
    int size = 1;
    (void)MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size == 1 || getenv("OMPI_COMM_WORLD_SIZE") != NULL;
}

/* What is in a pipe to the launcher when ranks are aborted may be lost: 3 of 1300 runs of three
 * ranks on a busy machine ended without their message. So it waits until that is read, if soon. */
static void await_reader(int descriptor) {
    const struct timespec pause = {.tv_nsec = 1000000};
    struct stat about;
    int unread = 0;
    if (fstat(descriptor, &about) != 0 || !S_ISFIFO(about.st_mode)) {
        return;
    }
    for (int ms = 0; ms < READ_MS && ioctl(descriptor, FIONREAD, &unread) == 0 && unread > 0;
         ms++) {
        (void)nanosleep(&pause, NULL);
    }
}

void ct_end_all(int exit_status) {
    const struct sigaction action = {.sa_handler = leave};
    status_of_all = exit_status;
    (void)sigaction(SIGALRM, &action, NULL);
    (void)alarm(ABORT_S); /* other threads may hold the lock of a stream, or of MPI */
    (void)fflush(NULL);
    const bool aborts = !is_leaving_enough();
    if (aborts) {
        await_reader(STDOUT_FILENO);
        await_reader(STDERR_FILENO);
    }
    const int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) {
        (void)dup2(nowhere, STDERR_FILENO);
    }
    if (aborts) {
        (void)MPI_Abort(MPI_COMM_WORLD, exit_status);
    }
    _exit(exit_status);
}

int ct_end(int exit_status) {
    if (is_left) {
        (void)fflush(NULL);
        if (is_skipped && rank == 0 && exit_status != 0) {
            ct_end_all(exit_status);
        }
        /* Rank 0 has its report to close, and launchers end all with the first. Counted as above.
         */
        for (unsigned s = is_skipped ? REPORT_S : patience_s() + LONGER_S; s > 0 && rank != 0;
             s--) {
            (void)sleep(1);
        }
        _exit(exit_status);
    }
    return exit_status;
}
