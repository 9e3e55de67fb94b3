#include "price/predict.h"

#include "machine/port.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Coefficients of a closed form, between nodes and inside. */
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

/* Splits off the messages inside nodes, in the proportion of pairs of ranks on one node, where the
 * closed form does not distinguish them. */
static void split_inside(const ct_model *model, const ct_algorithm *row, tally *counted) {
    int size = model->topology.size;
    if (ct_topology_has_nodes(&model->topology) && row->knows_nodes) {
        return;
    }
    double inside = size > 1 ? (model->node_ranks - 1.0) / (size - 1.0) : 0;
    counted->local_messages = inside * counted->messages;
    counted->local_bytes = inside * counted->bytes;
    counted->messages -= counted->local_messages;
    counted->bytes -= counted->local_bytes;
}

const ct_curve *ct_local_curve(const ct_model *model, int shared) {
    const ct_calibration *calibration = model->calibration;
    if (!shared) {
        return &calibration->local_messages;
    }
    if (model->staged_bytes > 0 && model->block_bytes >= model->staged_bytes) {
        return &calibration->local_messages;
    }
    return model->private_arrays ? &calibration->local_private : &calibration->local_shared;
}

static const ct_curve *distant_curve(const ct_model *model) {
    const ct_calibration *calibration = model->calibration;
    return calibration->distant.knots > 0 ? &calibration->distant : &calibration->local_messages;
}

static double messages_s(const ct_curve *curve, double messages, double bytes) {
    return messages > 0 ? messages * ct_curve_at(curve, bytes / messages) : 0;
}

static double contention(const ct_model *model) {
    return model->contention > 0 ? model->contention : 1;
}

/* Start-up of a message between nodes, and the time that its bytes and envelope take the port. */
static double start_up_s(const ct_model *model) {
    const ct_curve *curve = &model->calibration->distant;
    const double all_s = ct_curve_at(curve, 0);
    return all_s - fmin(CT_ENVELOPE_BYTES * curve->byte_s, all_s);
}

static double distant_bytes_s(const ct_model *model, double bytes) {
    return fmax(ct_curve_at(&model->calibration->distant, bytes) - start_up_s(model), 0);
}

/* Time of messages between nodes of mean size in a number of rounds. */
static double rounds_s(const ct_model *model, double messages, double bytes, double rounds) {
    if (messages <= 0 || model->calibration->distant.knots == 0) {
        return messages_s(distant_curve(model), messages, bytes);
    }
    double start_s = start_up_s(model);
    double bytes_s = distant_bytes_s(model, bytes / messages);
    return contention(model) *
           (messages * fmax(start_s, bytes_s) + fmin(rounds, messages) * fmin(start_s, bytes_s));
}

/* Time of rank 0's messages. */
typedef struct rank_times {
    double messages, bytes; /* between nodes */
    double rounds;
    double total_s;
} rank_times;

/* The part of a message of rank 0 that is inside its node: 0 or 1, or the proportion of pairs of
 * ranks where unknown. */
static double share_inside(const ct_model *model, const ct_algorithm *row, int to) {
    const ct_topology *topology = &model->topology;
    if (ct_topology_has_nodes(topology) && row->knows_nodes) {
        return ct_topology_node(topology, to) == 0;
    }
    return topology->size > 1 ? (model->node_ranks - 1.0) / (topology->size - 1.0) : 0;
}

/* Follows rank 0's messages. A start-up waits for the previous one, for the step that limits steps
 * in flight, and for what it forwards; the bytes of messages on their way share the port. */
static void time_messages(const ct_model *model, const ct_algorithm *row, const ct_curve *local,
                          const ct_schedule *schedule, const int *needs, ct_port *port,
                          rank_times *all) {
    const double start_s = start_up_s(model);
    int first = 0; /* move of the round */
    *all = (rank_times){.rounds = schedule->move_count > 0};
    for (int i = 0; i < schedule->move_count; i++) {
        const ct_move *move = &schedule->moves[i];
        double bytes_s = 0;
        if (needs[i] >= first) {
            all->rounds++;
            first = i;
        }
        ct_port_await(port, needs[i] + 1);
        if (model->steps_in_flight > 0) {
            ct_port_await(port, i - model->steps_in_flight + 1);
        }
        if (move->send_to != CT_NOBODY) {
            double bytes = (double)ct_schedule_sent(schedule, move) * model->block_bytes;
            double inside = share_inside(model, row, move->send_to);
            ct_port_spend(port, messages_s(local, inside, inside * bytes) + (1 - inside) * start_s);
            bytes_s = (1 - inside) * distant_bytes_s(model, bytes);
            all->messages += 1 - inside;
            all->bytes += (1 - inside) * bytes;
        }
        ct_port_post(port, bytes_s);
    }
    ct_port_await(port, schedule->move_count);
    all->total_s = port->now_s;
}

int ct_predict_is_long(const ct_topology *topology, const ct_algorithm *row,
                       const ct_parameters *parameters) {
    return row->promise != NULL && row->promise(topology, parameters).steps > CT_PREDICTED_STEPS;
}

/* Times rank 0's messages; unknown, with a round a message, where the closed form is exact (one
 * step in flight, no shared links), where steps are too many, and where they cannot be computed. */
