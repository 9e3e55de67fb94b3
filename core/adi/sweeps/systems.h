/* The systems of a block of lines: which unknowns join the parts of a line, and memory. Local. */
#ifndef CT_ADI_SWEEPS_SYSTEMS_H
#define CT_ADI_SWEEPS_SYSTEMS_H

#include "adi/kernels/kernels.h"

/* Of whole lines, or of part `rank` of lines in `size` parts. */
ct_adi_systems ct_adi_systems_of(const ct_adi_shape *shape, int rank, int size, int is_periodic);

/* Numbers of a factorisation: variable, or one for all lines. */
ptrdiff_t ct_adi_systems_numbers(const ct_adi_systems *systems, int is_variable);

/* Sets the arrays of the systems to `memory` of so many numbers. */
void ct_adi_systems_place(const ct_adi_kernels *kernels, int is_variable, void *memory,
                          ct_adi_systems *systems);

#endif
