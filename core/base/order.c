#include "base/order.h"

#include <string.h>

int ct_order_insert(void *items, int count, int most, size_t bytes, const void *item,
                    ct_before before) {
    char *start = items;
    int place = count;
    while (place > 0 && before(item, start + (size_t)(place - 1) * bytes)) {
        place--;
    }
    if (place == most) {
        return count;
    }
    count += count < most;
    char *into = start + (size_t)place * bytes;
    memmove(into + bytes, into, (size_t)(count - 1 - place) * bytes);
    memcpy(into, item, bytes);
    return count;
}

static void swap(char *a, char *b, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        char held = a[i];
        a[i] = b[i];
        b[i] = held;
    }
}

void ct_order_move(void *items, size_t bytes, int from, int to) {
    char *start = items;
    const int step = from < to ? 1 : -1;
    for (int place = from; place != to; place += step) {
        swap(start + (size_t)place * bytes, start + (size_t)(place + step) * bytes, bytes);
    }
}

void ct_order_sort(void *items, int count, size_t bytes, ct_before before) {
    const char *start = items;
    for (int i = 1; i < count; i++) {
        int place = i;
        while (place > 0 &&
               before(start + (size_t)i * bytes, start + (size_t)(place - 1) * bytes)) {
            place--;
        }
        ct_order_move(items, bytes, i, place);
    }
}
