/* Memory traffic during the solution of lines, in small portions, which do not delay the solution's
 * own loads. */

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

INLINE void prefetch_copy(const prefetch_state *work, ptrdiff_t end) {
    for (ptrdiff_t k = work->at; k < end; k += WIDE) {
        const wide numbers = wide_read((const REAL *)work->asked.from + k, WIDE);
        REAL *into = (REAL *)work->asked.into + k;
#ifdef STREAM
        STREAM(into, numbers);
#else
        wide_write(numbers, WIDE, into);
#endif
    }
}

/* Advances by `count` numbers, whole cache lines. */
INLINE void prefetch_advance(prefetch_state *work, ptrdiff_t count) {
    const ptrdiff_t end = work->at + count;
    if (work->at < work->asked.read) {
        fetch((const REAL *)work->asked.soon + work->at, count);
    }
    if (work->at < work->asked.copied) {
        prefetch_copy(work, end < work->asked.copied ? end : work->asked.copied);
    }
    work->at = end;
}

/* Completes the copy. */
INLINE void prefetch_end(const prefetch_state *work) {
    prefetch_copy(work, work->asked.copied);
}
