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

/* Advances by `count` numbers, whole cache lines. */
INLINE void prefetch_advance(prefetch_state *work, ptrdiff_t count) {
    if (work->at < work->asked.read) {
        fetch((const REAL *)work->asked.soon + work->at, count);
    }
    work->at += count;
}
