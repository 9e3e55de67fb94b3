/*
 * The pricer: the time of a schedule on a machine.
 *
 * In lockstep (every message is received in the step in which it is sent) a step lasts as long as
 * its slowest rank, and steps follow one another: the model of the papers. Otherwise ranks run
 * asynchronously with one step in flight, a message starting when both its ends are ready.
 *
 * A message of n bytes takes start_up + distance + hops + the longer of n byte_s and the time of
 * its most loaded link for all bytes of that step (asynchronous: the most loaded link is a lower
 * bound on the whole). Messages of a rank beyond its ports are serialised. Ranks of one node use
 * the node's constants and no link; where there are nodes (nodes:AxB, dragonfly:AxBxC) a node's
 * interface, in and out, is a link.
 *
 * Local, pure and free of MPI.
 */
#ifndef CORNERTURN_PRICE_H
#define CORNERTURN_PRICE_H

#include <cornerturn/ensemble.h>
#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

/* Parts of a time that add up to total_s: of the slowest rank in every step in lockstep, otherwise
 * of the rank that ends last. */
typedef struct ct_price {
    double total_s;
    double message_s; /* messages, waiting for them included */
    double permute_s; /* local permutations */
    double barrier_s;
    int lockstep; /* which of the two models it is */
} ct_price;

/* Price for blocks of `block_bytes` (a vector, cut evenly, in patterns of packets).
 * CT_ERROR_INTERNAL where sends and receives do not match or deadlock. Local. */
ct_status ct_price_ensemble(ct_ensemble *ensemble, const ct_topology *topology,
                            const ct_pattern *pattern, const ct_machine *machine,
                            double block_bytes, ct_price *price);

/* Generates and prices an algorithm. `parameters` NULL: the defaults. CT_ERROR_UNSUPPORTED as of
 * ct_algorithm_generate. Local. */
ct_status ct_price_algorithm(const ct_algorithm *algorithm, const ct_topology *topology,
                             const ct_parameters *parameters, const ct_machine *machine,
                             double block_bytes, ct_price *price);

/* Writes the closed form for these parameters and this machine's ports with its numbers: "18
 * (lambda + delta) + 9/2 m tau + 2 Q", in the symbols of machine.h, E for a zero-byte exchange
 * (pairwise_s), a prime for constants inside a node. CT_ERROR_UNSUPPORTED without a closed form, or
 * where no sum of constants equals it to 12 digits. Local. */
enum { CT_FORMULA_TEXT = 512 };
ct_status ct_formula_format(const ct_algorithm *algorithm, const ct_topology *topology,
                            const ct_parameters *parameters, const ct_machine *machine,
                            double block_bytes, char text[CT_FORMULA_TEXT]);

CT_PUBLIC_END

#endif
