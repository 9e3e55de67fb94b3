/* Whether an XDMF file is that of an array. */
#include "base/escape.h"
#include "base/fail.h"
#include "io/output/xdmf.h"
#include "io/output/xdmf_array.h"

#include <stdlib.h>
#include <string.h>

/* The reference to an array file in an XDMF file. The caller frees it. */
static ct_status reference(const char *array_path, char **text) {
    const char *slash = strrchr(array_path, '/');
    size_t bytes = 0;
    FILE *stream = open_memstream(text, &bytes);
    if (stream == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the name of %s", ct_escaped(array_path));
    }
    ct_xdmf_put_escaped(stream, slash != NULL ? slash + 1 : array_path);
    (void)fputs("</DataItem>", stream);
    return fclose(stream) == 0
               ? CT_OK
               : ct_raise(CT_ERROR_MEMORY, "no memory for the name of %s", ct_escaped(array_path));
}

/* Whether a line has the text, alone or behind the name of a directory. */
static bool mentions(FILE *file, const char *text) {
    char *line = NULL;
    size_t capacity = 0;
    bool is_found = false;
    while (!is_found && getline(&line, &capacity, file) >= 0) {
        const char *at = strstr(line, text);
        is_found = at != NULL && at > line && strchr(">/", at[-1]) != NULL;
    }
    free(line);
    return is_found;
}

ct_status ct_xdmf_look(const char *path, const char *array_path, bool *is_there, bool *is_its) {
    char *text = NULL;
    FILE *file = NULL;
    ct_status status = CT_OK;
    CT_TRY(reference(array_path, &text));
    file = fopen(path, "r");
    *is_there = file != NULL;
    *is_its = file != NULL && mentions(file, text);
cleanup:
    if (file != NULL) {
        (void)fclose(file);
    }
    free(text);
    return status;
}

ct_status ct_xdmf_can_replace(const char *path, const char *array_path) {
    bool is_there = false;
    bool is_its = false;
    ct_status status = CT_OK;
    CT_TRY(ct_xdmf_look(path, array_path, &is_there, &is_its));
    if (is_there && !is_its) {
        CT_FAIL(CT_ERROR_FILE,
                "cannot write %s: it does not describe %s; allowed: output.xdmf: false, another "
                "name, or to move that file away",
                ct_escaped(path), ct_escaped(array_path));
    }
cleanup:
    return status;
}
