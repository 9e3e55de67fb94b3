/* The standard streams of a program that was started without some of them, as by ">&-". */
#ifndef CT_BASE_JOB_STREAMS_H
#define CT_BASE_JOB_STREAMS_H

/*
 * Takes the descriptors 0, 1 and 2 that are closed. Else the first files, pipes and sockets that
 * are opened have these numbers, and what the program prints goes into an output file or to MPI's
 * own connections. Reading then finds nothing, and writing fails with EBADF as before. To be called
 * before anything is opened.
 */
void ct_hold_streams(void);

#endif
