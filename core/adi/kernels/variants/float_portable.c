#define REAL float
#define LANES 4
#define TARGET
#define TABLE ct_adi_float_portable
#include "adi/kernels/kernels_source.h"
