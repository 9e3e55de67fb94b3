/* Times of the data movements on a hypercube: what the pricer finds for the schedules against the
 * formulas of Saad and Schultz, with their start-up beta = lambda + delta, and the best numbers of
 * packets against trying them all. The argument, if any, is the largest dimension priced; the
 * closed forms go up to 10 always. */
#include "rows.h"

#include <stdlib.h>

static const double vector_bytes = 4096;

/* Microseconds: 100 and 7 a message, 0.4 a byte; half duplex with ports in plenty, as in the paper.
 */
static const ct_machine paper = {
    .name = "paper", .start_up_s = 100e-6, .distance_s = 7e-6, .byte_s = 0.4e-6, .half_duplex = 1};
static const double beta = 107e-6;
static const double tau = 0.4e-6;

static void expect_close(const char *text, int n, double found, double wanted) {
    int close = fabs(found - wanted) <= 1e-12 * fabs(wanted);
    EXPECT(close);
    if (!close) {
        (void)fprintf(stderr, "    %s on hypercube:%d: found %.17g, wanted %.17g\n", text, n, found,
                      wanted);
    }
}

static double priced(const char *text, int n, const ct_machine *machine, double *closed_s) {
    ct_topology topology = topology_of("hypercube", n, 0);
    const ct_algorithm *algorithm = NULL;
    ct_price price = {0};
    ct_parameters parameters = parameters_of(text, &topology, &algorithm);
    EXPECT_INT(ct_price_algorithm(algorithm, &topology, &parameters, machine, vector_bytes, &price),
               CT_OK);
    *closed_s = algorithm->cost(&topology, &parameters, machine, vector_bytes);
    return price.total_s;
}

/* ---- the paper's formulas ---- */

static int priced_most = 8; /* dimension */

static void expect_formula(const char *text, int n, double wanted_s) {
    ct_topology topology = topology_of("hypercube", n, 0);
    const ct_algorithm *algorithm = NULL;
    ct_parameters parameters = parameters_of(text, &topology, &algorithm);
    double closed_s = algorithm->cost(&topology, &parameters, &paper, vector_bytes);
    expect_close(text, n, closed_s, wanted_s);
    if (n <= priced_most) {
        expect_close(text, n, priced(text, n, &paper, &closed_s), wanted_s);
    }
    (void)printf("%2d  %-36s %14.9f s\n", n, text, closed_s);
}

/* A pipeline of `hops` hops, k packets. */
static double pipeline_s(int hops, int k, double bytes) {
    return (hops - 1 + k) * (beta + bytes / k * tau);
}

static void expect_formulas(int n) {
    double k = ldexp(1, n);
    double m = vector_bytes;
    expect_formula("broadcast", n, n * (beta + m * tau));
    expect_formula("broadcast-pipelined --packets 6", n, pipeline_s(n, 6, m));
    expect_formula("path --packets 6", n, pipeline_s(n, 6, m));
    expect_formula("path --packets 6 --target 1", n, pipeline_s(1, 6, m));
    expect_formula("disjoint-paths --packets 6", n, pipeline_s(n, 6, m / n));
    expect_formula("disjoint-paths --packets 6 --target 3", n,
                   pipeline_s(n == 2 ? 2 : 4, 6, m / n));
    expect_formula("dc", n, (k - 1) * (beta + m * tau));
    expect_formula("adea", n, 2 * n * beta + (2 * k - 2) * m * tau);
    expect_formula("tea1", n, 2 * n * beta + k * m * tau);
    expect_formula("tea1 --steps half", n, 2 * n * beta + k * m * tau);
    expect_formula("tea1 --steps grouped", n, (n + 1) * beta + k * m * tau);
    expect_formula("gather", n, n * beta + (k - 1) * m * tau);
    expect_formula("scatter", n, n * beta + (k - 1) * m * tau);
    expect_formula("mtadea", n, n * (k * m * tau + 2 * beta)); /* N^2/2^n = 2^n m */
    expect_formula("sba", n, k * n * (beta + m * tau));
    expect_formula("sba --packets 6", n, k * pipeline_s(n, 6, m));
    expect_formula("smg", n, k * k * m * tau * (k - 1) / k + n * k * beta);
}

/* TEA2: the paper gives a bound; equality holds with the number of classes of words in its place.
 */
static void expect_tea2(int n) {
    static const int classes_but_one[] = {0, 1, 2, 3, 5, 7, 13, 19, 35, 59, 107};
    double tokens_s = classes_but_one[n] * vector_bytes * tau;
    double bound_s = 2 * n * beta + (ldexp(2, n) / n + 2 * n) * vector_bytes * tau;
    expect_formula("tea2", n, 2 * n * beta + 2 * tokens_s);
    expect_formula("tea2 --steps half", n, 2 * n * beta + 2 * tokens_s);
    expect_formula("tea2 --steps grouped", n, (n + 1) * beta + 2 * tokens_s);
    EXPECT(2 * n * beta + 2 * tokens_s <= bound_s);
}

