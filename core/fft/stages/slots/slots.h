/*
 * Arrays of the caller's that the other ranks of the node cannot reach. A stage whose lines are
 * partly in those of others goes by portions: the owners copy what a rank reads of them into slots,
 * some shared memory of the plan, and from slots what it has written:
 *
 *   rank 0   put 2 -> 1   run 1   take 0 <- 1   put 3 -> 1   run 2  ..
 *   rank 1   put 2 -> 0   run 1   take 0 <- 0   put 3 -> 0   run 2  ..
 *
 * where `put 2 -> 1` is rank 0's part of what rank 1 reads in its portion 2. So nothing is as large
 * as the arrays, and a first execution finds all pages placed: with shared copies of the arrays
 * instead, c2c 64^3 of arrays of malloc took 2.6 ms the first time and 0.81 later, so 1.04 and
 * 0.81.
 *
 * Where both ends are alike, results take the slots of what they were made from. Then a core writes
 * only lines that it has just read from the cache of the other one, and these are passed to and
 * fro. Else slots are written past the cache: a store to a line that the other core has read takes
 * some 30 ns where the two share no cache. What moves in the stage along the first axis of c2c
 * 256^3, two ranks, ms, of cores that share a cache and of others: arrays that others reach 21 and
 * 20, slots in the cache 29 and 90, past it 38 and 31, passed to and fro 26 and 27.
 */
#ifndef CT_FFT_STAGES_SLOTS_H
#define CT_FFT_STAGES_SLOTS_H

#include "fft/stages/stage.h"

struct ct_fft_plan;
struct ct_fft_step;

/* Ends of a stage: what it reads, and what it writes. */
enum { CT_FFT_ENDS = 2 };

/* Portions that have slots at once. */
enum { CT_FFT_SLOT_BUFFERS = 3 };

/* How a stage goes by slots. */
typedef struct ct_fft_slots {
    int is_end[CT_FFT_ENDS];          /* this end is an array of the caller's */
    ct_fft_view *given[CT_FFT_ENDS];  /* by rank: what it reads, or writes, of this rank's array */
    ct_fft_piece *piece[CT_FFT_ENDS]; /* of this rank's portion */
    char **address[CT_FFT_ENDS];      /* by rank: where these are */
    ct_box *work;                     /* by rank */
    ptrdiff_t width[CT_MAX_AXES];     /* of a portion */
    ptrdiff_t portions;               /* of the rank that has most */
    int in_place;                     /* results take the slots of what they are made from */
    int streams;                      /* what comes from slots is written past the cache */
} ct_fft_slots;

/* Prepares a stage of a plan, made as `how` tells and with its views. False without memory. Local.
 */
int ct_fft_slots_prepare(const struct ct_fft_plan *plan, struct ct_fft_step *step,
                         const ct_fft_stage_plan *how);
void ct_fft_slots_destroy(ct_fft_slots *slots, int ranks);

/* When all stages are prepared: sets the bytes of the plan's slots, 0 if none are needed or they
 * were too large. Collective. */
ct_status ct_fft_slots_size(struct ct_fft_plan *plan);

/* The axes of a piece in the order of its memory, fastest first. */
void ct_fft_slots_order(const ct_fft_piece *piece, int order[CT_MAX_AXES]);

/* The part of a piece that a portion has. Returns the bytes that it takes in a slot, where it lies
 * from `offset` on. */
ptrdiff_t ct_fft_slots_part(const ct_fft_piece *piece, const ct_box *portion,
                            ptrdiff_t element_bytes, ptrdiff_t offset, ct_fft_piece *part);

/* Runs a stage so. Collective. */
void ct_fft_slots_run(struct ct_fft_plan *plan, struct ct_fft_step *step,
                      const ct_fft_progress *progress);

#endif
