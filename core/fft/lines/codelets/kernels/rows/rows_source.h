/*
 * Rows: of N = 4 M points in M registers, or in a half of each where they have room for two rows.
 * The lane j has the points 4 m + j: a transform over the registers, twiddle factors, a
 * transposition of squares of four registers, and a transform of four points leave a row in order,
 *
 *   X(k + M l) = sum over j of i^(-j l) w^(j k) (sum over m of x(4 m + j) w^(4 m k)).
 *
 * For kernels_source.h.
 */

/* Bytes of a row in a register. */
enum { PART_BYTES = CT_CODELET_ROW_LANES * NUMBER_BYTES };

/* Where rows are written: at `into`, or by way of a buffer. */
typedef struct written {
    char *into;
    ptrdiff_t step; /* from row to row */
    int streams;
} written;

/* Rows that share registers are put together before they are written past the cache: half a
 * register is no whole cache line. */
INLINE written written_at(char *into, ptrdiff_t step, int points, int streams, char *buffer) {
    return streams && REGISTER_ROWS > 1 ? (written){buffer, (ptrdiff_t)points * NUMBER_BYTES, 0}
                                        : (written){into, step, streams};
}

INLINE void end_rows(const written *rows, int count, char *into, ptrdiff_t step) {
    for (ptrdiff_t row = 0; row < count && rows->into != into; row++) {
        for (ptrdiff_t at = 0; at < rows->step; at += CT_LINE_BYTES) {
            write(read(rows->into + row * rows->step + at), into + row * step + at, 1);
        }
    }
}

INLINE wide turned_lanes(wide v, const REAL *factors, ptrdiff_t at) {
    const REAL *re = factors + at * 4 * CT_CODELET_ROW_LANES;
    return v * read_factors(re) +
           swapped(v) * read_factors(re + (ptrdiff_t)2 * CT_CODELET_ROW_LANES);
}

/* Transforms the lanes of four registers, from number `at` of rows on, into their results. */
INLINE void write_lanes(const wide *x, ptrdiff_t registers, ptrdiff_t at, int is_forward,
                        const written *rows) {
    wide y[4] = {x[0], x[1], x[2], x[3]};
    transpose(y);
    transform_four(y, 1, is_forward);
    UNROLL for (ptrdiff_t i = 0; i < 4; i++) {
        write_rows(y[i], rows->into + (i * registers + at) * NUMBER_BYTES, rows->step,
                   rows->streams && registers % 4 == 0);
    }
}

/* The same of rows of eight points, of which each register has half of. */
INLINE void write_short_rows(wide *x, int is_forward, const written *rows) {
    transpose(x);
    transform_four(x, 1, is_forward);
    UNROLL for (int i = 0; i < 4; i += 2) {
        char *into = rows->into + (ptrdiff_t)(i / 2) * PART_BYTES;
        write_rows(first_halves(x[i], x[i + 1]), into, rows->step, rows->streams);
        write_rows(last_halves(x[i], x[i + 1]), into + REGISTER_ROWS * rows->step, rows->step,
                   rows->streams);
    }
}

/* So many rows at once that they have four registers. */
INLINE void rows(const ct_codelet_pass *pass, int points, int is_forward, const char *from,
                 char *into, int streams, ct_codelet_ahead *ahead) {
    const int registers = points / CT_CODELET_ROW_LANES;
    const int sets = registers < 4 ? 4 / registers : 1;
    const int all = sets * registers;
    const REAL *factors = pass->factors;
    for (ptrdiff_t row = 0; row < pass->count; row += (ptrdiff_t)sets * REGISTER_ROWS) {
        _Alignas(CT_LINE_BYTES) char buffer[BUFFER_BYTES];
        wide x[32];
        const ptrdiff_t first = first_of(row, sets * REGISTER_ROWS, pass->count);
        const char *const source = from + first * pass->from_step;
        char *const target = into + first * pass->into_step;
        const written result = written_at(target, pass->into_step, points, streams, buffer);
        UNROLL for (int i = 0; i < REGISTER_ROWS; i++) {
            fetch(ahead, pass->fetched);
            ahead->from += ahead->skip;
        }
        UNROLL for (int i = 0; i < all; i++) {
            const ptrdiff_t at = (ptrdiff_t)(i % registers) * PART_BYTES;
            const ptrdiff_t of_set = (ptrdiff_t)(i / registers) * REGISTER_ROWS;
            x[i] = read_rows(source + of_set * pass->from_step + at, pass->from_step);
            x[i] *= (REAL)pass->factor;
        }
        UNROLL for (int i = 0; i < all; i += registers) {
            transform_registers(x + i, registers, is_forward);
        }
        UNROLL for (int i = 0; i < all; i++) {
            x[i] = i % registers > 0 ? turned_lanes(x[i], factors, i % registers) : x[i];
        }
        if (sets == 2) {
            write_short_rows(x, is_forward, &result);
        } else {
            UNROLL for (int i = 0; i < all; i += 4) { /* the last may have some of those before */
                const int at = i + 4 <= all ? i : all - 4;
                write_lanes(x + at, registers, at, is_forward, &result);
            }
        }
        end_rows(&result, sets * REGISTER_ROWS, target, pass->into_step);
    }
}

