/*
 * Memory of other processes of one user on one node, copied by the kernel: a single copy between
 * arrays that the processes do not share. Where it is not allowed (Yama, containers) calls fail,
 * which is to be found out with a word whose value the other side has told. Local.
 */
#ifndef CT_NODE_PROCESS_PROCESS_H
#define CT_NODE_PROCESS_PROCESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* From this size on it is faster than two copies through shared memory (2 ranks, swaps through
 * slots and so: 4 KiB 2.4 and 2.3 us, 8 KiB 6.2 and 2.7, 64 KiB 32 and 7.7). */
enum { CT_PROCESS_LEAST_BYTES = 8192 };

/* Copies `bytes` at `address` of the other process to or from memory of this one. False where the
 * system refuses; errno says why. */
int ct_process_read(pid_t process, uint64_t address, void *into, size_t bytes);
int ct_process_write(pid_t process, uint64_t address, const void *from, size_t bytes);

/* A word of this process, unlike that of any process of another node, and its address, for others
 * to try ct_process_read with. */
typedef struct ct_process_word {
    uint64_t word, address;
    pid_t process;
} ct_process_word;

ct_process_word ct_process_own_word(void);
int ct_process_can_read(const ct_process_word *other);

/* Whether the kernel reads memory of this process for others: not that of devices, though the
 * process itself reads it. Tried with the first and the last byte. */
int ct_process_is_readable(const void *memory, size_t bytes);

#endif
