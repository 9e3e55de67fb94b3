#include "trace/moves.h"

atomic_long ct_moves;
atomic_bool ct_is_at_work;
