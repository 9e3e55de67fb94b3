/* Loads and stores of a row: WIDE numbers in a vector, fewer at its end; shifts of vectors. */

typedef REAL wide __attribute__((vector_size(WIDE * sizeof(REAL))));

enum { LINE_NUMBERS = CT_LINE_BYTES / sizeof(REAL), WHOLE_LINES = WIDE == LINE_NUMBERS };

/* The rest are 0. */
INLINE wide wide_read(const REAL *numbers, ptrdiff_t count) {
    wide read = {0};
    memcpy(&read, numbers, (size_t)count * sizeof *numbers);
    return read;
}

INLINE void wide_write(wide numbers, ptrdiff_t count, REAL *into) {
    memcpy(into, &numbers, (size_t)count * sizeof *into);
}

INLINE void wide_stream(wide numbers, REAL *into) {
#ifdef STREAM
    STREAM(into, numbers);
#else
    wide_write(numbers, WIDE, into);
#endif
}

/* WIDE indices from k on, each `by` more than the one before. */
#define INDICES_2(k, by) (k), (k) + (by)
#define INDICES_4(k, by) INDICES_2(k, by), INDICES_2((k) + 2 * (by), by)
#define INDICES_8(k, by) INDICES_4(k, by), INDICES_4((k) + 4 * (by), by)
#if WIDE == 2
#define INDICES(k, by) INDICES_2(k, by)
#elif WIDE == 4
#define INDICES(k, by) INDICES_4(k, by)
#elif WIDE == 8
#define INDICES(k, by) INDICES_8(k, by)
#else
#define INDICES(k, by) INDICES_8(k, by), INDICES_8((k) + 8 * (by), by)
#endif

/* WIDE numbers of two consecutive vectors, from number k of the first on. */
#ifndef SHIFTED
#define SHIFTED(low, high, k) __builtin_shufflevector(low, high, INDICES(k, 1))
#endif

/* Number k everywhere. */
#define SPREAD(numbers, k) __builtin_shufflevector(numbers, numbers, INDICES(k, 0))

/* Prefetches in small portions, which do not delay a loop's own loads. */

/* Its progress, in numbers. */
typedef struct prefetch_state {
    ct_adi_prefetch asked;
    ptrdiff_t at;
} prefetch_state;

INLINE prefetch_state prefetch_begin(const ct_adi_prefetch *prefetch) {
    return (prefetch_state){.asked = prefetch != NULL ? *prefetch : (ct_adi_prefetch){.read = 0}};
}

/* Prefetches `count` numbers. */
INLINE void fetch(const REAL *soon, ptrdiff_t count) {
    ct_fetch((const char *)soon, count * (ptrdiff_t)sizeof *soon);
}

/* Every LINE_NUMBERS numbers of some rows, wherever in a line these begin, advances by as many
 * lines of the first array, if any. */
INLINE void prefetch_lines(prefetch_state *work, ptrdiff_t from, int rows) {
    const REAL *soon = work->asked.soon[0];
    if (from % LINE_NUMBERS != 0) {
        return;
    }
    for (int k = 0; k < rows && soon != NULL; k++) {
        ct_fetch_line((const char *)(soon + work->at + (ptrdiff_t)k * LINE_NUMBERS));
    }
    work->at += (ptrdiff_t)rows * LINE_NUMBERS;
}

/* Advances by `count` numbers, whole cache lines. */
INLINE void prefetch_advance(prefetch_state *work, ptrdiff_t count) {
    for (int run = 0; run < work->asked.runs && work->at < work->asked.read; run++) {
        fetch((const REAL *)work->asked.soon[run] + work->at, count);
    }
    work->at += count;
}
