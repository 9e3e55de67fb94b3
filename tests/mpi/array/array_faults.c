/*
 * Writing that really fails, by system calls that fail on request: all ranks end with the one
 * message, nothing is left, the program can go on and finalize MPI. "array_faults collective"
 * first shows the one case that ends the program where the others do not return, as in MPICH: a
 * collective call that fails on one rank only.
 */
#define _GNU_SOURCE /* fallocate */
#include "array_files.h"
#include "expect.h"

#include "io/array/file.h"
#include "io/array/metadata.h"
#include "io/array/write.h"

#include <cornerturn/memory.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/uio.h>

enum { ROWS = 12, ROW_ELEMENTS = 240, DATA_BYTES = 2048 };

static int rank, size;

/* Each rank writes whole rows, by the system's calls; or rows without their ends, each too short a
 * run of bytes for that: by MPI-IO. */
typedef enum part { ROWS_WHOLE, ROWS_CUT } part;

static int pwrite_error, fsync_error, fallocate_error; /* errno to fail with, or 0 */
static size_t pwrite_from_bytes;                       /* smaller writes succeed */

static int breaks(size_t bytes) {
    errno = pwrite_error;
    return pwrite_error != 0 && bytes >= pwrite_from_bytes;
}

/* These stand before the C library's, for MPI and HDF5 too. */
ssize_t pwrite(int fd, const void *buf, size_t n, off_t offset) {
    return breaks(n) ? -1 : syscall(SYS_pwrite64, fd, buf, n, offset);
}

/* Open MPI's MPI-IO: a row a call. */
ssize_t pwritev(int fd, const struct iovec *iovec, int count, off_t offset) {
    size_t bytes = 0;
    for (int i = 0; i < count; i++) {
        bytes += iovec[i].iov_len;
    }
    return breaks(bytes) ? -1 : syscall(SYS_pwritev, fd, iovec, (long)count, (long)offset, 0L);
}

int fsync(int fd) {
    if (fsync_error != 0) {
        errno = fsync_error;
        return -1;
    }
    return (int)syscall(SYS_fsync, fd);
}

int fallocate(int fd, int mode, off_t offset, off_t len) {
    if (fallocate_error != 0) {
        errno = fallocate_error;
        return -1;
    }
    return (int)syscall(SYS_fallocate, fd, mode, offset, len);
}

static void mend(void) {
    pwrite_error = fsync_error = fallocate_error = 0;
    pwrite_from_bytes = 0;
}

/* What is under way when the system calls begin to fail. */
typedef enum stage { DATA, ATTRIBUTE, COMMIT } stage;

/* Writes an array; `break_it` sets the faults before `broken`. */
static ct_status write_array(part written, stage broken, void (*break_it)(void)) {
    const ptrdiff_t whole[] = {ROWS, ROW_ELEMENTS};
    ct_box box = ct_slab(2, whole, 0, size, rank);
    box.count[1] -= written == ROWS_CUT ? 1 : 0;
    ct_array_file *file = NULL;
    void *elements = NULL;
    EXPECT_INT(ct_alloc(MPI_COMM_SELF, ct_box_elements(&box) * 16, &elements), CT_OK);
    memset(elements, 0, (size_t)ct_box_elements(&box) * 16);
    ct_status status = ct_array_create(MPI_COMM_WORLD, files_path("out.h5"), true, &file);
    EXPECT_INT(status, CT_OK);
    for (stage now = DATA; now <= COMMIT && status == CT_OK; now++) {
        if (now == broken) {
            break_it();
        }
        if (now == DATA) {
            status = ct_array_write_complex(file, "data", 2, whole, &box, elements, NULL);
        } else if (now == ATTRIBUTE) {
            status = ct_array_attribute(file, "data", "what", "nothing");
        } else {
            status = ct_array_commit(&file);
        }
    }
    ct_array_discard(&file);
    ct_free(&elements);
    mend();
    return status;
}

/* The failure that `break_it` brings has `words`, and no file is left. */
static void expect_failure(part written, stage broken, void (*break_it)(void), const char *words) {
    EXPECT_INT(write_array(written, broken, break_it), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), words);
    EXPECT_TEXT(ct_error_message(), "out.h5");
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_INT(files_count(0), 0);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void break_nothing(void) {
}

static void break_reserving(void) {
    fallocate_error = ENOSPC;
}

/* Where no space can be set aside, the last rank finds the disk full. */
static void break_data_of_last(void) {
    fallocate_error = EOPNOTSUPP;
    pwrite_error = rank == size - 1 ? ENOSPC : 0;
    pwrite_from_bytes = DATA_BYTES;
}

static void break_all_data(void) {
    fallocate_error = EOPNOTSUPP;
    pwrite_error = EDQUOT;
    pwrite_from_bytes = DATA_BYTES;
}

/* Not even HDF5's own bytes can be written any more. */
static void break_everything(void) {
    fallocate_error = EOPNOTSUPP;
    pwrite_error = EIO;
}

#ifdef OPEN_MPI /* does not pass on why; of writing the message names what can be */
static const char flushing_failed[] = "MPI_File_sync failed";
static const char collective_failed[] =
    "MPI has not written all of it: No space left on device, Disk quota exceeded, File too large "
    "(ulimit -f), or Input/output error";
#else
static const char flushing_failed[] = "Input/output error";
static const char collective_failed[] = "Input/output error";
#endif

static void break_flushing_of_last(void) {
    fsync_error = rank == size - 1 ? EIO : 0;
}

static void break_flushing(void) {
    fsync_error = EIO;
}

static void break_collective_of_last(void) {
    pwrite_error = rank == size - 1 ? EIO : 0;
    pwrite_from_bytes = DATA_BYTES;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    files_begin();
    if (argc > 1 && strcmp(argv[1], "collective") == 0) {
        expect_failure(ROWS_CUT, DATA, break_collective_of_last, collective_failed);
    }
    expect_failure(ROWS_WHOLE, DATA, break_reserving, "No space left on device");
    expect_failure(ROWS_WHOLE, DATA, break_data_of_last, "No space left on device");
    expect_failure(ROWS_WHOLE, DATA, break_all_data, "quota");
    expect_failure(ROWS_WHOLE, DATA, break_everything, "Input/output error");
    expect_failure(ROWS_CUT, DATA, break_everything, "Input/output error");
    expect_failure(ROWS_CUT, DATA, break_flushing_of_last, flushing_failed);
    expect_failure(ROWS_WHOLE, ATTRIBUTE, break_everything, "Input/output error");
    expect_failure(ROWS_WHOLE, COMMIT, break_flushing, "Input/output error");
    EXPECT_INT(write_array(ROWS_CUT, DATA, break_nothing), CT_OK);
    EXPECT_INT(write_array(ROWS_WHOLE, DATA, break_nothing), CT_OK);
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_INT(files_count(0), 1);
    files_end();
    MPI_Finalize();
    return expect_status();
}
