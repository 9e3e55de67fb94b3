# Target ct_cyaml: libcyaml with libyaml, fetched at their release tags and linked statically, for
# machines that have neither. Without a network, say where clones (libyaml.git, libcyaml.git) or unpacked
# sources are; the commits of clones are those of here, whoever made them:
#   -DCT_FETCH_CYAML=ON -DCT_CYAML_MIRROR=/where/the/clones/are
#   -DCT_FETCH_CYAML=ON -DFETCHCONTENT_SOURCE_DIR_LIBYAML=... -DFETCHCONTENT_SOURCE_DIR_LIBCYAML=...
include(FetchContent)
set(CT_CYAML_MIRROR "" CACHE STRING "Directory or address with libyaml.git and libcyaml.git, instead of GitHub")
set(from_yaml https://github.com/yaml)
set(from_tlsa https://github.com/tlsa)
if(CT_CYAML_MIRROR)
  set(from_yaml ${CT_CYAML_MIRROR})
  set(from_tlsa ${CT_CYAML_MIRROR})
  foreach(name IN ITEMS libyaml libcyaml)
    if(IS_ABSOLUTE ${CT_CYAML_MIRROR} AND NOT EXISTS ${CT_CYAML_MIRROR}/${name}.git)
      message(FATAL_ERROR "CT_CYAML_MIRROR is ${CT_CYAML_MIRROR}, which has no ${name}.git; wanted there: clones of "
                          "https://github.com/yaml/libyaml and https://github.com/tlsa/libcyaml by these names")
    endif()
  endforeach()
endif()

# Only the sources are wanted, so neither project's build is entered (SOURCE_SUBDIR names nothing):
# libyaml's would add its tests and its installation to ours, and libcyaml's is a plain Makefile.
FetchContent_Declare(libyaml
  GIT_REPOSITORY ${from_yaml}/libyaml.git
  GIT_TAG 2c891fc7a770e8ba2fec34fc6b545c672beb37e6 # 0.2.5
  SOURCE_SUBDIR none)
FetchContent_Declare(libcyaml
  GIT_REPOSITORY ${from_tlsa}/libcyaml.git
  GIT_TAG d05365e474e56d34c8d4b25599a333c0635eeebf # 1.4.2
  SOURCE_SUBDIR none)
FetchContent_MakeAvailable(libyaml libcyaml)

file(GLOB CT_CYAML_SOURCES ${libyaml_SOURCE_DIR}/src/*.c ${libcyaml_SOURCE_DIR}/src/*.c)
add_library(ct_cyaml STATIC ${CT_CYAML_SOURCES})
target_include_directories(ct_cyaml SYSTEM PUBLIC ${libyaml_SOURCE_DIR}/include
                                                  ${libcyaml_SOURCE_DIR}/include)
target_compile_definitions(ct_cyaml PRIVATE
  YAML_VERSION_MAJOR=0 YAML_VERSION_MINOR=2 YAML_VERSION_PATCH=5 YAML_VERSION_STRING="0.2.5"
  VERSION_MAJOR=1 VERSION_MINOR=4 VERSION_PATCH=2 VERSION_DEVEL=0)
# Written for the compiler's default dialect, with POSIX; not our code to warn about.
set_target_properties(ct_cyaml PROPERTIES C_EXTENSIONS ON)
target_compile_options(ct_cyaml PRIVATE -w -Werror=implicit-function-declaration)
