#include "kernels/survey/survey.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#define REAL double
#define BITS int64_t
#define PASSES ct_survey_double
#include "kernels/survey/survey_source.h"
