/* Candidates: every algorithm with its best parameters, ranked. */
#include <cornerturn/candidates.h>
#include <cornerturn/price.h>

#include "base/fail.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARIANTS_MOST = 1 << 14 }; /* of the parameters of one algorithm, compared by closed form */

/* What is asked for. */
typedef struct question {
    const ct_topology *topology;
    ct_pattern_kind kind;
    const ct_machine *machine;
    double block_bytes;
    const ct_setting *settings;
    int setting_count;
} question;

/* The best values of parameters by the closed form, best first. */
typedef struct shortlist {
    int count;
    struct variant {
        ct_parameters parameters;
        double cost_s; /* -1 where there is no closed form */
    } variants[CT_SHORTLIST];
} shortlist;

static const ct_parameter *find_parameter(const ct_algorithm *algorithm, const char *name) {
    for (int i = 0; algorithm->parameters[i] != NULL; i++) {
        if (strcmp(algorithm->parameters[i]->name, name) == 0) {
            return algorithm->parameters[i];
        }
    }
    return NULL;
}

/* Gives the parameters that are set their values. */
static ct_status apply_settings(const question *q, const ct_algorithm *algorithm,
                                ct_parameters *parameters) {
    ct_status status = CT_OK;
    for (int i = 0; i < q->setting_count; i++) {
        const ct_setting *setting = &q->settings[i];
        if (find_parameter(algorithm, setting->name) != NULL) {
            CT_TRY(ct_parameters_set(algorithm, setting->name, setting->text, parameters));
        }
    }
    CT_TRY(ct_algorithm_supports(algorithm, q->topology, parameters));
cleanup:
    return status;
}

/* Inserts a variant before those that cost more. Settings can make variants equal. */
static void enlist(shortlist *list, const ct_parameters *parameters, double cost_s) {
    int place = list->count;
    for (int i = 0; i < list->count; i++) {
        if (memcmp(&list->variants[i].parameters, parameters, sizeof *parameters) == 0) {
            return;
        }
    }
    while (place > 0 && list->variants[place - 1].cost_s > cost_s) {
        place--;
    }
    if (place == CT_SHORTLIST) {
        return;
    }
    list->count += list->count < CT_SHORTLIST;
    memmove(&list->variants[place + 1], &list->variants[place],
            (size_t)(list->count - place - 1) * sizeof *list->variants);
    list->variants[place] = (struct variant){.parameters = *parameters, .cost_s = cost_s};
}

/* Enlists a variant, its settings applied, if the row supports it. */
static void consider(const question *q, const ct_algorithm *algorithm, ct_parameters *variant,
                     shortlist *list) {
    if (apply_settings(q, algorithm, variant) == CT_OK) {
        enlist(list, variant,
               algorithm->cost == NULL
                   ? -1
                   : algorithm->cost(q->topology, variant, q->machine, q->block_bytes));
    }
}

/* Collects the variants worth pricing. When none is supported, the last message says why. */
static void list_variants(const question *q, const ct_algorithm *algorithm, shortlist *list) {
    ct_parameters walk;
    list->count = 0;
    if (algorithm->tune != NULL) {
        ct_parameters_default(algorithm, q->topology, &walk);
        if (apply_settings(q, algorithm, &walk) == CT_OK) {
            algorithm->tune(q->topology, q->machine, q->block_bytes, &walk);
            consider(q, algorithm, &walk, list);
        }
    }
    int more = ct_parameters_first_choice(algorithm, q->topology, &walk);
    for (int i = 0; more && i < VARIANTS_MOST; i++) {
        ct_parameters variant = walk;
        consider(q, algorithm, &variant, list);
        more = ct_parameters_next_choice(algorithm, q->topology, &walk);
    }
}

/* Prices the shortlist until its closed forms, which hops, ports and links can only add to, cost
 * more than the best price found; all of it where they are the most a price can be. */
static ct_status choose_variant(const question *q, ct_candidate *candidate, const shortlist *list) {
    ct_status status = CT_OK;
    double best_s = HUGE_VAL;
    int least = !ct_topology_has_nodes(q->topology) || candidate->algorithm->knows_nodes;
    candidate->parameters = list->variants[0].parameters;
    for (int i = 0; i < list->count && q->topology->size <= CT_PRICED_MOST && list->count > 1;
         i++) {
        const struct variant *variant = &list->variants[i];
        ct_price price;
        if (least && variant->cost_s >= best_s) {
            break;
        }
        CT_TRY(ct_price_algorithm(candidate->algorithm, q->topology, &variant->parameters,
                                  q->machine, q->block_bytes, &price));
        if (price.total_s < best_s) {
            best_s = price.total_s;
            candidate->parameters = variant->parameters;
        }
    }
    CT_TRY(ct_breakdown_compute(candidate->algorithm, q->topology, &candidate->parameters,
                                q->machine, q->block_bytes, &candidate->breakdown));
cleanup:
    return status;
}

