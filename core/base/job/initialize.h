/* The start of a program's MPI. */
#ifndef CT_BASE_JOB_INITIALIZE_H
#define CT_BASE_JOB_INITIALIZE_H

/*
 * MPI_Init, with UCX told to send messages of any size at once unless UCX_RNDV_THRESH is set or the
 * machine has RDMA. Over TCP it asks the receiver before a message of more than 20 KiB, and the
 * answer queues behind what the receiver sends itself: messages both ways then take turns on the
 * link, and slices that are sent while others are transformed do not overlap. FFT 256^3 between two
 * hosts on links of 5 Gbit/s: 298 ms, at once 252. On a link that is faster than the cores, where
 * nothing waits for it, 193 and 226.
 *
 * Standard streams that are closed are held (ct_hold_streams).
 *
 * SIGUSR1, which batch systems send ahead of the time limit, is blocked from here on in all
 * threads; who handles it unblocks it. MPICH's own handler has the next call ask the process
 * manager who has died, and a process without one waits for ever for the answer.
 */
void ct_initialize(int *count, char ***arguments);

#endif
