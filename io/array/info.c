#include "io/array/info.h"

#include "base/fail.h"

const char *const ct_array_numbers[] = {"int8",      "uint8",      "int16",  "uint16",  "int32",
                                        "uint32",    "int64",      "uint64", "float32", "float64",
                                        "complex64", "complex128", NULL};

ct_status ct_array_check_box(const ct_box *box, int axes, const ptrdiff_t *extent) {
    if (box->axes != axes) {
        return ct_raise(CT_ERROR_INTERNAL, "a box of %d axes for an array of %d", box->axes, axes);
    }
    for (int axis = 0; axis < axes; axis++) {
        if (box->first[axis] < 0 || box->count[axis] < 0 ||
            box->count[axis] > extent[axis] - box->first[axis]) {
            return ct_raise(CT_ERROR_INTERNAL,
                            "a box of positions %td to %td is outside axis %d of %td positions",
                            box->first[axis], box->first[axis] + box->count[axis] - 1, axis,
                            extent[axis]);
        }
    }
    return CT_OK;
}
