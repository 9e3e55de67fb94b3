#include "price/alike.h"

#include "schedule/displace.h"

int ct_moves_alike(const ct_schedule *a, const ct_schedule *b) {
    int alike = a->move_count == b->move_count;
    for (int i = 0; alike && i < a->move_count; i++) {
        const ct_move *one = &a->moves[i];
        const ct_move *other = &b->moves[i];
        alike = one->flags == other->flags && one->send_products == other->send_products &&
                one->receive_products == other->receive_products &&
                (one->send_to == CT_NOBODY) == (other->send_to == CT_NOBODY) &&
                (one->receive_from == CT_NOBODY) == (other->receive_from == CT_NOBODY);
    }
    return alike;
}

static int is_paired(const ct_algorithm *row, const ct_topology *topology) {
    return row->is_paired && (topology->size & (topology->size - 1)) == 0;
}

int ct_ranks_alike(const ct_algorithm *row, const ct_topology *topology) {
    return row->is_displaced || is_paired(row, topology) ||
           (row->is_cyclic && !ct_topology_has_nodes(topology));
}

int ct_peer_alike(const ct_algorithm *row, const ct_topology *topology, int peer, int rank) {
    if (peer == CT_NOBODY) {
        return CT_NOBODY;
    }
    if (row->is_displaced) {
        return ct_displaced(topology, peer, rank);
    }
    return is_paired(row, topology) ? peer ^ rank : (peer + rank) % topology->size;
}
