#include "apps/exchange/print/file.h"

#include "base/escape.h"
#include "base/fail.h"
#include "files/sibling.h"
#include "files/unfinished.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static ct_status cannot_write(const char *path) {
    return ct_raise(CT_ERROR_FILE, "cannot write %s: %s",
                    path == NULL ? "the output" : ct_escaped(path), strerror(errno));
}

ct_status exchange_file_open(const char *path, exchange_file *file) {
    struct stat there;
    *file = (exchange_file){.path = path, .stream = stdout};
    if (path == NULL) {
        return CT_OK;
    }
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) { /* such as /dev/null */
        file->stream = fopen(path, "w");
        return file->stream != NULL ? CT_OK : cannot_write(path);
    }
    char ending[CT_ENDING_BYTES];
    file->part = malloc(PATH_MAX);
    (void)snprintf(ending, sizeof ending, ".%ld.part", (long)getpid());
    if (file->part == NULL || !ct_path_sibling(path, ending, file->part)) {
        errno = file->part == NULL ? ENOMEM : ENAMETOOLONG;
        free(file->part);
        return cannot_write(path);
    }
    int descriptor = ct_unfinished_create(file->part, false, &file->unfinished);
    file->stream = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (file->stream == NULL) {
        ct_status status = cannot_write(path);
        if (descriptor >= 0) {
            (void)close(descriptor);
            (void)unlink(file->part);
        }
        ct_unfinished_drop(&file->unfinished);
        free(file->part);
        return status;
    }
    return CT_OK;
}

ct_status exchange_file_close(exchange_file *file, ct_status before) {
    ct_status status = before;
    bool failed = ferror(file->stream) != 0;
    if (file->stream == stdout) {
        failed |= fflush(stdout) != 0;
    } else {
        failed |= fclose(file->stream) != 0;
    }
    if (status == CT_OK && failed) {
        status = cannot_write(file->path);
    }
    if (file->part != NULL) {
        if (status == CT_OK && rename(file->part, file->path) != 0) {
            status = cannot_write(file->path);
        }
        if (status != CT_OK) {
            (void)unlink(file->part);
        }
        ct_unfinished_drop(&file->unfinished);
        free(file->part);
        file->part = NULL;
    }
    return status;
}
