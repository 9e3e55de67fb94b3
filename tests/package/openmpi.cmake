# For the short test of Open MPI: not optimised, and with assertions, but for what knows no MPI. That is
# compiled as in the suite's own build, so that ccache has it.
add_compile_options("$<$<AND:$<COMPILE_LANGUAGE:C>,$<NOT:$<STREQUAL:$<TARGET_PROPERTY:NAME>,ct_pure>>>:-O0;-UNDEBUG>")
