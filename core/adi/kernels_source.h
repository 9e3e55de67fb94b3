/* The loops of kernels.h with REAL numbers, LANES in a vector of TARGET instructions, as the table
 * TABLE. */
#include "adi/kernels.h"

#include <string.h>

#include "adi/lines_source.h"

#include "adi/turned_source.h"

#include "adi/turned_variable_source.h"

#include "adi/lines_calls_source.h"

#include "adi/joint_source.h"

#include "adi/operator_source.h"

const ct_adi_kernels TABLE = {sizeof(REAL), store,     load,       operate,      make_faces,
                              add,          factorise, forward,    backward,     join,
                              update,       solve,     accumulate, close_cycles, solve_rest};
