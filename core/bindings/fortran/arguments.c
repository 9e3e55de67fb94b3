#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "bindings/fortran/arguments.h"

#include <cornerturn/precision.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

MPI_Comm ct_fortran_comm(const MPI_Fint *comm) {
    return MPI_Comm_f2c(*comm);
}

MPI_Datatype ct_fortran_datatype(const MPI_Fint *type) {
    return MPI_Type_f2c(*type);
}

int ct_fortran_rank(const MPI_Fint *comm) {
    int rank = 0;
    MPI_Comm_rank(MPI_Comm_f2c(*comm), &rank);
    return rank;
}

int ct_fortran_size(const MPI_Fint *comm) {
    int size = 0;
    MPI_Comm_size(MPI_Comm_f2c(*comm), &size);
    return size;
}

/* MPI's variables MPI_IN_PLACE, by address: that of MPICH's mpi_f08, the second of the common block
 * of its `use mpi`; Open MPI's common block as compilers name it. Weak: a program has those of its
 * own MPI library, and of that the modules it uses. */
extern int MPIR_F08_MPI_IN_PLACE __attribute__((weak));
extern int mpipriv1_[2] __attribute__((weak));
extern int mpi_fortran_in_place __attribute__((weak));
extern int mpi_fortran_in_place_ __attribute__((weak));
extern int mpi_fortran_in_place__ __attribute__((weak));

/* An array of this call has characters. */
static _Thread_local int has_characters;

static void note(const CFI_cdesc_t *array) {
    has_characters = has_characters || array->type == CFI_type_char;
}

int ct_fortran_had_characters(void) {
    const int had = has_characters;
    has_characters = 0;
    return had;
}

void *ct_fortran_in_place(const CFI_cdesc_t *array) {
    const void *const places[] = {
        &MPIR_F08_MPI_IN_PLACE, (const int *)mpipriv1_ == NULL ? NULL : &mpipriv1_[1],
        &mpi_fortran_in_place, &mpi_fortran_in_place_, &mpi_fortran_in_place__};
    for (size_t i = 0; array->base_addr != NULL && i < sizeof places / sizeof places[0]; i++) {
        if (array->base_addr == places[i]) {
            return MPI_IN_PLACE;
        }
    }
    return NULL;
}

ptrdiff_t ct_fortran_element_bytes(const CFI_cdesc_t *array) {
    note(array);
    return (ptrdiff_t)array->elem_len;
}

int ct_fortran_numbers(const CFI_cdesc_t *array, int *precision) {
    note(array);
    const int is_float = array->type == CFI_type_float || array->type == CFI_type_float_Complex;
    *precision = is_float ? CT_FLOAT : CT_DOUBLE;
    if (array->type == CFI_type_float || array->type == CFI_type_double) {
        return CT_FORTRAN_REAL;
    }
    return array->type == CFI_type_float_Complex || array->type == CFI_type_double_Complex
               ? CT_FORTRAN_COMPLEX
               : CT_FORTRAN_ANY;
}

/* Whether its elements are as wanted. */
static int has_elements(const CFI_cdesc_t *array, const ct_fortran_wanted *wanted) {
    int precision = 0;
    if (wanted->numbers == CT_FORTRAN_ANY) {
        return wanted->element_bytes == 0 || wanted->element_bytes == (ptrdiff_t)array->elem_len;
    }
    return (ct_fortran_numbers(array, &precision) & wanted->numbers) != 0 &&
           precision == wanted->precision;
}

static ptrdiff_t bytes_of(const CFI_cdesc_t *array) {
    ptrdiff_t bytes = (ptrdiff_t)array->elem_len;
    for (int axis = 0; axis < array->rank; axis++) {
        if (array->dim[axis].extent < 0) { /* assumed size: the caller knows */
            return PTRDIFF_MAX;
        }
        bytes *= array->dim[axis].extent;
    }
    return bytes;
}

static const char *name_of(int numbers, int precision) {
    static const char *const names[3][2] = {
        {"real(real64)", "real(real32)"},
        {"complex(real64)", "complex(real32)"},
        {"real(real64), complex(real64)", "real(real32), complex(real32)"}};
    return names[numbers - 1][precision == CT_FLOAT];
}

/* Whether the array is as most are, which takes a few ns: in one piece and of known size, with
 * elements as wanted. */
static int is_plain(const CFI_cdesc_t *array, const ct_fortran_wanted *wanted) {
    ptrdiff_t given = (ptrdiff_t)array->elem_len;
    int is_one = array->base_addr != NULL && array->type != CFI_type_char;
    for (int axis = 0; axis < array->rank; axis++) {
        is_one = is_one && array->dim[axis].extent >= 0 && array->dim[axis].sm == given;
        given *= array->dim[axis].extent;
    }
    return is_one && given >= wanted->bytes && has_elements(array, wanted);
}

/* Writes what is wrong with the array; nothing if it may be used. */
static void check(const CFI_cdesc_t *array, const ct_fortran_wanted *wanted, char *text,
                  size_t length) {
    const ptrdiff_t given = array->base_addr == NULL ? 0 : bytes_of(array);
    if (given < wanted->bytes) {
        snprintf(text, length, "an array of %td bytes; allowed: %td or more", given, wanted->bytes);
    } else if (wanted->bytes == 0 || has_elements(array, wanted)) {
        if (wanted->bytes > 0 && array->rank > 0 && given != PTRDIFF_MAX &&
            !CFI_is_contiguous(array)) {
            snprintf(text, length,
                     "an array with gaps between its elements; allowed: contiguous ones");
        }
    } else if (wanted->numbers != CT_FORTRAN_ANY) {
        snprintf(text, length, "an array of another type; allowed: %s",
                 name_of(wanted->numbers, wanted->precision));
    } else {
        snprintf(text, length,
                 "an array with elements of %td bytes; allowed: of %td, as the plan was made for",
                 (ptrdiff_t)array->elem_len, wanted->element_bytes);
    }
}

