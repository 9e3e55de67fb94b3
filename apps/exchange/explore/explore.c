#include "apps/exchange/explore/explore.h"

#include "apps/exchange/explore/blocks.h"
#include "apps/exchange/explore/json.h"
#include "apps/exchange/explore/moves.h"
#include "apps/exchange/explore/page.h"
#include "apps/exchange/request/values.h"
#include "apps/exchange/schedules/written.h"
#include "base/escape.h"
#include "base/fail.h"

#include <cornerturn/check.h>
#include <cornerturn/price.h>
#include <cornerturn/version.h>
#include <stdlib.h>
#include <string.h>

/* The page plays every message of all ranks. */
enum { RANKS_MOST = 1024 };

/* What a page shows where nothing is asked. */
static const char *const topologies[] = {"hypercube:4", "mesh:4x4",    "torus:4x4",
                                         "torus:4x4x4", "nodes:4x4",   "dragonfly:4x2x2",
                                         "fattree:16",  "hypercube:6", NULL};

/* A schedule, and what of it is written. */
typedef struct scene {
    const ct_topology *topology;
    const ct_algorithm *algorithm; /* NULL: of a file */
    ct_parameters parameters;
    ct_ensemble *ensemble;
    ct_pattern pattern;
} scene;

static ct_status write_counts(FILE *out, const scene *s) {
    ct_check_report report = {.steps = 0};
    ct_status status = s->algorithm != NULL
                           ? ct_check_algorithm(s->algorithm, s->topology, &s->parameters, &report)
                           : ct_check(s->ensemble, s->topology, &s->pattern, NULL, &report);
    if (status == CT_OK) {
        (void)fprintf(out,
                      ",\n\"check\":{\"steps\":%d,\"messages\":%td,\"blocks\":%td,\"link_load\":%d,"
                      "\"lockstep\":%d,\"largest_sum\":%td}",
                      report.steps, report.total.messages, report.total.blocks,
                      report.total.link_load, report.lockstep, report.largest_sum);
    }
    ct_check_report_clear(&report);
    return status;
}

/* The pricer's own numbers, which the page compares with its own: machine, bytes, seconds. */
static ct_status write_prices(FILE *out, const scene *s) {
    static const double blocks[] = {8, 1000, 65536};
    enum { BLOCKS = 3, MANY = 1 << 16 };
    const bool is_long = s->ensemble->first_move[s->ensemble->size] > MANY;
    ct_status status = CT_OK;
    int written = 0;
    (void)fprintf(out, ",\n\"prices\":[");
    for (int m = 0; ct_machine_at(m) != NULL && (!is_long || m < 1); m++) {
        for (int i = 0; i < BLOCKS && (!is_long || i < 1); i++) {
            ct_price price;
            CT_TRY(ct_price_ensemble(s->ensemble, s->topology, &s->pattern, ct_machine_at(m),
                                     blocks[i], &price));
            (void)fprintf(out, "%s[%d,%.17g,%.17g]", written++ > 0 ? "," : "", m, blocks[i],
                          price.total_s);
        }
    }
    (void)fprintf(out, "]");
cleanup:
    return status;
}

/* What is known of the ensemble itself. */
static ct_status write_contents(FILE *out, const scene *s) {
    ct_status status = CT_OK;
    CT_TRY(write_counts(out, s));
    CT_TRY(write_prices(out, s));
    (void)fprintf(out, ",\n\"moves\":");
    CT_TRY(exchange_write_moves(out, s->ensemble));
    (void)fprintf(out, ",\n\"blocks\":");
    CT_TRY(exchange_write_blocks(out, s->ensemble));
    (void)fprintf(out, "}");
cleanup:
    return status;
}

