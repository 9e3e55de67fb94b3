/* Whether an XDMF file is that of an array. */
#include "base/escape.h"
#include "base/fail.h"
#include "io/output/xdmf.h"
#include "io/output/xdmf_array.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

ct_status ct_xdmf_look(const char *path, const char *array_path, ct_xdmf_found *found) {
    struct stat about;
    char *text = NULL;
    FILE *file = NULL;
    ct_status status = CT_OK;
    *found = (ct_xdmf_found){.is_there = true};
    CT_TRY(reference(array_path, &text));
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) {
        goto cleanup;
    }
    file = fopen(path, "r");
    if (file == NULL) {
        found->is_there = errno != ENOENT && errno != ENOTDIR;
        found->error = found->is_there ? errno : 0;
        goto cleanup;
    }
    found->is_its = mentions(file, text);
    found->error = ferror(file) ? errno : 0;
cleanup:
    if (file != NULL) {
        (void)fclose(file);
    }
    free(text);
    return status;
}

ct_status ct_xdmf_can_replace(const char *path, const char *array_path) {
    ct_xdmf_found found;
    ct_status status = CT_OK;
    CT_TRY(ct_xdmf_look(path, array_path, &found));
    if (found.is_there && !found.is_its) {
        CT_FAIL(CT_ERROR_FILE,
                "cannot write %s: it %s %s%s%s; allowed: output.xdmf: false, another name, or to "
                "move that file away",
                ct_escaped(path),
                found.error != 0 ? "cannot be read, and may not describe" : "does not describe",
                ct_escaped(array_path), found.error != 0 ? ": " : "",
                found.error != 0 ? strerror(found.error) : "");
    }
cleanup:
    return status;
}
