#define _GNU_SOURCE /* O_PATH */
#include "io/array/storage/transfer.h"

#include "base/escape.h"
#include "base/job/finalize.h"
#include "base/mpi.h"
#include "files/signals.h"
#include "io/array/storage/access.h"
#include "io/array/storage/hdf5.h"
#include "trace/clock.h"
#include <cornerturn/agree.h>

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { NAME_BYTES = 32, DEADLINE_BYTES = 1600 };

ptrdiff_t ct_array_slice_bytes = (ptrdiff_t)1 << 30;

/* Time limit for the other ranks after a failed collective call. */
static const double patience_s = 5;

/* What ends the program if closing a file does not return. */
typedef struct deadline {
    pthread_mutex_t lock;
    pthread_cond_t returned;
    bool is_over;
    double after_s;
    char words[DEADLINE_BYTES];
} deadline;

static void *await(void *context) {
    deadline *this = context;
    const struct timespec until = ct_clock_after(this->after_s);
    int outcome = 0;
    (void)pthread_mutex_lock(&this->lock);
    while (!this->is_over && outcome == 0) {
        outcome = pthread_cond_timedwait(&this->returned, &this->lock, &until);
    }
    if (!this->is_over) {
        ct_unfinished_report(this->words, 1);
        ct_end_all(1);
    }
    (void)pthread_mutex_unlock(&this->lock);
    return NULL;
}

/*
 * After a failed write. HDF5 still has metadata to write, ranks in turns, and where only some of
 * them can, all wait in H5Fclose for each other for ever: then this ends the program with the
 * message of the failure, and removes its files. The first rank reports, unless it returned.
 */
static void close_failed(const ct_transfer *transfer, hid_t file) {
    deadline this = {.lock = PTHREAD_MUTEX_INITIALIZER, .after_s = patience_s};
    pthread_t thread;
    int rank = 0;
    ct_clock_condition(&this.returned);
    (void)MPI_Comm_rank(transfer->comm, &rank);
    this.after_s += rank > 0;
    (void)snprintf(this.words, sizeof this.words, "%s", ct_error_message());
    const bool is_awaited = pthread_create(&thread, NULL, await, &this) == 0;
    if (H5Fclose(file) < 0) {
        ct_finalize_skip();
    }
    if (is_awaited) {
        (void)pthread_mutex_lock(&this.lock);
        this.is_over = true;
        (void)pthread_cond_signal(&this.returned);
        (void)pthread_mutex_unlock(&this.lock);
        (void)pthread_join(thread, NULL);
    }
}

/*
 * After a collective call failed on one rank the others may block in it for ever (ROMIO's two-phase
 * loop, and HDF5's change of the file view after it), and no agreement is possible. If they arrive
 * in time, all fail together; if not, aborts the program with the message.
 */
static ct_status wait_for_others(const ct_transfer *transfer, ct_status mine) {
    ct_status status = CT_OK;
    MPI_Request arrival = MPI_REQUEST_NULL;
    int arrived = 0;
    CT_MPI(MPI_Ibarrier(transfer->comm, &arrival));
    if (mine == CT_OK) {
        CT_MPI(MPI_Wait(&arrival, MPI_STATUS_IGNORE));
        return CT_OK;
    }
    double deadline_s = ct_clock_s() + patience_s;
    while (!arrived) {
        const struct timespec pause = {.tv_nsec = 1000000};
        CT_MPI(MPI_Test(&arrival, &arrived, MPI_STATUS_IGNORE));
        if (!arrived && ct_clock_s() > deadline_s) {
            (void)fprintf(stderr, "error: %s; the other ranks cannot be told, all are ended\n",
                          ct_error_message());
            if (transfer->temporary != NULL) {
                (void)unlink(transfer->temporary);
            }
            ct_end_all(1);
        }
        (void)nanosleep(&pause, NULL);
    }
cleanup:
    return status;
}

ct_status ct_transfer_agree(const ct_transfer *transfer, ct_status mine) {
    ct_status status = CT_OK;
    if (transfer->collective) {
        CT_TRY(wait_for_others(transfer, mine));
    }
    return ct_agree(transfer->comm, mine);
cleanup:
    return status;
}

ct_status ct_transfer_move(ct_transfer *transfer, const ct_box *part, ptrdiff_t offset) {
    ct_status status = CT_OK;
    hsize_t first[CT_MAX_AXES] = {0};
    hsize_t count[CT_MAX_AXES] = {0};
    const hsize_t elements = (hsize_t)ct_box_elements(part);
    const char *path = transfer->path;
    for (int axis = 0; axis < part->axes; axis++) {
        first[axis] = (hsize_t)part->first[axis];
        count[axis] = (hsize_t)part->count[axis];
    }
    if (elements > 0) {
        CT_HDF5(H5Sselect_hyperslab(transfer->filespace, H5S_SELECT_SET, first, NULL, count, NULL),
                "%s %s", transfer->verb, path);
    } else {
        CT_HDF5(H5Sselect_none(transfer->filespace), "%s %s", transfer->verb, path);
    }
    CT_HDF5(transfer->memory = H5Screate_simple(1, &elements, NULL), "%s %s", transfer->verb, path);
    status = transfer->move(transfer, offset, (ptrdiff_t)elements);
    ct_hdf5_release(transfer->memory);
cleanup:
    return status;
}

