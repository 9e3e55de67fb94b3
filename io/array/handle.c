#include "io/array/handle.h"

#include "base/job/finalize.h"
#include "io/array/storage/hdf5.h"

ct_status ct_array_file_close(const char *path, hid_t file, ct_status status) {
    if (file >= 0 && H5Fclose(file) < 0) {
        ct_finalize_skip();
        status = status == CT_OK ? ct_hdf5_raise(__FILE__, __LINE__, "writing %s: closing", path)
                                 : status;
    }
    return status;
}
