/*
 * Machines: the constants that the price of a schedule is computed from.
 *
 * A message of n bytes costs start_up + distance + n * byte: in the symbols of the papers lambda +
 * delta + n tau; rho is a permutation, Q a barrier.
 *
 * Everything here is local, pure and free of MPI.
 */
#ifndef CORNERTURN_MACHINE_H
#define CORNERTURN_MACHINE_H

#include <cornerturn/public.h>
#include <cornerturn/status.h>
#include <cornerturn/topology.h>
#include <stdio.h>

CT_PUBLIC_BEGIN

enum { CT_MACHINE_NAME = 48, CT_MACHINE_SOURCE = 128 };

typedef struct ct_machine {
    char name[CT_MACHINE_NAME];
    char source[CT_MACHINE_SOURCE]; /* where the numbers come from; may be empty */
    double start_up_s;              /* lambda, a message */
    double byte_s;                  /* tau, a byte through a rank's port */
    double distance_s;              /* delta, a message, however far */
    double distance_doubling_s;     /* added to delta times log2 P (a bigger machine is wider) */
    double hop_s;                   /* a message, per link of its route */
    double permute_byte_s;          /* rho, a byte of a local permutation */
    double barrier_s;               /* Q = barrier_s + barrier_doubling_s * log2 P */
    double barrier_doubling_s;
    double pairwise_s;       /* the zero-byte exchange before a pairwise move */
    double link_byte_s;      /* a byte through one link or one node's interface; 0: no limit */
    double local_start_up_s; /* start-up between ranks of one node */
    double local_byte_s;     /* a byte between ranks of one node */
    int ports;               /* messages a rank sends, and receives, at once; 0: any number */
    int rails;               /* independent networks that rails take in turn; 0: any number */
    int half_duplex;         /* 1: the two directions between a pair of ranks take turns */
} ct_machine;

/* The named machine at `index` of the table, or NULL past the end; by name, of which letters and
 * digits count ("iPSC/860" is ipsc860), or NULL. Local. */
const ct_machine *ct_machine_at(int index);
const ct_machine *ct_machine_find(const char *name);

/* Reads a file of one `key value` a line; # starts a comment. Keys are the fields above; a missing
 * key is 0 (ports and rails 1), name, start_up_s and byte_s must be there. CT_ERROR_CONFIG with
 * "path:line: ...", CT_ERROR_FILE when it cannot be read. Local. */
ct_status ct_machine_read(const char *path, ct_machine *machine);

/* Writes the form that ct_machine_read reads, without rounding. CT_ERROR_FILE. Local. */
ct_status ct_machine_write(FILE *file, const ct_machine *machine);

/* delta among `size` ranks, without hops. Local. */
double ct_machine_distance_s(const ct_machine *machine, int size);

/* A message between ranks (of different nodes) without contention: lambda + delta + bytes tau.
 * Local. */
double ct_machine_message_s(const ct_machine *machine, int size, double bytes);

/* Two such messages between a pair of ranks, one each way: twice that if half-duplex. Local. */
double ct_machine_swap_s(const ct_machine *machine, int size, double bytes);

/* A barrier over all ranks; 0 for one rank. Local. */
double ct_machine_barrier_s(const ct_machine *machine, int size);

CT_PUBLIC_END

#endif
