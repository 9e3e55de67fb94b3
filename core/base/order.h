/* Small sorted arrays of any kind of item. Equals keep their order. Local, pure. */
#ifndef CT_BASE_ORDER_H
#define CT_BASE_ORDER_H

#include <stddef.h>

/* Whether `a` comes before `b`. */
typedef int (*ct_before)(const void *a, const void *b);

/* Puts a copy of *item into its place among `count` sorted items of `bytes` each, behind its
 * equals. There are never more than `most`: the last one falls off the end. Returns how many there
 * are. */
int ct_order_insert(void *items, int count, int most, size_t bytes, const void *item,
                    ct_before before);

/* Sorts `count` items in place. */
void ct_order_sort(void *items, int count, size_t bytes, ct_before before);

/* Moves the item at `from` to `to`, those in between by one place. */
void ct_order_move(void *items, size_t bytes, int from, int to);

#endif
