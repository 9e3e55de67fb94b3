/* One side of a move, from blocks to a message. Local. */
#ifndef CT_EXCHANGE_LOWER_MOVE_H
#define CT_EXCHANGE_LOWER_MOVE_H

#include "exchange/lower/lowering.h"

/* CT_ERROR_MEMORY, CT_ERROR_MPI; CT_ERROR_INTERNAL where the schedule is wrong. */
ct_status ct_lower_send(ct_lowering *l, int step, const ct_move *move, ct_transfer *transfer);
ct_status ct_lower_receive(ct_lowering *l, int step, const ct_move *move, ct_transfer *transfer);

#endif
