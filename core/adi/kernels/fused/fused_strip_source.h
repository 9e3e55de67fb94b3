/* Groups of rows as fused_even_source.h takes them, in strips (strip_source.h). */
#ifdef STRIPS

/* As even_operate, of a strip of row k. below: differences to the row before, then to the next
 * one; along: the last ones along the row. */
INLINE void strip_operate(const fused_even *even, int k, int is_end, ptrdiff_t from, wide *along,
                          wide below[STRIP], wide v[STRIP]) {
    const fused_memory *memory = &even->memory;
    const REAL *u = even->u + k * memory->n + from;
    const REAL *above = k + 1 < OPERATED ? u + memory->n : even->high + from;
    const REAL *ahead = even->ahead + k * even->next_pitch + from;
    REAL *d = memory->d + k * memory->pitch + from;
    wide here = wide_read(u, WIDE);
    for (int j = 0; j < STRIP; j++) {
        const ptrdiff_t at = (ptrdiff_t)j * WIDE;
        const int is_last = is_end && j == STRIP - 1;
        const wide soon = is_last ? here : wide_read(u + at + WIDE, WIDE);
        const wide flow = even->ahead_factor * (wide_read(ahead + at, WIDE) - here);
        const wide up = wide_read(above + at, WIDE) - here;
        wide after = SHIFTED(here, soon, 1) - here;
        if (is_last) {
            after[WIDE - 1] = even->after[k];
        }
        v[j] = even_made(even, flow, below[j], up, SHIFTED(*along, after, WIDE - 1), after, d + at);
        below[j] = up;
        *along = after;
        here = soon;
    }
}

/* Along the rows, from strip to strip. */
typedef struct strip_progress {
    wide along[OPERATED];
    REAL before[OPERATED];
} strip_progress;

/* Renews a strip of each row, from its end. v: what elimination adds. */
INLINE void strip_renew(const fused_even *even, ptrdiff_t from, wide v[][STRIP]) {
    const fused_memory *memory = &even->memory;
    wide soon[OPERATED] = {{0}};
    for (int j = STRIP - 1; j >= 0; j--) {
        const ptrdiff_t at = from + (ptrdiff_t)j * WIDE;
        wide row[OPERATED + 1]; /* all are read first, as above */
        wide made[OPERATED];
        wide lagging[OPERATED];
        wide here = {0};
        for (int k = 0; k < OPERATED; k++) {
            here = wide_read(even->u + k * memory->n + at, WIDE);
            row[k] =
                here - even->next_share * wide_read(even->ahead + k * even->next_pitch + at, WIDE);
            made[k] = v[k][j];
        }
        row[OPERATED] = wide_read(even->high + at, WIDE) -
                        even->next_share * wide_read(even->beyond + at, WIDE);
        even_lag(even, row, lagging);
        wide_write(here, WIDE, memory->kept + at);
        fused_renew(OPERATED, at, WIDE, even->share, made, lagging, soon, memory);
        for (int k = 0; k < OPERATED; k++) {
            soon[k] = lagging[k];
        }
    }
    for (int k = 0; k < OPERATED && from > 0; k++) {
        memory->renewed[from + k * memory->n - 1] -= even->share[from - 1] * soon[k][0];
    }
}

/* A strip of each row. */
INLINE void strip_numbers(const fused_even *even, int renews, int is_end, ptrdiff_t from,
                          prefetch_state *prefetch, strip_progress *progress) {
    const ct_adi_systems *along = even->along;
    const REAL *u = even->u + from;
    const REAL *low = even->low + from;
    wide below[STRIP];
    wide v[OPERATED][STRIP];
    for (int j = 0; j < STRIP; j++) {
        below[j] =
            wide_read(u + (ptrdiff_t)j * WIDE, WIDE) - wide_read(low + (ptrdiff_t)j * WIDE, WIDE);
    }
#pragma GCC unroll 3
    for (int k = 0; k < OPERATED; k++) {
        prefetch_lines(prefetch, from, STRIP);
        strip_operate(even, k, is_end, from, &progress->along[k], below, v[k]);
    }
    strip_up(strip_at(along, from), (const REAL *)along->pivot + from, OPERATED, progress->before,
             v);
    for (int j = 0; j < STRIP; j++) {
        const ptrdiff_t at = from + (ptrdiff_t)j * WIDE;
        wide e[OPERATED];
        for (int k = 0; k < OPERATED; k++) {
            e[k] = v[k][j];
        }
        even_middle(even, at, e);
        for (int k = 0; k < OPERATED; k++) {
            v[k][j] = e[k];
        }
        if (!renews) {
            even_write(&even->memory, at, e);
        }
    }
    if (renews) {
        strip_renew(even, from, v);
    }
}

/* All of the rows, which are of whole strips. */
INLINE void strips_all(const fused_even *even, int renews, prefetch_state *given_prefetch) {
    prefetch_state prefetch = *given_prefetch;
    strip_progress progress = {.before = {0}};
    ptrdiff_t from = 0;
    for (int k = 0; k < OPERATED; k++) {
        progress.along[k] = (wide){0} + even->before[k];
    }
    for (; from + STRIP_NUMBERS < even->memory.n; from += STRIP_NUMBERS) {
        strip_numbers(even, renews, 0, from, &prefetch, &progress);
    }
    strip_numbers(even, renews, 1, from, &prefetch, &progress);
    given_prefetch->at = prefetch.at;
}
#endif
