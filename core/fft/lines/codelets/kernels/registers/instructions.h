/* How kernels are compiled. Local. */
#ifndef CT_FFT_LINES_CODELETS_KERNELS_REGISTERS_INSTRUCTIONS_H
#define CT_FFT_LINES_CODELETS_KERNELS_REGISTERS_INSTRUCTIONS_H

#include <immintrin.h>

#define INLINE TARGET static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 64")
#define SHUFFLE __builtin_shufflevector

#endif
