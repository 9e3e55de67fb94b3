#include "files/signals.h"

#include "files/unfinished.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { NAME_BYTES = 32, TEXT_BYTES = 1600, STATUS_OF_SIGNAL = 128 };

static const struct {
    int number;
    const char *words;
} signals[] = {{SIGINT, "ended by SIGINT"},
               {SIGTERM, "ended by SIGTERM"},
               {SIGHUP, "ended by SIGHUP"},
               {SIGXCPU, "ended by SIGXCPU"}};
enum { SIGNALS = sizeof signals / sizeof *signals };

static const struct timespec patience = {.tv_nsec = 200000000};
static char program_name[NAME_BYTES];
static bool acts_first;
static pthread_t own_thread; /* the one that creates files */

static size_t add(char *text, size_t used, const char *words) {
    for (; *words != '\0' && used < TEXT_BYTES; words++) {
        text[used++] = *words;
    }
    return used;
}

void ct_unfinished_report(const char *words, int always) {
    static char files[TEXT_BYTES / 2];
    static char text[TEXT_BYTES];
    const size_t length = ct_unfinished_remove(files, sizeof files - 1);
    if (length == 0 && !always) {
        return; /* another rank did, or nothing was unfinished */
    }
    files[length] = '\0';
    size_t used = add(text, 0, program_name);
    used = add(text, used, ": error: ");
    used = add(text, used, words);
    used = add(text, used, length > 0 ? "; removed " : "");
    used = add(text, used, files);
    used = add(text, used, "\n");
    (void)!write(STDERR_FILENO, text, used);
}

/* The system gives a signal to any thread that lets it in, such as one of MPI's while the program's
 * own has just created a file that is not in the list yet: that one is asked to take it. */
static void end(int number) {
    if (!pthread_equal(pthread_self(), own_thread) && pthread_kill(own_thread, number) == 0) {
        return;
    }
    const char *words = "ended";
    for (int i = 0; i < SIGNALS; i++) {
        words = signals[i].number == number ? signals[i].words : words;
    }
    if (!acts_first) { /* the first process removes and reports, unless only this one got the
                          signal */
        (void)nanosleep(&patience, NULL);
    }
    ct_unfinished_report(words, 0);
    _exit(STATUS_OF_SIGNAL + number); /* launchers may not pass on death by a signal */
}

void ct_signals_begin(const char *program, bool is_first) {
    struct sigaction action = {.sa_handler = end};
    acts_first = is_first;
    own_thread = pthread_self();
    (void)sigfillset(&action.sa_mask);
    (void)snprintf(program_name, sizeof program_name, "%s", program);
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction before;
        if (sigaction(signals[i].number, NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            (void)sigaction(signals[i].number, &action, NULL);
        }
    }
}
