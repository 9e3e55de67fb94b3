#define REAL double
#define LANES 2
#define TARGET
#define TABLE ct_adi_double_portable
#include "adi/kernels/kernels_source.h"
