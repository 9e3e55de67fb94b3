/*
 * Groups of rows inside a box of even cells, as fused_operator_source.h and fused_source.h make and
 * eliminate them, in 14 products a vector instead of 18: along each axis one coupling is a factor
 * of the difference of two differences, flows to the next plane are computed once, and rows are
 * multiplied by their pivots where they are added to the state. Couplings at the ends differ: rows
 * and planes there go the other way, and along the rows the differences there are scaled.
 */

typedef struct fused_even {
    fused_operator operated;
    fused_memory memory;
    REAL middle, last;                      /* couplings along these axes */
    REAL pivot[OPERATED], carry[OPERATED];  /* carry: of the row before, without its pivot */
    REAL before[OPERATED], after[OPERATED]; /* differences at the rows' ends, scaled */
} fused_even;

/* Vectors of the rows and the last differences along them, and what the scan carries. */
typedef struct even_progress {
    wide here[OPERATED], along[OPERATED], carried[OPERATED];
} even_progress;

/* Operates on a vector of each row and eliminates it along the first axis: e. lagging: as fused_lag
 * makes it, if the rows are renewed. */
INLINE void even_operate(const fused_even *even, int renews, int is_end, ptrdiff_t from,
                         even_progress *progress, wide e[], wide lagging[]) {
    const fused_operator *o = &even->operated;
    const fused_memory *memory = &even->memory;
    const wide high = wide_read(o->high + from, WIDE);
    wide soon[OPERATED]; /* all are read first, as above */
    wide row[OPERATED + 1];
    wide low = progress->here[0] - wide_read(o->low + from, WIDE);
    for (int k = 0; k < OPERATED; k++) {
        soon[k] = is_end ? (wide){0} + progress->here[k][WIDE - 1]
                         : wide_read(o->u + k * o->n + from + WIDE, WIDE);
    }
    if (renews) {
        wide_write(progress->here[OPERATED - 1], WIDE, memory->kept + from);
    }
    for (int k = 0; k < OPERATED; k++) {
        REAL *d = memory->d + k * memory->pitch + from;
        const wide here = progress->here[k];
        const wide ahead = wide_read(o->ahead + k * o->next_pitch + from, WIDE);
        const wide flow = o->ahead_factor * (ahead - here);
        const wide up = (k + 1 < OPERATED ? progress->here[k + 1] : high) - here;
        wide after = SHIFTED(here, soon[k], 1) - here;
        if (is_end) {
            after[WIDE - 1] = even->after[k];
        }
        e[k] = flow + wide_read(d, WIDE);
        e[k] += even->middle * (up - low);
        e[k] += even->last * (after - SHIFTED(progress->along[k], after, WIDE - 1));
        wide_write(o->passed * e[k] - flow, WIDE, d);
        row[k] = here - o->next_share * ahead;
        low = up;
        progress->along[k] = after;
        progress->here[k] = soon[k];
    }
    row[OPERATED] = high - o->next_share * wide_read(o->beyond + from, WIDE);
    for (int k = 0; k < OPERATED && renews; k++) {
        lagging[k] = row[k] - o->row_share[k] * row[k + 1];
    }
}

/* Eliminates that vector along the other axes, and adds it to the rows or writes it. */
INLINE void even_numbers(const fused_even *even, int renews, int is_end, ptrdiff_t from,
                         const ct_adi_systems *last, even_progress *progress) {
    const fused_memory *memory = &even->memory;
    wide e[OPERATED];
    wide lagging[OPERATED];
    even_operate(even, renews, is_end, from, progress, e, lagging);
    scan_up(scan_at(last, 0, from), OPERATED, WIDE, e, progress->carried);
    wide x = wide_read(memory->edge + from, WIDE);
    for (int k = 0; k < OPERATED; k++) {
        x = e[k] + even->carry[k] * x;
        e[k] = even->pivot[k] * x;
    }
    wide_write(e[OPERATED - 1], WIDE, memory->edge + from);
    if (renews) {
        fused_renew_in_turn(OPERATED, from, last, e, lagging, memory);
    }
    for (int k = 0; k < OPERATED && !renews; k++) {
        REAL *into = memory->into + from + k * memory->n;
        if (memory->streams) {
            wide_stream(e[k], into);
        } else {
            wide_write(e[k], WIDE, into);
        }
    }
}

INLINE void even_all(const fused_even *given, int renews, const ct_adi_systems *given_last,
                     prefetch_state *given_prefetch) {
    const fused_even even = *given; /* a copy that stores cannot alias */
    const ct_adi_systems last = *given_last;
    prefetch_state prefetch = *given_prefetch;
    even_progress progress = {.carried = {{0}}};
    ptrdiff_t from = 0;
    for (int k = 0; k < OPERATED; k++) {
        progress.here[k] = wide_read(even.operated.u + k * even.memory.n, WIDE);
        progress.along[k] = (wide){0} + even.before[k];
    }
    for (; from + WIDE < even.memory.n; from += WIDE) {
        prefetch_vectors(&prefetch, OPERATED);
        even_numbers(&even, renews, 0, from, &last, &progress);
    }
    prefetch_vectors(&prefetch, OPERATED);
    even_numbers(&even, renews, 1, from, &last, &progress);
    given_prefetch->at = prefetch.at;
}

/* Functions of their own keep more of the loops in registers. */
TARGET static __attribute__((noinline)) void
even_renewed(const fused_even *even, const ct_adi_systems *last, prefetch_state *prefetch) {
    even_all(even, 1, last, prefetch);
}

TARGET static __attribute__((noinline)) void
even_written(const fused_even *even, const ct_adi_systems *last, prefetch_state *prefetch) {
    even_all(even, 0, last, prefetch);
}
