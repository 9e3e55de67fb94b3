/*
 * Contention: the slow-down of messages that share links, by counting.
 *
 * Local, pure and free of MPI.
 */
#ifndef CT_PRICE_CONTENTION_H
#define CT_PRICE_CONTENTION_H

#include "price/predict.h"

/* The slow-down of an algorithm by messages in flight that share links: at least 1, and 1 on
 * topologies without links. It is relative to rank 0's uncontended time; for movements that are no
 * complete exchange, where rank 0 may be the root, relative to the busiest rank. Links are
 * calibration.link_speed times as fast as ranks' ports. Messages inside nodes use no link and
 * occupy their sender; `shared` as in predict.h. Rails of a row count as one network.
 *
 * The messages of a round (schedule.h) are in flight together, at most the model's steps_in_flight
 * a rank. A rank's start-ups are serialised; a link, like a port, transfers a message's bytes after
 * its start-up and after earlier messages; when all links and ports have ended, all ranks start the
 * next round. The curve is the model's for messages between nodes; 1 without one.
 *
 * Up to CT_CONTENTION_MOVES moves of all ranks (some tens of milliseconds) all messages are
 * counted; beyond, links are assumed evenly loaded by
 * messages like rank 0's. 1 without memory, where copies were not measured, and where
 * ct_predict_is_long. */
enum { CT_CONTENTION_MOVES = 1 << 17 };
double ct_contention(const ct_model *model, const ct_algorithm *row,
                     const ct_parameters *parameters, int shared);

#endif
