/*
 * Groups of rows as fused_even_source.h takes them, in two passes over parts of them: one operates
 * on rows and eliminates them along the first axis, the other along the others. Both at once are a
 * chain of operations as long as a processor looks ahead, and need more than 16 registers. A Zen 3,
 * in the cache, ns a cell: doubles 1.75 and 1.25, floats 1.03 and 0.73.
 */
#ifdef APART

enum { APART_NUMBERS = 1024 / sizeof(REAL) }; /* of a row; what passes leave stays near */

/* What the first pass leaves of numbers, and of the vector before them: what is to be eliminated,
 * and what renewed rows need of them (fused_lag), with one vector more. */
typedef struct apart_rows {
    REAL e[OPERATED][WIDE + APART_NUMBERS];
    REAL lagging[OPERATED][WIDE + APART_NUMBERS + WIDE];
} apart_rows;

/* Differences along a row to the numbers after and before a vector, which is not renewed yet nor is
 * the one before. */
INLINE void apart_beside(const fused_even *even, int is_inside, int k, ptrdiff_t from, wide here,
                         wide *before, wide *after) {
    const REAL *u = even->u + k * even->memory.n + from;
    if (is_inside || from + WIDE < even->memory.n) {
        *after = wide_read(u + 1, WIDE) - here;
    } else {
        *after = SHIFTED(here, here, 1) - here;
        (*after)[WIDE - 1] = even->after[k];
    }
    if (is_inside || from > 0) {
        *before = here - wide_read(u - 1, WIDE);
    } else {
        *before = here - SHIFTED(here, here, WIDE - 1);
        (*before)[0] = even->before[k];
    }
}

/* The first pass, of a vector of each row, which is the one at `at` of what it leaves. */
INLINE void apart_operate(const fused_even *even, int renews, int is_inside, ptrdiff_t from,
                          ptrdiff_t at, apart_rows *rows) {
    const fused_memory *memory = &even->memory;
    const wide high = wide_read(even->high + from, WIDE);
    wide row[OPERATED + 1];
    wide here = wide_read(even->u + from, WIDE);
    wide low = here - wide_read(even->low + from, WIDE);
    for (int k = 0; k < OPERATED; k++) {
        const wide ahead = wide_read(even->ahead + k * even->next_pitch + from, WIDE);
        const wide next =
            k + 1 < OPERATED ? wide_read(even->u + (k + 1) * memory->n + from, WIDE) : high;
        const wide up = next - here;
        wide before;
        wide after;
        apart_beside(even, is_inside, k, from, here, &before, &after);
        wide_write(even_made(even, even->ahead_factor * (ahead - here), low, up, before, after,
                             memory->d + k * memory->pitch + from),
                   WIDE, rows->e[k] + at);
        row[k] = here - even->next_share * ahead;
        if (renews && k == OPERATED - 1) {
            wide_write(here, WIDE, memory->kept + from);
        }
        low = up;
        here = next;
    }
    row[OPERATED] = high - even->next_share * wide_read(even->beyond + from, WIDE);
    if (renews) {
        wide lagging[OPERATED];
        even_lag(even, row, lagging);
        for (int k = 0; k < OPERATED; k++) {
            wide_write(lagging[k], WIDE, rows->lagging[k] + at);
        }
    }
}

/* The second one. */
INLINE void apart_eliminate(const fused_even *even, int renews, ptrdiff_t from, ptrdiff_t at,
                            const apart_rows *rows, wide carried[]) {
    wide e[OPERATED];
    for (int k = 0; k < OPERATED; k++) {
        e[k] = wide_read(rows->e[k] + at, WIDE);
    }
    scan_up(even->scan + from * SCAN_ROWS, OPERATED, WIDE, e, carried);
    even_middle(even, from, e);
    if (!renews) {
        even_write(&even->memory, from, e);
        return;
    }
    const wide share = wide_read(even->share + from, WIDE);
    for (int k = 0; k < OPERATED; k++) {
        const REAL *lagging = rows->lagging[k] + at;
        wide_write(wide_read(lagging, WIDE) + e[k] - share * wide_read(lagging + 1, WIDE), WIDE,
                   even->memory.renewed + from + k * even->memory.n);
    }
}

/* The first pass of numbers from .. end - 1. Numbers 0 .. WIDE - 1 and the last ones have other
 * neighbours. */
INLINE void apart_first(const fused_even *even, int renews, ptrdiff_t from, ptrdiff_t end,
                        prefetch_state *prefetch, apart_rows *rows) {
    const ptrdiff_t inside = end < even->memory.n ? end : end - WIDE;
    ptrdiff_t i = from;
    while (i < end) {
        for (; i > 0 && i < inside; i += WIDE) {
            prefetch_lines(prefetch, i, OPERATED);
            apart_operate(even, renews, 1, i, WIDE + i - from, rows);
        }
        if (i < end) {
            prefetch_lines(prefetch, i, OPERATED);
            apart_operate(even, renews, 0, i, WIDE + i - from, rows);
            i += WIDE;
        }
    }
}

/* All whole vectors of the rows. carried: the last numbers, eliminated along the rows. */
INLINE void even_all(const fused_even *even, int renews, prefetch_state *given_prefetch,
                     wide carried[]) {
    const ptrdiff_t n = even->whole;
    prefetch_state prefetch = *given_prefetch;
    apart_rows rows;
    ptrdiff_t done = 0;
    for (ptrdiff_t from = 0; from < n; from += APART_NUMBERS) {
        const ptrdiff_t end = n - from < APART_NUMBERS ? n : from + APART_NUMBERS;
        const ptrdiff_t count = end - from;
        /* The last vector waits for those after it: it lacks their first numbers, and the rows'
         * next numbers lack it as it was. */
        const ptrdiff_t known = end == n ? n : end - WIDE;
        apart_first(even, renews, from, end, &prefetch, &rows);
        for (int k = 0; k < OPERATED && end == n; k++) {
            rows.lagging[k][WIDE + count] = 0;
        }
        for (; done < known; done += WIDE) {
            apart_eliminate(even, renews, done, WIDE + done - from, &rows, carried);
        }
        for (int k = 0; k < OPERATED; k++) {
            memcpy(rows.e[k], rows.e[k] + count, WIDE * sizeof(REAL));
            memcpy(rows.lagging[k], rows.lagging[k] + count, WIDE * sizeof(REAL));
        }
    }
    given_prefetch->at = prefetch.at;
}
#endif
