#include "kernels/conversion.h"

#include "kernels/rounding.h"

#include <string.h>

/* Numbers at any address. */
typedef double any_double __attribute__((aligned(1), may_alias));
typedef float any_float __attribute__((aligned(1), may_alias));

ct_conversion ct_conversion_numbers(int numbers, ct_precision from, ct_precision into) {
    const ptrdiff_t bytes[2] = {[CT_DOUBLE] = sizeof(double), [CT_FLOAT] = sizeof(float)};
    return (ct_conversion){.from_bytes = numbers * bytes[from],
                           .into_bytes = numbers * bytes[into],
                           .numbers = numbers,
                           .from = from,
                           .into = into,
                           .alpha = {1, 0}};
}

ct_conversion ct_conversion_bytes(ptrdiff_t element_bytes) {
    return (ct_conversion){
        .from_bytes = element_bytes, .into_bytes = element_bytes, .alpha = {1, 0}};
}

static int scales(const ct_conversion *c) {
    return c->alpha[0] != 1 || c->alpha[1] != 0;
}

int ct_conversion_adds(const ct_conversion *conversion) {
    return conversion->beta[0] != 0 || conversion->beta[1] != 0;
}

int ct_conversion_is_copy(const ct_conversion *conversion) {
    return !conversion->conjugates && conversion->from == conversion->into && !scales(conversion) &&
           !ct_conversion_adds(conversion);
}

/* Loops over `count` numbers, or over complex ones, from one type to another. The cases are apart
 * so that each is vectorised. */
#define CT_LOOPS(NAME, FROM, INTO)                                                                 \
    static void reals_##NAME(const ct_conversion *c, ptrdiff_t count, const void *from,            \
                             void *into) {                                                         \
        const double alpha = c->alpha[0];                                                          \
        const double beta = c->beta[0];                                                            \
        const any_##FROM *x = from;                                                                \
        any_##INTO *y = into;                                                                      \
        if (beta != 0) {                                                                           \
            for (ptrdiff_t i = 0; i < count; i++) {                                                \
                y[i] = (INTO)(alpha * (double)x[i] + beta * (double)y[i]);                         \
            }                                                                                      \
        } else if (alpha != 1) {                                                                   \
            for (ptrdiff_t i = 0; i < count; i++) {                                                \
                y[i] = (INTO)(alpha * (double)x[i]);                                               \
            }                                                                                      \
        } else {                                                                                   \
            for (ptrdiff_t i = 0; i < count; i++) {                                                \
                y[i] = (INTO)x[i];                                                                 \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void conjugates_##NAME(ptrdiff_t count, const void *from, void *into) {                 \
        const any_##FROM *x = from;                                                                \
        any_##INTO *y = into;                                                                      \
        for (ptrdiff_t i = 0; i < 2 * count; i += 2) {                                             \
            y[i] = (INTO)x[i];                                                                     \
            y[i + 1] = (INTO)-x[i + 1];                                                            \
        }                                                                                          \
    }                                                                                              \
    static void complexes_##NAME(const ct_conversion *c, ptrdiff_t count, const void *from,        \
                                 void *into) {                                                     \
        const double sign = c->conjugates ? -1 : 1;                                                \
        const double alpha[2] = {c->alpha[0], c->alpha[1]};                                        \
        const double beta[2] = {c->beta[0], c->beta[1]};                                           \
        const int adds = ct_conversion_adds(c);                                                    \
        const any_##FROM *x = from;                                                                \
        any_##INTO *y = into;                                                                      \
        for (ptrdiff_t i = 0; i < 2 * count; i += 2) {                                             \
            const double re = (double)x[i];                                                        \
            const double im = sign * (double)x[i + 1];                                             \
            double sum[2] = {alpha[0] * re - alpha[1] * im, alpha[0] * im + alpha[1] * re};        \
            if (adds) {                                                                            \
                const double old[2] = {(double)y[i], (double)y[i + 1]};                            \
                sum[0] += beta[0] * old[0] - beta[1] * old[1];                                     \
                sum[1] += beta[0] * old[1] + beta[1] * old[0];                                     \
            }                                                                                      \
            y[i] = (INTO)sum[0];                                                                   \
            y[i + 1] = (INTO)sum[1];                                                               \
        }                                                                                          \
    }

CT_LOOPS(double_double, double, double)
CT_LOOPS(double_float, double, float)
CT_LOOPS(float_double, float, double)
CT_LOOPS(float_float, float, float)

typedef struct loops {
    void (*reals)(const ct_conversion *c, ptrdiff_t count, const void *from, void *into);
    void (*conjugates)(ptrdiff_t count, const void *from, void *into);
    void (*complexes)(const ct_conversion *c, ptrdiff_t count, const void *from, void *into);
} loops;

#define CT_LOOPS_ROW(NAME)                                                                         \
    { reals_##NAME, conjugates_##NAME, complexes_##NAME }

static const loops loops_of[2][2] = {
    [CT_DOUBLE] =
        {[CT_DOUBLE] = CT_LOOPS_ROW(double_double), [CT_FLOAT] = CT_LOOPS_ROW(double_float)},
    [CT_FLOAT] = {
        [CT_DOUBLE] = CT_LOOPS_ROW(float_double), [CT_FLOAT] = CT_LOOPS_ROW(float_float)}};

static void convert_bytes(const ct_conversion *c, ptrdiff_t count, const void *from, void *into) {
    const ptrdiff_t bytes = c->into_bytes;
    if (from != into) {
        memcpy(into, from, (size_t)(count * bytes));
    }
    char *sign = (char *)into + c->sign_byte;
    for (ptrdiff_t i = 0; c->conjugates && i < count; i++, sign += bytes) {
        *sign = (char)(*sign ^ 0x80);
    }
}

void ct_convert(const ct_conversion *conversion, ptrdiff_t count, const void *from, void *into) {
    const ct_conversion *c = conversion;
    if (c->numbers == 0) {
        convert_bytes(c, count, from, into);
        return;
    }
    const loops *kernels = &loops_of[c->from][c->into];
    const int by_one = !scales(c) && !ct_conversion_adds(c);
    if (c->rounding != NULL && c->from == CT_DOUBLE && c->into == CT_FLOAT) {
        ct_round(count * c->numbers, from, into, c->rounding);
    } else if (c->conjugates && by_one) {
        kernels->conjugates(count, from, into);
    } else if (c->conjugates || c->alpha[1] != 0 || c->beta[1] != 0) {
        kernels->complexes(c, count, from, into);
    } else {
        kernels->reals(c, count * c->numbers, from, into);
    }
}
