/* Rankings: places by prediction, what falls off, and what was measured. */
#include "tune/ranking.h"
#include "expect.h"

typedef struct candidate {
    ct_standing standing;
    int name;
} candidate;

static void offer(ct_ranking *ranking, int name, double predicted_s) {
    const candidate offered = {{predicted_s, -1, 0}, name};
    ct_ranking_offer(ranking, &offered);
}

static candidate *at(const ct_ranking *ranking, int place) {
    return ct_ranking_at(ranking, place);
}

static void expect_names(const ct_ranking *ranking, int count, const int *names) {
    EXPECT_INT(ranking->count, count);
    for (int place = 0; place < count && place < ranking->count; place++) {
        EXPECT_INT(at(ranking, place)->name, names[place]);
    }
}

int main(void) {
    ct_ranking ranking;
    EXPECT_INT(ct_ranking_create(sizeof(candidate), 4, &ranking), CT_OK);
    offer(&ranking, 0, 3);
    offer(&ranking, 1, 1);
    offer(&ranking, 2, 2);
    offer(&ranking, 3, 1 * (1 - 1e-12)); /* equal but for rounding: behind the first of them */
    expect_names(&ranking, 4, (int[]){1, 3, 2, 0});
    offer(&ranking, 4, 5); /* falls off at once */
    expect_names(&ranking, 4, (int[]){1, 3, 2, 0});
    offer(&ranking, 5, 0.5);
    expect_names(&ranking, 4, (int[]){5, 1, 3, 2});

    at(&ranking, 3)->standing.measured_s = 7; /* 2: measured, and to the end */
    at(&ranking, 3)->standing.lasted = 9;
    at(&ranking, 1)->standing.measured_s = 6; /* 1: faster, but beaten before the end */
    at(&ranking, 1)->standing.lasted = 3;
    ct_ranking_sort(&ranking);
    expect_names(&ranking, 4, (int[]){2, 1, 5, 3});
    ct_ranking_drop(&ranking, 1);
    expect_names(&ranking, 3, (int[]){2, 5, 3});
    ct_ranking_drop(&ranking, 2);
    expect_names(&ranking, 2, (int[]){2, 5});
    ct_ranking_destroy(&ranking);
    EXPECT_INT(ranking.count, 0);
    return expect_status();
}
