# For the short test of Open MPI: what knows MPI is not optimised, and has assertions. The rest is compiled as in
# the suite's own build: a compiler cache has it, and kernels take longer without optimisation than with it.
set(knows_mpi $<NOT:$<STREQUAL:$<TARGET_PROPERTY:NAME>,ct_pure>>)
add_compile_options("$<$<AND:$<COMPILE_LANGUAGE:C>,${knows_mpi}>:-O0;-UNDEBUG>")

include(${CMAKE_CURRENT_LIST_DIR}/../support/suite.cmake)

# What its tests do not link with is compiled with Open MPI by nightly.openmpi only: half of the sources that know MPI.
function(ct_leave_out)
  get_target_property(sources cornerturn SOURCES)
  list(FILTER sources EXCLUDE REGEX "^(fft|poisson|adi)/|/core/(fft|poisson|adi)/")
  set_property(TARGET cornerturn PROPERTY SOURCES ${sources})
endfunction()
cmake_language(DEFER CALL ct_leave_out)
