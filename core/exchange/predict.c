#include "exchange/predict.h"

#include <math.h>

/* What a closed form charges for, between nodes and inside. */
typedef struct tally {
    double messages, bytes, local_messages, local_bytes;
    double barriers, empty_exchanges;
} tally;

static tally tally_of(const ct_model *model, const ct_algorithm *row,
                      const ct_parameters *parameters) {
    const ct_machine nothing = {.ports = 1, .rails = 1};
    tally counted = {.messages = 0};
    struct {
        ct_machine machine;
        double *count;
    } units[] = {{nothing, &counted.messages},       {nothing, &counted.bytes},
                 {nothing, &counted.local_messages}, {nothing, &counted.local_bytes},
                 {nothing, &counted.barriers},       {nothing, &counted.empty_exchanges}};
    units[0].machine.start_up_s = 1;
    units[1].machine.byte_s = 1;
    units[2].machine.local_start_up_s = 1;
    units[3].machine.local_byte_s = 1;
    units[4].machine.barrier_s = 1;
    units[5].machine.pairwise_s = 1;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        *units[i].count =
            row->cost(&model->topology, parameters, &units[i].machine, model->block_bytes);
    }
    return counted;
}

/* Where the closed form does not tell messages inside nodes from others, they are taken for as
 * frequent as pairs of ranks on one node. */
static void share_out(const ct_model *model, const ct_algorithm *row, tally *counted) {
    int size = model->topology.size;
    if (model->topology.kind == CT_NODES && row->knows_nodes) {
        return;
    }
    double inside = size > 1 ? (model->node_ranks - 1.0) / (size - 1.0) : 0;
    counted->local_messages = inside * counted->messages;
    counted->local_bytes = inside * counted->bytes;
    counted->messages -= counted->local_messages;
    counted->bytes -= counted->local_bytes;
}

static const ct_curve *local_curve(const ct_model *model, int windows) {
    const ct_calibration *calibration = model->calibration;
    if (!windows) {
        return &calibration->local_messages;
    }
    return model->private_arrays ? &calibration->local_private : &calibration->local_windows;
}

static const ct_curve *distant_curve(const ct_model *model) {
    const ct_calibration *calibration = model->calibration;
    return calibration->distant.knots > 0 ? &calibration->distant : &calibration->local_messages;
}

static double messages_s(const ct_curve *curve, double messages, double bytes) {
    return messages > 0 ? messages * ct_curve_at(curve, bytes / messages) : 0;
}

/* Messages between nodes, in so many rounds. */
static double rounds_s(const ct_model *model, double messages, double bytes, double rounds) {
    if (messages <= 0 || model->calibration->distant.knots == 0) {
        return messages_s(distant_curve(model), messages, bytes);
    }
    const ct_curve *curve = &model->calibration->distant;
    double start_s = ct_curve_at(curve, 0);
    double bytes_s = fmax(ct_curve_at(curve, bytes / messages) - start_s, 0);
    bytes_s *= model->contention > 0 ? model->contention : 1;
    return messages * fmax(start_s, bytes_s) + fmin(rounds, messages) * fmin(start_s, bytes_s);
}

/* Rounds of rank 0; HUGE_VAL, which is one a message, with one step in flight, and where that is
 * all that can be said. */
static double count_rounds(const ct_model *model, const ct_algorithm *row,
                           const ct_parameters *parameters) {
    ct_schedule *schedule = NULL;
    int rounds = 0;
    ct_status status = CT_ERROR_UNSUPPORTED;
    if (model->window != 1 && model->calibration->distant.knots > 0) {
        status = ct_algorithm_generate(row, &model->topology, parameters, 0, &schedule);
    }
    if (status == CT_OK) {
        status = ct_schedule_rounds(schedule, &rounds);
    }
    ct_schedule_destroy(&schedule);
    return status == CT_OK ? rounds : HUGE_VAL;
}

