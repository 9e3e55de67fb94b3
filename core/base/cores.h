/*
 * Whether a rank that waits may keep its core, as MPI's own waits do: they return sooner than tests
 * in a loop (8 bytes over TCP 0.5 us, 4 KiB 2.3 us), but never give the core to another rank.
 */
#ifndef CT_BASE_CORES_H
#define CT_BASE_CORES_H

#include <stdint.h>

/* Identifies the cores that this process may use: processes with the same number share the same
 * cores of the same machine, whatever names or namespaces they have. Local. */
uint32_t ct_cores_identity(void);

/* Whether these cores are enough for `ranks` processes that share them, and the machine for all
 * those that the launcher says it started here, of other communicators too. Local. */
int ct_cores_suffice(int ranks);

#endif
