#include "apps/fft/config.h"

#include "apps/common/run.h"

#include <cornerturn/fft.h>
#include <math.h>

const char *const fft_operations[] = {"transform", "power",   "filter", "convolve",
                                      "correlate", "poisson", NULL};
const char *const fft_filters[] = {"low-pass", "high-pass", "band-pass", "gaussian",
                                   "gradient", "riesz",     "laplacian", NULL};
const char *const fft_scalings[] = {"default", "none", "full", "unitary", NULL};
const char *const fft_kinds[] = {"none", "c2c",  "r2c",  "dct1", "dct2", "dct3",
                                 "dct4", "dst1", "dst2", "dst3", "dst4", NULL};
const char *const fft_boundaries[] = {
    "none",      "periodic", "dirichlet", "neumann", "dirichlet-neumann", "neumann-dirichlet",
    "unbounded", NULL};
static const char *const directions[] = {"forward", "inverse", NULL};
static const char *const precisions[] = {"double", "float", NULL};
static const char *const rigours[] = {"estimate", "measure", "patient", "exhaustive", NULL};
static const char *const extents[] = {"same", "full", "periodic", NULL};
static const char *const placements[] = {"cells", "nodes", NULL};
static const char *const filter_axes[] = {"0", "1", "2", "3", "all", NULL};

