/* The parameters with the least predictions. */
#include "base/order.h"
#include "price/predict.h"
#include "price/settings.h"

#include <math.h>
#include <string.h>

int ct_predicted_less(double a, double b) {
    return a < b * (1 - 1e-9);
}

/* The best parameters so far, best first. */
typedef struct shortlist {
    const ct_model *model;
    const ct_algorithm *row;
    int shared;
    double below_s;
    int count, most;
    ct_predicted *best;
} shortlist;

static int is_better(const void *a, const void *b) {
    const ct_predicted *left = a;
    const ct_predicted *right = b;
    return ct_predicted_less(left->seconds, right->seconds);
}

/* Whether the full prediction, for which schedules are generated, could be wanted. */
static int may_enter(const shortlist *list, const ct_parameters *parameters) {
    double below_s = CT_PREDICTED_EXCESS * list->below_s;
    if (list->below_s == CT_PREDICTED_LEAST) {
        below_s = list->count > 0 ? CT_PREDICTED_EXCESS * list->best[0].seconds : HUGE_VAL;
    } else if (list->count == list->most) {
        below_s = fmin(below_s, list->best[list->count - 1].seconds);
    }
    return isinf(below_s) ||
           ct_predicted_less(ct_predict_least(list->model, list->row, parameters, list->shared),
                             below_s);
}

static void consider(shortlist *list, const ct_parameters *parameters) {
    const ct_model *model = list->model;
    ct_predicted tried = {*parameters, HUGE_VAL};
    if (model->setting_count > 0 &&
        ct_settings_apply(model->settings, model->setting_count, list->row, &model->topology,
                          &tried.parameters) != CT_OK) {
        return;
    }
    for (int i = 0; i < list->count; i++) {
        if (memcmp(&list->best[i].parameters, &tried.parameters, sizeof *parameters) == 0) {
            return;
        }
    }
    if (!may_enter(list, &tried.parameters)) {
        return;
    }
    tried.seconds = ct_predict(model, list->row, &tried.parameters, list->shared);
    list->count =
        ct_order_insert(list->best, list->count, list->most, sizeof *list->best, &tried, is_better);
}

void ct_predict_best(const ct_model *model, const ct_algorithm *row, int shared, double below_s,
                     int most, ct_predicted *best, int *count) {
    const ct_topology *topology = &model->topology;
    shortlist list = {.model = model,
                      .row = row,
                      .shared = shared,
                      .below_s = below_s,
                      .count = *count,
                      .most = most,
                      .best = best};
    ct_parameters tried;
    ct_parameters_default(row, topology, &tried);
    consider(&list, &tried);
    if (row->tune != NULL) {
        ct_machine machine = ct_calibration_machine(model->calibration, shared);
        machine.link_byte_s = model->calibration->link_speed > 0
                                  ? machine.byte_s / model->calibration->link_speed
                                  : machine.byte_s;
        row->tune(topology, &machine, model->block_bytes, &tried);
        consider(&list, &tried);
    }
    int more = ct_parameters_first_choice(row, topology, &tried);
    for (int i = 0; more && i < CT_PREDICTED_MOST; i++) {
        consider(&list, &tried);
        more = ct_parameters_next_choice(row, topology, &tried);
    }
    *count = list.count;
}
