/* Parameters: every value once, defaults among the allowed ones, text both ways, errors; and the
 * sizes named to someone who asks for a wrong one. */
#include "expect.h"

#include "algorithms/table.h"

#include <limits.h>

static ct_topology parsed(const char *text) {
    ct_topology topology = ct_topology_flat(1);
    EXPECT_INT(ct_topology_parse(text, &topology), CT_OK);
    return topology;
}

static int same(const ct_value *a, const ct_value *b) {
    return a->count == b->count &&
           memcmp(a->item, b->item, (size_t)a->count * sizeof *a->item) == 0;
}

/* Number of values; each must be allowed, and another than the one before. */
static int count_values(const ct_parameter *parameter, const ct_topology *topology) {
    ct_value value = {0};
    ct_value before = {0};
    int count = 0;
    for (; parameter->next(topology, &value); count++) {
        EXPECT(parameter->accepts(topology, &value));
        EXPECT(!same(&value, &before));
        before = value;
    }
    return count;
}

static void expect_counts(void) {
    /* ordered factorisations, https://oeis.org/A074206 */
    static const int factorisations[] = {1, 1, 1, 2, 1, 3, 1, 4, 2, 3,  1, 8, 1, 3,
                                         3, 8, 1, 8, 1, 8, 3, 3, 1, 20, 2, 3, 4, 8};
    for (int size = 1; size <= 28; size++) {
        ct_topology flat = ct_topology_flat(size);
        EXPECT_INT(count_values(&ct_parameter_factors, &flat), factorisations[size - 1]);
        EXPECT_INT(count_values(&ct_parameter_radix, &flat), size < 2 ? 1 : size - 1);
        EXPECT_INT(count_values(&ct_parameter_root, &flat), size < 3 ? size : 3);
        EXPECT_INT(count_values(&ct_parameter_packets, &flat), 5);
    }
    for (int dimension = 0; dimension <= 12; dimension++) {
        ct_topology flat = ct_topology_flat(1 << dimension);
        int ordered = dimension == 0 ? 1 : 1 << (dimension - 1);
        EXPECT_INT(count_values(&ct_parameter_partition, &flat), ordered);
        EXPECT_INT(count_values(&ct_parameter_factors, &flat), ordered);
    }
    ct_topology huge = parsed("flat:1073741824");
    ct_value value = {0};
    EXPECT(ct_parameter_factors.next(&huge, &value));
    EXPECT_INT(value.count, 30);
    EXPECT(ct_parameter_partition.accepts(&huge, &(ct_value){2, {17, 13}}));
    ct_topology prime = parsed("flat:1073741789");
    value.count = 0;
    EXPECT(ct_parameter_factors.next(&prime, &value));
    EXPECT(!ct_parameter_factors.next(&prime, &value));
}

static void expect_refused(const ct_parameter *parameter, const char *where, ct_value value) {
    ct_topology topology = parsed(where);
    EXPECT(!parameter->accepts(&topology, &value));
}

/* The default is allowed and written as it is read. */
static void expect_defaults(const char *where) {
    ct_topology topology = parsed(where);
    for (int i = 0; ct_algorithm_at(i) != NULL; i++) {
        const ct_algorithm *algorithm = ct_algorithm_at(i);
        const ct_algorithm *found = NULL;
        ct_parameters parameters;
        ct_parameters read;
        char text[CT_PARAMETERS_TEXT];
        char whole[CT_PARAMETERS_TEXT + 64];
        if (!ct_algorithm_can_run(algorithm, &topology)) {
            continue;
        }
        ct_parameters_default(algorithm, &topology, &parameters);
        EXPECT_INT(ct_algorithm_supports(algorithm, &topology, &parameters), CT_OK);
        ct_parameters_format(algorithm, &parameters, text);
        (void)snprintf(whole, sizeof whole, "  %s\t %s ", algorithm->name, text);
        EXPECT_INT(ct_algorithm_parse(whole, &topology, &found, &read), CT_OK);
        EXPECT(found == algorithm);
        EXPECT(memcmp(&read, &parameters, sizeof read) == 0);
    }
}

