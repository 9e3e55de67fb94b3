/*
 * The exchanges of a redistribution: one of all ranks or, where it falls apart (groups.h), one in
 * each group. An algorithm is then chosen for few ranks and large blocks.
 */
#ifndef CT_REDISTRIBUTE_SUBGROUP_H
#define CT_REDISTRIBUTE_SUBGROUP_H

#include "kernels/conversion.h"
#include "node/context.h"
#include "redistribute/redistribution.h"

#include <cornerturn/exchange.h>

/* The group of this rank. */
typedef struct ct_subgroup {
    ct_context *part;  /* NULL: all ranks are one group */
    MPI_Comm comm;     /* of the group */
    int size, *member; /* its ranks in the communicator of all, ascending */
} ct_subgroup;

/* All ranks are one group where the options name a topology, or an algorithm that some group cannot
 * run. Collective; all ranks fail together. */
ct_status ct_subgroup_create(ct_context *context, const ct_redistribution *redistribution,
                             const ct_exchange_options *options, ct_subgroup *group);

/* Collective. The exchanges planned in the group stay. */
void ct_subgroup_destroy(ct_subgroup *group);

/* Plans the exchange in the group. What a rank receives goes to its place in the result or, with
 * `packed_at` from 0 on, between boxes only, to that byte: block after block in the order of
 * members, each dense, in the order of the result's memory. `conversion` NULL: elements are copied.
 * Collective over `context`; all ranks fail together. */
ct_status ct_subgroup_exchange(const ct_subgroup *group, ct_context *context,
                               const ct_redistribution *redistribution, ptrdiff_t packed_at,
                               const ct_conversion *conversion, const ct_exchange_options *options,
                               ct_exchange_plan **exchange);

#endif
