#include "kernels/survey/survey.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#define REAL float
#define BITS int32_t
#define PASSES ct_survey_float
#include "kernels/survey/survey_source.h"