static ct_status write_scene(FILE *out, scene *s) {
    char label[EXCHANGE_TEXT];
    ct_status status = CT_OK;
    CT_TRY(exchange_affordable(s->algorithm, s->topology, &s->parameters));
    CT_TRY(ct_ensemble_generate(s->algorithm, s->topology, &s->parameters, &s->ensemble));
    CT_TRY(ct_ensemble_match(s->ensemble));
    s->pattern = ct_algorithm_pattern(s->algorithm, s->topology, &s->parameters);
    exchange_describe(s->algorithm, &s->parameters, label);
    (void)fprintf(out, "{");
    exchange_json_text(out, "label", label);
    exchange_json_text(out, ",\"name", s->algorithm->name);
    exchange_json_text(out, ",\"summary", s->algorithm->summary);
    exchange_json_text(out, ",\"source", s->algorithm->source);
    exchange_json_text(out, ",\"formula", s->algorithm->formula);
    CT_TRY(write_contents(out, s));
cleanup:
    ct_ensemble_destroy(&s->ensemble);
    return status;
}

/* A schedule that somebody wrote: a mistake in it is not one of ours. */
static ct_status write_written(FILE *out, const ct_topology *topology, const char *path) {
    scene s = {.topology = topology, .pattern = {.kind = CT_EXCHANGE}};
    ct_status status = CT_OK;
    CT_TRY(exchange_read_schedule(path, topology, &s.ensemble));
    status = ct_ensemble_match(s.ensemble);
    if (status == CT_OK) {
        (void)fprintf(out, "\n{");
        exchange_json_text(out, "label", ct_escaped(path));
        exchange_json_text(out, ",\"name", ct_escaped(path));
        (void)fprintf(out, ",\"summary\":\"a schedule of yours\",\"source\":\"\",\"formula\":\"\"");
        status = write_contents(out, &s);
    }
    if (status == CT_ERROR_INTERNAL) {
        CT_FAIL(CT_ERROR_FILE, "%s is wrong, as \"exchange check --schedule\" says, too: %s",
                ct_escaped(path), ct_error_message());
    }
cleanup:
    ct_ensemble_destroy(&s.ensemble);
    return status;
}

/* All complete exchanges that run here by their defaults. */
static ct_status write_every(FILE *out, const ct_topology *topology, int written) {
    ct_status status = CT_OK;
    for (int i = 0; ct_algorithm_at(i) != NULL; i++) {
        scene s = {.topology = topology, .algorithm = ct_algorithm_at(i)};
        if (ct_algorithm_delivers(s.algorithm) != CT_EXCHANGE ||
            !ct_algorithm_can_run(s.algorithm, topology)) {
            continue;
        }
        ct_parameters_default(s.algorithm, topology, &s.parameters);
        if (ct_algorithm_supports(s.algorithm, topology, &s.parameters) == CT_OK) {
            (void)fprintf(out, "%s\n", written++ > 0 ? "," : "");
            CT_TRY(write_scene(out, &s));
        }
    }
cleanup:
    return status;
}

/* Those of a list "A,B --parameter 3,3": names are separated before the first parameter. */
static ct_status write_asked(FILE *out, const ct_topology *topology, const char *text,
                             int *written) {
    ct_status status = CT_OK;
    for (;;) {
        scene s = {.topology = topology};
        char one[EXCHANGE_TEXT];
        const size_t length = strcspn(text, ", ");
        const bool is_last = text[length] != ',';
        (void)snprintf(one, sizeof one, "%.*s", is_last ? EXCHANGE_TEXT - 1 : (int)length, text);
        CT_TRY(ct_algorithm_parse(one, topology, &s.algorithm, &s.parameters));
        CT_TRY(ct_algorithm_supports(s.algorithm, topology, &s.parameters));
        if (ct_algorithm_delivers(s.algorithm) != CT_EXCHANGE) {
            CT_FAIL(CT_ERROR_UNSUPPORTED, "%s delivers %s: the page shows complete exchanges",
                    s.algorithm->name, ct_pattern_name(ct_algorithm_delivers(s.algorithm)));
        }
        (void)fprintf(out, "%s\n", (*written)++ > 0 ? "," : "");
        CT_TRY(write_scene(out, &s));
        if (is_last) {
            break;
        }
        text += length + 1;
    }
cleanup:
    return status;
}

