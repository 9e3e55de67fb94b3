#include "io/array/storage/hdf5.h"

#include "base/escape.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/file.h>
#include <unistd.h>

enum { REASON_BYTES = 400 };

static bool honours_locks = true; /* of writers of what is read */

void ct_hdf5_begin(void) {
    static bool begun;
    if (!begun) {
        /* After MPI_Abort, closing files would block for ever. */
        (void)H5dont_atexit();
        (void)signal(SIGXFSZ, SIG_IGN);
        const char *locking = getenv("HDF5_USE_FILE_LOCKING"); /* as HDF5 understands it */
        honours_locks =
            locking == NULL || (strcasecmp(locking, "FALSE") != 0 && strcmp(locking, "0") != 0);
        (void)setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1); /* before HDF5 reads it */
        begun = true;
    }
    (void)H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

/* Takes the message of the innermost failure, which comes first: of a system call's without
 * addresses and descriptors, of MPI's message stack the last line. Open MPI reports no error of a
 * write, but fewer bytes than asked for, of which HDF5 gives no reason. */
static herr_t take_innermost(unsigned depth, const H5E_error2_t *error, void *reason) {
    static const char system_words[] = "error message = '";
    static const char short_write[] = "file write failed";
    if (depth > 0 || error->desc == NULL) {
        return 0;
    }
    const char *words = error->desc;
    const char *line = strrchr(words, '\n');
    const char *said = strstr(words, system_words);
    int length = REASON_BYTES - 1;
    if (strcmp(words, short_write) == 0) {
        words = "MPI has not written all of it: No space left on device, Disk quota exceeded, File "
                "too large (ulimit -f), or Input/output error";
    } else if (said != NULL) {
        words = said + sizeof system_words - 1;
        length = (int)strcspn(words, "'");
    } else if (line != NULL && line[1] != '\0') {
        words = line + 1;
        length = (int)strcspn(words, "'");
    }
    (void)snprintf(reason, REASON_BYTES, "%.*s", length, words);
    return 0;
}

ct_status ct_hdf5_raise(const char *file, int line, const char *format, ...) {
    char words[1400];
    char reason[REASON_BYTES] = "HDF5 gives no reason";
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    (void)H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_innermost, reason);
    return ct_raise_at(file, line, CT_ERROR_FILE, "%s: %s", words, reason);
}

ct_status ct_hdf5_open(const char *path, const char *dataset, hid_t *file, hid_t *handle) {
    ct_status status = CT_OK;
    CT_HDF5(*file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT), "cannot read %s", ct_escaped(path));
    CT_HDF5(*handle = H5Dopen2(*file, dataset, H5P_DEFAULT), "cannot read dataset \"%s\" of %s",
            ct_escaped(dataset), ct_escaped(path));
cleanup:
    return status;
}

ct_status ct_hdf5_check_writer(const char *path) {
    const int descriptor = honours_locks ? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1;
    const bool is_written =
        descriptor >= 0 && flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (descriptor >= 0) {
        (void)close(descriptor);
    }
    return is_written
               ? ct_raise(CT_ERROR_FILE,
                          "cannot read %s: another process has it open for writing and holds "
                          "HDF5's lock; allowed: to close it there, or in the environment "
                          "HDF5_USE_FILE_LOCKING=FALSE if it does not change",
                          ct_escaped(path))
               : CT_OK;
}

bool ct_hdf5_is_in(hid_t file, hid_t object) {
    char name[2][PATH_MAX] = {"", ""};
    return H5Fget_name(file, name[0], PATH_MAX) > 0 && H5Fget_name(object, name[1], PATH_MAX) > 0 &&
           strcmp(name[0], name[1]) == 0;
}

void ct_hdf5_release(hid_t id) {
    if (id >= 0) {
        (void)H5Idec_ref(id);
    }
}
