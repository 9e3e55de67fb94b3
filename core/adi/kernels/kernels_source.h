/* Defines the table TABLE of the loops of kernels.h for REAL numbers and TARGET instructions:
 * vectors of LANES for transposed lines, of WIDE for rows; STREAM, if defined, is a streaming
 * store; STRIPS, of vectors of 16 only: rows are eliminated in strips (strip_source.h); APART:
 * rows of even cells go in two passes (fused_apart_source.h). */
#include "adi/kernels/kernels.h"
#include "kernels/cache.h"

#include <float.h>
#include <math.h>
#include <string.h>

#ifndef WIDE
#define WIDE LANES
#endif

#include "adi/kernels/lines_source.h"

#include "adi/kernels/update_source.h"

#include "adi/kernels/wide_source.h"

#include "adi/kernels/transposed_source.h"

#include "adi/kernels/transposed_variable_source.h"

#include "adi/kernels/lines_calls_source.h"

#include "adi/kernels/factorise_source.h"

#include "adi/kernels/operator_source.h"

#include "adi/kernels/fused/scan_source.h"

#include "adi/kernels/fused/strip_source.h"

#include "adi/kernels/fused/fused_operator_source.h"

#include "adi/kernels/fused/fused_source.h"

#include "adi/kernels/fused/fused_even_source.h"

#include "adi/kernels/fused/fused_apart_source.h"

#include "adi/kernels/fused/fused_joined_source.h"

#include "adi/kernels/fused/fused_strip_source.h"

#include "adi/kernels/fused/fused_forward_source.h"

#include "adi/kernels/fused/fused_renewed_source.h"

#include "adi/kernels/fused/fused_return_source.h"

#include "adi/kernels/turn_forward_source.h"

#include "adi/kernels/turn_source.h"

const ct_adi_kernels TABLE = {
    sizeof(REAL),  TRANSPOSED,    LANES,    EVEN_NUMBERS, RENEWED_MOST,  WHOLE_LINES,
    store,         load,          multiply, operate,      make_faces,    add,
    factorise,     factorise_any, forward,  backward,     fused_forward, fused_backward,
    turn_forward,  turn,          update,   solve,        accumulate,    close_cycles,
    solve_reduced, make_scan};
