/* Ranks that do the same. Local. */
#ifndef CT_PRICE_ALIKE_H
#define CT_PRICE_ALIKE_H

#include <cornerturn/schedule.h>

/* Whether two ranks do the same at other places: then their rounds are the same, and finding them,
 * which looks at each destination, is done once. */
int ct_moves_alike(const ct_schedule *a, const ct_schedule *b);

#endif
