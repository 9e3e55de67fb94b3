/*
 * Contention: what messages that share links cost each other, by counting.
 *
 * Local, pure and free of MPI.
 */
#ifndef CT_PRICE_CONTENTION_H
#define CT_PRICE_CONTENTION_H

#include "price/predict.h"

/* The slow-down of an algorithm by messages in flight that share links: at least 1, and 1 on
 * topologies without links. It is relative to rank 0's uncontended time; for movements that are no
 * complete exchange, where rank 0 may be the root, relative to the busiest rank. Links are
 * calibration.link_speed times as fast as ranks' ports. Messages inside nodes share no link and
 * keep their sender busy; `shared` as in predict.h. Rails of a row count as one network.
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
                     const ct_parameters *parameters, int shared);

#endif
