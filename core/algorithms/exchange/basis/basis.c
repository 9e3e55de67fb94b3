/*
 * Exchange by a basis: on a mesh or torus every block goes its displacement as a sum of few vectors
 * that all ranks go together, each at most once. Bruck's exchange writes the displacement as a
 * number; here the vectors are any, so that there are few of them and short ones: no links are
 * crowded by detours round the rings.
 *
 *   4x4, --vectors 1,2,4,8 --lag 1: vectors (1,0) (2,0) (0,1) (0,2); block (3,1) goes
 *   step 1   (1,0)   0,0 to 1,0
 *   step 2   (2,0)   1,0 to 3,0
 *   step 3   (0,1)   3,0 to 3,1
 *
 * A vector is the rank that is there from rank 0. Message i forwards what came in message i - lag
 * or before: with lag 2 bytes of one message arrive while the next one starts. Of a displacement's
 * sums that of few and short vectors is taken. n messages of lag 2 reach up to n + (n-1)(n-2)/2
 * displacements with one or two: 27 do for 256 ranks, where rows and columns take 30. Cost: sum
 * over vectors of lambda + n_i m tau + delta, n_i the displacements that take vector i. Source:
 * Bruck, Ho, Kipnis, Upfal, Weathersby 1997 (index) with an additive basis of the group of the
 * torus (Rohrbach 1937) in place of a radix, and with the waiting of Bar-Noy, Kipnis 1994 (postal
 * model).
 */
#include "algorithms/exchange/basis/search.h"
#include "algorithms/exchange/basis/ways.h"
#include "algorithms/exchange/phases.h"
#include "algorithms/values.h"
#include "base/fail.h"
#include "schedule/displace.h"

#include <math.h>
#include <stdlib.h>

enum { VECTORS, LAG }; /* places of the parameters */

static int fits(const ct_topology *topology) {
    return topology->size > 1 && topology->size <= CT_BASIS_SIZE_MOST;
}

/* Powers of 2 along each axis. */
static int next_vectors(const ct_topology *topology, ct_value *value) {
    const int is_first = value->count == 0;
    *value = (ct_value){.count = 0};
    for (int axis = 0, stride = 1; axis < topology->axes; axis++) {
        for (int by = 1; by < topology->extent[axis]; by *= 2) {
            value->item[value->count++] = by * stride;
        }
        stride *= topology->extent[axis];
    }
    return is_first;
}

static int accepts_vectors(const ct_topology *topology, const ct_value *value) {
    return ct_value_is_between(value, 1, topology->size - 1);
}

static const ct_parameter parameter_vectors = {
    .name = "vectors",
    .summary = "how far messages go, as the rank that is there from rank 0",
    .allowed = "ranks but 0, up to 31, of which everything is a sum",
    .list = 1,
    .next = next_vectors,
    .accepts = accepts_vectors,
};

static int next_lag(const ct_topology *topology, ct_value *value) {
    (void)topology;
    return ct_value_only(1, value);
}

static int accepts_lag(const ct_topology *topology, const ct_value *value) {
    (void)topology;
    return ct_value_is_between(value, 1, CT_BASIS_MOST);
}

static const ct_parameter parameter_lag = {
    .name = "lag",
    .summary = "how many messages before come the blocks that each forwards",
    .allowed = "1 to 31",
    .next = next_lag,
    .accepts = accepts_lag,
};

/* The caller destroys it, also after a failure. */
static ct_status basis_of(const ct_topology *topology, const ct_parameters *parameters,
                          ct_basis *basis) {
    const ct_status status = ct_basis_create(topology, ct_parameter_item(parameters, LAG), basis);
    const ct_value *vectors = &parameters->value[VECTORS];
    if (status == CT_OK) {
        basis->count = vectors->count;
        for (int i = 0; i < vectors->count; i++) {
            basis->vector[i] = vectors->item[i];
        }
        ct_basis_find(basis);
    }
    return status;
}

static ct_status combines(const ct_topology *topology, const ct_parameters *parameters) {
    ct_basis basis;
    ct_status status = CT_OK;
    CT_TRY(basis_of(topology, parameters, &basis));
    const int missing = ct_basis_missing(&basis);
    if (missing > 0) {
        CT_FAIL(CT_ERROR_UNSUPPORTED,
                "--vectors with this --lag: %d of %d ranks are no sum of them", missing,
                topology->size);
    }
cleanup:
    ct_basis_destroy(&basis);
    return status;
}

/* One vector of the way of a displacement: how far a block has come before it, and has to go after
 * it. */
typedef struct way {
    int low, high;
} way;

/* Ways by vector: those of vector i from begin[i] up to begin[i + 1], in *ways, which the caller
 * frees. */
static ct_status list_ways(const ct_basis *basis, int begin[CT_BASIS_MOST + 1], way **ways) {
    int next[CT_BASIS_MOST];
    int needs[CT_BASIS_MOST];
    begin[0] = 0;
    ct_basis_count(basis, next, needs);
    for (int i = 0; i < basis->count; i++) {
        begin[i + 1] = begin[i] + next[i];
        next[i] = begin[i];
    }
    *ways = malloc(((size_t)begin[basis->count] + 1) * sizeof **ways);
    if (*ways == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the ways of %d displacements",
                        basis->topology->size);
    }
    for (int displacement = 1; displacement < basis->topology->size; displacement++) {
        int left = displacement;
        int high = 0;
        for (int i = ct_basis_last(basis, basis->count, left); i >= 0;
             i = ct_basis_last(basis, ct_basis_before(basis, i), left)) {
            left = ct_basis_rest(basis, i, left);
            (*ways)[next[i]++] = (way){left, high};
            high = ct_displaced(basis->topology, high, basis->vector[i]);
        }
    }
    return CT_OK;
}

