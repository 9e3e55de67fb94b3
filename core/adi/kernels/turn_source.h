/*
 * The way back of turn_forward_source.h: rows are substituted along the middle axis and eliminated
 * along the first one, in registers.
 */

/* Memory of the first vector of the last of these rows; the others are before it. */
typedef struct turn_memory {
    ptrdiff_t n, pitch; /* from row to row; of high, open and passed */
    const REAL *high;
    const REAL *ahead, *sigma; /* of the first axis */
    REAL *rows, *edge, *open, *passed, *into, *sum, *weight;
} turn_memory;

INLINE void turn_sums(int is_first, wide made, wide high, ptrdiff_t at, ptrdiff_t count,
                      const turn_memory *m) {
    const wide weight = is_first ? (wide){0} + 1 : wide_read(m->weight + at, count);
    const wide sum = is_first ? (wide){0} : wide_read(m->sum + at, count);
    wide_write(sum + weight * made, count, m->sum + at);
    wide_write(weight * high, count, m->weight + at);
}

/* `count` numbers of each row, 1 or a vector. c: the systems along the first axis, of one scale. */
INLINE void turn_numbers(const turn_rows *c, int rows, ptrdiff_t from, ptrdiff_t count, int has_sum,
                         int is_first, int has_sigma, const turn_memory *m) {
    wide made[TURNED]; /* all is read first: a store delays later loads of the same page offset */
    wide high[TURNED];
    wide open[TURNED];
    wide passed[TURNED];
    wide x = wide_read(m->edge + from, count);
    for (int k = 0; k < rows; k++) {
        const ptrdiff_t at = from - k * m->n;
        const ptrdiff_t pitched = from - k * m->pitch;
        const wide sigma = has_sigma ? wide_read(m->sigma + at, count) : (wide){0};
        x = wide_read(m->rows + at, count) + wide_read(m->high + pitched, count) * x;
        made[k] = x;
        open[k] = wide_read(m->open + pitched, count);
        passed[k] = wide_read(m->passed + pitched, count);
        high[k] = turn_eliminate(c, c->scale[0], sigma, wide_read(m->ahead + at, count), &made[k],
                                 &open[k], &passed[k]);
    }
    wide_write(x, count, m->edge + from);
    for (int k = 0; k < rows; k++) {
        const ptrdiff_t at = from - k * m->n;
        wide_write(open[k], count, m->open + from - k * m->pitch);
        wide_write(passed[k], count, m->passed + from - k * m->pitch);
        if (m->into != NULL) {
            wide_stream(made[k], m->into + at);
        } else {
            wide_write(made[k], count, m->rows + at);
        }
        if (has_sum) {
            turn_sums(is_first, made[k], high[k], at, count, m);
        }
    }
}

/* The rows that follow, where a line of these begins. */
INLINE void turn_prefetch(int rows, ptrdiff_t from, const turn_memory *m) {
    for (int k = rows; k < 2 * rows && from % LINE_NUMBERS == 0; k++) {
        const ptrdiff_t at = from - k * m->n;
        const ptrdiff_t pitched = from - k * m->pitch;
        ct_fetch_line((const char *)(m->rows + at));
        ct_fetch_line((const char *)(m->high + pitched));
        ct_fetch_line((const char *)(m->ahead + at));
        ct_fetch_line((const char *)(m->open + pitched));
        ct_fetch_line((const char *)(m->passed + pitched));
    }
}

INLINE void turn_all(const turn_rows *given, int rows, int has_sum, int is_first, int has_sigma,
                     const turn_memory *given_memory) {
    const turn_rows c = *given; /* a copy that stores cannot alias */
    const turn_memory m = *given_memory;
    ptrdiff_t from = 0;
    for (; from + WIDE <= m.n; from += WIDE) {
        turn_prefetch(rows, from, &m);
        turn_numbers(&c, rows, from, WIDE, has_sum, is_first, has_sigma, &m);
    }
    for (; from < m.n; from++) {
        turn_numbers(&c, rows, from, 1, has_sum, is_first, has_sigma, &m);
    }
}

/* Row `last` of the plane, and those before. */
INLINE void turn_from(const ct_adi_systems *middle, const ct_adi_systems *first,
                      const ct_adi_turn *t, ptrdiff_t last, int rows) {
    const ptrdiff_t n = middle->shape.inner;
    const ptrdiff_t at = last * n;
    const ptrdiff_t pitched = last * t->pitch;
    const int has_sum = t->sum != NULL && t->number < first->shape.n - 1;
    const coefficients across = coefficients_of(first, 0, t->number, at);
    const turn_memory memory = {.n = n,
                                .pitch = t->pitch,
                                .high = (const REAL *)t->high + pitched,
                                .ahead = across.ahead,
                                .sigma =
                                    shifted(first->sigma, (t->plane * middle->shape.n + last) * n),
                                .rows = (REAL *)t->rows + at,
                                .edge = t->edge,
                                .open = (REAL *)t->open + pitched,
                                .passed = (REAL *)t->passed + pitched,
                                .into = moved(t->into, at),
                                .sum = moved(t->sum, at),
                                .weight = moved(t->weight, at)};
    const turn_rows c = {
        .scale = {across.scale}, .one = (REAL)(1 + first->number), .share = (REAL)first->share};
    if (has_sum) {
        turn_all(&c, rows, 1, t->number == 0, first->sigma != NULL, &memory);
    } else if (first->sigma != NULL) {
        turn_all(&c, rows, 0, 0, 1, &memory);
    } else {
        turn_all(&c, rows, 0, 0, 0, &memory);
    }
}

/* Zeros follow the last row and precede the first plane. */
TARGET static void turn(const ct_adi_systems *middle, const ct_adi_systems *first,
                        const ct_adi_turn *t) {
    const ptrdiff_t n = middle->shape.inner;
    const size_t row_bytes = (size_t)n * sizeof(REAL);
    ptrdiff_t last = t->end - 1;
    if (t->end == middle->shape.n) {
        memset(t->edge, 0, row_bytes);
    }
    for (ptrdiff_t i = t->first; i < t->end && t->number == 0; i++) {
        memcpy((REAL *)t->open + i * t->pitch, coefficients_of(first, 0, 0, i * n).back, row_bytes);
        memset((REAL *)t->passed + i * t->pitch, 0, row_bytes);
    }
    if (first->shape.n == 1 && t->sum != NULL) {
        memset((REAL *)t->sum + t->first * n, 0, (size_t)(t->end - t->first) * row_bytes);
    }
    for (; last - TURNED + 1 >= t->first; last -= TURNED) {
        turn_from(middle, first, t, last, TURNED);
    }
    for (; last >= t->first; last--) {
        turn_from(middle, first, t, last, 1);
    }
}
