/*
 * Exported symbols: declarations between CT_PUBLIC_BEGIN and CT_PUBLIC_END have C linkage and
 * default visibility; all others are hidden in the shared library.
 */
#ifndef CORNERTURN_PUBLIC_H
#define CORNERTURN_PUBLIC_H

/* From C++ MPI's headers are those of C, if they come after ours: MPI 3 has removed its C++
 * bindings, which Open MPI 4's headers have all the same, with warnings. */
#ifdef __cplusplus
#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX 1
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX 1
#endif
#define CT_LINKAGE_BEGIN extern "C" {
#define CT_LINKAGE_END }
#else
#define CT_LINKAGE_BEGIN
#define CT_LINKAGE_END
#endif

#ifdef __GNUC__ /* clang and the Intel compilers say so too */
#define CT_PUBLIC_BEGIN CT_LINKAGE_BEGIN _Pragma("GCC visibility push(default)")
#define CT_PUBLIC_END _Pragma("GCC visibility pop") CT_LINKAGE_END
#else
#define CT_PUBLIC_BEGIN CT_LINKAGE_BEGIN
#define CT_PUBLIC_END CT_LINKAGE_END
#endif

#endif
