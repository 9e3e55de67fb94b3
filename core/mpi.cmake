# MPI, its wrappers and its launcher. Debian has several side by side, as mpicc.mpich and
# mpicc.openmpi, and what mpicc and mpiexec are is chosen apart: all that is used here has one suffix.
set(CT_MPI "" CACHE STRING
    "MPI to build with where there are several: mpich or openmpi (default: what mpicc is)")
set_property(CACHE CT_MPI PROPERTY STRINGS "" mpich openmpi)
set(CT_PACKAGES_mpich "libmpich-dev mpich")
set(CT_PACKAGES_openmpi "libopenmpi-dev openmpi-bin")
if(NOT CT_MPI MATCHES "^(|mpich|openmpi)$")
  message(FATAL_ERROR "CT_MPI is ${CT_MPI}; allowed: mpich, openmpi, or nothing for what mpicc is")
endif()

# The flavour whose name mpicc has besides, "" where it has no other.
function(ct_find_mpicc_flavour result)
  set(${result} "" PARENT_SCOPE)
  find_program(mpicc mpicc NO_CACHE)
  file(REAL_PATH "${mpicc}" target)
  foreach(flavour IN ITEMS mpich openmpi)
    find_program(named_${flavour} mpicc.${flavour} NO_CACHE)
    file(REAL_PATH "${named_${flavour}}" named_target)
    if(mpicc AND named_${flavour} AND target STREQUAL named_target)
      set(${result} ${flavour} PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

set(flavour "${CT_MPI}")
if(NOT flavour AND NOT MPI_C_COMPILER AND NOT CMAKE_C_COMPILER MATCHES "mpi[^/]*$")
  ct_find_mpicc_flavour(flavour)
endif()
if(flavour)
  set(variables MPI_C_COMPILER MPI_CXX_COMPILER MPI_Fortran_COMPILER MPIEXEC_EXECUTABLE)
  set(programs mpicc mpicxx mpifort mpiexec)
  foreach(variable program IN ZIP_LISTS variables programs)
    if(EXISTS "${${variable}}.${flavour}") # found as mpicc before that was another MPI's
      set(${variable} ${${variable}}.${flavour} CACHE FILEPATH "" FORCE)
    endif()
    find_program(${variable} NAMES ${program}.${flavour} ${program})
  endforeach()
endif()
find_package(MPI QUIET COMPONENTS C)
if(NOT MPI_C_FOUND)
  string(REGEX REPLACE "^$" mpich flavour "${flavour}")
  ct_missing("MPI" "${CT_PACKAGES_${flavour}}" ${flavour})
endif()
if(MPI_C_VERSION VERSION_LESS 3.0)
  message(FATAL_ERROR "MPI ${MPI_C_VERSION} is too old: 3.0 or newer is needed")
endif()

# What is not Open MPI's is as MPICH's: its relatives have one ABI.
include(CheckSymbolExists)
set(CMAKE_REQUIRED_LIBRARIES MPI::MPI_C)
check_symbol_exists(OPEN_MPI mpi.h CT_IS_OPEN_MPI)
unset(CMAKE_REQUIRED_LIBRARIES)
set(CT_MPI_FLAVOUR mpich)
set(CT_OTHER_FLAVOUR openmpi)
if(CT_IS_OPEN_MPI)
  set(CT_MPI_FLAVOUR openmpi)
  set(CT_OTHER_FLAVOUR mpich)
endif()
if(CT_MPI AND NOT CT_MPI STREQUAL CT_MPI_FLAVOUR)
  message(FATAL_ERROR "CT_MPI is ${CT_MPI}, but ${MPI_C_COMPILER} is ${CT_MPI_FLAVOUR}'s.\n"
    "  Debian, Ubuntu: apt install ${CT_PACKAGES_${CT_MPI}} libhdf5-${CT_MPI}-dev\n"
    "  Spack:          spack install ${CT_MPI} && spack load ${CT_MPI}\n"
    "  elsewhere:      load its module, or pass -DMPI_C_COMPILER=/where/it/is/bin/mpicc\n"
    "A build directory keeps the MPI that it was configured for: cmake --fresh begins anew.")
endif()
