/*
 * Variable systems: rows that were eliminated along the middle axis are substituted along it and
 * eliminated along the first one, in registers.
 */

/* Rows taken together, from the last on. */
enum { TURNED = 4 };

/* Memory of the first vector of the last of these rows; the others are before it. */
typedef struct turn_memory {
    ptrdiff_t n, pitch;        /* from row to row; of d */
    const REAL *rows;          /* eliminated along the middle axis */
    const REAL *ahead, *pivot; /* of the middle axis */
    const REAL *first_back, *first_ahead, *first_pivot;
    REAL *edge, *d, *into, *sum, *weight;
} turn_memory;

typedef struct turn_rows {
    REAL scale[TURNED]; /* of the middle axis */
    REAL first_scale;
    int is_first; /* plane */
} turn_rows;

INLINE void turn_sums(const turn_rows *c, wide made, wide factor, ptrdiff_t at, ptrdiff_t count,
                      const turn_memory *m) {
    const wide weight = c->is_first ? (wide){0} + 1 : wide_read(m->weight + at, count);
    const wide sum = c->is_first ? (wide){0} : wide_read(m->sum + at, count);
    wide_write(sum + weight * made, count, m->sum + at);
    wide_write(weight * (wide_read(m->first_ahead + at, count) * factor), count, m->weight + at);
}

/* `count` numbers of each row, 1 or a vector. */
INLINE void turn_numbers(const turn_rows *c, int rows, ptrdiff_t from, ptrdiff_t count, int has_sum,
                         const turn_memory *m) {
    wide made[TURNED]; /* all is read first: a store delays later loads of the same page offset */
    wide factor[TURNED];
    wide x = wide_read(m->edge + from, count);
    for (int k = 0; k < rows; k++) {
        const ptrdiff_t at = from - k * m->n;
        const wide pivot = wide_read(m->first_pivot + at, count);
        x = wide_read(m->rows + at, count) +
            wide_read(m->ahead + at, count) * c->scale[k] * wide_read(m->pivot + at, count) * x;
        factor[k] = pivot * c->first_scale;
        made[k] = x * pivot + wide_read(m->first_back + at, count) * factor[k] *
                                  wide_read(m->d + from - k * m->pitch, count);
    }
    wide_write(x, count, m->edge + from);
    for (int k = 0; k < rows; k++) {
        const ptrdiff_t at = from - k * m->n;
        wide_write(made[k], count, m->d + from - k * m->pitch);
        if (m->into != NULL) {
            wide_stream(made[k], m->into + at);
        }
        if (has_sum) {
            turn_sums(c, made[k], factor[k], at, count, m);
        }
    }
}

/* The rows that follow. */
INLINE void turn_prefetch(int rows, ptrdiff_t from, const turn_memory *m) {
    for (int k = rows; k < 2 * rows; k++) {
        const ptrdiff_t at = from - k * m->n;
        ct_fetch_line((const char *)(m->rows + at));
        ct_fetch_line((const char *)(m->ahead + at));
        ct_fetch_line((const char *)(m->pivot + at));
        ct_fetch_line((const char *)(m->first_back + at));
        ct_fetch_line((const char *)(m->first_pivot + at));
        ct_fetch_line((const char *)(m->d + from - k * m->pitch));
    }
}

INLINE void turn_all(const turn_rows *given, int rows, int has_sum,
                     const turn_memory *given_memory) {
    const turn_rows c = *given; /* a copy that stores cannot alias */
    const turn_memory m = *given_memory;
    ptrdiff_t from = 0;
    for (; from + WIDE <= m.n; from += WIDE) {
        turn_prefetch(rows, from, &m);
        turn_numbers(&c, rows, from, WIDE, has_sum, &m);
    }
    for (; from < m.n; from++) {
        turn_numbers(&c, rows, from, 1, has_sum, &m);
    }
}

/* Row `last` of the plane, and those before. */
INLINE void turn_from(const ct_adi_systems *middle, const ct_adi_systems *first,
                      const ct_adi_turn *t, ptrdiff_t last, int rows) {
    const ptrdiff_t n = middle->shape.inner;
    const ptrdiff_t at = last * n;
    const int has_sum = t->sum != NULL && t->number < first->shape.n - 1;
    const coefficients along = coefficients_of(middle, t->plane, last, 0);
    const coefficients across = coefficients_of(first, 0, t->number, at);
    const turn_memory memory = {.n = n,
                                .pitch = t->pitch,
                                .rows = (const REAL *)t->rows + at,
                                .ahead = along.ahead,
                                .pivot = along.pivots,
                                .first_back = across.back,
                                .first_ahead = across.ahead,
                                .first_pivot = across.pivots,
                                .edge = t->edge,
                                .d = (REAL *)t->d + last * t->pitch,
                                .into = t->into != NULL ? (REAL *)t->into + at : NULL,
                                .sum = t->sum != NULL ? (REAL *)t->sum + at : NULL,
                                .weight = t->weight != NULL ? (REAL *)t->weight + at : NULL};
    turn_rows c = {.first_scale = across.scale, .is_first = t->number == 0};
    for (int k = 0; k < rows; k++) {
        c.scale[k] = ((const REAL *)middle->scale)[last - k];
    }
    if (has_sum) {
        turn_all(&c, rows, 1, &memory);
    } else {
        turn_all(&c, rows, 0, &memory);
    }
}

/* Zeros follow the last row and precede the first plane. */
TARGET static void turn(const ct_adi_systems *middle, const ct_adi_systems *first,
                        const ct_adi_turn *t) {
    const ptrdiff_t n = middle->shape.inner;
    ptrdiff_t last = t->end - 1;
    if (t->end == middle->shape.n) {
        memset(t->edge, 0, (size_t)n * sizeof(REAL));
    }
    if (t->number == 0) {
        memset((REAL *)t->d + t->first * t->pitch, 0,
               (size_t)((t->end - t->first) * t->pitch) * sizeof(REAL));
    }
    if (first->shape.n == 1 && t->sum != NULL) {
        memset((REAL *)t->sum + t->first * n, 0, (size_t)((t->end - t->first) * n) * sizeof(REAL));
    }
    for (; last - TURNED + 1 >= t->first; last -= TURNED) {
        turn_from(middle, first, t, last, TURNED);
    }
    for (; last >= t->first; last--) {
        turn_from(middle, first, t, last, 1);
    }
}
