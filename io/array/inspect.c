#include "io/array/inspect.h"

#include "io/array/storage/hdf5.h"
#include "io/array/storage/source.h"
#include "io/array/storage/type.h"

ct_status ct_array_inspect(MPI_Comm comm, const char *path, const char *dataset,
                           ct_array_elements elements, ct_array_info *info) {
    ct_source source;
    ct_hdf5_begin();
    ct_status status = ct_source_agree(comm, path, dataset, elements, &source);
    if (status == CT_OK) {
        *info = source.info;
    }
    return status;
}

ct_status ct_array_number_info(const char *number, ct_array_info *info) {
    ct_status status = CT_OK;
    hid_t type = H5I_INVALID_HID;
    ct_hdf5_begin();
    CT_TRY(ct_make_number_type(number, &type));
    CT_TRY(ct_source_elements(number, type, CT_ARRAY_NUMBERS, info));
cleanup:
    ct_hdf5_release(type);
    return status;
}
