#include "apps/transpose/config.h"

#include "apps/common/run.h"

#include "io/array/info.h"

#define KEY(section, name, kind, member, ...)                                                      \
    { section, name, CT_KEY_##kind, offsetof(transpose_config, member), __VA_ARGS__ }
static const ct_key keys[] = {
    KEY("input", "file", STRING, input, "", 0, 0, NULL, "HDF5 file with the array"),
    KEY("input", "dataset", STRING, input_dataset, "", 0, 0, NULL,
        "dataset of 1 to 4 axes, of elements of any fixed size"),
    KEY("generate", "extent", LIST, extent, "", 0, 0, NULL,
        "in place of an input: an array of this extent, such as 4096x4096, of numbers 0, 1, 2 .."),
    KEY("generate", "type", CHOICE, number, "float64", 0, 0, ct_array_numbers,
        "type of these numbers; complex: k - i k"),
    KEY("output", "file", STRING, output, "", 0, 0, NULL,
        "HDF5 file to write; has its name only when complete. Of a generated array: empty: none"),
    KEY("output", "dataset", STRING, output_dataset, "result", 0, 0, NULL,
        "name of the result, whose elements have the type of the input's"),
    KEY("output", "overwrite", BOOL, overwrite, "false", 0, 0, NULL, "replace an existing file"),
    KEY("output", "xdmf", BOOL, xdmf, "true", 0, 0, NULL,
        "write FILE.xdmf next to it, for ParaView and VisIt, where the type allows; not of chunks"),
    CT_STORAGE_KEYS(transpose_config, storage),
    KEY("transpose", "axes", LIST, axes, "reverse", 0, 0, NULL,
        "axes of the input in the order of the result, such as 2,0,1; or reverse"),
    KEY("transpose", "conjugate", BOOL, conjugate, "false", 0, 0, NULL,
        "conjugate the elements, which are complex"),
    KEY("distribution", "input", LIST, input_grid, "rows", 0, 0, NULL,
        "process grid of the input: rows (axis 0 is cut), auto, or parts by axis such as 2x3"),
    KEY("distribution", "output", LIST, output_grid, "rows", 0, 0, NULL, "that of the result"),
    KEY("memory", "in_place", BOOL, in_place, "false", 0, 0, NULL,
        "use the memory of one array: swap in place, or work in panels"),
    KEY("memory", "limit", INT, limit_bytes, "0", 0, 9e15, NULL,
        "bytes that the arrays of a rank may take, else work in panels; 0: no limit"),
    JOB_EXCHANGE_KEYS(transpose_config, exchange),
    KEY("verify", "checksum", BOOL, checksum, "true", 0, 0, NULL,
        "compare a checksum of all elements and places before and after"),
    CT_ACCESS_KEYS(transpose_config, storage),
    JOB_RUN_KEYS(transpose_config),
    KEY("report", "file", STRING, report, "", 0, 0, NULL,
        "run report (YAML) to write; empty: none"),
};

const ct_program transpose_program = {
    "transpose", "Transposes an HDF5 array, or gives it another order of axes, over MPI", keys,
    sizeof keys / sizeof *keys, job_exchange_help};
