# How a test is added. The file KIND/ROOM/NAME.c holds the test KIND.NAME.

# ct_add_test(NAME LABEL unit|mpi|app|sim|style|nightly|big [RANKS n | MPI] [PROCESSORS n]
#             [SECONDS n] [COST n] [ENVIRONMENT variable=value ..] COMMAND program argument ..)
# RANKS: mpiexec starts the command that many times. MPI: the command starts ranks itself.
# PROCESSORS: how many cores it keeps busy, if not CT_RUNS_PROCESSORS for several ranks and 1 for others.
# SECONDS: it has failed when it takes longer, by the clock of limited.c, which is slow when the machine is;
# CTest's own limit is for a machine that stands still.
function(ct_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "MPI" "RANKS;PROCESSORS;SECONDS;COST" "LABEL;ENVIRONMENT;COMMAND")
  # Not the user's cache; plans by the same constants wherever tests run.
  set(environment XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/cache CT_PROBE=off ${arg_ENVIRONMENT})
  if(arg_RANKS)
    list(PREPEND arg_COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${arg_RANKS})
  endif()
  set(processors 1)
  if(arg_RANKS OR arg_MPI)
    list(PREPEND environment ${CT_MPI_ENVIRONMENT})
  endif()
  if(arg_RANKS GREATER 1 OR arg_MPI)
    set(processors ${CT_RUNS_PROCESSORS})
  endif()
  foreach(default IN ITEMS PROCESSORS=${processors} SECONDS=120 COST=0)
    string(REGEX MATCH "(.*)=(.*)" all "${default}")
    if(NOT arg_${CMAKE_MATCH_1})
      set(arg_${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
    endif()
  endforeach()
  math(EXPR most_seconds "60 * ${arg_SECONDS}")
  add_test(NAME ${name} COMMAND ct_limited ${arg_SECONDS} ${arg_COMMAND})
  set_tests_properties(${name} PROPERTIES
    LABELS "${arg_LABEL}" PROCESSORS ${arg_PROCESSORS} TIMEOUT ${most_seconds} COST ${arg_COST}
    ENVIRONMENT "${environment}" ENVIRONMENT_MODIFICATION PATH=path_list_prepend:${CT_TEST_TOOLS})
endfunction()

# Of tests that run for a moment: more optimisation takes longer than what it saves.
set(CT_TEST_OPTIONS $<$<CONFIG:Release>:-O1>)

# ct_add_unit_test(ROOM/NAME): pure code, without MPI, under sanitizers.
function(ct_add_unit_test file)
  get_filename_component(name ${file} NAME)
  add_executable(unit_${name} ${file}.c)
  target_link_libraries(unit_${name} PRIVATE ct_pure_checked)
  ct_add_test(unit.${name} LABEL unit COMMAND $<TARGET_FILE:unit_${name}>)
endfunction()

# ct_add_mpi_test(ROOM/NAME ranks .. [LIBRARIES library ..] [NIGHTLY ranks ..] [BIG]): the library, on
# each number of ranks; NIGHTLY: on these too, as nightly tests labelled ranks; BIG: with much memory.
function(ct_add_mpi_test file)
  cmake_parse_arguments(PARSE_ARGV 1 arg "BIG" "" "LIBRARIES;NIGHTLY")
  set(kind LABEL mpi)
  if(arg_BIG)
    set(kind LABEL big SECONDS 600)
  endif()
  get_filename_component(name ${file} NAME)
  add_executable(mpi_${name} ${file}.c)
  target_include_directories(mpi_${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/core
                                                 ${PROJECT_SOURCE_DIR}/tests/support)
  target_compile_options(mpi_${name} PRIVATE ${CT_TEST_OPTIONS})
  target_link_libraries(mpi_${name} PRIVATE ct_flags ct_whole ${arg_LIBRARIES} m)
  foreach(ranks IN LISTS arg_UNPARSED_ARGUMENTS)
    ct_add_test(mpi.${name}.${ranks} ${kind} RANKS ${ranks} COMMAND $<TARGET_FILE:mpi_${name}>)
  endforeach()
  foreach(ranks IN LISTS arg_NIGHTLY)
    ct_add_test(nightly.${name}.${ranks} LABEL "nightly;ranks" RANKS ${ranks} COMMAND $<TARGET_FILE:mpi_${name}>)
  endforeach()
endfunction()

# ct_add_mpi_nodes_test(NAME nodes ranks [argument ..] [NIGHTLY]): once more, on a machine that MPI takes for
# several; NIGHTLY: as a nightly test labelled ranks.
function(ct_add_mpi_nodes_test name nodes ranks)
  cmake_parse_arguments(PARSE_ARGV 3 arg "NIGHTLY" "" "")
  set(kind mpi)
  set(label mpi)
  if(arg_NIGHTLY)
    set(kind nightly)
    set(label "nightly;ranks")
  endif()
  string(JOIN "" suffix ${arg_UNPARSED_ARGUMENTS})
  string(REPLACE @ ${nodes} environment "${CT_NODES_ENVIRONMENT}")
  ct_add_test(${kind}.${name}.${ranks}.on${nodes}nodes${suffix} LABEL "${label}" RANKS ${ranks}
              ENVIRONMENT ${environment}
              COMMAND $<TARGET_FILE:mpi_${name}> ${arg_UNPARSED_ARGUMENTS})
endfunction()

# ct_add_app_test(ROOM/NAME [RANKS "1 2 .."]): programs end to end, on these numbers of ranks.
function(ct_add_app_test file)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "RANKS" "")
  get_filename_component(name ${file} NAME)
  string(REPLACE " " "-" suffix ".${arg_RANKS}")
  string(REGEX REPLACE "\\.$" "" suffix "${suffix}")
  ct_add_test(app.${name}${suffix} LABEL app MPI SECONDS 300
              ENVIRONMENT ${CT_APP_ENVIRONMENT} "CT_RANKS=${arg_RANKS}"
              COMMAND ${CT_PYTHON} -B ${CMAKE_CURRENT_SOURCE_DIR}/${file}.py)
endfunction()
