/*
 * Variable systems whose pivots are computed while lines are eliminated, rows of a plane along the
 * middle axis. What a number passes on is kappa at the face between times its d, and times 1 -
 * high: with `open` the latter and b = 1 + number + scale open, pivot = 1 / (b + scale ahead), high
 * = scale ahead pivot, and 1 - high = b pivot, a difference of numbers that may be close.
 */

/* Rows taken together. More than one do not fit 16 registers, nor go past the cache well by parts
 * of lines: a Zen 3 takes 1.3 ns a double, both ways, instead of 3.1 with four. */
enum { TURNED = WHOLE_LINES ? 4 : 1 };

/* The systems of some rows. */
typedef struct turn_rows {
    REAL scale[TURNED];
    REAL one, share; /* 1 + number; of sigma */
} turn_rows;

/* Eliminates a vector of a row: replaces d, and what the row before passes by what this one does.
 * Returns `high`. */
INLINE wide turn_eliminate(const turn_rows *c, REAL scale, wide sigma, wide ahead, wide *d,
                           wide *open, wide *passed) {
    const wide base = (c->one + c->share * sigma) + scale * *open;
    const wide pivot = 1 / (base + scale * ahead);
    const wide through = ahead * pivot;
    *d = pivot * (*d + scale * *passed);
    *open = through * base;
    *passed = ahead * *d;
    return scale * through;
}

/* Memory of the first vector of the first of these rows; the others follow. */
typedef struct turn_forward_memory {
    ptrdiff_t n, pitch; /* from row to row; of high */
    const REAL *ahead, *sigma;
    REAL *rows, *high, *open, *passed;
} turn_forward_memory;

/* `count` numbers of each row, 1 or a vector. */
INLINE void turn_forward_numbers(const turn_rows *c, int rows, ptrdiff_t from, ptrdiff_t count,
                                 int has_sigma, const turn_forward_memory *m) {
    wide d[TURNED]; /* all is read first: a store delays later loads of the same page offset */
    wide ahead[TURNED];
    wide sigma[TURNED];
    wide high[TURNED];
    wide open = wide_read(m->open + from, count);
    wide passed = wide_read(m->passed + from, count);
    for (int k = 0; k < rows; k++) {
        const ptrdiff_t at = from + k * m->n;
        d[k] = wide_read(m->rows + at, count);
        ahead[k] = wide_read(m->ahead + at, count);
        sigma[k] = has_sigma ? wide_read(m->sigma + at, count) : (wide){0};
    }
    for (int k = 0; k < rows; k++) {
        high[k] = turn_eliminate(c, c->scale[k], sigma[k], ahead[k], &d[k], &open, &passed);
    }
    for (int k = 0; k < rows; k++) {
        wide_write(d[k], count, m->rows + from + k * m->n);
        wide_write(high[k], count, m->high + from + k * m->pitch);
    }
    wide_write(open, count, m->open + from);
    wide_write(passed, count, m->passed + from);
}

INLINE void turn_forward_all(const turn_rows *given, int rows, int has_sigma,
                             const turn_forward_memory *given_memory) {
    const turn_rows c = *given; /* a copy that stores cannot alias */
    const turn_forward_memory m = *given_memory;
    ptrdiff_t from = 0;
    for (; from + WIDE <= m.n; from += WIDE) {
        turn_forward_numbers(&c, rows, from, WIDE, has_sigma, &m);
    }
    for (; from < m.n; from++) {
        turn_forward_numbers(&c, rows, from, 1, has_sigma, &m);
    }
}

/* Rows i, i + 1 .. of the plane. */
INLINE void turn_forward_from(const ct_adi_systems *middle, const ct_adi_turn *t, ptrdiff_t i,
                              int rows) {
    const ptrdiff_t n = middle->shape.inner;
    const coefficients of_row = coefficients_of(middle, t->plane, i, 0);
    const turn_forward_memory memory = {
        .n = n,
        .pitch = t->pitch,
        .ahead = of_row.ahead,
        .sigma = shifted(middle->sigma, (t->plane * middle->shape.n + i) * n),
        .rows = (REAL *)t->rows + i * n,
        .high = (REAL *)t->high + i * t->pitch,
        .open = t->edge,
        .passed = (REAL *)t->edge + n};
    turn_rows c = {.one = (REAL)(1 + middle->number), .share = (REAL)middle->share};
    for (int k = 0; k < rows; k++) {
        c.scale[k] = ((const REAL *)middle->scale)[i + k];
    }
    if (middle->sigma != NULL) {
        turn_forward_all(&c, rows, 1, &memory);
    } else {
        turn_forward_all(&c, rows, 0, &memory);
    }
}

/* The first row is coupled with what is before it as if that were 0. */
TARGET static void turn_forward(const ct_adi_systems *middle, const ct_adi_turn *t) {
    const ptrdiff_t n = middle->shape.inner;
    ptrdiff_t i = t->first;
    if (i == 0) {
        memcpy(t->edge, coefficients_of(middle, t->plane, 0, 0).back, (size_t)n * sizeof(REAL));
        memset((REAL *)t->edge + n, 0, (size_t)n * sizeof(REAL));
    }
    for (; i + TURNED <= t->end; i += TURNED) {
        turn_forward_from(middle, t, i, TURNED);
    }
    for (; i < t->end; i++) {
        turn_forward_from(middle, t, i, 1);
    }
}
