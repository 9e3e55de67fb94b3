/* Loads: how many messages share a link, and a rank's ports, step by step. */
#include "check/check.h"

#include "base/fail.h"

#include <stdlib.h>

typedef struct loads {
    const ct_ensemble *ensemble;
    const ct_topology *topology;
    ptrdiff_t links; /* of one rail */
    int *on_link;    /* by rail and link, of the current step */
    ptrdiff_t *used; /* links with a load in the current step */
    ptrdiff_t used_count;
    int *sends, *receives, *cursors; /* by rank */
    ct_step_report *step;            /* current */
} loads;

static void add_message(void *context, int from, const ct_move *move) {
    loads *l = context;
    ct_step_report *step = l->step;
    ptrdiff_t blocks = ct_schedule_sent(l->ensemble->schedules[from], move);
    step->messages++;
    step->blocks += blocks;
    step->largest = blocks > step->largest ? blocks : step->largest;
    int sends = ++l->sends[from];
    int receives = ++l->receives[move->send_to];
    step->most_sends = sends > step->most_sends ? sends : step->most_sends;
    step->most_receives = receives > step->most_receives ? receives : step->most_receives;
    ct_route route = ct_route_start(l->topology, from, move->send_to);
    for (ptrdiff_t link; (link = ct_route_next(&route)) >= 0;) {
        ptrdiff_t place = move->rail * l->links + link;
        if (l->on_link[place]++ == 0) {
            l->used[l->used_count++] = place;
        }
    }
}

static void count_step(loads *l, int number, ct_check_report *report) {
    ct_step_report *step = &report->step[number - 1];
    int size = l->ensemble->size;
    l->used_count = 0;
    for (int rank = 0; rank < size; rank++) {
        l->sends[rank] = l->receives[rank] = 0;
    }
    l->step = step;
    ct_ensemble_sends(l->ensemble, number, l->cursors, add_message, l);
    for (ptrdiff_t k = 0; k < l->used_count; k++) {
        int load = l->on_link[l->used[k]];
        l->on_link[l->used[k]] = 0;
        step->link_load = load > step->link_load ? load : step->link_load;
        report->links[load < CT_LOADS ? load : CT_LOADS - 1]++;
    }
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

static void add_up(ct_check_report *report) {
    ct_step_report *total = &report->total;
    for (int k = 0; k < report->steps; k++) {
        const ct_step_report *step = &report->step[k];
        total->messages += step->messages;
        total->blocks += step->blocks;
        report->largest_sum += step->largest;
        total->largest = step->largest > total->largest ? step->largest : total->largest;
        total->link_load = larger(total->link_load, step->link_load);
        total->most_sends = larger(total->most_sends, step->most_sends);
        total->most_receives = larger(total->most_receives, step->most_receives);
    }
}

ct_status ct_count_loads(const ct_ensemble *ensemble, const ct_topology *topology,
                         ct_check_report *report) {
    ct_status status = CT_OK;
    loads l = {.ensemble = ensemble, .topology = topology, .links = ct_topology_links(topology)};
    size_t places = (size_t)(ct_ensemble_rails(ensemble) * l.links) + 1;
    size_t size = (size_t)ensemble->size;
    l.on_link = calloc(places, sizeof *l.on_link);
    l.used = calloc(places, sizeof *l.used);
    l.sends = calloc(size, sizeof *l.sends);
    l.receives = calloc(size, sizeof *l.receives);
    l.cursors = calloc(size, sizeof *l.cursors);
    if (l.on_link == NULL || l.used == NULL || l.sends == NULL || l.receives == NULL ||
        l.cursors == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for the loads of %zu links", places);
    }
    for (int number = 1; number <= report->steps; number++) {
        count_step(&l, number, report);
    }
    add_up(report);
cleanup:
    free(l.on_link);
    free(l.used);
    free(l.sends);
    free(l.receives);
    free(l.cursors);
    return status;
}
