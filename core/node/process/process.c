#define _GNU_SOURCE
#include "node/process/process.h"

#include <stdatomic.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

typedef ssize_t transfer(pid_t process, const struct iovec *here, unsigned long pieces_here,
                         const struct iovec *there, unsigned long pieces_there,
                         unsigned long flags);

static int copy_by(transfer *by, pid_t process, uint64_t address, void *memory, size_t bytes) {
    for (size_t done = 0; done < bytes;) {
        const struct iovec here = {(char *)memory + done, bytes - done};
        const struct iovec there = {(void *)(uintptr_t)(address + done), bytes - done}; // NOLINT
        const ssize_t now = by(process, &here, 1, &there, 1, 0);
        if (now <= 0) {
            return 0;
        }
        done += (size_t)now;
    }
    return 1;
}

int ct_process_read(pid_t process, uint64_t address, void *into, size_t bytes) {
    return copy_by(process_vm_readv, process, address, into, bytes);
}

int ct_process_write(pid_t process, uint64_t address, const void *from, size_t bytes) {
    return copy_by(process_vm_writev, process, address, (void *)from, bytes);
}

ct_process_word ct_process_own_word(void) {
    static _Atomic uint64_t word; /* the first thread to come sets it */
    uint64_t found = 0;
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    const uint64_t mine =
        ((uint64_t)getpid() << 32 ^ (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30) | 1;
    found = atomic_compare_exchange_strong(&word, &found, mine) ? mine : found;
    return (ct_process_word){found, (uint64_t)(uintptr_t)&word, getpid()};
}

int ct_process_can_read(const ct_process_word *other) {
    uint64_t read = 0;
    return ct_process_read(other->process, other->address, &read, sizeof read) &&
           read == other->word;
}

int ct_process_is_readable(const void *memory, size_t bytes) {
    char ends[2];
    const struct iovec here = {ends, sizeof ends};
    char *first = (char *)memory; /* only read */
    const struct iovec there[2] = {{first, 1}, {first + bytes - 1, 1}};
    return process_vm_readv(getpid(), &here, 1, there, 2, 0) == (ssize_t)sizeof ends;
}
