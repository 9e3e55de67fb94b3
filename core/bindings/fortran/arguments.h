/* What the Fortran module asks of its arguments that are of any type: communicators, arrays. */
#ifndef CT_FORTRAN_ARGUMENTS_H
#define CT_FORTRAN_ARGUMENTS_H

#include <ISO_Fortran_binding.h>
#include <cornerturn/exchange.h>
#include <mpi.h>
#include <stddef.h>

/* The communicator of an integer of `use mpi`, or of a type(MPI_Comm) of `use mpi_f08`, which is
 * that integer alone. */
MPI_Comm ct_fortran_comm(const MPI_Fint *comm);

/* The datatype, likewise. */
MPI_Datatype ct_fortran_datatype(const MPI_Fint *type);

/* This rank in the communicator, and how many there are. */
int ct_fortran_rank(const MPI_Fint *comm);
int ct_fortran_size(const MPI_Fint *comm);

/* Bytes of an array's elements. */
ptrdiff_t ct_fortran_element_bytes(const CFI_cdesc_t *array);

/* Numbers that an array may have to have, real or complex ones or, with both bits, either; 0:
 * elements of any type. */
enum { CT_FORTRAN_ANY, CT_FORTRAN_REAL, CT_FORTRAN_COMPLEX };

/* What an array has to have. The module's type(ct_array). */
typedef struct ct_fortran_wanted {
    ptrdiff_t bytes;         /* at least */
    ptrdiff_t element_bytes; /* 0: any */
    int numbers, precision;  /* that is a ct_precision */
} ct_fortran_wanted;

/* What the elements of an array like this one are: CT_FORTRAN_REAL or _COMPLEX, and *precision; or
 * CT_FORTRAN_ANY, which are no numbers that the library knows. */
int ct_fortran_numbers(const CFI_cdesc_t *array, int *precision);

/* The address of an array that is as wanted, in one piece. Else NULL and a message in `complaint`,
 * of `length` characters filled with blanks; NULL without a message for an array without elements
 * where none is needed. */
void *ct_fortran_address(const CFI_cdesc_t *array, const ct_fortran_wanted *wanted, char *complaint,
                         int length);

/* Whether an array that was looked at since the last such question has characters. gfortran then
 * passes its length to a procedure that expects that of `errmsg`, which must not be written. */
int ct_fortran_had_characters(void);

/* Characters of the module's complaints. */
enum { CT_FORTRAN_COMPLAINT = 160 };

/* The addresses of two arrays, in one call, as each takes some ns. The complaint, whose first
 * character is a blank where there is none, is of the last array that has one. */
void ct_fortran_addresses(const CFI_cdesc_t *input, const CFI_cdesc_t *output,
                          const ct_fortran_wanted wanted[2], char *complaint, void *address[2]);

/* What gfortran (from version 8 on) itself passes for an array of any type and rank: libgfortran.h.
 */
typedef struct ct_fortran_gnu_array {
    void *base;
    size_t offset, element_bytes;
    int version;
    signed char rank, type; /* of enum ct_fortran_gnu_type */
    short attribute;
    ptrdiff_t span; /* bytes of a step of 1 */
    struct {
        ptrdiff_t stride, lower, upper;
    } dim[CFI_MAX_RANK];
} ct_fortran_gnu_array;
enum ct_fortran_gnu_type {
    CT_GNU_INTEGER = 1,
    CT_GNU_LOGICAL,
    CT_GNU_REAL,
    CT_GNU_COMPLEX,
    CT_GNU_DERIVED,
    CT_GNU_CHARACTER
};

/* As ct_fortran_addresses, without the standard's descriptors, which take 5 ns each to fill. Called
 * from Fortran, by the name that gfortran gives it. */
void ct_find_arrays_(const ct_fortran_gnu_array *input, const ct_fortran_gnu_array *output,
                     const ct_fortran_wanted wanted[2], char *complaint, void *address[2]);

/* MPI_IN_PLACE as C has it, where the array is that of `use mpi` or of mpi_f08; else NULL. */
void *ct_fortran_in_place(const CFI_cdesc_t *array);

/* What ct_exchange_explain writes; NULL without memory. The caller frees it. */
char *ct_fortran_explain(const ct_exchange_plan *plan);

#endif
