/* A signal may come at any moment: no file that was created is left behind. */
#define _GNU_SOURCE /* mkdtemp */
#include "expect.h"

#include "files/lock.h"
#include "files/signals.h"
#include "files/unfinished.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 400 };

/* A thread of a library's, such as MPI's, which takes a signal while the program's own lets them
 * wait. */
static void *stand_by(void *unused) {
    (void)unused;
    for (;;) {
        (void)pause();
    }
    return NULL;
}

/* Creates and removes files, all its time between a creation and the next removal, until it ends
 * by a signal. */
static void write_on(const char *file, int told, bool has_thread) {
    pthread_t thread;
    char word = 'x';
    (void)close(STDERR_FILENO);
    ct_signals_begin("test", true);
    EXPECT(!has_thread || pthread_create(&thread, NULL, stand_by, NULL) == 0);
    for (int i = 0;; i++) {
        int slot = CT_UNFINISHED_NONE;
        ct_lock lock;
        const int descriptor = ct_unfinished_create(file, false, &slot);
        (void)close(descriptor);
        (void)unlink(file);
        ct_unfinished_drop(&slot);
        if (ct_lock_try(file, CT_LOCK_KERNEL, &lock) > 0) {
            ct_lock_release(&lock);
        }
        if (i == 0) {
            (void)!write(told, &word, 1);
        }
    }
}

static void end_at_any_time(const char *file, int round) {
    int from[2] = {-1, -1};
    int status = 0;
    char word = 0;
    char lock[80];
    EXPECT(pipe(from) == 0);
    const pid_t process = fork();
    if (process == 0) {
        write_on(file, from[1], round % 2);
    }
    EXPECT(read(from[0], &word, 1) == 1);
    const struct timespec moment = {.tv_nsec = 1000L * round};
    (void)nanosleep(&moment, NULL);
    EXPECT(kill(process, SIGINT) == 0);
    EXPECT(waitpid(process, &status, 0) == process);
    EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 128 + SIGINT);
    EXPECT(access(file, F_OK) != 0);
    (void)snprintf(lock, sizeof lock, "%s.lock", file);
    EXPECT(access(lock, F_OK) != 0);
    (void)close(from[0]);
    (void)close(from[1]);
}

int main(void) {
    char directory[] = "unfinished-XXXXXX";
    char file[64];
    EXPECT(mkdtemp(directory) != NULL);
    (void)snprintf(file, sizeof file, "%s/file", directory);
    for (int round = 0; round < ROUNDS; round++) {
        end_at_any_time(file, round);
    }
    int slot = 0;
    EXPECT(ct_unfinished_create("/nowhere/file", false, &slot) < 0 && slot == CT_UNFINISHED_NONE);
    EXPECT(rmdir(directory) == 0);
    return expect_status();
}