/* Moves slice `index`, or nothing past the last. */
static ct_status move_slice(ct_transfer *transfer, const ct_slices *slices, ptrdiff_t index) {
    ct_box slice = {.axes = slices->box.axes};
    const ptrdiff_t offset = index < slices->count ? ct_slices_at(slices, index, &slice) : 0;
    return ct_transfer_move(transfer, &slice, offset);
}

static ct_status move_box(ct_transfer *transfer, const ct_box *box, ptrdiff_t most_elements) {
    ct_status status = CT_OK;
    ct_slices slices = ct_slices_make(box, most_elements);
    long long mine = slices.count;
    long long rounds = 0;
    CT_MPI(MPI_Allreduce(&mine, &rounds, 1, MPI_LONG_LONG, MPI_MAX, transfer->comm));
    for (long long round = 0; round < rounds; round++) {
        CT_TRY(ct_transfer_agree(transfer, move_slice(transfer, &slices, (ptrdiff_t)round)));
        ct_progress_update(transfer->progress,
                           transfer->whole_bytes * (double)(round + 1) / (double)rounds);
    }
cleanup:
    return status;
}

/* A name without colon: MPI-IO takes a prefix ("ufs:", "lustre:") for a file system driver. Such a
 * file gets the name of its descriptor in /proc, for which the driver is detected as usual. */
static const char *plain_name(ct_transfer *transfer, const char *file_name, char text[NAME_BYTES]) {
    if (!transfer->parallel || strchr(file_name, ':') == NULL) {
        return file_name;
    }
    transfer->descriptor = open(file_name, O_PATH | O_CLOEXEC);
    (void)snprintf(text, NAME_BYTES, "/proc/self/fd/%d", transfer->descriptor);
    return transfer->descriptor >= 0 ? text : file_name;
}

ct_status ct_transfer_open(ct_transfer *transfer, const char *file_name, hid_t *file) {
    ct_status status = CT_OK;
    hid_t access = H5I_INVALID_HID;
    char text[NAME_BYTES];
    const char *path = transfer->path;
    transfer->descriptor = -1;
    transfer->handle = transfer->filespace = transfer->properties = H5I_INVALID_HID;
    const char *name = plain_name(transfer, file_name, text);
    CT_TRY(ct_access_make(transfer->parallel ? transfer->comm : MPI_COMM_NULL, &access));
    CT_HDF5(*file = H5Fopen(name, transfer->access, access), "%s %s", transfer->verb, path);
    CT_HDF5(transfer->handle = H5Dopen2(*file, transfer->dataset, H5P_DEFAULT),
            "%s dataset \"%s\" of %s", transfer->verb, ct_escaped(transfer->dataset), path);
    CT_HDF5(transfer->filespace = H5Dget_space(transfer->handle), "%s %s", transfer->verb, path);
    CT_HDF5(transfer->properties = H5Pcreate(H5P_DATASET_XFER), "%s %s", transfer->verb, path);
    if (transfer->collective) {
        CT_HDF5(H5Pset_dxpl_mpio(transfer->properties, H5FD_MPIO_COLLECTIVE), "%s %s",
                transfer->verb, path);
    }
cleanup:
    ct_hdf5_release(access);
    return status;
}

ct_status ct_transfer_close(ct_transfer *transfer, hid_t file, bool flush) {
    ct_status status = CT_OK;
    const char *path = transfer->path;
    ct_hdf5_release(transfer->properties);
    ct_hdf5_release(transfer->filespace);
    ct_hdf5_release(transfer->handle);
    if (flush) {
        CT_HDF5(H5Fflush(file, H5F_SCOPE_LOCAL), "%s %s: flushing", transfer->verb, path);
    }
cleanup:
    if (file >= 0 && !flush && transfer->access == H5F_ACC_RDWR) {
        close_failed(transfer, file);
    } else if (file >= 0 && H5Fclose(file) < 0) {
        ct_finalize_skip();
        status = status == CT_OK
                     ? ct_hdf5_raise(__FILE__, __LINE__, "%s %s: closing", transfer->verb, path)
                     : status;
    }
    if (transfer->descriptor >= 0) {
        (void)close(transfer->descriptor);
    }
    return status;
}

ptrdiff_t ct_slice_elements(ptrdiff_t element_bytes) {
    return ct_array_slice_bytes > element_bytes ? ct_array_slice_bytes / element_bytes : 1;
}

ct_status ct_transfer_run(ct_transfer *transfer, const char *file_name, const ct_box *box,
                          ptrdiff_t most_elements) {
    hid_t file = H5I_INVALID_HID;
    ct_status status = ct_transfer_agree(transfer, ct_transfer_open(transfer, file_name, &file));
    if (status == CT_OK) {
        status = move_box(transfer, box, most_elements);
    }
    ct_status closed =
        ct_transfer_close(transfer, file, status == CT_OK && transfer->access == H5F_ACC_RDWR);
    return status == CT_OK ? ct_agree(transfer->comm, closed) : status;
}