/* Where ports are few, or channels full duplex, price and closed form still agree. */
static void expect_machines(int n) {
    static const char *const texts[] = {"broadcast-pipelined --packets 6",
                                        "path --packets 3 --root 2 --target 1",
                                        "disjoint-paths --packets 1",
                                        "disjoint-paths --packets 2 --root 1 --target 2",
                                        "disjoint-paths --packets 5 --target 1",
                                        "sba --packets 2",
                                        "dc",
                                        "adea",
                                        "tea1",
                                        "tea1 --steps half",
                                        "tea1 --steps grouped",
                                        "tea2",
                                        "tea2 --steps half",
                                        "tea2 --steps grouped",
                                        "gather",
                                        "smg",
                                        "mtadea"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        for (int ports = 0; ports <= n + 1; ports++) {
            for (int half_duplex = 0; half_duplex <= 1; half_duplex++) {
                ct_machine machine = paper;
                double closed_s = 0;
                machine.ports = ports;
                machine.half_duplex = half_duplex;
                double price_s = priced(texts[i], n, &machine, &closed_s);
                expect_close(texts[i], n, price_s, closed_s);
            }
        }
    }
}

/* ---- the best number of packets ---- */

/* `place` is that of the packets among the parameters. */
static double best_by_trying(const ct_algorithm *algorithm, const ct_topology *topology,
                             const ct_machine *machine, double bytes, int place) {
    ct_parameters parameters;
    double least_s = INFINITY;
    ct_parameters_default(algorithm, topology, &parameters);
    for (int k = 1; k <= 3000; k++) {
        parameters.value[place].item[0] = k;
        double cost_s = algorithm->cost(topology, &parameters, machine, bytes);
        least_s = cost_s < least_s ? cost_s : least_s;
    }
    return least_s;
}

/* The paper's optimum, times `times`, is a bound that whole packets come close to. */
static void expect_tuned(const char *name, int place, int n, double bytes, double bytes_a_path,
                         double times) {
    const ct_algorithm *algorithm = ct_algorithm_find(name);
    ct_topology topology = topology_of("hypercube", n, 0);
    ct_parameters parameters;
    double root_sum = sqrt(bytes_a_path * tau) + sqrt((n - 1) * beta);
    double optimum_s = times * root_sum * root_sum;
    for (int ports = 0; ports <= 3; ports++) {
        ct_machine machine = paper;
        machine.ports = ports;
        ct_parameters_default(algorithm, &topology, &parameters);
        algorithm->tune(&topology, &machine, bytes, &parameters);
        EXPECT_INT(ct_algorithm_supports(algorithm, &topology, &parameters), CT_OK);
        double tuned_s = algorithm->cost(&topology, &parameters, &machine, bytes);
        double tried_s = best_by_trying(algorithm, &topology, &machine, bytes, place);
        EXPECT(tuned_s <= tried_s * (1 + 1e-12));
        EXPECT(tuned_s >= optimum_s * (1 - 1e-12));
        if (ports == 0) {
            int k = parameters.value[place].item[0];
            double exact = sqrt((n - 1) * bytes_a_path * tau / beta);
            EXPECT(k == 1 || fabs(k - exact) < 1);
            EXPECT(k < 4 || tuned_s <= optimum_s * 1.02);
            (void)printf("%2d  %-20s %9.0f bytes: %5d packets, %10.6f s, bound %10.6f s\n", n, name,
                         bytes, k, tuned_s, optimum_s);
        }
    }
}

int main(int argc, char **argv) {
    priced_most = argc > 1 ? atoi(argv[1]) : priced_most;
    for (int n = 2; n <= 10; n++) {
        expect_formulas(n);
        expect_tea2(n);
    }
    for (int n = 2; n <= 6; n++) {
        expect_machines(n);
    }
    for (int n = 2; n <= 10; n += 4) {
        for (int decade = 0; decade <= 8; decade += 2) {
            double bytes = pow(10, decade);
            expect_tuned("broadcast-pipelined", 1, n, bytes, bytes, 1);
            expect_tuned("path", 2, n, bytes, bytes, 1);
            expect_tuned("disjoint-paths", 2, n, bytes, bytes / n, 1);
            expect_tuned("sba", 0, n, bytes, bytes, ldexp(1, n));
        }
    }
    return expect_status();
}
