/* Candidates: every algorithm with its best parameters, ranked. */
#include <cornerturn/candidates.h>
#include <cornerturn/price.h>

#include "base/fail.h"
#include "base/order.h"
#include "price/settings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    VARIANTS_MOST = 1 << 14
}; /* parameter sets of one algorithm that are compared by closed
      form */

/* The arguments of ct_candidates_create. */
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

static int costs_less(const void *a, const void *b) {
    const struct variant *left = a;
    const struct variant *right = b;
    return left->cost_s < right->cost_s;
}

/* Inserts a variant behind those of equal cost, unless settings made it equal to one. */
static void enlist(shortlist *list, const ct_parameters *parameters, double cost_s) {
    const struct variant added = {.parameters = *parameters, .cost_s = cost_s};
    for (int i = 0; i < list->count; i++) {
        if (memcmp(&list->variants[i].parameters, parameters, sizeof *parameters) == 0) {
            return;
        }
    }
    list->count = ct_order_insert(list->variants, list->count, CT_SHORTLIST, sizeof *list->variants,
                                  &added, costs_less);
}

/* Applies the settings to a variant and inserts it if the row supports it. */
static void consider(const question *q, const ct_algorithm *algorithm, ct_parameters *variant,
                     shortlist *list) {
    if (ct_settings_apply(q->settings, q->setting_count, algorithm, q->topology, variant) ==
        CT_OK) {
        enlist(list, variant,
               algorithm->cost == NULL
                   ? -1
                   : algorithm->cost(q->topology, variant, q->machine, q->block_bytes));
    }
}

/* Collects the variants to price. If none is supported, the last error message says why. */
static void list_variants(const question *q, const ct_algorithm *algorithm, shortlist *list) {
    ct_parameters walk;
    list->count = 0;
    if (algorithm->tune != NULL) {
        ct_parameters_default(algorithm, q->topology, &walk);
        if (ct_settings_apply(q->settings, q->setting_count, algorithm, q->topology, &walk) ==
            CT_OK) {
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

/* Prices the shortlist in the order of closed forms, and stops when these exceed the best price,
 * since hops, ports and links only add to them; prices all where closed forms are upper bounds. */
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

/* Fills the candidate of one algorithm. */
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

/* Order: those that run, by time; ties and the others by their position in the table. */
static int comes_before(const void *left, const void *right) {
    const ct_candidate *a = left;
    const ct_candidate *b = right;
    return a->runs != b->runs ? a->runs > b->runs
                              : a->runs && a->breakdown.total_s < b->breakdown.total_s;
}

static void order(ct_candidates *all) {
    ct_order_sort(all->candidates, all->count, sizeof *all->candidates, comes_before);
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
    CT_TRY(ct_settings_check(settings, setting_count, kind));
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
