/*
 * A transform along a single axis by way of a complex one that all ranks do together: a recipe's
 * maps between the arrays, and a plan for the complex transform; where its points cannot be divided
 * over the ranks, plans for the convolutions that make it.
 */
#ifndef CT_FFT_SINGLE_AXIS_REDUCTION_H
#define CT_FFT_SINGLE_AXIS_REDUCTION_H

#include "fft/plan.h"
#include "fft/shape/recipe.h"

/* What a rank reads, of whom, for its positions of a map's result; the parts of an array that it
 * sends, where ranks do not reach each other's. */
typedef struct ct_fft_parts {
    int count, room;
    ct_fft_part *part;
} ct_fft_parts;

typedef struct ct_fft_transit {
    const ct_fft_map *map;
    ct_fft_interval mine; /* positions */
    ct_fft_parts read, sent;
    ptrdiff_t sent_bytes, received_bytes; /* of arrays on their way; 0 where there are none */
} ct_fft_transit;

/* The chirp exp(-+ pi i j^2 / points), by which Bluestein's transform multiplies before and after a
 * cyclic convolution with its inverse, whose coefficients are the kernel. */
typedef struct ct_fft_chirp {
    ptrdiff_t points;
    int inverse;
    ct_fft_roots roots;
    ct_fft_interval array; /* positions of the numbers that this rank has */
    ptrdiff_t kernel_count;
    double complex *kernel; /* of the coefficients that this rank has */
} ct_fft_chirp;

struct ct_fft_reduction {
    ct_fft_recipe recipe;
    ct_fft_transit before, after;
    ct_fft_plan *there, *back; /* complex, in place; back: NULL unless there is a chirp */
    ct_fft_chirp chirp;
};

/* All of a plan for a reduced shape: its reduction, steps and work arrays. Collective. */
ct_status ct_fft_reduction_create(ct_fft_plan *plan, const ct_fft_options *options);
void ct_fft_reduction_destroy(ct_fft_reduction **reduction);

/* Executes it. Collective. */
ct_status ct_fft_reduction_run(ct_fft_plan *plan);

/* Who reads what of whom for the map before or after the complex transform; where the ranks do not
 * reach each other's arrays, with an exchange. Collective; CT_ERROR_MEMORY leaves what is there for
 * destroy. */
ct_status ct_fft_transit_create(const ct_fft_plan *plan, int is_before,
                                const ct_exchange_options *options, ct_exchange_plan **exchange,
                                ct_fft_transit *transit);

/* Bytes that this rank reads of other ranks' arrays, where it reaches them. Local. */
double ct_fft_transit_foreign_bytes(const ct_fft_transit *transit, const ct_fft_plan *plan);
void ct_fft_transit_destroy(ct_fft_transit *transit);

/* Puts the parts that are sent side by side. Reads them where they are, owner by owner, and writes
 * the map's result times a factor. Local. */
void ct_fft_transit_pack(const ct_fft_transit *transit, ct_precision precision, const char *from,
                         char *into);
void ct_fft_transit_run(const ct_fft_transit *transit, const ct_fft_recipe *recipe,
                        ct_precision precision, double factor, int threads, char *const *address,
                        char *into);

/* The chirp of a plan with its work array, in which the kernel is made. Collective; CT_ERROR_MEMORY
 * leaves what is there for destroy. */
ct_status ct_fft_chirp_create(const ct_fft_plan *plan, ct_fft_reduction *reduction);
void ct_fft_chirp_destroy(ct_fft_chirp *chirp);

/* Multiplies what this rank has by the chirp, and clears what is past its points; by the kernel.
 * Local. */
void ct_fft_chirp_multiply(const ct_fft_chirp *chirp, ct_precision precision, int threads,
                           void *numbers);
void ct_fft_chirp_filter(const ct_fft_chirp *chirp, ct_precision precision, int threads,
                         void *coefficients);

#endif
