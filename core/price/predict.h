/*
 * Predictions: the time of an exchange by the calibrated model, without pricing every rank.
 *
 * A row's closed form, evaluated with one constant at a time, gives its numbers of messages, bytes
 * and barriers. Each message has the mean size and takes the time of the measured curve of its
 * kind; a straight line would miss the MPI library's changes of protocol. Blocks of messages of
 * several are packed and unpacked; plans permute nothing in between, whatever a row charges for
 * that.
 *
 * Between nodes, a message's start-up occupies its sender and its bytes the network; inside, both
 * occupy the sender. With several steps in flight rank 0's messages are pipelined: start-ups in
 * sequence, bytes in sequence, both after the previous round (schedule.h). So n messages of
 * start-up s and byte time b, in k rounds, take n max(s, b) + k min(s, b); with one step in flight,
 * n (s + b). The mean size is used only where rank 0 has not as many messages as the closed form.
 *
 * Local, pure and free of MPI.
 */
#ifndef CT_PRICE_PREDICT_H
#define CT_PRICE_PREDICT_H

#include <cornerturn/algorithm.h>
#include <cornerturn/calibration.h>
#include <cornerturn/candidates.h>
#include <cornerturn/pattern.h>

/* The exchange and the machine. Equal on all ranks that compare predictions. */
typedef struct ct_model {
    const ct_calibration *calibration;
    ct_pattern_kind movement;
    ct_topology topology;
    int node_ranks;             /* most ranks per node, where the topology does not say */
    int private_arrays;         /* the arrays are not of ct_alloc, */
    double staged_bytes;        /* from which blocks go through shared memory in two copies, as
                                   messages do, where the curve has the kernel's; 0: none do */
    double block_bytes;         /* mean over pairs of ranks, empty blocks included */
    int partners;               /* most peers of a rank; 0: all others */
    double runs;                /* most runs of bytes that a rank sends and receives in blocks that
                                   are not contiguous */
    int steps_in_flight;        /* 0: all */
    double contention;          /* slow-down of messages between nodes (contention.h); 0: none */
    const ct_setting *settings; /* parameters held to a value in every row that has them */
    int setting_count;
} ct_model;

/* The curve inside a node: of copies through shared memory (`shared`), or of messages. */
const ct_curve *ct_local_curve(const ct_model *model, int shared);

/* Seconds of an algorithm; `shared`: ranks of a node copy through shared memory instead of sending
 * messages. HUGE_VAL for a row without a closed form, and where such copies were not measured. */
double ct_predict(const ct_model *model, const ct_algorithm *row, const ct_parameters *parameters,
                  int shared);

/* Whether a row promises more than CT_PREDICTED_STEPS steps, as `scott` does on a chain of 4096
 * ranks with 4 million: then ct_predict takes the closed form, each message waiting for the one
 * before, instead of following rank 0's schedule, which would be 100 MB. */
enum { CT_PREDICTED_STEPS = 1 << 19 };
int ct_predict_is_long(const ct_topology *topology, const ct_algorithm *row,
                       const ct_parameters *parameters);

/* A lower bound of ct_predict, cheaper to compute: all messages in one round. On topologies with
 * links it can be above, where a closed form makes ranks wait that need not, twice for `naive`, 13
 * times for `smg` with 4096 ranks; and where messages of many sizes are on a curve with a bend, by
 * 64 % for phases of 1, 1, 1 and 5 bits. */
double ct_predict_least(const ct_model *model, const ct_algorithm *row,
                        const ct_parameters *parameters, int shared);

/* Seconds of the MPI library's own collective, as in MPICH 4: direct all-to-alls, binomial trees,
 * recursive doubling; for long vectors a broadcast by scatter and ring all-gather. Of blocks in
 * many runs its data types take longer than the copies of rows, which are not charged.
 */
double ct_predict_library(const ct_model *model);

typedef struct ct_predicted {
    ct_parameters parameters;
    double seconds;
} ct_predicted;

/* The parameters with the least predictions, best first, at most `most`; *count of them, 0 at
 * first, are in `best` already (of any it stays 0 only where the settings exclude all). Left out
 * are those whose lower bound is not below CT_PREDICTED_EXCESS times `below_s`: HUGE_VAL, or
 * CT_PREDICTED_LEAST for the least so far. Compares the row's `tune`, its defaults and the first
 * CT_PREDICTED_MOST values worth trying; of equal ones the earlier comes first. The row fits the
 * topology. */
enum { CT_PREDICTED_MOST = 1024 };
#define CT_PREDICTED_LEAST 0.0
#define CT_PREDICTED_EXCESS 2
void ct_predict_best(const ct_model *model, const ct_algorithm *row, int shared, double below_s,
                     int most, ct_predicted *best, int *count);

/* Whether one prediction is less than another by more than rounding. */
int ct_predicted_less(double a, double b);

#endif
