#include "tune/ranking.h"

#include "base/fail.h"
#include "base/order.h"
#include "price/predict.h"

#include <stdlib.h>
#include <string.h>

ct_status ct_ranking_create(size_t bytes, int most, ct_ranking *ranking) {
    *ranking = (ct_ranking){.bytes = bytes, .most = most};
    ranking->ranked = calloc((size_t)most, bytes);
    return ranking->ranked != NULL ? CT_OK
                                   : ct_raise(CT_ERROR_MEMORY, "no memory for %d candidates", most);
}

void ct_ranking_destroy(ct_ranking *ranking) {
    free(ranking->ranked);
    *ranking = (ct_ranking){.count = 0};
}

void *ct_ranking_at(const ct_ranking *ranking, int place) {
    return (char *)ranking->ranked + (size_t)place * ranking->bytes;
}

static int is_predicted_before(const void *a, const void *b) {
    const ct_standing *left = a;
    const ct_standing *right = b;
    return ct_predicted_less(left->predicted_s, right->predicted_s);
}

static int comes_before(const void *a, const void *b) {
    const ct_standing *left = a;
    const ct_standing *right = b;
    if (left->measured_s < 0 && right->measured_s < 0) {
        return is_predicted_before(a, b);
    }
    if (left->measured_s < 0 || right->measured_s < 0) {
        return left->measured_s >= 0;
    }
    return left->lasted != right->lasted ? left->lasted > right->lasted
                                         : left->measured_s < right->measured_s;
}

void ct_ranking_offer(ct_ranking *ranking, const void *candidate) {
    ranking->count = ct_order_insert(ranking->ranked, ranking->count, ranking->most, ranking->bytes,
                                     candidate, is_predicted_before);
}

void ct_ranking_drop(ct_ranking *ranking, int place) {
    ct_order_move(ranking->ranked, ranking->bytes, place, ranking->count - 1);
    ranking->count--;
}

void ct_ranking_sort(ct_ranking *ranking) {
    ct_order_sort(ranking->ranked, ranking->count, ranking->bytes, comes_before);
}