/* Points of the second step. */
enum { ROW_REST_MOST = 6 };

/* Four results of the first step of rows at once, from number k on. */
INLINE void finish_rows(const ct_codelet_pass *pass, int points, int first, int is_forward,
                        const wide *buffer, ptrdiff_t k, const written *rows) {
    const ptrdiff_t registers = points / CT_CODELET_ROW_LANES;
    const ptrdiff_t rest = registers / first;
    wide x[4 * ROW_REST_MOST];
    UNROLL for (ptrdiff_t i = 0; i < 4 * rest; i++) {
        x[i] = buffer[k * rest + i];
    }
    UNROLL for (ptrdiff_t i = 0; i < 4; i++) {
        transform_registers(x + i * rest, (int)rest, is_forward);
    }
    UNROLL for (ptrdiff_t l = 0; l < rest; l++) {
        const ptrdiff_t at = k + first * l;
        wide y[4];
        UNROLL for (ptrdiff_t i = 0; i < 4; i++) {
            y[i] = turned_lanes(x[i * rest + l], pass->factors, at + i);
        }
        write_lanes(y, registers, at, is_forward, rows);
    }
}

/* Rows of more registers than the processor has: the transform over them in two steps, the second
 * of three to six points, by way of a buffer. */
INLINE void long_rows(const ct_codelet_pass *pass, int points, int first, int is_forward,
                      const char *from, char *into, int streams, ct_codelet_ahead *ahead) {
    const ptrdiff_t rest = points / CT_CODELET_ROW_LANES / first;
    const REAL *inner = (const REAL *)pass->factors + (ptrdiff_t)4 * points;
    for (ptrdiff_t row = 0; row < pass->count; row += REGISTER_ROWS) {
        _Alignas(CT_LINE_BYTES) char buffer[BUFFER_BYTES];
        wide between[CT_CODELET_MOST / CT_CODELET_ROW_LANES];
        const ptrdiff_t row_first = first_of(row, REGISTER_ROWS, pass->count);
        const char *const source = from + row_first * pass->from_step;
        char *const target = into + row_first * pass->into_step;
        const written result =
            written_at(target, pass->into_step, points, streams && first % 4 == 0, buffer);
        int fetches = 0;
        for (ptrdiff_t j = 0; j < rest; j++) {
            wide x[32];
            UNROLL for (int i = 0; i < REGISTER_ROWS; i++) {
                fetch(ahead, pass->fetched / rest);
                fetches++;
                ahead->from += fetches % rest == 0 ? ahead->skip : 0;
            }
            UNROLL for (ptrdiff_t i = 0; i < first; i++) {
                x[i] = read_rows(source + (j + rest * i) * PART_BYTES, pass->from_step);
                x[i] *= (REAL)pass->factor;
            }
            transform_registers(x, first, is_forward);
            UNROLL for (ptrdiff_t k = 0; k < first; k++) {
                between[rest * k + j] = k == 0 ? x[k] : times(x[k], inner + 2 * (first * j + k));
            }
        }
        for (ptrdiff_t k = 0; k < first; k += 4) { /* the last may be some of those before */
            finish_rows(pass, points, first, is_forward, between, first_of(k, 4, first), &result);
        }
        end_rows(&result, REGISTER_ROWS, target, pass->into_step);
    }
}

INLINE void any_rows(const ct_codelet_pass *pass, int points, int first, int is_forward,
                     const char *from, char *into, int streams, ct_codelet_ahead *ahead) {
    if (points == first * CT_CODELET_ROW_LANES) {
        rows(pass, points, is_forward, from, into, streams, ahead);
    } else {
        long_rows(pass, points, first, is_forward, from, into, streams, ahead);
    }
}
