/* Runs a command and ends it when it takes too long, by a clock that goes as fast as the machine
 * does: every now and then a fixed piece of work is timed, and while that takes n times what it
 * takes on an idle core a second counts as 1 / n seconds. A busy or a slow machine fails no test.
 *
 *   limited SECONDS COMMAND ..    ends as COMMAND does; with status 124 after an interrupt
 *
 * The command gets an interrupt first, so that scripts say where they are and clean up. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LATE = 124, NOT_STARTED = 127 };

/* Much longer than a time slice: a process that has slept gets its first slices at once. */
static const uint64_t PIECE_ROUNDS = 20000000;
static const double PIECE_IDLE_S = 0.04;      /* on a slow idle core; CT_PIECE_S replaces it */
static const double PAUSE_S = 2, PAUSES = 16; /* between pieces, and how many fit in a limit */
static const double GRACE_S = 20;

static double now_s(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double piece_s(void) {
    double start = now_s();
    uint64_t word = 1;
    for (uint64_t i = 0; i < PIECE_ROUNDS; i++) { /* each round waits for the one before */
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
    }
    return word == 0 ? 0 : now_s() - start; /* it never is: the compiler must work it out */
}

static double idle_piece_s(void) {
    const char *text = getenv("CT_PIECE_S");
    double said = text != NULL ? strtod(text, NULL) : 0;
    return said > 0 ? said : PIECE_IDLE_S;
}

/* The next signal of the set, or 0 after so many seconds. */
static int signal_within(const sigset_t *set, double seconds) {
    const time_t whole = (time_t)seconds;
    const struct timespec most = {whole, (long)(1e9 * (seconds - (double)whole))};
    int number = sigtimedwait(set, NULL, &most);
    return number > 0 ? number : 0;
}

/* In a group of its own, with the signals as in a shell, and nothing to read. */
static pid_t start(char **command, const sigset_t *blocked) {
    pid_t child = fork();
    if (child != 0) {
        (void)setpgid(child, child); /* here as well: whoever is first */
        return child;
    }
    (void)setpgid(0, 0);
    (void)signal(SIGINT, SIG_DFL);
    (void)sigprocmask(SIG_UNBLOCK, blocked, NULL);
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    (void)dup2(nothing, STDIN_FILENO);
    (void)execvp(command[0], command);
    (void)fprintf(stderr, "limited: %s: %s\n", command[0], strerror(errno));
    _exit(NOT_STARTED);
}

/* Waits until the child has ended or its time is over; signals from outside are passed on. Returns
 * whether it has ended. */
static int ends_within(pid_t child, double limit_s, const sigset_t *set, int *status) {
    const double idle_s = idle_piece_s();
    const double most_s = limit_s / PAUSES > PAUSE_S ? limit_s / PAUSES : PAUSE_S;
    double used_s = 0;
    double slowness = 1;
    double before = now_s();
    double began = before;
    while (used_s < limit_s) {
        const double left_s = limit_s - used_s;
        const double pause_s = slowness * (most_s < left_s ? most_s : left_s);
        int number = signal_within(set, pause_s);
        if (number == SIGCHLD || number == 0) {
            if (waitpid(child, status, WNOHANG) == child) {
                return 1;
            }
        } else {
            (void)kill(-child, number);
        }
        slowness = piece_s() / idle_s;
        slowness = slowness > 1 ? slowness : 1;
        double now = now_s();
        used_s += (now - before) / slowness;
        before = now;
    }
    (void)fprintf(stderr,
                  "limited: not done within %g s of an idle machine, %.0f s of this one, which is "
                  "%.1f times slower now\n",
                  limit_s, before - began, slowness);
    return 0;
}

static void end(pid_t child, const sigset_t *set) {
    int status = 0;
    double until = now_s() + GRACE_S;
    (void)kill(-child, SIGINT);
    while (now_s() < until && waitpid(child, &status, WNOHANG) == 0) {
        (void)signal_within(set, 0.1);
    }
    (void)kill(-child, SIGKILL);
    (void)waitpid(child, &status, WNOHANG);
}

int main(int argc, char **argv) {
    double limit_s = argc > 2 ? strtod(argv[1], NULL) : 0;
    int status = 0;
    sigset_t set;
    if (!(limit_s > 0)) {
        (void)fprintf(stderr, "usage: limited SECONDS COMMAND ..\n");
        return NOT_STARTED;
    }
    (void)sigemptyset(&set);
    static const int numbers[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        (void)sigaddset(&set, numbers[i]);
    }
    (void)sigprocmask(SIG_BLOCK, &set, NULL);
    pid_t child = start(argv + 2, &set);
    if (child < 0) {
        perror("limited");
        return NOT_STARTED;
    }
    if (!ends_within(child, limit_s, &set, &status)) {
        end(child, &set);
        return LATE;
    }
    if (WIFSIGNALED(status)) { /* CTest tells which */
        (void)sigprocmask(SIG_UNBLOCK, &set, NULL);
        (void)signal(WTERMSIG(status), SIG_DFL);
        (void)raise(WTERMSIG(status));
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : NOT_STARTED;
}
