#include "redistribute/predict.h"

#include "exchange/choose/predict.h"
#include "redistribute/groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What rank 0 sends to others: bytes, and to how many. */
static double sent_bytes(const ct_redistribution *redistribution, int size, int *partners) {
    double elements = 0;
    *partners = 0;
    for (int rank = 1; rank < size; rank++) {
        const ptrdiff_t common = ct_redistribution_common(redistribution, 0, rank);
        elements += (double)common;
        *partners += common > 0;
    }
    return elements * (double)redistribution->from.element_bytes;
}

/* The lowest rank on the node of each rank in the group of rank 0, the group's ranks being numbered
 * from 0 on. `first` is of a number a rank. Returns how many are in the group. */
static int list_leaders(const ct_redistribution_setting *setting, const int *group, int *first,
                        int *leader) {
    int members = 0;
    for (int rank = 0; rank < setting->size; rank++) {
        first[rank] = -1;
    }
    for (int rank = 0; rank < setting->size; rank++) {
        const int node = setting->leader[rank];
        if (group[rank] == 0) {
            first[node] = first[node] < 0 ? members : first[node];
            leader[members++] = first[node];
        }
    }
    return members;
}

double ct_redistribution_predict(const ct_redistribution_setting *setting,
                                 const ct_redistribution *redistribution, int slices,
                                 int *is_distant) {
    const size_t size = (size_t)setting->size;
    int *leader = malloc(3 * size * sizeof *leader);
    ct_prospect prospect = {.options = setting->options, .leader = leader};
    const double bytes = sent_bytes(redistribution, setting->size, &prospect.partners) / slices;
    double seconds = HUGE_VAL;
    *is_distant = 0;
    if (leader == NULL || !ct_redistribution_groups(redistribution, setting->size, leader + size)) {
        free(leader);
        return HUGE_VAL;
    }
    for (int is_all = setting->options->topology != NULL; is_all <= 1 && isinf(seconds); is_all++) {
        if (is_all) {
            memset(leader + size, 0, size * sizeof *leader);
        }
        prospect.size = list_leaders(setting, leader + size, leader + 2 * size, leader);
        prospect.block_bytes = prospect.size > 1 ? bytes / (prospect.size - 1) : 0;
        seconds = ct_exchange_predict(setting->calibration, &prospect);
    }
    for (int i = 0; i < prospect.size; i++) {
        *is_distant = *is_distant || leader[i] != 0;
    }
    free(leader);
    return seconds;
}
