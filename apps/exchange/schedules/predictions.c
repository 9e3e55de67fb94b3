#include "apps/exchange/schedules/predictions.h"

#include "apps/exchange/parallel/job.h"
#include "apps/exchange/print/table.h"
#include "apps/exchange/request/values.h"
#include "base/fail.h"
#include "exchange/choose/predict.h"
#include "price/settings.h"
#include "tune/contest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Predictions follow rank 0's messages, as many as there are ranks. */
enum { PREDICTED_RANKS_MOST = 1 << 24 };

/* What is asked, and where. */
typedef struct predictions {
    const exchange_request *request;
    const ct_topology *topology;
    ct_exchange_options options;
    ct_prospect prospect;
    int node_ranks;
    int *leader;
    ct_tuning *tuning; /* NULL: no file was given */
    ct_score *scores;
    int count;
} predictions;

/* The rank that --root names; it was checked. */
static int root_of(const exchange_request *request) {
    for (int i = 0; i < request->setting_count; i++) {
        if (strcmp(request->settings[i].name, "root") == 0) {
            return (int)strtol(request->settings[i].text, NULL, 10);
        }
    }
    return 0;
}

static ct_status read_options(predictions *f) {
    const exchange_request *request = f->request;
    const int size = f->topology->size;
    int transport = CT_TRANSPORT_AUTO;
    ct_status status = CT_OK;
    CT_TRY(exchange_choice(request, OPTION_TRANSPORT, exchange_transports, transport, &transport));
    CT_TRY(exchange_choice(request, OPTION_ARRAYS, exchange_arrays, 0, &f->options.private_arrays));
    f->options.transport = (ct_transport)transport;
    f->options.topology = f->topology;
    f->node_ranks = ct_topology_node_ranks(f->topology);
    if (request->given[OPTION_NODE_RANKS] != NULL) {
        CT_TRY(exchange_number(request, OPTION_NODE_RANKS, 1, size, &f->node_ranks));
    }
    CT_TRY(ct_settings_check(request->settings, request->setting_count, f->prospect.movement));
    f->leader = malloc((size_t)size * sizeof *f->leader);
    if (f->leader == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for %d ranks", size);
    }
    for (int rank = 0; rank < size; rank++) {
        f->leader[rank] = rank - rank % f->node_ranks;
    }
cleanup:
    return status;
}

/* The constants to predict by: of this machine in the tuning file, or built in. */
static ct_status take_calibration(predictions *f, const ct_calibration **calibration) {
    const char *path = f->request->given[OPTION_TUNING];
    ct_status status = CT_OK;
    *calibration = ct_calibration_default();
    if (path != NULL) {
        CT_TRY(ct_tuning_read(path, f->topology->size, f->node_ranks, &f->tuning));
        if (f->tuning->has_calibration) {
            *calibration = &f->tuning->calibration;
        }
        if (f->tuning->warning[0] != '\0') {
            (void)fprintf(stderr, "exchange: warning: %s\n", f->tuning->warning);
        }
    }
cleanup:
    return status;
}

static void print_head(const predictions *f, FILE *out) {
    char where[CT_TOPOLOGY_TEXT];
    const bool is_measured = f->tuning != NULL && f->tuning->has_calibration;
    const char *file = is_measured ? f->request->given[OPTION_TUNING] : "";
    ct_topology_format(f->topology, where);
    (void)fprintf(out, "%s on %s: %d rank%s, %d on a node, blocks of %.0f bytes, %s%s\n\n",
                  ct_pattern_name(f->prospect.movement), where, f->topology->size,
                  f->topology->size == 1 ? "" : "s", f->node_ranks, f->prospect.block_bytes,
                  is_measured ? "calibrated by " : "by the built-in calibration", file);
}

