/*
 * The algorithms: named generators of schedules, in one table.
 *
 * A row says everything about an algorithm: where it runs, its parameters and their values, what it
 * delivers, promises and costs. Listing, parsing, planning, checking and testing read the row; none
 * of them knows an algorithm by name.
 *
 * Everything here is local, pure and free of MPI.
 */
#ifndef CORNERTURN_ALGORITHM_H
#define CORNERTURN_ALGORITHM_H

#include <cornerturn/machine.h>
#include <cornerturn/pattern.h>
#include <cornerturn/public.h>
#include <cornerturn/schedule.h>
#include <cornerturn/topology.h>

CT_PUBLIC_BEGIN

enum { CT_VALUE_ITEMS = 31, CT_PARAMETERS_MOST = 6, CT_PARAMETERS_TEXT = 512 };

/* The value of one parameter: a list of integers; one item for a number or a choice. */
typedef struct ct_value {
    int count;
    int item[CT_VALUE_ITEMS];
} ct_value;

/* Whether two values have the same items. Local. */
int ct_value_equal(const ct_value *a, const ct_value *b);

/* Writes "3,3", cut to `capacity` bytes with the final 0; returns the characters of the whole, as
 * snprintf does. Local. */
size_t ct_value_format(const ct_value *value, char *text, size_t capacity);

/* The values of all parameters of an algorithm, in the order of its row. A plain value. */
typedef struct ct_parameters {
    ct_value value[CT_PARAMETERS_MOST];
} ct_parameters;

/* One parameter, and its values on a topology. */
typedef struct ct_parameter {
    const char *name;           /* written --name VALUE */
    const char *summary;        /* half a sentence for a user */
    const char *allowed;        /* the values in words, for `list` and for errors */
    const char *const *choices; /* NULL-ended names, the item being their index; NULL: integers */
    int list;                   /* whether several integers are allowed; otherwise it is one */
    int is_problem;             /* says what is to be done, as a root does, not how: never tuned */

    /* Steps through the values worth trying, count == 0 asking for the first. False past the last.
     * NULL: every choice in turn. */
    int (*next)(const ct_topology *topology, ct_value *value);

    /* Whether a value (one item unless `list`) is allowed. NULL: those that `next` gives. */
    int (*accepts)(const ct_topology *topology, const ct_value *value);

    /* The value when the user gives none. NULL: the first. */
    void (*fallback)(const ct_topology *topology, ct_value *value);
} ct_parameter;

/* What an algorithm promises, which the checker verifies. 0: no promise. */
typedef struct ct_promise {
    int steps;     /* number of the last step */
    int link_load; /* most messages of a step over one directed link, reached at least once */
    int ports;     /* most messages a rank sends, or receives, in a step; may be less */
    int lockstep;  /* every message is received in the step in which it is sent */
} ct_promise;

/* A row. Functions may be NULL only where it says so. Those that take parameters are called with
 * parameters that the row supports. */
typedef struct ct_algorithm {
    const char *name;    /* as written in a config */
    const char *summary; /* one sentence for a user choosing */
    const char *sizes;   /* where it runs, in words: "any P", "2^d ranks", "mesh n1 x n2, .." */
    const char *source;  /* paper and section */
    const char *formula; /* the cost as text, in the symbols of machine.h */

    unsigned topologies;                      /* bits 1u << ct_topology_kind; 0: any kind */
    int (*fits)(const ct_topology *topology); /* whether it can do this size; NULL: any size */

    const ct_parameter *parameters[CT_PARAMETERS_MOST + 1]; /* NULL-ended */

    /* Whether parameters that are each allowed can be combined; raises CT_ERROR_UNSUPPORTED saying
     * why not. NULL: always. */
    ct_status (*combines)(const ct_topology *topology, const ct_parameters *parameters);

    /* Whether a combination that the row supports is worth trying. NULL: every one is. */
    int (*worth)(const ct_topology *topology, const ct_parameters *parameters);

    /* What it delivers, always of one kind. NULL: the complete exchange; rows of other kinds must
     * run on flat:1. */
    ct_pattern (*pattern)(const ct_topology *topology, const ct_parameters *parameters);

    /* NULL: promises nothing. */
    ct_promise (*promise)(const ct_topology *topology, const ct_parameters *parameters);

    /* The closed form in seconds for blocks of that many bytes (a vector, in patterns of packets).
     * Equals the price of the schedule on a machine with enough ports and no cost of hops and
     * links; those only add to it. For topologies with nodes see knows_nodes. NULL: there is
     * none. */
    double (*cost)(const ct_topology *topology, const ct_parameters *parameters,
                   const ct_machine *machine, double block_bytes);

    /* Whether the closed form equals the price on nodes too. 0: it counts every message as one
     * between nodes, an upper bound where messages inside a node are no slower. */
    int knows_nodes;

    /* Whether every rank does what rank 0 does, to ranks as far ahead cyclically. */
    int is_cyclic;

    /* The same to ranks as far away along each axis of a mesh or torus, cyclically. */
    int is_displaced;

    /* The same, of 2^d ranks, to ranks whose numbers differ from its own in the same bits. */
    int is_paired;

    /* Sets the parameters that are best by the closed form, such as a number of packets. NULL: the
     * values worth trying are compared. */
    void (*tune)(const ct_topology *topology, const ct_machine *machine, double block_bytes,
                 ct_parameters *parameters);

    /* Appends the moves of the schedule's rank; the schedule stores the first failure. Time and
     * memory O(the rank's own moves). */
    void (*generate)(const ct_topology *topology, const ct_parameters *parameters,
                     ct_schedule *schedule);
} ct_algorithm;

