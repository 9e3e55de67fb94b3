/*
 * Files of shared memory in /dev/shm, and whether there is space for more. They are sparse: a
 * process that touches a page when the file system is full gets SIGBUS. So bytes promised to
 * earlier arrays count as used, as far as the allocating ranks know. Other processes of the node
 * are not asked: against them memory is certain once its pages are placed.
 */
#ifndef CT_NODE_SHM_H
#define CT_NODE_SHM_H

#include <cornerturn/status.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The user's limit per node, from CT_SHARED_BYTES; PTRDIFF_MAX if unset. CT_ERROR_CONFIG if it is
 * no number of bytes. Local. */
ct_status ct_shm_limit(ptrdiff_t *limit_bytes);

/* Whether `bytes` more can be shared besides `promised_bytes` not yet touched. Doubles, since sums
 * over a node may exceed ptrdiff_t. Local. */
int ct_shm_fits(double bytes, double promised_bytes, ptrdiff_t limit_bytes);

/* Lower bound of a mapping's bytes without pages. Local. */
ptrdiff_t ct_shm_untouched_bytes(void *start, ptrdiff_t bytes);

/* Places the pages at `start`, mapped from `offset` of a file in /dev/shm, as this rank's first
 * write would. False, where that would be SIGBUS, if there is no space for all. Local. */
int ct_shm_place(void *start, ptrdiff_t bytes, int descriptor, ptrdiff_t offset);

/* A file of shared memory, as other processes of the node find it. */
typedef struct ct_shm_file {
    long process; /* has it open as `descriptor` */
    int descriptor;
    dev_t device;
    ino_t inode;
    char name[64]; /* of shm_open; empty: it has none */
} ct_shm_file;

/* Creates a sparse file without a name, so that nothing of it is left when its processes are
 * killed. With `has_name`, or where the system has no such files, it has one, which contains `id`,
 * until ct_shm_unname. Returns the descriptor, -1 on failure. Local. */
int ct_shm_create(ptrdiff_t bytes, int has_name, uint64_t id, ct_shm_file *made);

/* Opens a file that another process of the node has created and not closed yet. One without a name
 * is reached by /proc, which containers that share /dev/shm alone do not share. Returns the
 * descriptor, -1 on failure. Local. */
int ct_shm_open(const ct_shm_file *file);

/* Removes the name. Local. */
void ct_shm_unname(const ct_shm_file *file);

#endif
