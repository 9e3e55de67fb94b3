# For the short test of Open MPI: what knows MPI is not optimised, and has assertions. The rest is compiled as in
# the suite's own build: a compiler cache has it, and kernels take longer without optimisation than with it.
set(knows_mpi $<NOT:$<STREQUAL:$<TARGET_PROPERTY:NAME>,ct_pure>>)
add_compile_options("$<$<AND:$<COMPILE_LANGUAGE:C>,${knows_mpi}>:-O0;-UNDEBUG>")