typedef void namer(ct_schedule *, ct_rank_set, ct_rank_set);

/* What has this vector last is one product. */
static void name_blocks(ct_schedule *schedule, const ct_topology *topology, int sender, int to,
                        const way *ways, int count, namer *name) {
    int arriving = 0;
    ct_schedule_set_open(schedule);
    for (int i = 0; i < count; i++) {
        // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): as many ways were listed
        const int origin = ct_displaced_back(topology, sender, ways[i].low);
        if (ways[i].high == 0) {
            ct_schedule_set_add(schedule, (ct_run){origin, 1, 1});
            arriving++;
        }
    }
    const ct_rank_set origins = ct_schedule_set_close(schedule);
    if (arriving > 0) {
        name(schedule, origins, to);
    }
    for (int i = 0; i < count; i++) {
        if (ways[i].high != 0) {
            name(schedule, ct_displaced_back(topology, sender, ways[i].low),
                 ct_displaced(topology, to, ways[i].high));
        }
    }
}

static ct_status generate_all(const ct_topology *topology, const ct_parameters *parameters,
                              ct_schedule *schedule) {
    const int rank = schedule->rank;
    int begin[CT_BASIS_MOST + 1];
    way *ways = NULL;
    ct_basis basis;
    ct_status status = CT_OK;
    CT_TRY(basis_of(topology, parameters, &basis));
    CT_TRY(list_ways(&basis, begin, &ways));
    for (int i = 0; i < basis.count; i++) {
        const int to = ct_displaced(topology, rank, basis.vector[i]);
        const int from = ct_displaced_back(topology, rank, basis.vector[i]);
        const int count = begin[i + 1] - begin[i];
        if (count > 0) {
            ct_schedule_move(schedule, i + 1, to, from, CT_MOVE_PHASE);
            name_blocks(schedule, topology, rank, to, &ways[begin[i]], count, ct_schedule_sends);
            name_blocks(schedule, topology, from, rank, &ways[begin[i]], count,
                        ct_schedule_receives);
        }
    }
cleanup:
    free(ways);
    ct_basis_destroy(&basis);
    return status;
}

static void generate(const ct_topology *topology, const ct_parameters *parameters,
                     ct_schedule *schedule) {
    const ct_status status = generate_all(topology, parameters, schedule);
    schedule->failure = schedule->failure != CT_OK ? schedule->failure : status;
}

static ct_promise promise(const ct_topology *topology, const ct_parameters *parameters) {
    int blocks[CT_BASIS_MOST];
    int needs[CT_BASIS_MOST];
    ct_promise promised = {.ports = 1, .lockstep = 1};
    ct_basis basis;
    if (basis_of(topology, parameters, &basis) == CT_OK) {
        ct_basis_count(&basis, blocks, needs);
        for (int i = 0; i < basis.count; i++) {
            promised.steps = blocks[i] > 0 ? i + 1 : promised.steps;
        }
    }
    ct_basis_destroy(&basis);
    return promised;
}

/* By half of each ring, or none of it, partners exchange with each other. */
static double cost(const ct_topology *topology, const ct_parameters *parameters,
                   const ct_machine *machine, double block_bytes) {
    int blocks[CT_BASIS_MOST];
    int needs[CT_BASIS_MOST];
    double total_s = HUGE_VAL;
    ct_basis basis;
    if (basis_of(topology, parameters, &basis) == CT_OK) {
        total_s = 0;
        ct_basis_count(&basis, blocks, needs);
        for (int i = 0; i < basis.count; i++) {
            const int swaps = ct_displaced(topology, basis.vector[i], basis.vector[i]) == 0;
            total_s += blocks[i] > 0 ? ct_digit_steps_s(topology, machine, topology->size, 1, swaps,
                                                        blocks[i] * block_bytes)
                                     : 0;
        }
    }
    ct_basis_destroy(&basis);
    return total_s;
}

static void tune(const ct_topology *topology, const ct_machine *machine, double block_bytes,
                 ct_parameters *parameters) {
    if (ct_basis_search(topology, machine, block_bytes, &parameters->value[VECTORS])) {
        parameters->value[LAG].item[0] = 2;
    }
}

const ct_algorithm ct_row_basis = {
    .name = "basis",
    .summary = "every block goes its displacement as a sum of few short vectors",
    .sizes = "a mesh or torus of 2 to 65536 ranks",
    .source =
        "Bruck, Ho, Kipnis, Upfal, Weathersby 1997 (index), by additive bases (Rohrbach 1937)",
    .formula = "sum_i (lambda + n_i m tau + delta), n_i the displacements that take vector i",
    .topologies = 1u << CT_MESH | 1u << CT_TORUS,
    .fits = fits,
    .parameters = {&parameter_vectors, &parameter_lag},
    .combines = combines,
    .promise = promise,
    .cost = cost,
    .is_displaced = 1,
    .tune = tune,
    .generate = generate,
};
