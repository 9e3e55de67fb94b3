#define REAL double
#define NUMBERS ct_spectral_double
#include "spectral/numbers_source.h"