#define KEY(section, name, kind, member, ...)                                                      \
    { section, name, CT_KEY_##kind, offsetof(fft_config, member), __VA_ARGS__ }
static const ct_key keys[] = {
    KEY("operation", "kind", CHOICE, operation, "transform", 0, 0, fft_operations,
        "what is done; the sections filter, convolution, power, poisson are of those"),
    KEY("input", "file", STRING, input, NULL, 0, 0, NULL, "HDF5 file with the array"),
    KEY("input", "dataset", STRING, input_dataset, NULL, 0, 0, NULL,
        "dataset of 1 to 4 axes, of any numeric type"),
    KEY("input", "order", LIST, input_order, "natural", 0, 0, NULL,
        "axes of the array in the order in which the dataset has them, such as 2,0,1; or reverse"),
    KEY("second", "file", STRING, second, "", 0, 0, NULL,
        "HDF5 file of the array that the input is convolved or correlated with"),
    KEY("second", "dataset", STRING, second_dataset, "", 0, 0, NULL,
        "dataset of as many axes as the input"),
    KEY("output", "file", STRING, output, NULL, 0, 0, NULL,
        "HDF5 file to write (of power: CSV); has its name only when complete"),
    KEY("output", "dataset", STRING, output_dataset, "result", 0, 0, NULL,
        "name of the result; complex numbers are a compound {r, i}"),
    KEY("output", "order", LIST, output_order, "natural", 0, 0, NULL,
        "axes of the result in the order in which they are written; or reverse"),
    KEY("output", "overwrite", BOOL, overwrite, "false", 0, 0, NULL, "replace an existing file"),
    KEY("output", "xdmf", BOOL, xdmf, "true", 0, 0, NULL,
        "write FILE.xdmf next to it, for ParaView and VisIt, of results of 2 or 3 axes; not of "
        "chunks"),
    CT_STORAGE_KEYS(fft_config, storage),
    KEY("grid", "spacing", LIST, spacing, "1", 0, 0, NULL,
        "distance between points: of all axes, or of each, such as 2,1,1"),
    KEY("transform", "kinds", LIST, kinds, "auto", 0, 0, NULL,
        "none, c2c, r2c, dct1 .. dct4, dst1 .. dst4 for all axes or for each; auto: c2c, of "
        "operations on real data r2c; none is a batch"),
    KEY("transform", "precision", CHOICE, precision, "double", 0, 0, precisions,
        "of the computation and the result"),
    KEY("transform", "direction", CHOICE, direction, "forward", 0, 0, directions,
        "forward has exp(-i k x), inverse exp(+i k x)"),
    KEY("transform", "normalisation", CHOICE, scaling, "default", 0, 0, fft_scalings,
        "factor on the result: default (1 forward, 1/N inverse), none 1, full 1/N, unitary "
        "1/sqrt(N)"),
    KEY("transform", "length", LIST, length, "", 0, 0, NULL,
        "points transformed along each axis, such as 512x512x512, zeros being added; 0 or empty: "
        "those there are"),
    KEY("transform", "modes", LIST, modes, "", 0, 0, NULL,
        "lowest coefficients that are kept along each axis, forward; 0 or empty: all"),
    KEY("transform", "points", LIST, points, "", 0, 0, NULL,
        "points of the result along each axis, inverse; 0 or empty: as many as coefficients. "
        "Needed along an r2c axis"),
    KEY("filter", "kind", CHOICE, filter, "low-pass", 0, 0, fft_filters,
        "what the spectrum is multiplied by"),
    KEY("filter", "from", REAL, filter_from, "0", 0, INFINITY, NULL,
        "lowest wavenumber that high-pass and band-pass keep, in cycles per unit of grid.spacing"),
    KEY("filter", "to", REAL, filter_to, "0", 0, INFINITY, NULL,
        "highest wavenumber that low-pass and band-pass keep"),
    KEY("filter", "width", REAL, filter_width, "0", 0, INFINITY, NULL,
        "standard deviation of gaussian, a length"),
    KEY("filter", "axis", CHOICE, filter_axis, "0", 0, 0, filter_axes,
        "of gradient and riesz; all: a component along each, in a further, last axis of the "
        "result"),
    KEY("convolution", "extent", CHOICE, extent, "same", 0, 0, extents,
        "of the result: same as the input (the middle of full), full, or periodic"),
    KEY("power", "width", REAL, power_width, "0", 0, INFINITY, NULL,
        "of the bins in wavenumber; 0: the coarsest step of the long axes"),
    KEY("poisson", "boundaries", LIST, boundaries, "periodic", 0, 0, NULL,
        "of all axes or of each: periodic, dirichlet, neumann, dirichlet-neumann, "
        "neumann-dirichlet (lower end first), unbounded, none"),
    KEY("poisson", "points", CHOICE, placement, "cells", 0, 0, placements,
        "are in the middles of cells, or nodes (without those where the solution is 0)"),
    KEY("poisson", "coordinates", LIST, coordinates, "", 0, 0, NULL,
        "of the faces of cells of any width along one axis, one more than cells: 0, 0.1, .. or "
        "hdf5:FILE:DATASET; empty: grid.spacing along all"),
    KEY("poisson", "coordinates_axis", INT, coordinates_axis, "0", 0, CT_MAX_AXES - 1, NULL,
        "the axis that has them"),
    KEY("poisson", "gradient", BOOL, gradient, "false", 0, 0, NULL,
        "write the derivative of u along each axis beside it, as DATASET_dx0, DATASET_dx1, .."),
    KEY("poisson", "remove_mean", BOOL, remove_mean, "false", 0, 0, NULL,
        "where only a right side of mean 0 has a solution: subtract the mean instead of refusing"),
    KEY("fft", "rigour", CHOICE, rigour, "measure", 0, 0, rigours, "effort of FFTW's planner"),
    KEY("fft", "wisdom", BOOL, wisdom, "true", 0, 0, NULL,
        "keep FFTW's wisdom in $XDG_CACHE_HOME/cornerturn (~/.cache/cornerturn)"),
    KEY("fft", "grid", LIST, array_grid, "auto", 0, 0, NULL,
        "parts of the array along each axis, such as 4x2x1, at most as many as ranks"),
    KEY("fft", "spectrum_grid", LIST, spectrum_grid, "auto", 0, 0, NULL, "those of the spectrum"),
    KEY("fft", "symmetry", BOOL, symmetry, "true", 0, 0, NULL,
        "compute half of a c2c spectrum of real data, and the rest as its conjugates"),
    KEY("fft", "pipeline", INT, pipeline, "0", 0, CT_FFT_SLICES_MOST, NULL,
        "slices sent while the next are transformed, where there are exchanges; 0: chosen"),
    JOB_EXCHANGE_KEYS(fft_config, exchange),
    KEY("verify", "finite", BOOL, finite, "true", 0, 0, NULL,
        "end where values of the input or of the result are not finite (NaN, infinite); false: say "
        "how many, and write them"),
    KEY("verify", "round_trip", BOOL, round_trip, "true", 0, 0, NULL,
        "transform back and compare with the input"),
    CT_ACCESS_KEYS(fft_config, storage),
    JOB_RUN_KEYS(fft_config),
    KEY("report", "file", STRING, report, "", 0, 0, NULL,
        "run report (YAML) to write; empty: none"),
};

const ct_program fft_program = {
    "fft",
    "Fourier, cosine and sine transforms of an HDF5 array over MPI, and operations by way of them",
    keys, sizeof keys / sizeof *keys, job_exchange_help};
