/*
 * Vectors of a few numbers, taken apart into a row of each component or put together, with AVX-512:
 * as many registers as components are read and written, and each result is made by one permutation
 * a register. In the cache, ns a number, unit by unit and so, three components: of 16 bytes 0.20
 * and 0.12, of 8 0.18 and 0.07, of 4 0.19 and 0.05; and what follows loads lines that were stored
 * as such, which units of a part of them delay (c2c 100^3 of 2, two ranks, ms, 5.0 and 4.4).
 */
#include "kernels/tile/tile.h"

#if defined(__x86_64__)
#include "kernels/tile/block_avx512.h"

#include <string.h>

enum { COMPONENTS_MOST = 7 };

typedef long long eights __attribute__((vector_size(CT_LINE_BYTES)));
typedef int fours __attribute__((vector_size(CT_LINE_BYTES)));

/* Where unit i of result k comes from: a register, and a unit of it. */
typedef struct source {
    int part, unit;
} source;

AVX512_INLINE source source_of(int are_apart, int components, int units, int k, int i) {
    const int at = are_apart ? i * components + k : k * units + i;
    return are_apart ? (source){at / units, at % units}
                     : (source){at % components, at / components};
}

/* Result k of `components`, of units of so many lanes. Masks are constants after inlining. */
#define DEFINE_RESULT(NAME, VECTOR, LANE, LANES, PERMUTE)                                          \
    AVX512_INLINE VECTOR NAME(int are_apart, int components, int of_unit, int k,                   \
                              const VECTOR given[]) {                                              \
        const int units = (LANES) / of_unit;                                                       \
        VECTOR made = given[0];                                                                    \
        _Pragma("GCC unroll 7") for (int part = 1; part < components; part++) {                    \
            VECTOR mask = {0};                                                                     \
            _Pragma("GCC unroll 16") for (int lane = 0; lane < (LANES); lane++) {                  \
                const source s = source_of(are_apart, components, units, k, lane / of_unit);       \
                const int from = s.unit * of_unit + lane % of_unit;                                \
                mask[lane] = (LANE)(s.part == part             ? (LANES) + from                    \
                                    : s.part == 0 && part == 1 ? from                              \
                                                               : lane);                            \
            }                                                                                      \
            made = (VECTOR)PERMUTE((__m512i)made, (__m512i)mask, (__m512i)given[part]);            \
        }                                                                                          \
        return made;                                                                               \
    }

DEFINE_RESULT(result_of_eights, eights, long long, 8, _mm512_permutex2var_epi64)
DEFINE_RESULT(result_of_fours, fours, int, 16, _mm512_permutex2var_epi32)

/* As many vectors as a line has units at a time; then those that are left. */
#define DEFINE_ALL(NAME, VECTOR, RESULT, LANE_BYTES)                                               \
    AVX512_INLINE void NAME(const ct_tile *tile, const char *from, char *into, int are_apart,      \
                            int components, int unit) {                                            \
        const ptrdiff_t row = are_apart ? tile->into_column : tile->from_row;                      \
        const ptrdiff_t at_once = CT_LINE_BYTES / unit;                                            \
        const ptrdiff_t vectors = (are_apart ? tile->rows : tile->columns) / at_once * at_once;    \
        for (ptrdiff_t i = 0; i < vectors; i += at_once) {                                         \
            VECTOR given[COMPONENTS_MOST];                                                         \
            VECTOR made[COMPONENTS_MOST];                                                          \
            const char *at = from + i * unit * (are_apart ? components : 1);                       \
            char *to = into + i * unit * (are_apart ? 1 : components);                             \
            _Pragma("GCC unroll 7") for (int c = 0; c < components; c++) {                         \
                memcpy(&given[c], at + c * (are_apart ? CT_LINE_BYTES : row), sizeof given[c]);    \
            }                                                                                      \
            _Pragma("GCC unroll 7") for (int c = 0; c < components; c++) {                         \
                made[c] = RESULT(are_apart, components, unit / (LANE_BYTES), c, given);            \
            }                                                                                      \
            _Pragma("GCC unroll 7") for (int c = 0; c < components; c++) {                         \
                memcpy(to + c * (are_apart ? row : CT_LINE_BYTES), &made[c], sizeof made[c]);      \
            }                                                                                      \
        }                                                                                          \
        ct_tile_rest(tile, are_apart ? vectors : components, are_apart ? components : vectors,     \
                     from, into);                                                                  \
    }

DEFINE_ALL(run_eights, eights, result_of_eights, 8)
DEFINE_ALL(run_fours, fours, result_of_fours, 4)

/* clang-format off */
#define DEFINE(UNIT, RUN)                                                                          \
    AVX512 static void components_##UNIT(const ct_tile *tile, const char *from, char *into) {      \
        const int are_apart = tile->columns <= COMPONENTS_MOST &&                                  \
                              tile->from_row == tile->columns * (UNIT);                            \
        switch (are_apart ? tile->columns : COMPONENTS_MOST + tile->rows) {                        \
        EACH(RUN, UNIT, 2) EACH(RUN, UNIT, 3) EACH(RUN, UNIT, 4)                                   \
        EACH(RUN, UNIT, 5) EACH(RUN, UNIT, 6) EACH(RUN, UNIT, 7)                                   \
        default:                                                                                   \
            ct_tile_units(tile, from, into);                                                       \
        }                                                                                          \
    }
#define EACH(RUN, UNIT, COMPONENTS)                                                                \
        case COMPONENTS:                                                                           \
            RUN(tile, from, into, 1, COMPONENTS, UNIT);                                            \
            break;                                                                                 \
        case COMPONENTS_MOST + (COMPONENTS):                                                       \
            RUN(tile, from, into, 0, COMPONENTS, UNIT);                                            \
            break;
/* clang-format on */

DEFINE(4, run_fours)
DEFINE(8, run_eights)
DEFINE(16, run_eights)

ct_tile_kernel ct_tile_components_avx512(ptrdiff_t unit_bytes) {
    return unit_bytes == 4    ? components_4
           : unit_bytes == 8  ? components_8
           : unit_bytes == 16 ? components_16
                              : NULL;
}

#else

ct_tile_kernel ct_tile_components_avx512(ptrdiff_t unit_bytes) {
    (void)unit_bytes;
    return NULL;
}

#endif
