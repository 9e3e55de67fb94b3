#include <cornerturn/schedule.h>

static int same_blocks(ct_block_walk a, ct_block_walk b) {
    int more = 1;
    while (more) {
        int origins[2];
        int seconds[2];
        more = ct_block_next(&a, &origins[0], &seconds[0]);
        if (more != ct_block_next(&b, &origins[1], &seconds[1]) ||
            (more && (origins[0] != origins[1] || seconds[0] != seconds[1]))) {
            return 0;
        }
    }
    return 1;
}

int ct_schedule_equal(const ct_schedule *a, const ct_schedule *b) {
    if (a->size != b->size || a->rank != b->rank || a->move_count != b->move_count) {
        return 0;
    }
    for (int i = 0; i < a->move_count; i++) {
        const ct_move *left = &a->moves[i];
        const ct_move *right = &b->moves[i];
        if (left->send_to != right->send_to || left->receive_from != right->receive_from ||
            !same_blocks(ct_blocks_sent(a, left), ct_blocks_sent(b, right)) ||
            !same_blocks(ct_blocks_received(a, left), ct_blocks_received(b, right))) {
            return 0;
        }
    }
    return 1;
}
