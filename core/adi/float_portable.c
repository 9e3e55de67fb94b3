#define REAL float
#define TARGET
#define TABLE ct_adi_float_portable
#include "adi/kernels_source.h"
