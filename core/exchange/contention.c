#include "exchange/contention.h"

#include "base/fail.h"

#include <cornerturn/price.h>
#include <math.h>

/* What a rank's port and an evenly loaded link have to carry, in blocks. */
static double even_load(const ct_topology *topology, const ct_schedule *schedule) {
    double links = (double)ct_topology_links(topology) / topology->size;
    double blocks = 0;
    double crossed = 0;
    for (int i = 0; i < schedule->move_count; i++) {
        const ct_move *move = &schedule->moves[i];
        if (move->send_to != CT_NOBODY) {
            double sent = (double)ct_schedule_sent(schedule, move);
            blocks += sent;
            crossed += sent * ct_topology_distance(topology, schedule->rank, move->send_to);
        }
    }
    return blocks > 0 ? fmax(crossed / links / blocks, 1) : 1;
}

/* Every step as long as its busiest link has bytes, by as long as its largest message. */
static ct_status count_load(const ct_algorithm *row, const ct_topology *topology,
                            const ct_parameters *parameters, double *load) {
    const ct_pattern pattern = ct_algorithm_pattern(row, topology, parameters);
    ct_machine machine = {.byte_s = 1, .ports = 1, .rails = 1};
    ct_ensemble *ensemble = NULL;
    ct_price alone;
    ct_price shared;
    ct_status status = CT_OK;
    CT_TRY(ct_ensemble_generate(row, topology, parameters, &ensemble));
    CT_TRY(ct_price_ensemble(ensemble, topology, &pattern, &machine, 1, &alone));
    machine.link_byte_s = 1;
    CT_TRY(ct_price_ensemble(ensemble, topology, &pattern, &machine, 1, &shared));
    *load = alone.message_s > 0 ? fmax(shared.message_s / alone.message_s, 1) : 1;
cleanup:
    ct_ensemble_destroy(&ensemble);
    return status;
}

double ct_contention(const ct_algorithm *row, const ct_topology *topology,
                     const ct_parameters *parameters) {
    ct_schedule *schedule = NULL;
    double load = 1;
    ct_status status = CT_OK;
    if (ct_topology_links(topology) == 0) {
        return 1;
    }
    CT_TRY(ct_algorithm_generate(row, topology, parameters, 0, &schedule));
    if ((double)schedule->move_count * topology->size > CT_CONTENTION_MOVES) {
        load = even_load(topology, schedule);
    } else {
        CT_TRY(count_load(row, topology, parameters, &load));
    }
cleanup:
    ct_schedule_destroy(&schedule);
    return status == CT_OK ? load : 1;
}
