#include "apps/adi/config.h"

#include "apps/common/run.h"

#include "base/fail.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[] = {"transient", "steady", NULL};
static const char *const precisions[] = {"double", "float", NULL};
static const char *const means[] = {"harmonic", "arithmetic", NULL};
const char *const adi_boundaries[] = {"neumann",    "dirichlet", "robin",       "periodic",  "flux",
                                      "convection", "radiation", "temperature", "insulated", NULL};
static const char *const walls[] = {"insulated", "dirichlet", "temperature", "convection", NULL};
static const char *const advections[] = {"fromm", "tvd", NULL};
static const char *const edge_stops[] = {"none", "perona-malik", "perona-malik-exp", "weickert",
                                         NULL};
static const char *const schemes[] = {
    "auto", "douglas-gunn", "peaceman-rachford", "crank-nicolson", "lod", "crank-nicolson-cg",
    NULL};
static const char *const solvers[] = {"auto", "wachspress", "multigrid", NULL};
static const char *const methods[] = {"auto", "transposing", "reducing", NULL};
static const char *const resumes[] = {"auto", "never", "always", NULL};

const char *const adi_axis_names[CT_ADI_AXES] = {"x", "y", "z"};

#define KEY(section, name, kind, member, ...)                                                      \
    { section, name, CT_KEY_##kind, offsetof(adi_config, member), __VA_ARGS__ }

#define FACE_KEYS(section, side, face)                                                             \
    KEY(section, side, CHOICE, face.kind, "neumann", 0, 0, adi_boundaries,                         \
        "boundary condition at the " side " face; periodic: at both or none"),                     \
        KEY(section, side "_value", STRING, face.value, "0", 0, 0, NULL,                           \
            "u (dirichlet), du/dn outwards (neumann), a u + b du/dn (robin), W/m2 inwards "        \
            "(flux), "                                                                             \
            "temperature beyond it (convection, radiation): a value"),                             \
        KEY(section, side "_a", REAL, face.a, "1", 0, 0, NULL, "a of robin"),                      \
        KEY(section, side "_b", REAL, face.b, "1", 0, 0, NULL, "b of robin, of the sign of a"),    \
        KEY(section, side "_h", STRING, face.h, "0", 0, 0, NULL,                                   \
            "of convection, in W/(m2 K), a value; of radiation, beside it"),                       \
        KEY(section, side "_emissivity", REAL, face.emissivity, "1", 0, 1, NULL, "of radiation")

#define AXIS_KEYS(section, axis)                                                                   \
    KEY(section, "cells", INT, axis.cells, "0", 0, 1e9, NULL,                                      \
        "cells along " section "; 0: those of the initial state's array, or no such axis"),        \
        KEY(section, "from", REAL, axis.from, "0", 0, 0, NULL, "where the box begins"),            \
        KEY(section, "to", REAL, axis.to, "1", 0, 0, NULL, "where it ends"),                       \
        KEY(section, "spacing", REAL, axis.spacing, "0", 0, INFINITY, NULL,                        \
            "width of all cells, in place of `to`; 0: none"),                                      \
        KEY(section, "edges", LIST, axis.edges, "", 0, 0, NULL,                                    \
            "stretched: the edges of the cells, ascending, 0, 0.1, .. or hdf5:FILE:DATASET"),      \
        KEY(section, "kappa", STRING, axis.kappa, "", 0, 0, NULL,                                  \
            "kappa along " section ", a value; empty: problem.kappa"),                             \
        KEY(section, "conductivity", STRING, axis.conductivity, "", 0, 0, NULL,                    \
            "k along " section ", a value; empty: problem.conductivity"),                          \
        KEY(section, "velocity", STRING, axis.velocity, "", 0, 0, NULL,                            \
            "of what carries u along " section ", at faces, a value, in t as well; empty: 0"),     \
        FACE_KEYS(section, "low", axis.face[0]), FACE_KEYS(section, "high", axis.face[1])

static const ct_key keys[] = {
    KEY("problem", "kind", CHOICE, kind, "transient", 0, 0, kinds,
        "follow u in time (section time), or find the u that does not change (section steady)"),
    KEY("problem", "initial", STRING, initial, "0", 0, 0, NULL,
        "u at the start, a value: a number, a formula in x, y, z, or hdf5:FILE:DATASET"),
    KEY("problem", "kappa", STRING, kappa, "", 0, 0, NULL,
        "diffusivity, a value from 0, in t and u as well; empty: 1"),
    KEY("problem", "conductivity", STRING, conductivity, "", 0, 0, NULL,
        "in place of kappa, with the capacity: k in W/(m K), a value from 0, in t and u as well"),
    KEY("problem", "capacity", STRING, capacity, "", 0, 0, NULL,
        "rho c, the heat capacity of a volume in J/(m3 K), a value above 0, in t and u as well"),
    KEY("problem", "absolute_zero", REAL, absolute_zero, "-273.15", 0, 0, NULL,
        "where u has its absolute zero, for radiation: -273.15 in degrees Celsius, 0 in kelvin"),
    KEY("problem", "sigma", STRING, sigma, "0", 0, 0, NULL, "rate of decay, a value"),
    KEY("problem", "source", STRING, source, "0", 0, 0, NULL,
        "f, a value, in t and u as well; with a capacity in W/m3"),
    KEY("problem", "mean", CHOICE, mean, "harmonic", 0, 0, means,
        "kappa between two cells: harmonic where it jumps, arithmetic where it is smooth"),
    KEY("problem", "precision", CHOICE, precision, "double", 0, 0, precisions, "of all numbers"),
    AXIS_KEYS("x", axis[0]),
    AXIS_KEYS("y", axis[1]),
    AXIS_KEYS("z", axis[2]),
    KEY("mask", "cells", STRING, mask.cells, "", 0, 0, NULL,
        "a value: cells where it is not 0 are no part of the domain; empty: all are"),
    KEY("mask", "wall", CHOICE, mask.wall, "insulated", 0, 0, walls,
        "what holds between masked cells and the others"),
    KEY("mask", "value", REAL, mask.value, "0", 0, 0, NULL,
        "u of the wall (dirichlet, temperature), or beyond it (convection)"),
    KEY("mask", "h", REAL, mask.h, "0", 0, INFINITY, NULL, "of convection, in W/(m2 K)"),
    KEY("advection", "scheme", CHOICE, advection, "fromm", 0, 0, advections,
        "of order 2 where u is smooth; tvd: no new extremes where the velocity has no divergence"),
    KEY("nonlinear", "kind", CHOICE, edge_stop, "none", 0, 0, edge_stops,
        "kappa from the gradient of u, for images; the scheme is then lod"),
    KEY("nonlinear", "contrast", REAL, contrast, "1", 0, INFINITY, NULL,
        "gradient above which it is an edge"),
    KEY("nonlinear", "smoothing", REAL, smoothing, "0", 0, INFINITY, NULL,
        "length over which u is smoothed before its gradient is taken"),
    KEY("time", "scheme", CHOICE, scheme, "auto", 0, 0, schemes,
        "all of order 2 but lod; crank-nicolson-cg and lod are stable for any step and kappa, the "
        "others where kappa is a number; auto: crank-nicolson-cg where kappa varies, else "
        "douglas-gunn; peaceman-rachford in 2D only"),
    KEY("time", "start", REAL, start, "0", 0, 0, NULL, "time of the initial state"),
    KEY("time", "end", REAL, end, "1", 0, 0, NULL, "time at which the run ends"),
    KEY("time", "step", REAL, step, "0.01", 0, INFINITY, NULL,
        "length of a step; with a tolerance, of the first"),
    KEY("time", "tolerance", REAL, tolerance, "0", 0, INFINITY, NULL,
        "error of u allowed in a step, whose length then adapts; 0: steps of one length"),
    KEY("steady", "solver", CHOICE, steady_solver, "auto", 0, 0, solvers,
        "wachspress: alternating directions, may diverge where kappa varies; multigrid: conjugate "
        "gradients; auto: multigrid where kappa or sigma varies"),
    KEY("steady", "tolerance", REAL, steady_tolerance, "1e-8", 1e-15, 1, NULL,
        "residual to reach, relative to the first"),
    KEY("steady", "iterations", INT, steady_iterations, "1000", 1, 1e9, NULL, "at most"),
    KEY("steady", "parameters", INT, steady_parameters, "0", 0, CT_ADI_PARAMETERS_MOST, NULL,
        "of wachspress, in a cycle; 0: as many as the tolerance needs"),
    KEY("distribution", "grid", LIST, grid, "auto", 0, 0, NULL,
        "ranks along the axes of the array, slowest first, such as 2x1x1; or auto"),
    KEY("distribution", "method", CHOICE, method, "auto", 0, 0, methods,
        "how lines that several ranks share are solved"),
    JOB_EXCHANGE_KEYS(adi_config, exchange),
    KEY("output", "file", STRING, output, NULL, 0, 0, NULL,
        "HDF5 file of the snapshots; FILE.partial until the last one"),
    KEY("output", "dataset", STRING, dataset, "u", 0, 0, NULL, "its dataset"),
    KEY("output", "units", LIST, units, "", 0, 0, NULL,
        "of lengths, times and u, for pictures by run/plot: m,s,K"),
    KEY("output", "overwrite", BOOL, overwrite, "false", 0, 0, NULL, "replace existing files"),
    KEY("output", "xdmf", BOOL, xdmf, "true", 0, 0, NULL,
        "write FILE.xdmf next to it, for ParaView and VisIt; not of chunks"),
    CT_STORAGE_KEYS(adi_config, storage),
    KEY("output", "every_steps", INT, every_steps, "0", 0, 1e9, NULL,
        "snapshots, the initial state included, every so many steps"),
    KEY("output", "every_time", REAL, every_time, "0", 0, INFINITY, NULL,
        "and every so much time; neither: only the end"),
    KEY("table", "file", STRING, table, "", 0, 0, NULL,
        "CSV of step, time, integral, extremes, with the words of heat also stored heat and "
        "fluxes, "
        "probes; empty: none"),
    KEY("table", "every", INT, table_every, "1", 1, 1e9, NULL, "steps from row to row"),
    KEY("table", "probes", STRING, probes, "", 0, 0, NULL,
        "points x, y, z with ; between: u of the cell there"),
    KEY("checkpoint", "file", STRING, checkpoint, "", 0, 0, NULL,
        "checkpoints go to FILE-0.h5 and FILE-1.h5 in turn; empty: none"),
    KEY("checkpoint", "every_steps", INT, checkpoint_steps, "0", 0, 1e9, NULL, "0: not by steps"),
    KEY("checkpoint", "every_minutes", REAL, checkpoint_minutes, "15", 0, INFINITY, NULL,
        "0: not by the clock"),
    KEY("checkpoint", "resume", CHOICE, resume, "auto", 0, 0, resumes,
        "continue from a checkpoint: if there is one, never, or fail without one"),
    KEY("checkpoint", "keep", BOOL, keep, "false", 0, 0, NULL,
        "leave the checkpoints of a run that has ended"),
    CT_ACCESS_KEYS(adi_config, storage),
    JOB_RUN_KEYS(adi_config),
    KEY("report", "file", STRING, report, "", 0, 0, NULL,
        "run report (YAML) to write; empty: none"),
};

static void more_help(FILE *stream) {
    (void)fprintf(
        stream,
        "\nSolves du/dt + div(velocity u) = div(kappa grad u) - sigma u + f, or in the words of "
        "heat\n"
        "capacity (du/dt + div(velocity u)) = div(conductivity grad u) - sigma u + source, on a "
        "box\nof cells. A value "
        "is "
        "a\nnumber, a formula such as sin(pi*x)*exp(-t), or hdf5:FILE:DATASET, an array of the "
        "cells "
        "(of a\nface: of its cells), the last axis being x. SIGTERM and SIGUSR1 "
        "end a run that has checkpoints after\nwriting one; the same command continues from "
        "it.\n");
    job_exchange_help(stream);
}

const ct_program adi_program = {"adi",
                                "Solves diffusion problems implicitly, axis by axis, over MPI",
                                keys, sizeof keys / sizeof *keys, more_help};

const char adi_may_change[] = "time.end, the number of ranks, table.every, and what is under "
                              "distribution, exchange, output, checkpoint, io, report and run";

/* Keys that say how a run is carried out, all of a section or one, and not what it computes. Of a
 * table the file and its columns must stay. */
static bool is_of_problem(const ct_key *key) {
    static const char *const others[][2] = {
        {"distribution", NULL}, {"exchange", NULL}, {"output", NULL},
        {"checkpoint", NULL},   {"io", NULL},       {"report", NULL},
        {"run", NULL},          {"table", "every"}, {"time", "end"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strcmp(key->section, others[i][0]) == 0 &&
            (others[i][1] == NULL || strcmp(key->name, others[i][1]) == 0)) {
            return false;
        }
    }
    return true;
}

ct_status adi_problem_keys(ct_key **chosen, size_t *count) {
    ct_key *list = calloc(sizeof keys / sizeof *keys, sizeof *list);
    size_t used = 0;
    if (list == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the keys of a config");
    }
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (is_of_problem(&keys[i])) {
            list[used++] = keys[i];
        }
    }
    *chosen = list;
    *count = used;
    return CT_OK;
}
