#include "kernels/survey.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#define REAL double
#define BITS int64_t
#define PASSES ct_survey_double
#include "kernels/survey_source.h"
