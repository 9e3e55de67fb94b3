/* Removes the XDMF file of a replaced array. */
#include "base/escape.h"
#include "base/fail.h"
#include "io/output/xdmf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ct_status ct_xdmf_remove(const char *array_path) {
    char *path = NULL;
    ct_xdmf_found found;
    ct_status status = CT_OK;
    CT_TRY(ct_xdmf_path(array_path, &path));
    if (path == NULL) {
        goto cleanup;
    }
    CT_TRY(ct_xdmf_look(path, array_path, &found));
    if (found.is_its && unlink(path) != 0) {
        CT_FAIL(CT_ERROR_FILE, "cannot remove %s, which describes what %s was: %s",
                ct_escaped(path), ct_escaped(array_path), strerror(errno));
    }
cleanup:
    free(path);
    return status;
}
