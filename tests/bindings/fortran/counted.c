/* Counts what is destroyed and freed, but for what the library destroys while it destroys
 * something: the linker sends these calls here (--wrap). */
#include <stddef.h>

static int count, depth;

int ct_test_destroyed(void);
int ct_test_destroyed(void) {
    return count;
}

/* NOLINTBEGIN(clang-diagnostic-reserved-identifier): the linker's names */
#define CT_COUNT(name)                                                                             \
    void __real_##name(void **thing);                                                              \
    void __wrap_##name(void **thing);                                                              \
    void __wrap_##name(void **thing) {                                                             \
        count += *thing != NULL && depth == 0;                                                     \
        depth++;                                                                                   \
        __real_##name(thing);                                                                      \
        depth--;                                                                                   \
    }
CT_COUNT(ct_free)
CT_COUNT(ct_exchange_plan_destroy)
CT_COUNT(ct_redistribute_plan_destroy)
CT_COUNT(ct_transpose_plan_destroy)
CT_COUNT(ct_halo_plan_destroy)
CT_COUNT(ct_fft_plan_destroy)
CT_COUNT(ct_fft_filter_plan_destroy)
CT_COUNT(ct_poisson_plan_destroy)
CT_COUNT(ct_tridiagonal_plan_destroy)
CT_COUNT(ct_adi_plan_destroy)
/* NOLINTEND(clang-diagnostic-reserved-identifier) */