static ct_status write_topology(FILE *out, const exchange_request *request,
                                const ct_topology *topology) {
    char text[CT_TOPOLOGY_TEXT];
    int written = 0;
    ct_status status = CT_OK;
    if (topology->size > RANKS_MOST) {
        CT_FAIL(CT_ERROR_UNSUPPORTED, "%d ranks: the page shows at most %d", topology->size,
                RANKS_MOST);
    }
    ct_topology_format(topology, text);
    (void)fprintf(out, "{");
    exchange_json_text(out, "text", text);
    exchange_json_text(out, ",\"kind", ct_topology_kind_name((int)topology->kind));
    (void)fprintf(out, ",\"size\":%d,\"extent\":[", topology->size);
    for (int axis = 0; axis < topology->axes; axis++) {
        (void)fprintf(out, "%s%d", axis > 0 ? "," : "", topology->extent[axis]);
    }
    (void)fprintf(out, "],\"algorithms\":[");
    if (request->given[OPTION_SCHEDULE] != NULL) {
        CT_TRY(write_written(out, topology, request->given[OPTION_SCHEDULE]));
        written++;
    }
    for (int i = 0; i < request->asked_count; i++) {
        CT_TRY(write_asked(out, topology, request->asked[i], &written));
    }
    CT_TRY(request->asked_count == 0 ? write_every(out, topology, written) : CT_OK);
    (void)fprintf(out, "]}");
cleanup:
    return status;
}

static ct_status write_topologies(FILE *out, const exchange_request *request) {
    ct_topology topology;
    ct_status status = CT_OK;
    if (request->given[OPTION_TOPOLOGY] != NULL) {
        CT_TRY(exchange_topology(request, &topology));
        CT_TRY(write_topology(out, request, &topology));
        return CT_OK;
    }
    if (request->asked_count > 0 || request->given[OPTION_SCHEDULE] != NULL) {
        CT_FAIL(CT_ERROR_CONFIG, "--%s needs --topology",
                request->asked_count > 0 ? "algorithm" : "schedule");
    }
    for (int i = 0; topologies[i] != NULL; i++) {
        (void)fprintf(out, "%s\n", i > 0 ? "," : "");
        CT_TRY(ct_topology_parse(topologies[i], &topology));
        CT_TRY(write_topology(out, request, &topology));
    }
cleanup:
    return status;
}

static ct_status write_data(FILE *out, const exchange_request *request) {
    ct_machine machine;
    double block_bytes = 1024;
    ct_status status = CT_OK;
    CT_TRY(exchange_machine(request, &machine));
    CT_TRY(request->given[OPTION_BLOCK] != NULL
               ? exchange_bytes(request, OPTION_BLOCK, &block_bytes)
               : CT_OK);
    (void)fprintf(out, "{\"version\":\"%s\",\"block\":%.0f,\"machine\":", ct_version(),
                  block_bytes);
    exchange_json_machine(out, &machine);
    (void)fprintf(out, ",\"machines\":[");
    for (int i = 0; ct_machine_at(i) != NULL; i++) {
        (void)fprintf(out, "%s\n", i > 0 ? "," : "");
        exchange_json_machine(out, ct_machine_at(i));
    }
    (void)fprintf(out, "],\n\"topologies\":[");
    CT_TRY(write_topologies(out, request));
    (void)fprintf(out, "]}");
cleanup:
    return status;
}

/* The data are made first: of what is refused nothing is printed. */
ct_status exchange_explore(const exchange_request *request, FILE *out) {
    ct_status status = CT_OK;
    char *text = NULL;
    size_t bytes = 0;
    FILE *memory = open_memstream(&text, &bytes);
    if (memory == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for the page");
    }
    status = write_data(memory, request);
    if (fclose(memory) != 0 && status == CT_OK) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for a page of %zu bytes", bytes);
    }
    if (status == CT_OK) {
        (void)fwrite(exchange_page_head, 1, exchange_page_head_bytes, out);
        (void)fwrite(text, 1, bytes, out);
        (void)fwrite(exchange_page_tail, 1, exchange_page_tail_bytes, out);
    }
cleanup:
    free(text);
    return status;
}
