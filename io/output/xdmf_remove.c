/* Removes the XDMF file of a replaced array. */
#include "base/escape.h"
#include "base/fail.h"
#include "io/output/xdmf.h"
#include "io/output/xdmf_array.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The reference to an array file in an XDMF file. The caller frees it. */
static ct_status reference(const char *array_path, char **text) {
    const char *slash = strrchr(array_path, '/');
    size_t bytes = 0;
    FILE *stream = open_memstream(text, &bytes);
    if (stream == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the name of %s", ct_escaped(array_path));
    }
    (void)fputc('>', stream);
    ct_xdmf_put_escaped(stream, slash != NULL ? slash + 1 : array_path);
    (void)fputs("</DataItem>", stream);
    return fclose(stream) == 0
               ? CT_OK
               : ct_raise(CT_ERROR_MEMORY, "no memory for the name of %s", ct_escaped(array_path));
}

static bool mentions(FILE *file, const char *text) {
    char *line = NULL;
    size_t capacity = 0;
    bool is_found = false;
    while (!is_found && getline(&line, &capacity, file) >= 0) {
        is_found = strstr(line, text) != NULL;
    }
    free(line);
    return is_found;
}

ct_status ct_xdmf_remove(const char *array_path) {
    char *path = NULL;
    char *text = NULL;
    FILE *file = NULL;
    ct_status status = CT_OK;
    CT_TRY(ct_xdmf_path(array_path, &path));
    if (path == NULL) {
        goto cleanup;
    }
    CT_TRY(reference(array_path, &text));
    file = fopen(path, "r");
    if (file != NULL && mentions(file, text) && unlink(path) != 0) {
        CT_FAIL(CT_ERROR_FILE, "cannot remove %s, which describes what %s was: %s",
                ct_escaped(path), ct_escaped(array_path), strerror(errno));
    }
cleanup:
    if (file != NULL) {
        (void)fclose(file);
    }
    free(text);
    free(path);
    return status;
}
