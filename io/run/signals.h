/* What a program does when it is told to end: SIGINT, SIGTERM, SIGHUP, SIGXCPU. */
#ifndef CT_IO_RUN_SIGNALS_H
#define CT_IO_RUN_SIGNALS_H

#include <mpi.h>

/* From now on such a signal removes what is unfinished (files/unfinished.h), says so on stderr, and
 * ends the process with status 128 + its number. One that is ignored stays so. Local. */
void ct_signals_begin(const char *program);

/* Tells all ranks which files of rank 0 are unfinished now. Collective. */
void ct_unfinished_share(MPI_Comm comm);

/* Writes "PROGRAM: error: WORDS; removed FILES" after removing what is unfinished. May be called by
 * a handler of signals. Local. */
void ct_unfinished_say(const char *words, int always);

#endif
