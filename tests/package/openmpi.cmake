# For the short test of Open MPI: not optimised, and with assertions, but for what knows no MPI if there is
# a compiler cache. That is compiled as in the suite's own build, so that the cache has it.
set(unoptimised 1)
if(CMAKE_C_COMPILER_LAUNCHER)
  set(unoptimised $<NOT:$<STREQUAL:$<TARGET_PROPERTY:NAME>,ct_pure>>)
endif()
add_compile_options("$<$<AND:$<COMPILE_LANGUAGE:C>,${unoptimised}>:-O0;-UNDEBUG>")
