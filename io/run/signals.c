#include "io/run/signals.h"

#include "files/unfinished.h"

#include <limits.h>
#include <signal.h>
#include <stdbool.h>
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
static bool is_first;

static size_t add(char *text, size_t used, const char *words) {
    for (; *words != '\0' && used < TEXT_BYTES; words++) {
        text[used++] = *words;
    }
    return used;
}

void ct_unfinished_say(const char *words, int always) {
    static char files[TEXT_BYTES / 2];
    static char text[TEXT_BYTES];
    const size_t length = ct_unfinished_remove(files, sizeof files - 1);
    if (length == 0 && !always) {
        return; /* another rank did, or there was nothing */
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

static void end(int number) {
    const char *words = "ended";
    for (int i = 0; i < SIGNALS; i++) {
        words = signals[i].number == number ? signals[i].words : words;
    }
    if (!is_first) { /* it removes and says what there is, unless the signal is ours alone */
        (void)nanosleep(&patience, NULL);
    }
    ct_unfinished_say(words, 0);
    _exit(STATUS_OF_SIGNAL + number); /* launchers pass it on; of death by a signal they may not */
}

void ct_signals_begin(const char *program) {
    struct sigaction action = {.sa_handler = end};
    int rank = 0;
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    is_first = rank == 0;
    (void)sigfillset(&action.sa_mask);
    (void)snprintf(program_name, sizeof program_name, "%s", program);
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction before;
        if (sigaction(signals[i].number, NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            (void)sigaction(signals[i].number, &action, NULL);
        }
    }
}

void ct_unfinished_share(MPI_Comm comm) {
    int rank = 0;
    int slot = 0;
    bool more = true;
    (void)MPI_Comm_rank(comm, &rank);
    if (rank != 0) {
        ct_unfinished_clear();
    }
    while (more) {
        struct {
            char path[PATH_MAX];
            bool is_there, is_quiet;
        } told = {.is_there = false};
        const char *path = rank == 0 ? ct_unfinished_at(&slot, &told.is_quiet) : NULL;
        if (path != NULL) {
            told.is_there = true;
            memcpy(told.path, path, strlen(path) + 1);
        }
        (void)MPI_Bcast(&told, (int)sizeof told, MPI_BYTE, 0, comm);
        more = told.is_there;
        if (more && rank != 0) {
            (void)ct_unfinished_add(told.path, told.is_quiet);
        }
    }
}
