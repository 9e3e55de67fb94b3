/*
 * Single copies between processes of one node: loads and stores where the other rank's array is in
 * a memory file, which is mapped when it comes up first; else by the kernel
 * (node/process/process.h). Local.
 */
#ifndef CT_BINDINGS_PRELOAD_BEGUN_COPY_H
#define CT_BINDINGS_PRELOAD_BEGUN_COPY_H

#include "bindings/preload/begun/board.h"

#include <stdint.h>

/* Copies `bytes` at `address` of the other process, which may be in `array`, to or from memory of
 * this one. False where the system refuses. */
int ct_copy_from(pid_t process, const ct_board_array *array, uint64_t address, void *into,
                 size_t bytes);
int ct_copy_to(pid_t process, const ct_board_array *array, uint64_t address, const void *from,
               size_t bytes);

#endif