/* For the others. Not part of what is called each time, which would make room for the text. */
__attribute__((noinline)) static void *look_closely(const CFI_cdesc_t *array,
                                                    const ct_fortran_wanted *wanted,
                                                    char *complaint, int length) {
    char text[160] = "";
    note(array);
    check(array, wanted, text, sizeof text);
    if (text[0] != '\0') {
        const size_t written = strlen(text);
        memset(complaint, ' ', (size_t)length);
        memcpy(complaint, text, written < (size_t)length ? written : (size_t)length);
        return NULL;
    }
    return array->base_addr;
}

void *ct_fortran_address(const CFI_cdesc_t *array, const ct_fortran_wanted *wanted, char *complaint,
                         int length) {
    return is_plain(array, wanted) ? array->base_addr
                                   : look_closely(array, wanted, complaint, length);
}

void ct_fortran_addresses(const CFI_cdesc_t *input, const CFI_cdesc_t *output,
                          const ct_fortran_wanted wanted[2], char *complaint, void *address[2]) {
    const CFI_cdesc_t *const array[] = {input, output};
    complaint[0] = ' ';
    for (int i = 0; i < 2; i++) {
        address[i] = ct_fortran_address(array[i], &wanted[i], complaint, CT_FORTRAN_COMPLAINT);
    }
}

/* Whether it is as is_plain has it. */
static int is_plain_gnu(const ct_fortran_gnu_array *array, const ct_fortran_wanted *wanted) {
    const ptrdiff_t number_bytes = wanted->precision == CT_FLOAT ? sizeof(float) : sizeof(double);
    const int is_complex = array->type == CT_GNU_COMPLEX;
    ptrdiff_t given = (ptrdiff_t)array->element_bytes;
    int is_one = array->base != NULL && array->rank > 0 && array->type != CT_GNU_CHARACTER;
    if (wanted->numbers != CT_FORTRAN_ANY) {
        const int numbers = is_complex ? CT_FORTRAN_COMPLEX : CT_FORTRAN_REAL;
        is_one = is_one && (is_complex || array->type == CT_GNU_REAL) &&
                 (numbers & wanted->numbers) != 0 && given == number_bytes * (is_complex ? 2 : 1);
    } else {
        is_one = is_one && (wanted->element_bytes == 0 || wanted->element_bytes == given);
    }
    for (int axis = 0; axis < array->rank; axis++) {
        const ptrdiff_t extent = array->dim[axis].upper - array->dim[axis].lower + 1;
        is_one = is_one && extent >= 0 && array->dim[axis].stride * array->span == given;
        given *= extent;
    }
    return is_one && given >= wanted->bytes;
}

/* The standard's descriptor, as far as it is looked at here. */
static void convert(const ct_fortran_gnu_array *from, CFI_cdesc_t *into) {
    const size_t element = from->element_bytes;
    const int is_real = from->type == CT_GNU_REAL;
    into->base_addr = from->base;
    into->elem_len = element;
    into->version = CFI_VERSION;
    into->rank = (CFI_rank_t)from->rank;
    into->attribute = CFI_attribute_other;
    into->type = from->type == CT_GNU_CHARACTER ? CFI_type_char : CFI_type_other;
    if (is_real && (element == sizeof(float) || element == sizeof(double))) {
        into->type = element == sizeof(float) ? CFI_type_float : CFI_type_double;
    } else if (from->type == CT_GNU_COMPLEX &&
               (element == 2 * sizeof(float) || element == 2 * sizeof(double))) {
        into->type =
            element == 2 * sizeof(float) ? CFI_type_float_Complex : CFI_type_double_Complex;
    }
    for (int axis = 0; axis < from->rank; axis++) {
        into->dim[axis].lower_bound = 0;
        into->dim[axis].extent = from->dim[axis].upper - from->dim[axis].lower + 1;
        into->dim[axis].sm = from->dim[axis].stride * from->span;
    }
}

__attribute__((noinline)) static void *look_closely_gnu(const ct_fortran_gnu_array *array,
                                                        const ct_fortran_wanted *wanted,
                                                        char *complaint) {
    CFI_CDESC_T(CFI_MAX_RANK) converted;
    convert(array, (CFI_cdesc_t *)&converted);
    return ct_fortran_address((CFI_cdesc_t *)&converted, wanted, complaint, CT_FORTRAN_COMPLAINT);
}

void ct_find_arrays_(const ct_fortran_gnu_array *input, const ct_fortran_gnu_array *output,
                     const ct_fortran_wanted wanted[2], char *complaint, void *address[2]) {
    const ct_fortran_gnu_array *const array[] = {input, output};
    complaint[0] = ' ';
    for (int i = 0; i < 2; i++) {
        address[i] = is_plain_gnu(array[i], &wanted[i])
                         ? array[i]->base
                         : look_closely_gnu(array[i], &wanted[i], complaint);
    }
}

char *ct_fortran_explain(const ct_exchange_plan *plan) {
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    if (file != NULL) {
        ct_exchange_explain(plan, file);
        fclose(file);
    }
    return text;
}