/* Blocks that are gathered into messages of several and scattered again; out of a window they are
 * copied once. */
static double moved_blocks(const ct_model *model, const tally *counted, int windows) {
    double bytes = counted->bytes + counted->local_bytes;
    double messages = counted->messages + counted->local_messages;
    int are_several = bytes > 1.001 * messages * model->block_bytes;
    return are_several ? (windows ? 1 : 2) * bytes / model->block_bytes : 0;
}

/* Seconds if messages between nodes go in that many rounds. */
static double predict(const ct_model *model, const ct_algorithm *row,
                      const ct_parameters *parameters, int windows, double rounds) {
    const ct_curve *local = local_curve(model, windows);
    tally counted = tally_of(model, row, parameters);
    share_out(model, row, &counted);
    ct_pattern pattern = ct_algorithm_pattern(row, &model->topology, parameters);
    double blocks = 0;
    if (model->block_bytes > 0 && !ct_pattern_copies(&pattern)) { /* those stay side by side */
        blocks = moved_blocks(model, &counted, windows);
    }
    return messages_s(local, counted.local_messages, counted.local_bytes) +
           rounds_s(model, counted.messages, counted.bytes, rounds) +
           messages_s(distant_curve(model), counted.empty_exchanges, 0) +
           counted.barriers * model->calibration->barrier_s +
           messages_s(&model->calibration->permute, blocks, blocks * model->block_bytes);
}

double ct_predict(const ct_model *model, const ct_algorithm *row, const ct_parameters *parameters,
                  int windows) {
    return row->cost == NULL
               ? HUGE_VAL
               : predict(model, row, parameters, windows, count_rounds(model, row, parameters));
}

double ct_predict_library(const ct_model *model) {
    const ct_curve *library = &model->calibration->library;
    const ct_curve *curve = library->knots > 0 ? library : distant_curve(model);
    const double bytes = model->block_bytes;
    const double others = model->topology.size - 1.0;
    const double steps = ceil(log2(model->topology.size));
    if (model->movement == CT_EXCHANGE) {
        return library->knots > 0 ? messages_s(curve, others, others * bytes)
                                  : rounds_s(model, others, others * bytes, others);
    }
    if (model->movement == CT_BROADCAST) {
        return fmin(messages_s(curve, steps, steps * bytes),
                    messages_s(curve, steps + others, 2 * others / (others + 1) * bytes));
    }
    return messages_s(curve, steps, others * bytes);
}

int ct_predicted_less(double a, double b) {
    return a < b * (1 - 1e-9);
}

/* Counts rounds only of what would be better in one. */
static void take_better(const ct_model *model, const ct_algorithm *row, const ct_parameters *tried,
                        int windows, double *best_s, ct_parameters *best) {
    if (row->cost == NULL || !ct_predicted_less(predict(model, row, tried, windows, 1), *best_s)) {
        return;
    }
    double tried_s = ct_predict(model, row, tried, windows);
    if (ct_predicted_less(tried_s, *best_s)) {
        *best_s = tried_s;
        *best = *tried;
    }
}

double ct_predict_best(const ct_model *model, const ct_algorithm *row, int windows,
                       ct_parameters *parameters) {
    const ct_topology *topology = &model->topology;
    ct_parameters tried;
    ct_parameters_default(row, topology, parameters);
    double best_s = ct_predict(model, row, parameters, windows);
    if (row->tune != NULL) {
        ct_machine machine = ct_calibration_machine(model->calibration, windows);
        tried = *parameters;
        row->tune(topology, &machine, model->block_bytes, &tried);
        take_better(model, row, &tried, windows, &best_s, parameters);
    }
    int more = ct_parameters_first(row, topology, &tried);
    for (int i = 0; more && i < CT_PREDICTED_MOST; i++) {
        take_better(model, row, &tried, windows, &best_s, parameters);
        more = ct_parameters_next(row, topology, &tried);
    }
    return best_s;
}
