/* Small sorted arrays of items of any type, stable. Local, pure. */
#ifndef CT_BASE_ORDER_H
#define CT_BASE_ORDER_H

#include <stddef.h>

/* Whether `a` comes before `b`. */
typedef int (*ct_before)(const void *a, const void *b);

/* Inserts a copy of *item into `count` sorted items of `bytes` each, behind its equals. With more
 * than `most` the last one is dropped. Returns the new count. */
int ct_order_insert(void *items, int count, int most, size_t bytes, const void *item,
                    ct_before before);

/* Sorts `count` items in place. */
void ct_order_sort(void *items, int count, size_t bytes, ct_before before);

/* Moves the item at `from` to `to`, shifting those in between. */
void ct_order_move(void *items, size_t bytes, int from, int to);

#endif
