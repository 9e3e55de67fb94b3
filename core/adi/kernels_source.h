/* The loops of kernels.h with REAL numbers, as the table TABLE: LANES in a vector of TARGET
 * instructions, or of rows WIDE, which STREAM, where there is one, stores past the cache. */
#include "adi/kernels.h"
#include "kernels/cache.h"

#include <string.h>

#ifndef WIDE
#define WIDE LANES
#endif

#include "adi/lines_source.h"

#include "adi/wide_source.h"

#include "adi/aside_source.h"

#include "adi/turned_source.h"

#include "adi/turned_variable_source.h"

#include "adi/lines_calls_source.h"

#include "adi/crossing_source.h"

#include "adi/operator_source.h"

const ct_adi_kernels TABLE = {sizeof(REAL), store,      load,         operate,   make_faces, add,
                              factorise,    forward,    backward,     cross,     uncross,    update,
                              solve,        accumulate, close_cycles, solve_rest};
