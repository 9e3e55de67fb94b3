#include "apps/fft_config.h"

#include <cornerturn/exchange.h>

static const char *const directions[] = {"forward", "inverse", NULL};
const char *const fft_scalings[] = {"default", "none", "full", "unitary", NULL};
static const char *const rigours[] = {"estimate", "measure", "patient", "exhaustive", NULL};
static const char *const plannings[] = {"estimate", "measure", NULL};
enum { NAMES_MOST = 64 };
static const char *algorithms[NAMES_MOST + 1]; /* the names the exchange knows */

#define KEY(section, name, kind, member, ...)                                                      \
    { section, name, CT_KEY_##kind, offsetof(fft_config, member), __VA_ARGS__ }
static const ct_key keys[] = {
    KEY("input", "file", STRING, input, NULL, 0, 0, NULL, "HDF5 file with the volume"),
    KEY("input", "dataset", STRING, input_dataset, NULL, 0, 0, NULL,
        "3D dataset of any numeric type; real is promoted to complex"),
    KEY("output", "file", STRING, output, NULL, 0, 0, NULL,
        "HDF5 file to write; has its name only when complete"),
    KEY("output", "dataset", STRING, output_dataset, "result", 0, 0, NULL,
        "name of the complex result, the compound {r, i} of doubles"),
    KEY("output", "overwrite", BOOL, overwrite, "false", 0, 0, NULL, "replace an existing file"),
    KEY("output", "xdmf", BOOL, xdmf, "true", 0, 0, NULL,
        "write FILE.xdmf beside it, for ParaView and VisIt"),
    KEY("transform", "direction", CHOICE, direction, "forward", 0, 0, directions,
        "forward has exp(-i k x), inverse exp(+i k x)"),
    KEY("transform", "normalisation", CHOICE, scaling, "default", 0, 0, fft_scalings,
        "factor on the result: default (1 forward, 1/N inverse), none 1, full 1/N, unitary "
        "1/sqrt(N)"),
    KEY("fft", "rigour", CHOICE, rigour, "measure", 0, 0, rigours, "effort of FFTW's planner"),
    KEY("fft", "wisdom", BOOL, wisdom, "true", 0, 0, NULL,
        "keep FFTW's wisdom in $XDG_CACHE_HOME/cornerturn (~/.cache/cornerturn)"),
    KEY("exchange", "algorithm", CHOICE, algorithm, "auto", 0, 0, algorithms,
        "who sends what when in the global transpose"),
    KEY("exchange", "parameters", STRING, parameters, "", 0, 0, NULL,
        "of that algorithm, such as --radix 4; empty: its defaults"),
    KEY("exchange", "planning", CHOICE, planning, "estimate", 0, 0, plannings,
        "how auto decides: by a model, or by timing the best few"),
    KEY("exchange", "window", INT, window, "0", 0, 65536, NULL,
        "steps in flight at once; 0 is all of them"),
    KEY("verify", "round_trip", BOOL, round_trip, "true", 0, 0, NULL,
        "transform back and compare with the input"),
    KEY("report", "file", STRING, report, "", 0, 0, NULL,
        "run report (YAML) to write; empty: none"),
};

static void print_algorithms(FILE *stream) {
    (void)fprintf(stream,
                  "\nAlgorithms of the exchange (\"exchange list\" tells their parameters):\n");
    for (int i = 0; ct_exchange_name(i) != NULL; i++) {
        (void)fprintf(stream, "  %-12s %s\n", ct_exchange_name(i), ct_exchange_summary(i));
    }
}

const ct_program fft_program = {"fft", "3D fast Fourier transform of an HDF5 volume over MPI", keys,
                                sizeof keys / sizeof *keys, print_algorithms};

void fft_program_prepare(void) {
    for (int i = 0; i < NAMES_MOST && ct_exchange_name(i) != NULL; i++) {
        algorithms[i] = ct_exchange_name(i);
    }
}
