/* A small config for the tests of configs, one key of every kind, and how to load it. */
#ifndef CT_TESTS_SETTINGS_H
#define CT_TESTS_SETTINGS_H

#include "scratch.h"

#include "io/config/config.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct settings {
    char *file, *dataset;
    int direction;
    double scale;
    int rigour;
    bool wisdom;
    long long window, seed;
    double tolerance;
    char *axes;
} settings;

static const char *const directions[] = {"forward", "inverse", NULL};
static const char *const rigours[] = {"estimate", "measure", "patient", NULL};

/* The sections interleave: a table need not keep the keys of a section together. */
static const ct_key keys[] = {
    {"input", "file", CT_KEY_STRING, offsetof(settings, file), NULL, 0, 0, NULL, "file to read"},
    {"transform", "direction", CT_KEY_CHOICE, offsetof(settings, direction), "forward", 0, 0,
     directions, "sign of the exponent"},
    {"transform", "scale", CT_KEY_REAL, offsetof(settings, scale), "1", 0, 0, NULL, "factor"},
    {"fft", "rigour", CT_KEY_CHOICE, offsetof(settings, rigour), "measure", 0, 0, rigours,
     "what planning may cost"},
    {"fft", "wisdom", CT_KEY_BOOL, offsetof(settings, wisdom), "true", 0, 0, NULL, "keep plans"},
    {"exchange", "window", CT_KEY_INT, offsetof(settings, window), "0", 0, 65536, NULL,
     "steps in flight"},
    {"exchange", "seed", CT_KEY_INT, offsetof(settings, seed), "1", 0, 0, NULL, "any"},
    {"input", "dataset", CT_KEY_STRING, offsetof(settings, dataset), "volume", 0, 0, NULL,
     "dataset in it"},
    {"exchange", "tolerance", CT_KEY_REAL, offsetof(settings, tolerance), "1e-14", 0, INFINITY,
     NULL, "error that is allowed"},
    {"transform", "axes", CT_KEY_LIST, offsetof(settings, axes), "all", 0, 0, NULL, "of what"},
};
enum { KEYS = sizeof keys / sizeof *keys };

/* Writes `yaml` to x.yaml in the scratch directory, loads it with overrides, and removes it.
 * Collective over MPI_COMM_WORLD. */
static inline ct_status load_bytes(const char *yaml, size_t bytes, const char *const *overrides,
                                   size_t override_count, settings *loaded) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        scratch_write("x.yaml", yaml, bytes);
    }
    ct_status status = ct_config_load(MPI_COMM_WORLD, scratch_path("x.yaml"), keys, KEYS, overrides,
                                      override_count, loaded);
    if (rank == 0) {
        scratch_remove("x.yaml");
    }
    return status;
}

static inline ct_status load(const char *yaml, settings *loaded) {
    return load_bytes(yaml, strlen(yaml), NULL, 0, loaded);
}

#endif
