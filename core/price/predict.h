/*
 * Predictions: what an exchange takes by the calibrated model, without pricing every rank.
 *
 * A row's closed form, on machines that charge for one thing only, counts its messages, the bytes
 * in them, and barriers. Each message is then one of mean size on the measured curve of its kind,
 * which a straight line would miss where the MPI library changes its protocol. Where messages have
 * several blocks these are gathered and scattered, message by message: plans permute nothing in
 * between, whatever a row charges for that.
 *
 * Between nodes, a message's start-up keeps its sender busy and its bytes the network; inside, both
 * the sender. With several steps in flight rank 0's messages are followed one by one: start-ups
 * behind each other, bytes behind bytes, and all behind what came in the round before (schedule.h).
 * So n messages of start-up s and bytes that take b, in k rounds, take n max(s, b) + k min(s, b);
 * one step in flight, n (s + b). Messages are of mean size only where rank 0 has not as many as the
 * closed form, as where ranks take turns.
 *
 * Local, pure and free of MPI.
 */
#ifndef CT_PRICE_PREDICT_H
#define CT_PRICE_PREDICT_H

#include <cornerturn/algorithm.h>
#include <cornerturn/calibration.h>
#include <cornerturn/candidates.h>
#include <cornerturn/pattern.h>

/* What is exchanged, where. The same on all ranks that compare predictions. */
typedef struct ct_model {
    const ct_calibration *calibration;
    ct_pattern_kind movement;
    ct_topology topology;
    int node_ranks;             /* the most ranks that share a node; the topology may know better */
    int private_arrays;         /* the arrays are not of ct_alloc */
    double block_bytes;         /* mean of what goes to another rank, nothing included */
    int partners;               /* the most ranks that one has something for; 0: all others */
    int steps_in_flight;        /* 0: all */
    double contention;          /* how many times as long messages between nodes take, sharing links
                                   (contention.h); 0: as long as measured */
    const ct_setting *settings; /* parameters held to a value in every row that has them */
    int setting_count;
} ct_model;

/* What messages inside a node take, or copies there if ranks copy from each other's memory. */
const ct_curve *ct_local_curve(const ct_model *model, int shared);

/* Seconds of an algorithm; `shared`: whether ranks of a node copy from each other's memory instead
 * of sending messages. HUGE_VAL for a row without a closed form, and where shared were not
 * measured. */
double ct_predict(const ct_model *model, const ct_algorithm *row, const ct_parameters *parameters,
                  int shared);

/* No more than that, and sooner known: as if all messages were one round. */
double ct_predict_least(const ct_model *model, const ct_algorithm *row,
                        const ct_parameters *parameters, int shared);

/* Seconds of the MPI library's own collective: direct all-to-alls, binomial trees and recursive
 * doubling, and for long vectors a broadcast as a scatter and an all-gather round a ring (MPICH 4).
 */
double ct_predict_library(const ct_model *model);

typedef struct ct_predicted {
    ct_parameters parameters;
    double seconds;
} ct_predicted;

/* The parameters with the least predictions, best first, `most` of them or as many as there are,
 * which it returns (none only where the settings rule all out): the row's own choice, its defaults
 * and the first CT_PREDICTED_MOST values worth trying are compared, the earlier one coming first of
 * two that are alike. The row fits the topology. */
enum { CT_PREDICTED_MOST = 1024 };
int ct_predict_best(const ct_model *model, const ct_algorithm *row, int shared, int most,
                    ct_predicted *best);

/* Whether one prediction is less than another by more than rounding. */
int ct_predicted_less(double a, double b);

#endif