/* The algorithm called `name`, or NULL; the table row `index`, or NULL past the end. Local. */
const ct_algorithm *ct_algorithm_find(const char *name);
const ct_algorithm *ct_algorithm_at(int index);

/* Whether the algorithm runs on the topology with any parameters. Local. */
int ct_algorithm_can_run(const ct_algorithm *algorithm, const ct_topology *topology);

/* The same with a message: CT_ERROR_UNSUPPORTED names the nearest sizes that run, a search of
 * milliseconds. Local. */
ct_status ct_algorithm_fits(const ct_algorithm *algorithm, const ct_topology *topology);

/* Whether it runs with these parameters. CT_ERROR_UNSUPPORTED names what is allowed. Local. */
ct_status ct_algorithm_supports(const ct_algorithm *algorithm, const ct_topology *topology,
                                const ct_parameters *parameters);

/* The kind of pattern it delivers, the same for all topologies and parameters. Local. */
ct_pattern_kind ct_algorithm_delivers(const ct_algorithm *algorithm);

/* What it delivers, and promises (all 0 when nothing). Local. */
ct_pattern ct_algorithm_pattern(const ct_algorithm *algorithm, const ct_topology *topology,
                                const ct_parameters *parameters);
ct_promise ct_algorithm_promise(const ct_algorithm *algorithm, const ct_topology *topology,
                                const ct_parameters *parameters);

/* Schedule of `rank`. `parameters` NULL: the defaults. The caller destroys it.
 * CT_ERROR_UNSUPPORTED as above. Local. */
ct_status ct_algorithm_generate(const ct_algorithm *algorithm, const ct_topology *topology,
                                const ct_parameters *parameters, int rank, ct_schedule **schedule);

/* The default of every parameter on a topology that the algorithm fits. Local. */
void ct_parameters_default(const ct_algorithm *algorithm, const ct_topology *topology,
                           ct_parameters *parameters);

/* Copies `given`, or the defaults where it is NULL, if the row supports them. CT_ERROR_UNSUPPORTED.
 * Local. */
ct_status ct_parameters_or_default(const ct_algorithm *algorithm, const ct_topology *topology,
                                   const ct_parameters *given, ct_parameters *parameters);

/* Local. Steps through every supported combination of values worth trying on a topology that fits:
 *     for (int more = ct_parameters_first(a, t, &p); more; more = ct_parameters_next(a, t, &p)) */
int ct_parameters_first(const ct_algorithm *algorithm, const ct_topology *topology,
                        ct_parameters *parameters);
int ct_parameters_next(const ct_algorithm *algorithm, const ct_topology *topology,
                       ct_parameters *parameters);

/* The same for choosing an algorithm: only combinations in which every parameter of the problem
 * (is_problem) has its default. Local. */
int ct_parameters_first_choice(const ct_algorithm *algorithm, const ct_topology *topology,
                               ct_parameters *parameters);
int ct_parameters_next_choice(const ct_algorithm *algorithm, const ct_topology *topology,
                              ct_parameters *parameters);

/* Sets parameter `name` (without dashes) from text such as "3,3", "4" or "A". CT_ERROR_CONFIG for
 * an unknown name or unreadable text, with what is allowed. ct_algorithm_supports checks the value
 * against the topology. Local. */
ct_status ct_parameters_set(const ct_algorithm *algorithm, const char *name, const char *text,
                            ct_parameters *parameters);

/* Writes "--partition 3,3 --sync none"; an empty text for no parameters. Local. */
void ct_parameters_format(const ct_algorithm *algorithm, const ct_parameters *parameters,
                          char text[CT_PARAMETERS_TEXT]);

/* Reads "multiphase --partition 3,3": name, then parameters, each once; those not given have their
 * defaults on the topology. *algorithm is a row of the table, never freed. CT_ERROR_CONFIG or
 * CT_ERROR_UNSUPPORTED. Local. */
ct_status ct_algorithm_parse(const char *text, const ct_topology *topology,
                             const ct_algorithm **algorithm, ct_parameters *parameters);

CT_PUBLIC_END

#endif
