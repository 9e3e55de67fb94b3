/* Groups of rows as fused_even_source.h takes them, in strips (strip_source.h). */
#ifdef STRIPS

/* As even_operate, of a strip of row k. below: differences to the row before, then to the next
 * one; along: the last ones along the row. */
INLINE void strip_operate(const fused_even *even, int k, int is_end, ptrdiff_t from, wide *along,
                          wide below[STRIP], wide v[STRIP]) {
    const fused_operator *o = &even->operated;
    const REAL *u = o->u + k * o->n + from;
    const REAL *above = k + 1 < OPERATED ? u + o->n : o->high + from;
    const REAL *ahead = o->ahead + k * o->next_pitch + from;
    REAL *d = even->memory.d + k * even->memory.pitch + from;
    wide here = wide_read(u, WIDE);
    for (int j = 0; j < STRIP; j++) {
        const ptrdiff_t at = (ptrdiff_t)j * WIDE;
        const int is_last = is_end && j == STRIP - 1;
        const wide soon = is_last ? here : wide_read(u + at + WIDE, WIDE);
        const wide flow = o->ahead_factor * (wide_read(ahead + at, WIDE) - here);
        const wide up = wide_read(above + at, WIDE) - here;
        wide after = SHIFTED(here, soon, 1) - here;
        if (is_last) {
            after[WIDE - 1] = even->after[k];
        }
        v[j] = flow + wide_read(d + at, WIDE);
        v[j] += even->middle * (up - below[j]);
        v[j] += even->last * (after - SHIFTED(*along, after, WIDE - 1));
        wide_write(o->passed * v[j] - flow, WIDE, d + at);
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
INLINE void strip_renew(const fused_even *even, ptrdiff_t from, const ct_adi_systems *last,
                        wide v[][STRIP]) {
    const fused_operator *o = &even->operated;
    const fused_memory *memory = &even->memory;
    const REAL *share = (const REAL *)last->high + from;
    wide soon[OPERATED] = {{0}};
    for (int j = STRIP - 1; j >= 0; j--) {
        const ptrdiff_t at = from + (ptrdiff_t)j * WIDE;
        wide here[OPERATED + 1];
        wide made[OPERATED];
        wide lagging[OPERATED];
        for (int k = 0; k < OPERATED; k++) {
            here[k] = wide_read(o->u + k * o->n + at, WIDE);
            made[k] = v[k][j];
        }
        here[OPERATED] = wide_read(o->high + at, WIDE);
        fused_lag(o, OPERATED, at, here, lagging);
        wide_write(here[OPERATED - 1], WIDE, memory->kept + at);
        fused_renew(OPERATED, at, last, made, lagging, soon, memory);
        for (int k = 0; k < OPERATED; k++) {
            soon[k] = lagging[k];
        }
    }
    for (int k = 0; k < OPERATED && from > 0; k++) {
        memory->renewed[from + k * memory->n - 1] -= share[-1] * soon[k][0];
    }
}

INLINE void strip_write(const fused_memory *memory, ptrdiff_t from, wide v[][STRIP]) {
    for (int k = 0; k < OPERATED; k++) {
        for (int j = 0; j < STRIP; j++) {
            REAL *into = memory->into + from + k * memory->n + (ptrdiff_t)j * WIDE;
            if (memory->streams) {
                wide_stream(v[k][j], into);
            } else {
                wide_write(v[k][j], WIDE, into);
            }
        }
    }
}

/* A strip of each row. */
INLINE void strip_numbers(const fused_even *even, int renews, int is_end, ptrdiff_t from,
                          const ct_adi_systems *last, prefetch_state *prefetch,
                          strip_progress *progress) {
    const fused_memory *memory = &even->memory;
    const REAL *u = even->operated.u + from;
    const REAL *low = even->operated.low + from;
    wide below[STRIP];
    wide v[OPERATED][STRIP];
    for (int j = 0; j < STRIP; j++) {
        below[j] =
            wide_read(u + (ptrdiff_t)j * WIDE, WIDE) - wide_read(low + (ptrdiff_t)j * WIDE, WIDE);
    }
#pragma GCC unroll 3
    for (int k = 0; k < OPERATED; k++) {
        prefetch_vectors(prefetch, STRIP);
        strip_operate(even, k, is_end, from, &progress->along[k], below, v[k]);
    }
    strip_up(strip_at(last, from), (const REAL *)last->pivot + from, OPERATED, progress->before, v);
    for (int j = 0; j < STRIP; j++) {
        REAL *edge = memory->edge + from + (ptrdiff_t)j * WIDE;
        wide x = wide_read(edge, WIDE);
        for (int k = 0; k < OPERATED; k++) {
            x = v[k][j] + even->carry[k] * x;
            v[k][j] = even->pivot[k] * x;
        }
        wide_write(v[OPERATED - 1][j], WIDE, edge);
    }
    if (renews) {
        strip_renew(even, from, last, v);
    } else {
        strip_write(memory, from, v);
    }
}

INLINE void strips_all(const fused_even *given, int renews, const ct_adi_systems *given_last,
                       prefetch_state *given_prefetch) {
    const fused_even even = *given; /* a copy that stores cannot alias */
    const ct_adi_systems last = *given_last;
    prefetch_state prefetch = *given_prefetch;
    strip_progress progress = {.before = {0}};
    ptrdiff_t from = 0;
    for (int k = 0; k < OPERATED; k++) {
        progress.along[k] = (wide){0} + even.before[k];
    }
    for (; from + STRIP_NUMBERS < even.memory.n; from += STRIP_NUMBERS) {
        strip_numbers(&even, renews, 0, from, &last, &prefetch, &progress);
    }
    strip_numbers(&even, renews, 1, from, &last, &prefetch, &progress);
    given_prefetch->at = prefetch.at;
}

TARGET static __attribute__((noinline)) void
strips_renewed(const fused_even *even, const ct_adi_systems *last, prefetch_state *prefetch) {
    strips_all(even, 1, last, prefetch);
}

TARGET static __attribute__((noinline)) void
strips_written(const fused_even *even, const ct_adi_systems *last, prefetch_state *prefetch) {
    strips_all(even, 0, last, prefetch);
}
#endif
