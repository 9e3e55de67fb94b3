/* The formulas of recipes. */
#ifndef CT_FFT_SINGLE_AXIS_FORMULAS_H
#define CT_FFT_SINGLE_AXIS_FORMULAS_H

#include "fft/single_axis/recipe.h"

/* What each does is told beside it (formulas_source.h). */
typedef struct ct_fft_formulas {
    ct_fft_formula *after_pair, *after_r2c, *before_c2r, *after_type1, *after_type2_even,
        *after_type2_odd, *before_type3_even, *before_type3_odd, *before_type4_even,
        *after_type4_even, *before_type4_odd, *after_type4_odd;
} ct_fft_formulas;

/* Those in vectors of this processor (kernels/vectors.h). */
const ct_fft_formulas *ct_fft_formulas_used(void);

#endif
