/* Sets of ranks, and the blocks of their products. */
#include <cornerturn/schedule.h>

#include <stdint.h>

int ct_schedule_runs(const ct_schedule *schedule, ct_rank_set set, ct_run *single,
                     const ct_run **runs) {
    if (set >= 0) {
        *single = (ct_run){set, 1, 1};
        *runs = single;
        return 1;
    }
    ct_run_list list = schedule->lists[~set];
    *runs = schedule->runs + list.first;
    return list.count;
}

int ct_schedule_set_size(const ct_schedule *schedule, ct_rank_set set) {
    if (set >= 0) { /* as most sets are */
        return 1;
    }
    const ct_run_list list = schedule->lists[~set];
    int total = 0;
    for (int i = 0; i < list.count; i++) {
        total += schedule->runs[list.first + i].count;
    }
    return total;
}

ct_rank_set ct_schedule_strided(ct_schedule *schedule, int first, int count, int stride) {
    return ct_schedule_set(schedule, &(ct_run){first, count, stride}, 1);
}

ct_rank_set ct_schedule_range(ct_schedule *schedule, int first, int count) {
    return ct_schedule_strided(schedule, first, count, 1);
}

ct_rank_set ct_schedule_members(ct_schedule *schedule, const int *members, int count) {
    ct_schedule_set_open(schedule);
    for (int i = 0; i < count;) {
        int stride = i + 1 < count ? members[i + 1] - members[i] : 1;
        int end = i + 1;
        while (end < count && members[end] - members[end - 1] == stride) {
            end++;
        }
        ct_schedule_set_add(schedule, (ct_run){members[i], end - i, stride});
        i = end;
    }
    return ct_schedule_set_close(schedule);
}

ct_rank_set ct_schedule_bits(ct_schedule *schedule, int dimension, int mask, int value) {
    int loose = ~mask & ((1 << dimension) - 1);
    int lowest = loose & -loose;          /* the lowest group of loose bits makes the runs, */
    int above = loose & (loose + lowest); /* the others number them */
    int count = lowest == 0 ? 1 : (loose & ~above) / lowest + 1;
    ct_schedule_set_open(schedule);
    int choice = 0;
    do {
        ct_schedule_set_add(schedule, (ct_run){(value & mask) | choice, count, lowest | !lowest});
        choice = (choice - above) & above;
    } while (choice != 0);
    return ct_schedule_set_close(schedule);
}

static ptrdiff_t blocks(const ct_schedule *schedule, int first, int count) {
    ptrdiff_t total = 0;
    for (int i = 0; i < count; i++) {
        const ct_product *product = &schedule->products[first + i];
        total += (ptrdiff_t)ct_schedule_set_size(schedule, product->origins) *
                 ct_schedule_set_size(schedule, product->destinations);
    }
    return total;
}

ptrdiff_t ct_schedule_sent(const ct_schedule *schedule, const ct_move *move) {
    return blocks(schedule, move->first_product, move->send_products);
}

ptrdiff_t ct_schedule_received(const ct_schedule *schedule, const ct_move *move) {
    return blocks(schedule, move->first_product + move->send_products, move->receive_products);
}

/* Loads run `index` of a set. False past the last. */
static int load(const ct_schedule *schedule, ct_rank_set set, int index, ct_run *run) {
    ct_run single;
    const ct_run *runs;
    if (index >= ct_schedule_runs(schedule, set, &single, &runs)) {
        return 0;
    }
    *run = runs[index];
    return 1;
}

static ct_block_walk walk(const ct_schedule *schedule, int first, int count) {
    return (ct_block_walk){.schedule = schedule,
                           .product = schedule->products + first,
                           .end = schedule->products + first + count};
}

ct_block_walk ct_blocks_sent(const ct_schedule *schedule, const ct_move *move) {
    return walk(schedule, move->first_product, move->send_products);
}

ct_block_walk ct_blocks_received(const ct_schedule *schedule, const ct_move *move) {
    return walk(schedule, move->first_product + move->send_products, move->receive_products);
}

/* Moves to the first, or next, member of a set. False when there is none. */
static int first_member(const ct_schedule *schedule, ct_rank_set set, ct_run *run, int *index,
                        int *at) {
    *at = 0;
    for (*index = 0; load(schedule, set, *index, run); ++*index) {
        if (run->count > 0) {
            return 1;
        }
    }
    return 0;
}

static int next_member(const ct_schedule *schedule, ct_rank_set set, ct_run *run, int *index,
                       int *at) {
    if (++*at < run->count) {
        return 1;
    }
    *at = 0;
    for (++*index; load(schedule, set, *index, run); ++*index) {
        if (run->count > 0) {
            return 1;
        }
    }
    return 0;
}

static int first_second(ct_block_walk *walk) {
    return first_member(walk->schedule, walk->product->destinations, &walk->seconds,
                        &walk->second_index, &walk->second_at);
}

/* Member of a run modulo `modulus`; a run may begin below 0 or extend beyond it. */
static int member(ct_run run, int index, int modulus) {
    int64_t value = run.first + (int64_t)index * run.stride;
    if (value >= 0 && value < modulus) {
        return (int)value;
    }
    value %= modulus;
    return (int)(value < 0 ? value + modulus : value);
}

int ct_block_next(ct_block_walk *walk, int *origin, int *second) {
    const ct_schedule *schedule = walk->schedule;
    int found = 0;
    if (walk->started) {
        found = next_member(schedule, walk->product->destinations, &walk->seconds,
                            &walk->second_index, &walk->second_at) ||
                (next_member(schedule, walk->product->origins, &walk->origins, &walk->origin_index,
                             &walk->origin_at) &&
                 first_second(walk));
        walk->product += !found;
    }
    for (; !found && walk->product < walk->end; walk->product += !found) {
        found = first_member(schedule, walk->product->origins, &walk->origins, &walk->origin_index,
                             &walk->origin_at) &&
                first_second(walk);
    }
    walk->started = found;
    if (found) {
        *origin = member(walk->origins, walk->origin_at, schedule->size);
        *second = member(walk->seconds, walk->second_at, schedule->seconds);
    }
    return found;
}

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
