/* Groups of rows as fused_even_source.h takes them, in one pass. */
#ifndef APART

/* Vectors of the rows and the last differences along them, and what the scan carries. */
typedef struct joined_progress {
    wide here[OPERATED], along[OPERATED];
    wide *carried;
} joined_progress;

/* Operates on a vector of each row and eliminates it along the first axis: e. lagging: as fused_lag
 * makes it, if the rows are renewed. */
INLINE void joined_operate(const fused_even *even, int renews, int is_end, ptrdiff_t from,
                           joined_progress *progress, wide e[], wide lagging[]) {
    const fused_memory *memory = &even->memory;
    const wide high = wide_read(even->high + from, WIDE);
    wide soon[OPERATED]; /* all are read first, as above */
    wide row[OPERATED + 1];
    wide low = progress->here[0] - wide_read(even->low + from, WIDE);
    for (int k = 0; k < OPERATED; k++) {
        const REAL *u = even->u + k * memory->n + from;
        soon[k] = is_end ? (wide){0} + u[from + WIDE < memory->n ? WIDE : WIDE - 1]
                         : wide_read(u + WIDE, WIDE);
    }
    if (renews) {
        wide_write(progress->here[OPERATED - 1], WIDE, memory->kept + from);
    }
    for (int k = 0; k < OPERATED; k++) {
        const wide here = progress->here[k];
        const wide ahead = wide_read(even->ahead + k * even->next_pitch + from, WIDE);
        const wide flow = even->ahead_factor * (ahead - here);
        const wide up = (k + 1 < OPERATED ? progress->here[k + 1] : high) - here;
        wide after = SHIFTED(here, soon[k], 1) - here;
        if (is_end && from + WIDE == memory->n) {
            after[WIDE - 1] = even->after[k];
        }
        e[k] = even_made(even, flow, low, up, SHIFTED(progress->along[k], after, WIDE - 1), after,
                         memory->d + k * memory->pitch + from);
        row[k] = here - even->next_share * ahead;
        low = up;
        progress->along[k] = after;
        progress->here[k] = soon[k];
    }
    row[OPERATED] = high - even->next_share * wide_read(even->beyond + from, WIDE);
    if (renews) {
        even_lag(even, row, lagging);
    }
}

/* Eliminates that vector along the other axes, and adds it to the rows or writes it. */
INLINE void joined_numbers(const fused_even *even, int renews, int is_end, ptrdiff_t from,
                           joined_progress *progress) {
    wide e[OPERATED];
    wide lagging[OPERATED];
    joined_operate(even, renews, is_end, from, progress, e, lagging);
    scan_up(even->scan + from * SCAN_ROWS, OPERATED, WIDE, e, progress->carried);
    even_middle(even, from, e);
    if (renews) {
        fused_renew_in_turn(OPERATED, from, WIDE, even->share, e, lagging, &even->memory);
    } else {
        even_write(&even->memory, from, e);
    }
}

/* All whole vectors of the rows. carried: the last numbers, eliminated along the rows. */
INLINE void even_all(const fused_even *even, int renews, prefetch_state *given_prefetch,
                     wide carried[]) {
    prefetch_state prefetch = *given_prefetch;
    joined_progress progress = {.carried = carried};
    ptrdiff_t from = 0;
    for (int k = 0; k < OPERATED; k++) {
        progress.here[k] = wide_read(even->u + k * even->memory.n, WIDE);
        progress.along[k] = (wide){0} + even->before[k];
    }
    for (; from + WIDE < even->whole; from += WIDE) {
        prefetch_lines(&prefetch, from, OPERATED);
        joined_numbers(even, renews, 0, from, &progress);
    }
    prefetch_lines(&prefetch, from, OPERATED);
    joined_numbers(even, renews, 1, from, &progress);
    given_prefetch->at = prefetch.at;
}
#endif
