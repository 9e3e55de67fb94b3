/* What an exchange takes that has no plan yet: how planners of larger things (transforms, implicit
 * steps) compare their own candidates. */
#ifndef CT_EXCHANGE_CHOOSE_FORESEE_H
#define CT_EXCHANGE_CHOOSE_FORESEE_H

#include <cornerturn/calibration.h>
#include <cornerturn/exchange.h>

/* An exchange that is not planned yet. */
typedef struct ct_prospect {
    const ct_exchange_options *options; /* algorithm, transport, private_arrays, window, topology */
    const int *leader;                  /* the lowest rank on the node of each */
    int size, partners;                 /* ranks, and the most of them that one has something for */
    double block_bytes;                 /* mean between each two, nothing included */
} ct_prospect;

/* Predicts what a plan with these options takes: of the algorithm that they name or, with "auto",
 * of the one that planning by estimate chooses. Blocks between ranks of one node go through shared
 * memory or by messages, as the options say; with one partner or two (a halo) only those blocks
 * count. HUGE_VAL for want of memory and for an algorithm that is not for so many ranks. Local: the
 * same on all ranks that ask the same. `leader` comes from ct_network_leaders (network.h), or from
 * any other idea of which ranks would share a node. */
double ct_exchange_foresee(const ct_calibration *calibration, const ct_prospect *prospect);

#endif
