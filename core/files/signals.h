/* Handlers of signals that end a program: SIGINT, SIGTERM, SIGHUP, SIGXCPU. */
#ifndef CT_FILES_SIGNALS_H
#define CT_FILES_SIGNALS_H

#include <stdbool.h>

/* From now on such a signal removes unfinished files (files/unfinished.h), reports them on stderr,
 * and ends the process with status 128 + its number. Ignored signals stay ignored. All processes
 * but the first of a job wait a moment, so that one removes and reports. The thread that calls it
 * handles the signals, whichever they arrive at. Local. */
void ct_signals_begin(const char *program, bool is_first);

/* Removes unfinished files and writes "PROGRAM: error: WORDS; removed FILES". Async-signal-safe.
 * Local. */
void ct_unfinished_report(const char *words, int always);

#endif