/* Decides on one algorithm. */
static ct_status judge(const question *q, ct_candidate *candidate, shortlist *list) {
    const ct_algorithm *algorithm = candidate->algorithm;
    ct_pattern_kind kind = ct_algorithm_delivers(algorithm);
    if (kind != q->kind) {
        (void)snprintf(candidate->reason, CT_REASON, "delivers %s, not %s", ct_pattern_name(kind),
                       ct_pattern_name(q->kind));
        return CT_OK;
    }
    if (ct_algorithm_fits(algorithm, q->topology) == CT_OK) {
        list_variants(q, algorithm, list);
        ct_status status = list->count > 0 ? choose_variant(q, candidate, list) : CT_OK;
        candidate->runs = list->count > 0 && status == CT_OK;
        if (status != CT_OK && status != CT_ERROR_UNSUPPORTED) {
            return status;
        }
    }
    if (!candidate->runs) {
        (void)snprintf(candidate->reason, CT_REASON, "%s", ct_error_message());
    }
    return CT_OK;
}

/* Those that run first, by time, then by their place in the table. */
static int by_time(const void *left, const void *right) {
    const ct_candidate *a = left;
    const ct_candidate *b = right;
    if (a->runs != b->runs) {
        return b->runs - a->runs;
    }
    if (a->runs && a->breakdown.total_s != b->breakdown.total_s) {
        return a->breakdown.total_s < b->breakdown.total_s ? -1 : 1;
    }
    for (int i = 0;; i++) {
        if (ct_algorithm_at(i) == a->algorithm || ct_algorithm_at(i) == b->algorithm) {
            return ct_algorithm_at(i) == a->algorithm ? -1 : 1;
        }
    }
}

static void order(ct_candidates *all) {
    qsort(all->candidates, (size_t)all->count, sizeof *all->candidates, by_time);
    while (all->runs < all->count && all->candidates[all->runs].runs) {
        const ct_breakdown *first = &all->candidates[0].breakdown;
        ct_candidate *candidate = &all->candidates[all->runs++];
        double most_s = -HUGE_VAL;
        for (int part = 0; part < CT_PARTS; part++) {
            double excess_s = candidate->breakdown.part_s[part] - first->part_s[part];
            if (excess_s > most_s) {
                most_s = excess_s;
                candidate->excess = (ct_part)part;
            }
        }
    }
}

/* A setting that no algorithm of the kind asked for has would be of no effect. */
static ct_status check_settings(const question *q) {
    for (int i = 0; i < q->setting_count; i++) {
        int known = 0;
        int serves = 0;
        for (int row = 0; ct_algorithm_at(row) != NULL; row++) {
            const ct_algorithm *algorithm = ct_algorithm_at(row);
            int has = find_parameter(algorithm, q->settings[i].name) != NULL;
            known |= has;
            serves |= has && ct_algorithm_delivers(algorithm) == q->kind;
        }
        if (!serves) {
            return ct_raise(CT_ERROR_CONFIG, "no algorithm%s%s has a parameter --%s",
                            known ? " that delivers " : "", known ? ct_pattern_name(q->kind) : "",
                            q->settings[i].name);
        }
    }
    return CT_OK;
}

ct_status ct_candidates_create(const ct_topology *topology, ct_pattern_kind kind,
                               const ct_machine *machine, double block_bytes,
                               const ct_setting *settings, int setting_count,
                               ct_candidates **candidates) {
    ct_status status = CT_OK;
    question q = {topology, kind, machine, block_bytes, settings, setting_count};
    shortlist *list = malloc(sizeof *list);
    ct_candidates *created = calloc(1, sizeof *created);
    if (list == NULL || created == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for candidates");
    }
    CT_TRY(check_settings(&q));
    while (ct_algorithm_at(created->count) != NULL) {
        created->count++;
    }
    created->candidates = calloc((size_t)created->count + 1, sizeof *created->candidates);
    if (created->candidates == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for %d candidates", created->count);
    }
    for (int i = 0; i < created->count; i++) {
        created->candidates[i].algorithm = ct_algorithm_at(i);
        CT_TRY(judge(&q, &created->candidates[i], list));
    }
    order(created);
    *candidates = created;
    created = NULL;
cleanup:
    free(list);
    ct_candidates_destroy(&created);
    return status;
}

void ct_candidates_destroy(ct_candidates **candidates) {
    if (candidates != NULL && *candidates != NULL) {
        free((*candidates)->candidates);
        free(*candidates);
        *candidates = NULL;
    }
}
