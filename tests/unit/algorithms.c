/* Every algorithm of the table at every P = 1 .. 40: each block reaches its destination once, every
 * send meets its receive, and nobody but the origin sends it (all are direct so far). */
#include "expect.h"

#include <cornerturn/algorithm.h>

enum { MOST = 40 };

static int delivered[MOST][MOST]; /* by origin, destination */
static int announced[MOST][MOST]; /* receives posted, by origin, destination */

static void walk(const ct_algorithm *algorithm, int size, int rank) {
    ct_schedule *schedule = NULL;
    EXPECT_INT(ct_algorithm_schedule(algorithm, size, rank, &schedule), CT_OK);
    for (int i = 0; i < schedule->move_count; i++) {
        const ct_move *move = &schedule->moves[i];
        const ct_product *product = schedule->products + move->first_product;
        EXPECT_INT(move->send_products, 1);
        EXPECT_INT(move->receive_products, 1);
        EXPECT_INT(product[0].origins, rank);
        EXPECT_INT(product[0].destinations, move->send_to);
        EXPECT_INT(product[1].origins, move->receive_from);
        EXPECT_INT(product[1].destinations, rank);
        delivered[rank][move->send_to]++;
        announced[move->receive_from][rank]++;
    }
    ct_schedule_destroy(&schedule);
}

static void expect_exchange(const ct_algorithm *algorithm, int size) {
    memset(delivered, 0, sizeof delivered);
    memset(announced, 0, sizeof announced);
    for (int rank = 0; rank < size; rank++) {
        walk(algorithm, size, rank);
    }
    for (int origin = 0; origin < size; origin++) {
        for (int destination = 0; destination < size; destination++) {
            EXPECT_INT(delivered[origin][destination], origin != destination);
            EXPECT_INT(announced[origin][destination], origin != destination);
        }
    }
}

int main(void) {
    for (int i = 0; ct_algorithm_at(i) != NULL; i++) {
        const ct_algorithm *algorithm = ct_algorithm_at(i);
        EXPECT(ct_algorithm_find(algorithm->name) == algorithm);
        for (int size = 1; size <= MOST; size++) {
            expect_exchange(algorithm, size);
        }
    }
    EXPECT(ct_algorithm_find("no such algorithm") == NULL);
    EXPECT(ct_algorithm_at(-1) == NULL);
    return expect_status();
}