static rank_times time_rank0(const ct_model *model, const ct_algorithm *row,
                             const ct_parameters *parameters, int shared) {
    rank_times all = {.rounds = HUGE_VAL};
    ct_schedule *schedule = NULL;
    int *needs = NULL;
    ct_port port = {.now_s = 0};
    int is_known = (model->steps_in_flight == 1 && ct_topology_links(&model->topology) == 0) ||
                   ct_predict_is_long(&model->topology, row, parameters);
    if (!is_known && model->calibration->distant.knots > 0 &&
        ct_algorithm_generate(row, &model->topology, parameters, 0, &schedule) == CT_OK) {
        needs = malloc(((size_t)schedule->move_count + 1) * sizeof *needs);
        if (needs != NULL && ct_port_create(schedule->move_count, &port) == CT_OK &&
            ct_schedule_needs(schedule, needs) == CT_OK) {
            time_messages(model, row, ct_local_curve(model, shared), schedule, needs, &port, &all);
        }
    }
    ct_schedule_destroy(&schedule);
    ct_port_destroy(&port);
    free(needs);
    return all;
}

/* Copies of blocks into and out of messages of several blocks; with shared memory one copy. */
static double moved_blocks(const ct_model *model, const tally *counted, int shared) {
    double bytes = counted->bytes + counted->local_bytes;
    double messages = counted->messages + counted->local_messages;
    int are_several = bytes > 1.001 * messages * model->block_bytes;
    return are_several ? (shared ? 1 : 2) * bytes / model->block_bytes : 0;
}

static int is_near(double a, double b) {
    return fabs(a - b) <= 1e-6 * fmax(fabs(a), fabs(b));
}

/* Seconds of messages. Rank 0's are representative if as many as in the closed form, and in
 * exchanges over links: there the closed form serialises ranks, while executed ranks do not wait
 * and share links, which contention accounts for. Otherwise only the number of rounds is used. */
static double all_messages_s(const ct_model *model, const ct_algorithm *row, const tally *counted,
                             const ct_curve *local, const rank_times *rank0) {
    int is_free = row->pattern == NULL && ct_topology_links(&model->topology) > 0;
    if (rank0->total_s > 0 && (is_free || (is_near(rank0->messages, counted->messages) &&
                                           is_near(rank0->bytes, counted->bytes)))) {
        return contention(model) * rank0->total_s;
    }
    return messages_s(local, counted->local_messages, counted->local_bytes) +
           rounds_s(model, counted->messages, counted->bytes, rank0->rounds);
}

/* The fraction of the other ranks that are partners. */
static double filled(const ct_model *model) {
    const double others = model->topology.size - 1.0;
    return model->partners > 0 && others > 0 ? fmin(model->partners / others, 1) : 1;
}

/* Leaves out the empty messages of a row that sends each block directly; rows that forward blocks
 * send as many messages as ever. */
static void leave_out_empty(const ct_model *model, tally *counted) {
    const double others = model->topology.size - 1.0;
    if (is_near(counted->messages + counted->local_messages, others) &&
        is_near(counted->bytes + counted->local_bytes, others * model->block_bytes)) {
        counted->messages *= filled(model);
        counted->local_messages *= filled(model);
    }
}

static double predict(const ct_model *model, const ct_algorithm *row,
                      const ct_parameters *parameters, int shared, const rank_times *rank0) {
    const ct_curve *local = ct_local_curve(model, shared);
    tally counted = tally_of(model, row, parameters);
    split_inside(model, row, &counted);
    ct_pattern pattern = ct_algorithm_pattern(row, &model->topology, parameters);
    double blocks = 0;
    if (model->block_bytes > 0 && !ct_pattern_copies(&pattern)) { /* blocks of those stay
                                                                     contiguous */
        blocks = moved_blocks(model, &counted, shared);
    }
    leave_out_empty(model, &counted);
    return all_messages_s(model, row, &counted, local, rank0) +
           messages_s(distant_curve(model), counted.empty_exchanges, 0) +
           counted.barriers * model->calibration->barrier_s +
           messages_s(&model->calibration->permute, blocks, blocks * model->block_bytes);
}

double ct_predict(const ct_model *model, const ct_algorithm *row, const ct_parameters *parameters,
                  int shared) {
    if (row->cost == NULL) {
        return HUGE_VAL;
    }
    rank_times rank0 = time_rank0(model, row, parameters, shared);
    return predict(model, row, parameters, shared, &rank0);
}

double ct_predict_least(const ct_model *model, const ct_algorithm *row,
                        const ct_parameters *parameters, int shared) {
    const rank_times in_one_round = {.rounds = 1};
    return row->cost != NULL ? predict(model, row, parameters, shared, &in_one_round) : HUGE_VAL;
}

/* What a run of 8 bytes takes longer in data types of MPICH 4.0 than in copies of ours: 262144 of
 * them 2.2 ms and 0.35. */
static const double library_run_s = 7e-9;

/* The reduction by which a plan of the library's exchange begins (exchange.h): between nodes it
 * takes as long as a small exchange. */
static double reduction_s(const ct_model *model) {
    const ct_curve *distant = &model->calibration->distant;
    const int size = model->topology.size;
    return distant->knots > 0 && size > 1 ? ceil(log2(size)) * ct_curve_at(distant, 8) : 0;
}

double ct_predict_library(const ct_model *model) {
    const ct_curve *library = &model->calibration->library;
    const ct_curve *curve = library->knots > 0 ? library : distant_curve(model);
    const double bytes = model->block_bytes;
    const double others = model->topology.size - 1.0;
    const double steps = ceil(log2(model->topology.size));
    if (model->movement == CT_EXCHANGE) {
        const double messages = others * filled(model);
        const double contiguous_s = library->knots > 0
                                        ? messages_s(curve, messages, others * bytes)
                                        : rounds_s(model, messages, others * bytes, messages);
        return contiguous_s + reduction_s(model) + library_run_s * model->runs;
    }
    if (model->movement == CT_BROADCAST) {
        return fmin(messages_s(curve, steps, steps * bytes),
                    messages_s(curve, steps + others, 2 * others / (others + 1) * bytes));
    }
    return messages_s(curve, steps, others * bytes);
}
