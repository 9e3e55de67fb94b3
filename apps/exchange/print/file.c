#include "apps/exchange/print/file.h"

#include "base/escape.h"
#include "base/fail.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

static ct_status cannot_write(const char *path) {
    return ct_raise(CT_ERROR_FILE, "cannot write %s: %s",
                    path == NULL ? "the output" : ct_escaped(path), strerror(errno));
}

ct_status exchange_file_open(const char *path, exchange_file *file) {
    struct stat there;
    ct_status status = CT_OK;
    *file = (exchange_file){.path = path, .stream = stdout};
    if (path == NULL) {
        return CT_OK;
    }
    /* A device or pipe, such as /dev/null, is written in place. */
    const bool is_named_later = stat(path, &there) != 0 || S_ISREG(there.st_mode);
    if (is_named_later) {
        CT_TRY(ct_output_create(path, true, &file->output));
    }
    file->stream = fopen(is_named_later ? ct_output_temporary(file->output) : path, "w");
    if (file->stream == NULL) {
        status = cannot_write(path);
        ct_output_discard(&file->output);
    }
cleanup:
    return status;
}

ct_status exchange_file_close(exchange_file *file, ct_status before) {
    ct_status status = before;
    bool failed = ferror(file->stream) != 0;
    failed |= (file->stream == stdout ? fflush(stdout) : fclose(file->stream)) != 0;
    if (status == CT_OK && failed) {
        status = cannot_write(file->path);
    }
    if (status == CT_OK && file->output != NULL) {
        status = ct_output_commit(&file->output);
    }
    ct_output_discard(&file->output);
    return status;
}
