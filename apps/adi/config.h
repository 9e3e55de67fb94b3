/* The config of adi: one member a key. */
#ifndef CT_APPS_ADI_CONFIG_H
#define CT_APPS_ADI_CONFIG_H

#include "apps/common/exchange.h"
#include "io/array/layout.h"
#include "io/config/options.h"

#include <cornerturn/adi_advection.h>
#include <cornerturn/adi_steady.h>

/* The boundary condition at a face of the box. */
typedef struct adi_face_config {
    int kind; /* of words.h */
    char *value;
    double a, b; /* of Robin */
    char *h;     /* of convection and radiation */
    double emissivity;
} adi_face_config;

typedef struct adi_axis_config {
    long long cells; /* 0: from the initial state */
    double from, to, spacing;
    char *edges, *kappa, *conductivity, *velocity;
    adi_face_config face[CT_ADI_SIDES];
} adi_axis_config;

enum { ADI_TRANSIENT, ADI_STEADY }; /* problem.kind */
enum { ADI_DOUBLE, ADI_SINGLE };    /* problem.precision, as ct_precision */
enum { ADI_RESUME_AUTO, ADI_RESUME_NEVER, ADI_RESUME_ALWAYS }; /* checkpoint.resume */

typedef struct adi_config {
    int kind, precision, mean;
    char *initial, *kappa, *sigma, *source, *conductivity, *capacity;
    double absolute_zero;
    adi_axis_config axis[CT_ADI_AXES]; /* x, y, z */
    struct {
        char *cells; /* empty: no mask */
        int wall;    /* of problem/words.h */
        double value, h;
    } mask;
    int advection; /* as ct_adi_advection */
    int edge_stop;
    double contrast, smoothing;
    int scheme;
    double start, end, step, tolerance;
    int steady_solver;
    double steady_tolerance;
    long long steady_iterations, steady_parameters;
    char *grid;
    int method;
    job_exchange exchange;
    ct_storage_config storage;
    char *output, *dataset, *units;
    double stall_s;
    bool overwrite, xdmf;
    long long every_steps;
    double every_time;
    char *table, *probes;
    long long table_every;
    char *checkpoint;
    long long checkpoint_steps;
    double checkpoint_minutes;
    int resume;
    bool keep;
    char *report;
} adi_config;

/* The program with its table of keys. */
extern const ct_program adi_program;

/* The keys of the problem and its solution, which a checkpoint must match. The caller frees the
 * list. Local. CT_ERROR_MEMORY. */
ct_status adi_problem_keys(ct_key **chosen, size_t *count);

/* Text for messages: what may differ from the checkpoint's run. */
extern const char adi_may_change[];

/* Names of the axes, x first. */
extern const char *const adi_axis_names[CT_ADI_AXES];
extern const char *const adi_boundaries[]; /* by kind of face, as words.h has them */

#endif
