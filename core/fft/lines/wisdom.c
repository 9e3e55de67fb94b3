/* FFTW's wisdom: stored in a file between jobs, equal on all ranks of a job. */
#include "fft/lines/wisdom.h"

#include "base/mpi.h"
#include <cornerturn/agree.h>
#include <fftw3.h>

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *ct_fft_library(void) {
    return fftw_version;
}

ct_status ct_fft_wisdom_path(char **path) {
    const char *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    int own = cache != NULL && cache[0] == '/';
    if (!own && (home == NULL || home[0] == '\0')) {
        return ct_raise(CT_ERROR_FILE,
                        "no place for FFTW's wisdom: neither XDG_CACHE_HOME nor HOME "
                        "is set");
    }
    const char *base = own ? cache : home;
    const char *format = own ? "%s/cornerturn/wisdom-%s" : "%s/.cache/cornerturn/wisdom-%s";
    size_t bytes = strlen(base) + strlen(fftw_version) + 64;
    *path = malloc(bytes);
    if (*path == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for a path");
    }
    (void)snprintf(*path, bytes, format, base, fftw_version);
    return CT_OK;
}

int ct_fft_wisdom_read(const ct_fft_backend *fftw, const char *path) {
    struct stat about;
    if (stat(path, &about) != 0) {
        return 1;
    }
    return S_ISREG(about.st_mode) && fftw->wisdom_read(path) != 0;
}

/* Creates the missing directories of `path`. */
static void make_directories(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(path, 0777);
        *slash = '/';
    }
}

int ct_fft_wisdom_write(const ct_fft_backend *fftw, const char *path) {
    size_t bytes = strlen(path) + 32;
    char *partial = malloc(bytes);
    if (partial == NULL) {
        return 0;
    }
    (void)snprintf(partial, bytes, "%s.partial-%ld", path, (long)getpid());
    make_directories(partial);
    (void)ct_fft_wisdom_read(fftw, path); /* merge what other jobs have added since */
    int written = fftw->wisdom_write(partial) != 0 && rename(partial, path) == 0;
    if (!written) {
        (void)unlink(partial);
    }
    free(partial);
    return written;
}

ct_status ct_fft_wisdom_share(const ct_fft_backend *fftw, MPI_Comm comm) {
    int rank = 0;
    int length = 0;
    char *text = NULL;
    ct_status status = CT_OK;
    CT_MPI(MPI_Comm_rank(comm, &rank));
    if (rank == 0) {
        text = fftw->wisdom_text();
        length = text != NULL ? (int)strlen(text) + 1 : 0;
    }
    CT_MPI(MPI_Bcast(&length, 1, MPI_INT, 0, comm));
    if (rank != 0) {
        text = malloc((size_t)length + 1);
    }
    CT_TRY(
        ct_agree(comm, text != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for wisdom")));
    CT_MPI(MPI_Bcast(text, length, MPI_CHAR, 0, comm));
    if (rank != 0) {
        (void)fftw->wisdom_learn(text);
    }
cleanup:
    free(text);
    return status;
}
