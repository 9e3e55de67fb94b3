/* What a program does when it is told to end: SIGINT, SIGTERM, SIGHUP, SIGXCPU. */
#ifndef CT_FILES_SIGNALS_H
#define CT_FILES_SIGNALS_H

#include <stdbool.h>

/* From now on such a signal removes what is unfinished (files/unfinished.h), says so on stderr, and
 * ends the process with status 128 + its number. One that is ignored stays so. All processes but
 * the first of a job wait a moment, so that one of them removes and says it. Local. */
void ct_signals_begin(const char *program, bool is_first);

/* Writes "PROGRAM: error: WORDS; removed FILES" after removing what is unfinished. May be called by
 * a handler of signals. Local. */
void ct_unfinished_report(const char *words, int always);

#endif