/* Every row tells a user what it is. */
static void expect_rows(void) {
    for (int i = 0; ct_algorithm_at(i) != NULL; i++) {
        const ct_algorithm *algorithm = ct_algorithm_at(i);
        EXPECT(ct_algorithm_find(algorithm->name) == algorithm);
        EXPECT(algorithm->name != NULL && algorithm->summary != NULL && algorithm->sizes != NULL &&
               algorithm->source != NULL && algorithm->formula != NULL);
        EXPECT(algorithm->generate != NULL);
        for (int k = 0; algorithm->parameters[k] != NULL; k++) {
            const ct_parameter *parameter = algorithm->parameters[k];
            EXPECT(parameter->name != NULL && parameter->summary != NULL &&
                   parameter->allowed != NULL);
            EXPECT((parameter->choices == NULL) != (parameter->next == NULL));
        }
    }
    EXPECT(ct_algorithm_find("no such algorithm") == NULL);
    EXPECT(ct_algorithm_at(-1) == NULL);
}

static void expect_error(const char *text, const char *where, const char *message) {
    const ct_algorithm *algorithm = NULL;
    ct_parameters parameters;
    ct_topology topology = parsed(where);
    EXPECT(ct_algorithm_parse(text, &topology, &algorithm, &parameters) != CT_OK);
    EXPECT_TEXT(ct_error_message(), message);
    EXPECT(algorithm == NULL);
}

/* ---- nearest sizes, of rows made up for it ---- */

static int fits_square_of_fours(const ct_topology *topology) {
    return topology->axes == 2 && topology->extent[0] == topology->extent[1] &&
           topology->extent[0] % 4 == 0;
}

static int fits_cube(const ct_topology *topology) {
    return topology->axes == 3 && topology->extent[0] == topology->extent[1] &&
           topology->extent[1] == topology->extent[2] && topology->extent[0] % 4 == 0;
}

static int fits_nothing(const ct_topology *topology) {
    return topology->size < 0;
}

static int asked;

static int fits_nothing_and_counts(const ct_topology *topology) {
    asked++;
    return fits_nothing(topology);
}

/* Yes or no takes no search. */
static void expect_yes_or_no(void) {
    ct_algorithm row = {.name = "made-up", .sizes = "it", .fits = fits_nothing_and_counts};
    ct_topology topology = parsed("mesh:5x5");
    EXPECT_INT(ct_algorithm_can_run(&row, &topology), 0);
    EXPECT_INT(asked, 1);
    row.topologies = 1u << CT_TORUS;
    EXPECT_INT(ct_algorithm_can_run(&row, &topology), 0);
    EXPECT_INT(asked, 1);
    EXPECT_INT(ct_algorithm_fits(&row, &topology), CT_ERROR_UNSUPPORTED);
    EXPECT_INT(asked > 1, 1);
}

static void expect_nearest(unsigned kinds, int (*fits)(const ct_topology *), const char *where,
                           const char *nearest) {
    ct_algorithm row = {.name = "made-up", .sizes = "it", .topologies = kinds, .fits = fits};
    ct_topology topology = parsed(where);
    char message[256];
    (void)snprintf(message, sizeof message, "made-up cannot run on %s: it needs it; nearest: %s",
                   where, nearest);
    EXPECT_INT(ct_algorithm_fits(&row, &topology), CT_ERROR_UNSUPPORTED);
    EXPECT_TEXT(ct_error_message(), message);
    EXPECT_INT(strlen(ct_error_message()), strlen(message));
}

