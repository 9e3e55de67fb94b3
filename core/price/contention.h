/*
 * Contention: what messages that share links cost each other, by counting.
 *
 * Local, pure and free of MPI.
 */
#ifndef CT_PRICE_CONTENTION_H
#define CT_PRICE_CONTENTION_H

#include "price/predict.h"

/* How many times as long an algorithm's messages take because those in flight together share links,
 * which are as many times as fast as ranks' ports as the calibration says: at least 1, and 1 on
 * topologies without links. Inside nodes, if the topology has any, messages keep their sender busy
 * and share nothing; `windows` as in predict.h. There is one network, whatever rails a row knows
 * of. In exchanges, as many times as rank 0's messages take alone, which need not be the largest;
 * in other movements, where rank 0 may be their root, as the largest.
 *
 * In flight together are the messages of a round (schedule.h), at most the model's steps_in_flight
 * of a rank. Their start-ups follow one another; a link, as a port, carries the bytes of a message
 * behind its start-up and behind those of the messages before; when the last of all links and ports
 * has carried its bytes the next round starts, of all ranks. The curve is the model's for messages
 * between nodes; 1 without one.
 *
 * All messages are counted up to CT_CONTENTION_MOVES moves of all ranks (some tens of
 * milliseconds); beyond, the links are taken to be evenly loaded, as they are by rank 0's messages.
 * 1 when there is no memory to count, and where copies were not measured. */
enum { CT_CONTENTION_MOVES = 1 << 17 };
double ct_contention(const ct_model *model, const ct_algorithm *row,
                     const ct_parameters *parameters, int windows);

#endif
