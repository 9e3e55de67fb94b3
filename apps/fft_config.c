#include "apps/fft_config.h"

static const char *const directions[] = {"forward", "inverse", NULL};
const char *const fft_scalings[] = {"default", "none", "full", "unitary", NULL};
static const char *const rigours[] = {"estimate", "measure", "patient", "exhaustive", NULL};

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
    JOB_EXCHANGE_KEYS(fft_config, exchange),
    KEY("verify", "round_trip", BOOL, round_trip, "true", 0, 0, NULL,
        "transform back and compare with the input"),
    KEY("report", "file", STRING, report, "", 0, 0, NULL,
        "run report (YAML) to write; empty: none"),
};

const ct_program fft_program = {"fft", "3D fast Fourier transform of an HDF5 volume over MPI", keys,
                                sizeof keys / sizeof *keys, job_exchange_help};
