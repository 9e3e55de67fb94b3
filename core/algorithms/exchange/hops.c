#include "algorithms/exchange/hops.h"

#include "algorithms/exchange/phases.h"

void ct_hop_next(ct_hop *hop, int radix) {
    hop->number++;
    hop->shift += hop->weight;
    if (hop->shift == hop->weight * radix) {
        hop->weight = hop->shift;
    }
}

int ct_hop_starts_digit(ct_hop hop) {
    return hop.shift == hop.weight;
}

int ct_hop_count(int places, int radix) {
    const int64_t last = places - 1; /* the longest distance */
    int64_t count = 0;
    for (int64_t weight = 1; weight <= last; weight *= radix) {
        count += last / weight < radix - 1 ? last / weight : radix - 1;
    }
    return (int)count;
}

ct_hop_extent ct_hop_extent_of(int places, int radix, ct_hop hop) {
    const int64_t span = hop.weight * radix;
    const int64_t above = places - hop.shift; /* distances from the hop's first on */
    const int64_t whole = above / span + (above % span >= hop.weight);
    const int64_t rest = above - whole * span;
    return (ct_hop_extent){(int)whole, rest > 0 ? (int)rest : 0};
}

/* The hops of the values first .. last of a digit, which take as many blocks each. */
static double values_s(const ct_topology *topology, const ct_machine *machine, int places,
                       int64_t weight, int64_t first, int64_t last, double bytes) {
    const int64_t half = places % (2 * weight) == 0 ? places / (2 * weight) : 0;
    const int swaps = first <= half && half <= last;
    return first > last
               ? 0
               : ct_digit_steps_s(topology, machine, places, (int)(last - first + 1), swaps, bytes);
}

/* Time of all hops of a digit, in O(1). The distances form whole spans of `radix` groups of
 * `weight` and a last partial span, which ends in the group of one value: smaller values have one
 * group more than larger ones. */
static double digit_s(const ct_topology *topology, const ct_machine *machine, int places, int radix,
                      int64_t weight, double distance_bytes) {
    const int64_t spans = places / (weight * radix);
    const int64_t rest = places % (weight * radix);
    const int64_t cut = rest / weight;
    const int is_cut = cut > 0 && rest % weight > 0;
    const double group_bytes = distance_bytes * (double)weight;
    const double before_bytes = group_bytes * (double)(spans + 1);
    const double behind_bytes = group_bytes * (double)spans;
    const double cut_bytes = behind_bytes + distance_bytes * (double)(rest % weight);
    const int64_t behind = cut + is_cut > 1 ? cut + is_cut : 1;
    return values_s(topology, machine, places, weight, 1, cut - 1, before_bytes) +
           values_s(topology, machine, places, weight, cut, cut + is_cut - 1, cut_bytes) +
           values_s(topology, machine, places, weight, behind, spans > 0 ? radix - 1 : 0,
                    behind_bytes);
}

double ct_hops_s(const ct_topology *topology, const ct_machine *machine, int places, int radix,
                 double distance_bytes) {
    double total_s = 0;
    for (int64_t weight = 1; weight < places; weight *= radix) {
        total_s += digit_s(topology, machine, places, radix, weight, distance_bytes);
    }
    return total_s;
}
