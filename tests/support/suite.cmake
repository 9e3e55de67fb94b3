# How the suite compiles the kernels of adi for shorter vectors than this machine has, which run in tests of all
# variants only: with less optimisation gcc takes 5 s for each, not 11. Products are fused with sums as in a release
# (by expensive optimisations), which floats that are renewed need. nightly.openmpi runs these tests with variants that
# are compiled as in a release.
set(CT_SHORTER portable)
if(EXISTS /proc/cpuinfo)
  file(STRINGS /proc/cpuinfo flags LIMIT_COUNT 1 REGEX "^flags.* avx512f")
  if(flags)
    list(APPEND CT_SHORTER avx2)
  endif()
endif()

function(ct_compile_sooner)
  foreach(variant IN LISTS CT_SHORTER)
    set_property(SOURCE ${PROJECT_SOURCE_DIR}/core/adi/kernels/variants/double_${variant}.c
                        ${PROJECT_SOURCE_DIR}/core/adi/kernels/variants/float_${variant}.c
                 TARGET_DIRECTORY ct_pure APPEND PROPERTY COMPILE_OPTIONS -O1 -fexpensive-optimizations)
  endforeach()
endfunction()
cmake_language(DEFER CALL ct_compile_sooner)

# Fortran's module hands calls on to C and has no loops worth more: gfortran takes 0.17 s a file, not 0.24, and
# nothing is in a compiler cache. nightly.openmpi has it as in a release.
set(CMAKE_Fortran_FLAGS_RELEASE "-O1 -DNDEBUG")