static ct_status print_ranking(const predictions *f, FILE *out) {
    exchange_table table = {.columns = "rlrl"};
    const double first_s = f->scores[0].predicted_s;
    exchange_cell(&table, "#");
    exchange_cell(&table, "algorithm");
    exchange_cell(&table, "predicted");
    exchange_cell(&table, "verdict");
    for (int i = 0; i < f->count && !isinf(f->scores[i].predicted_s); i++) {
        const double seconds = f->scores[i].predicted_s;
        char text[CT_TIME_TEXT];
        exchange_cell(&table, "%d", i + 1);
        exchange_cell(&table, "%s", f->scores[i].algorithm);
        exchange_cell(&table, "%s", ct_time_format(seconds, text));
        if (i == 0) {
            exchange_cell(&table, "what auto takes");
        } else if (seconds <= first_s * (1 + 1e-9)) {
            exchange_cell(&table, "as fast");
        } else {
            exchange_cell(&table, "%.*f times as long", seconds < 1.1 * first_s ? 3 : 2,
                          seconds / first_s);
        }
    }
    ct_status status = exchange_table_print(out, &table, "  ");
    exchange_table_free(&table);
    return status;
}

static bool is_ranked(const predictions *f, const ct_algorithm *row) {
    const size_t length = strlen(row->name);
    for (int i = 0; i < f->count; i++) {
        const char *label = f->scores[i].algorithm;
        if (strncmp(label, row->name, length) == 0 && (label[length] == ' ' || !label[length]) &&
            !isinf(f->scores[i].predicted_s)) {
            return true;
        }
    }
    return false;
}

/* Why a row is not ranked. */
static void explain(const predictions *f, const ct_algorithm *row, char reason[CT_REASON]) {
    const ct_pattern_kind kind = ct_algorithm_delivers(row);
    ct_parameters parameters;
    reason[0] = '\0';
    if (kind != CT_EXCHANGE && kind != f->prospect.movement) {
        (void)snprintf(reason, CT_REASON, "delivers %s, not %s", ct_pattern_name(kind),
                       ct_pattern_name(f->prospect.movement));
        return;
    }
    if (ct_algorithm_fits(row, f->topology) == CT_OK) {
        ct_parameters_default(row, f->topology, &parameters);
        if (ct_settings_apply(f->request->settings, f->request->setting_count, row, f->topology,
                              &parameters) == CT_OK) {
            (void)snprintf(reason, CT_REASON, "nothing is known of its time");
            return;
        }
    }
    (void)snprintf(reason, CT_REASON, "%s", ct_error_message());
}

static ct_status print_others(const predictions *f, FILE *out) {
    exchange_table table = {.columns = "ll"};
    for (int i = 0; ct_algorithm_at(i) != NULL; i++) {
        const ct_algorithm *row = ct_algorithm_at(i);
        char reason[CT_REASON];
        if (!is_ranked(f, row)) {
            explain(f, row, reason);
            exchange_out_add(&table, row->name, reason);
        }
    }
    return exchange_out_print(out, &table);
}

ct_status exchange_print_predictions(const exchange_request *request, const ct_topology *topology,
                                     ct_pattern_kind kind, double block_bytes, FILE *out) {
    predictions f = {.request = request, .topology = topology};
    const ct_calibration *calibration = NULL;
    ct_status status = CT_OK;
    if (kind == CT_POINT_TO_POINT) {
        return ct_raise(CT_ERROR_CONFIG,
                        "--machine is missing: auto makes no plans for --pattern %s",
                        ct_pattern_name(kind));
    }
    if (topology->size > PREDICTED_RANKS_MOST) {
        return ct_raise(
            CT_ERROR_UNSUPPORTED,
            "--machine is missing: auto is predictions for up to %d ranks, more are priced "
            "by closed forms",
            PREDICTED_RANKS_MOST);
    }
    f.prospect = (ct_prospect){.options = &f.options,
                               .size = topology->size,
                               .block_bytes = block_bytes,
                               .movement = kind,
                               .root = root_of(request),
                               .settings = request->settings,
                               .setting_count = request->setting_count};
    CT_TRY(read_options(&f));
    f.prospect.leader = f.leader;
    CT_TRY(take_calibration(&f, &calibration));
    CT_TRY(ct_exchange_predict_all(calibration, &f.prospect, &f.scores, &f.count));
    print_head(&f, out);
    CT_TRY(print_ranking(&f, out));
    CT_TRY(print_others(&f, out));
cleanup:
    free(f.scores);
    free(f.leader);
    ct_tuning_destroy(&f.tuning);
    return status;
}
