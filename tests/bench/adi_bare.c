#include "adi_bare.h"

/* As wide as the machine's vectors are, which the library's own loops are too. */
#if defined(__x86_64__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define WIDE
#endif

WIDE static void row_of_state(ptrdiff_t n, const double *restrict row,
                              const double *const beside[4], double *restrict work) {
    const double *below = beside[0], *above = beside[1], *before = beside[2], *after = beside[3];
    for (ptrdiff_t x = 0; x < n; x++) {
        work[x] = row[x] + below[x] + above[x] + before[x] + after[x];
    }
}

WIDE static void row_joined(ptrdiff_t n, const double *restrict before, double *restrict work) {
    for (ptrdiff_t x = 0; x < n; x++) {
        work[x] += before[x];
    }
}

WIDE static void plane_updated(ptrdiff_t n, const double *restrict work,
                               const double *restrict after, double *restrict state) {
    for (ptrdiff_t x = 0; x < n; x++) {
        state[x] += work[x] + after[x];
    }
}

static void first_pass(const ptrdiff_t count[3], ptrdiff_t z, const double *state, double *work) {
    const ptrdiff_t n = count[2];
    const ptrdiff_t plane = count[1] * n;
    const double *here = state + z * plane;
    double *made = work + z * plane;
    for (ptrdiff_t y = 0; y < count[1]; y++) {
        const double *row = here + y * n;
        const double *const beside[4] = {z > 0 ? row - plane : row,
                                         z < count[0] - 1 ? row + plane : row,
                                         y > 0 ? row - n : row, y < count[1] - 1 ? row + n : row};
        row_of_state(n, row, beside, made + y * n);
    }
    for (ptrdiff_t y = count[1] - 1; y >= 0 && z > 0; y--) {
        row_joined(n, made - plane + y * n, made + y * n);
    }
}

void adi_bare_step(const ptrdiff_t count[3], double *state, double *work) {
    const ptrdiff_t plane = count[1] * count[2];
    for (ptrdiff_t z = 0; z < count[0]; z++) {
        first_pass(count, z, state, work);
    }
    for (ptrdiff_t z = count[0] - 2; z >= 0; z--) {
        plane_updated(plane, work + z * plane, work + (z + 1) * plane, state + z * plane);
    }
}