int main(void) {
    expect_counts();
    expect_refused(&ct_parameter_partition, "hypercube:6", (ct_value){2, {3, 4}});
    expect_refused(&ct_parameter_partition, "hypercube:6", (ct_value){3, {3, 0, 3}});
    expect_refused(&ct_parameter_partition, "hypercube:6", (ct_value){2, {7, -1}});
    expect_refused(&ct_parameter_partition, "hypercube:6", (ct_value){2, {INT_MAX, INT_MAX}});
    expect_refused(&ct_parameter_partition, "flat:1", (ct_value){2, {0, 0}});
    expect_refused(&ct_parameter_factors, "flat:12", (ct_value){2, {3, 3}});
    expect_refused(&ct_parameter_factors, "flat:12", (ct_value){3, {3, 1, 4}});
    expect_refused(&ct_parameter_factors, "flat:12", (ct_value){2, {-3, -4}});
    expect_refused(&ct_parameter_factors, "flat:1", (ct_value){2, {1, 1}});
    expect_refused(&ct_parameter_radix, "flat:12", (ct_value){1, {1}});
    expect_refused(&ct_parameter_radix, "flat:12", (ct_value){1, {13}});
    expect_refused(&ct_parameter_root, "flat:12", (ct_value){1, {12}});
    expect_refused(&ct_parameter_packets, "flat:12", (ct_value){1, {0}});
    expect_yes_or_no();
    expect_rows();
    static const char *const places[] = {"flat:1",    "flat:12",   "hypercube:6", "mesh:8x8",
                                         "mesh:4x12", "torus:8x8", "mesh:4x4x4",  "nodes:4x8"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        expect_defaults(places[i]);
    }

    expect_error("", "flat:4", "there is no algorithm \"\"");
    expect_error("directly", "flat:4", "there is no algorithm \"directly\"");
    expect_error("direct --order 3", "flat:4", "direct has no parameter --order; it has --sync");
    expect_error("naive --order 3", "flat:4", "naive has no parameter --order; it has none");
    expect_error("direct sync", "flat:4", "expected --parameter VALUE, found \"sync\"");
    expect_error("direct --sync", "flat:4", "expected --parameter VALUE, found \"--sync\"");
    expect_error("direct --sync often", "flat:4", "direct --sync often: expected none, pairwise");
    expect_error("bruck --radix 2,3", "flat:4", "bruck --radix 2,3 on flat:4: expected 2 up to");
    expect_error("direct --sync pairwise", "flat:6", "needs partners in pairs");
    expect_error("direct --mode ready", "flat:8", "--mode ready needs --sync phase or step");
    ct_parameters wrong = {.value = {{1, {77}}, {0, {0}}}};
    EXPECT_INT(ct_algorithm_supports(&ct_row_direct,
                                     &(ct_topology){.size = 4, .axes = 1, .extent = {4}}, &wrong),
               CT_ERROR_UNSUPPORTED);
    EXPECT_TEXT(ct_error_message(), "direct --sync ? on flat:4: expected none");

    unsigned mesh = 1u << CT_MESH;
    expect_nearest(mesh, fits_square_of_fours, "mesh:6x8", "mesh:8x8, mesh:4x4");
    expect_nearest(mesh, fits_square_of_fours, "mesh:100x98", "mesh:100x100, mesh:96x96");
    expect_nearest(mesh, fits_square_of_fours, "flat:64", "mesh:8x8");
    expect_nearest(mesh, fits_square_of_fours, "torus:7x8", "mesh:8x8, mesh:4x4");
    expect_nearest(mesh, fits_square_of_fours, "mesh:8x8x8", "mesh:20x20, mesh:24x24");
    expect_nearest(mesh, fits_cube, "mesh:8x8", "mesh:4x4x4");
    expect_nearest(0, ct_fits_power_of_two, "flat:1000000", "flat:524288, flat:1048576");
    expect_nearest(0, ct_fits_power_of_two, "flat:12", "flat:8, flat:16");
    expect_nearest(0, ct_fits_power_of_two, "mesh:3x4", "mesh:2x4, mesh:4x4");
    expect_nearest(1u << CT_HYPERCUBE, NULL, "flat:12", "hypercube:3, hypercube:2, hypercube:4");
    expect_nearest(mesh, fits_nothing, "mesh:6x8", "none");
    return expect_status();
}
