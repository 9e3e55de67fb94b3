/*
 * Of a plane whose lines along the middle axis were eliminated: their substitution, and the
 * elimination along the first axis, which takes on what is substituted while it is in registers.
 */

enum { JOINT = 4 }; /* rows that are taken at a time */

/* What those rows need. */
typedef struct joint_rows {
    REAL high[JOINT], left[JOINT]; /* 0 in the last row, which is known */
    REAL pivot, low, weight;       /* of the first axis */
} joint_rows;

INLINE joint_rows joint_rows_of(const ct_adi_systems *middle, const ct_adi_systems *first,
                                ptrdiff_t number, ptrdiff_t row, int count) {
    const coefficients plane = coefficients_of(first, 0, number, 0);
    joint_rows rows = {.pivot = plane.pivot, .low = plane.low, .weight = plane.weight};
    for (int r = 0; r < count && row + r < middle->shape.n - 1; r++) {
        const coefficients c = coefficients_of(middle, 0, row + r, 0);
        rows.high[r] = c.high;
        rows.left[r] = c.left;
    }
    return rows;
}

/* x: what the row after these was substituted by, and then the first of these. */
INLINE void join_rows(const joint_rows *given, int count, ptrdiff_t n, int has_last, int has_sum,
                      REAL *restrict d, const REAL *restrict last, REAL *restrict x,
                      const REAL *restrict before, REAL *restrict sum) {
    const joint_rows c = *given; /* which no store can change */
    for (ptrdiff_t j = 0; j < n; j++) {
        REAL carried = x[j];
        for (int r = count - 1; r >= 0; r--) {
            const ptrdiff_t at = r * n + j;
            carried = d[at] + c.high[r] * carried;
            if (has_last) {
                carried += c.left[r] * last[j];
            }
            d[at] = carried * c.pivot + before[at] * c.low;
            if (has_sum) {
                sum[at] += c.weight * d[at];
            }
        }
        x[j] = carried;
    }
}

/* Rows from `row` on. */
INLINE void join_some(const ct_adi_systems *middle, const ct_adi_systems *first,
                      const ct_adi_joint *joint, ptrdiff_t row, int count) {
    const ptrdiff_t n = middle->shape.inner;
    const int has_sum = joint->sum != NULL && joint->number < first->shape.n - 1;
    const joint_rows rows = joint_rows_of(middle, first, joint->number, row, count);
    const REAL *before = (const REAL *)joint->before + row * n;
    REAL *d = (REAL *)joint->d + row * n;
    REAL *sum = has_sum ? (REAL *)joint->sum + row * n : NULL;
    if (joint->last != NULL && has_sum) {
        join_rows(&rows, count, n, 1, 1, d, joint->last, joint->carry, before, sum);
    } else if (joint->last != NULL) {
        join_rows(&rows, count, n, 1, 0, d, joint->last, joint->carry, before, NULL);
    } else if (has_sum) {
        join_rows(&rows, count, n, 0, 1, d, NULL, joint->carry, before, sum);
    } else {
        join_rows(&rows, count, n, 0, 0, d, NULL, joint->carry, before, NULL);
    }
}

TARGET static void join(const ct_adi_systems *middle, const ct_adi_systems *first,
                        const ct_adi_joint *joint) {
    const size_t row_bytes = (size_t)middle->shape.inner * sizeof(REAL);
    ptrdiff_t row = middle->shape.n;
    memset(joint->carry, 0, row_bytes);
    if (joint->last != NULL) {
        memcpy((REAL *)joint->d + (row - 1) * middle->shape.inner, joint->last, row_bytes);
    }
    while (row % JOINT > 0) {
        row--;
        join_some(middle, first, joint, row, 1);
    }
    while (row > 0) {
        row -= JOINT;
        join_some(middle, first, joint, row, JOINT);
    }
}
