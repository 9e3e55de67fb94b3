#define REAL float
#define NUMBERS ct_spectral_float
#include "spectral/numbers_source.h"
