/* The pricer: set-up, and the model of steps in lockstep. */
#include "price/replay/price.h"

#include "base/fail.h"

#include <stdlib.h>
#include <string.h>

/* Adds a step: its barrier, if any, and the time of the slowest rank. */
static void price_step(ct_pricing *pricing, int number, int *cursor, ct_price *price) {
    int fenced = 0;
    for (int rank = 0; rank < pricing->ensemble->size; rank++) {
        ct_rank_step step = {.rank = rank};
        step.moves = ct_ensemble_moves(pricing->ensemble, rank, number, &cursor[rank], &step.count);
        ct_price_begin(pricing, &step, 0);
        fenced |= ct_price_fenced(&step);
    }
    double slowest_s = 0;
    double permute_s = 0; /* of the slowest rank */
    for (int rank = 0; rank < pricing->ensemble->size; rank++) {
        ct_rank_step step = {.rank = rank};
        step.moves = ct_ensemble_moves(pricing->ensemble, rank, number, &cursor[rank], &step.count);
        if (step.count > 0) {
            double end_s = ct_price_end(pricing, &step);
            double permuted_s = ct_price_permute(pricing, &step);
            if (end_s + permuted_s > slowest_s) {
                slowest_s = end_s + permuted_s;
                permute_s = permuted_s;
            }
        }
    }
    price->message_s += slowest_s - permute_s;
    price->permute_s += permute_s;
    price->barrier_s +=
        fenced ? ct_machine_barrier_s(pricing->machine, pricing->topology->size) : 0;
}

static ct_status price_lockstep(ct_pricing *pricing, ct_price *price) {
    int steps = ct_ensemble_steps(pricing->ensemble);
    double busiest_s = 0;
    ct_status status = CT_OK;
    int *cursor = calloc((size_t)pricing->ensemble->size, sizeof *cursor);
    if (cursor == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory to price %d ranks", pricing->ensemble->size);
    }
    CT_TRY(ct_price_messages(pricing, 1, &busiest_s));
    for (int number = 1; number <= steps; number++) {
        price_step(pricing, number, cursor, price);
    }
    price->total_s = price->message_s + price->permute_s + price->barrier_s;
cleanup:
    free(cursor);
    return status;
}

static ct_status prepare(ct_pricing *pricing) {
    int size = pricing->ensemble->size;
    size_t moves = (size_t)pricing->ensemble->first_move[size] + 1;
    pricing->duration_s = calloc(moves, sizeof *pricing->duration_s);
    pricing->begun_s = malloc(moves * sizeof *pricing->begun_s);
    pricing->held = calloc((size_t)size, sizeof *pricing->held);
    if (pricing->duration_s == NULL || pricing->begun_s == NULL || pricing->held == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory to price %zu moves", moves);
    }
    for (size_t k = 0; k < moves; k++) {
        pricing->begun_s[k] = -1;
    }
    for (int rank = 0; rank < size; rank++) {
        ct_holding start = ct_pattern_start(pricing->pattern, size, rank);
        pricing->held[rank] = (ptrdiff_t)start.origins * start.seconds;
    }
    return CT_OK;
}

ct_status ct_price_ensemble(ct_ensemble *ensemble, const ct_topology *topology,
                            const ct_pattern *pattern, const ct_machine *machine,
                            double block_bytes, ct_price *price) {
    ct_status status = CT_OK;
    ct_pricing pricing = {.ensemble = ensemble,
                          .topology = topology,
                          .pattern = pattern,
                          .machine = machine,
                          .token_bytes =
                              block_bytes / (pattern->packets > 0 ? pattern->packets : 1)};
    if (topology->size != ensemble->size || block_bytes < 0) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "schedules of %d ranks, priced on %d ranks with blocks of %g bytes",
                        ensemble->size, topology->size, block_bytes);
    }
    memset(price, 0, sizeof *price);
    CT_TRY(ct_ensemble_match(ensemble));
    CT_TRY(prepare(&pricing));
    price->lockstep = ct_ensemble_lockstep(ensemble);
    if (price->lockstep) {
        CT_TRY(price_lockstep(&pricing, price));
    } else {
        CT_TRY(ct_price_free(&pricing, price));
    }
cleanup:
    free(pricing.duration_s);
    free(pricing.begun_s);
    free(pricing.held);
    return status;
}

ct_status ct_price_algorithm(const ct_algorithm *algorithm, const ct_topology *topology,
                             const ct_parameters *parameters, const ct_machine *machine,
                             double block_bytes, ct_price *price) {
    ct_status status = CT_OK;
    ct_ensemble *ensemble = NULL;
    ct_parameters taken;
    CT_TRY(ct_parameters_or_default(algorithm, topology, parameters, &taken));
    CT_TRY(ct_ensemble_generate(algorithm, topology, &taken, &ensemble));
    ct_pattern pattern = ct_algorithm_pattern(algorithm, topology, &taken);
    CT_TRY(ct_price_ensemble(ensemble, topology, &pattern, machine, block_bytes, price));
cleanup:
    ct_ensemble_destroy(&ensemble);
    return status;
}
