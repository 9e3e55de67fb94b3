/* What tuning chose, in the tuning file: found again by a later job with the same problem. */
#include "fft/plan.h"

#include "base/fail.h"
#include "exchange/tuned.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* FNV-1a over numbers. */
static uint64_t hash(uint64_t seed, const int *numbers, int count) {
    for (int i = 0; i < count; i++) {
        seed = (seed ^ (uint64_t)(unsigned)numbers[i]) * 1099511628211U;
    }
    return seed;
}

/* All that the choice depends on, but for the machine, as one word that can be read in part. */
static void make_key(const ct_fft_plan *plan, const ct_fft_options *options, ct_tuning_key *key) {
    const ct_fft_shape *shape = &plan->shape;
    uint64_t all = 14695981039346656037U;
    int length = snprintf(key->pattern, sizeof key->pattern, "fft-");
    for (int a = 0; a < shape->axes; a++) {
        const ct_fft_axis *axis = &shape->axis[a];
        int numbers[] = {(int)axis->kind,
                         (int)axis->points,
                         (int)axis->length,
                         (int)axis->modes,
                         options->array.order[a],
                         options->array.grid[a],
                         options->spectrum.order[a],
                         options->spectrum.grid[a]};
        all = hash(all, numbers, sizeof numbers / sizeof *numbers);
        length += snprintf(key->pattern + length, sizeof key->pattern - (size_t)length, "%s%td",
                           a > 0 ? "x" : "", axis->points);
    }
    int numbers[] = {(int)shape->precision + 2 * shape->is_complex,
                     (int)options->direction,
                     options->in_place,
                     options->transposed,
                     options->pipeline,
                     plan->threads,
                     options->exchange.private_arrays};
    all = hash(all, numbers, sizeof numbers / sizeof *numbers);
    for (const char *at = options->exchange.algorithm; at != NULL && *at != '\0'; at++) {
        int letter = (unsigned char)*at;
        all = hash(all, &letter, 1);
    }
    (void)snprintf(key->pattern + length, sizeof key->pattern - (size_t)length, "-%016llx",
                   (unsigned long long)all);
    (void)snprintf(key->network, sizeof key->network, "any"); /* as many ranks a node */
    key->ranks = plan->size;
}

/* Reads "pencils 2x4x1, 4 slices". False when that is no choice for this plan. */
static int parse(const ct_fft_plan *plan, const char *text, ct_fft_options *chosen) {
    const char *at = strchr(text, ' ');
    double ranks = 1;
    int slices = 0;
    for (int a = 0; a < plan->shape.axes; a++) {
        int used = 0;
        int parts = 0;
        if (at == NULL || sscanf(at + 1, "%9d%n", &parts, &used) != 1 || parts < 1) {
            return 0;
        }
        at += 1 + used;
        ranks *= parts;
        chosen->array.grid[a] = parts;
    }
    if (ranks > plan->size || sscanf(at, ", %9d slice", &slices) != 1 || slices < 1 ||
        slices > CT_FFT_SLICES_MOST) {
        return 0;
    }
    chosen->pipeline = slices;
    return 1;
}

ct_status ct_fft_tuned_find(ct_fft_plan *plan, const ct_fft_options *options,
                            ct_fft_options *chosen, ct_score *score, int *is_found,
                            ct_calibration *calibration) {
    const char *path = options->exchange.tuning_file;
    ct_tuning_key key = {.size_class = 0};
    ct_tuning *tuning = NULL;
    ct_fft_options kept = *options;
    ct_status status = CT_OK;
    *is_found = 0;
    if (path == NULL) {
        return CT_OK;
    }
    make_key(plan, options, &key);
    CT_TRY(ct_most_node_ranks(plan->comm, &key.node_ranks));
    CT_TRY(ct_tuning_look_up(plan->comm, path, &key, &tuning));
    *calibration = tuning->has_calibration ? tuning->calibration : *calibration;
    int is_enough = tuning->choice.exhaustive || options->exchange.planning != CT_PLAN_EXHAUSTIVE;
    if (tuning->has_choice && is_enough && parse(plan, tuning->choice.algorithm, &kept)) {
        *chosen = kept;
        *is_found = 1;
        score->measured_s = tuning->choice.measured_s;
        score->predicted_s = tuning->choice.predicted_s;
        (void)snprintf(score->algorithm, sizeof score->algorithm, "%s", tuning->choice.algorithm);
    }
cleanup:
    ct_tuning_destroy(&tuning);
    return status;
}

ct_status ct_fft_tuned_keep(ct_fft_plan *plan, const ct_fft_options *options,
                            const ct_score *best) {
    ct_status status = CT_OK;
    ct_tuning_entry entry = {.kind = CT_TUNING_CHOICE};
    if (options->exchange.tuning_file == NULL || options->exchange.tuning_read_only) {
        return CT_OK;
    }
    make_key(plan, options, &entry.key);
    entry.tuned.exhaustive = options->exchange.planning == CT_PLAN_EXHAUSTIVE;
    entry.tuned.measured_s = best->measured_s;
    entry.tuned.predicted_s = best->predicted_s;
    (void)snprintf(entry.tuned.algorithm, sizeof entry.tuned.algorithm, "%s", best->algorithm);
    CT_TRY(ct_most_node_ranks(plan->comm, &entry.key.node_ranks));
    if (ct_tuning_keep(plan->comm, options->exchange.tuning_file, &entry) != CT_OK) {
        (void)snprintf(plan->warning, sizeof plan->warning, "the FFT's choice is not kept: %.180s",
                       ct_error_message());
    }
cleanup:
    return status;
}
