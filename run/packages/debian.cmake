# Debian packages of the parts that `cmake --install` has as components, in one command:
#
#   cmake --workflow --preset debian     five .deb in build-debian/
#
# Other builds can be packed, too, by `cpack -G DEB` in their directory; without BUILD_SHARED_LIBS
# the library is in the -dev package alone, and there are no libraries for programs that exist.
set(CT_DEBIAN_MAINTAINER "Cornerturn developers <developers@cornerturn.example>" CACHE STRING
    "Maintainer of the Debian packages")
set(library libcornerturn${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}) # by the soname
set(exactly "(= ${PROJECT_VERSION}-1)")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "${CT_DEBIAN_MAINTAINER}")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
    GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian_files.cmake)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${CPACK_DEFAULT_PACKAGE_DESCRIPTION_SUMMARY}") # none before each one's
set(CPACK_COMPONENTS_ALL "")

set(about "Cornerturn redistributes arrays between the processes of a parallel\nprogram: it knows the complete exchanges of the literature, and picks\nthe best for each size.")
macro(ct_debian_package component name section what more)
  string(TOUPPER ${component} upper)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${what}\n${about}\n\n${more}")
  foreach(file IN ITEMS copyright changelog)
    configure_file(${CMAKE_CURRENT_LIST_DIR}/${file}.in ${PROJECT_BINARY_DIR}/packages/${name}/${file} @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/packages/${name}/${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name}
            COMPONENT ${component} EXCLUDE_FROM_ALL)
  endforeach()
endmacro()

file(READ ${PROJECT_SOURCE_DIR}/LICENSE CT_LICENSE)
string(REGEX REPLACE "^[^\n]*\n\n[^\n]*\n\n" "" CT_LICENSE "${CT_LICENSE}") # its name and holder are above
string(REGEX REPLACE "\n\n" "\n.\n" CT_LICENSE "${CT_LICENSE}")
string(REGEX REPLACE "\n([^\n])" "\n \\1" CT_LICENSE " ${CT_LICENSE}")
string(TIMESTAMP CT_DEBIAN_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC) # SOURCE_DATE_EPOCH's, where set

if(BUILD_SHARED_LIBS)
  ct_debian_package(library ${library} libs "distributed transposes and FFTs: libraries"
    "This package has the shared library for MPICH, one with the interface of\nFFTW's MPI transforms, and those that serve MPI's calls of programs that\nexist (LD_PRELOAD).")
  set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_LIST_DIR}/triggers)
  set(of_library ", ${library} ${exactly}")
endif()
ct_debian_package(dev libcornerturn-dev libdevel "distributed transposes and FFTs: C and C++"
  "This package has the headers of C and C++, what CMake and pkg-config need,\nand manual pages of the functions.")
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libmpich-dev, libfftw3-dev, pkg-config${of_library}")
ct_debian_package(programs cornerturn science "distributed transposes and FFTs: programs"
  "This package has the programs fft, transpose, adi and exchange, job scripts,\nand annotated inputs.")
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_DEPENDS mpich)
if(TARGET cornerturn_fortran)
  ct_debian_package(fortran libcornerturn-fortran-dev libdevel "distributed transposes and FFTs: Fortran"
    "This package has the module for gfortran and its library.")
  set(CPACK_DEBIAN_FORTRAN_PACKAGE_DEPENDS "libcornerturn-dev ${exactly}, gfortran")
endif()
if(TARGET cornerturn_python)
  ct_debian_package(python python3-cornerturn python "distributed transposes and FFTs: Python"
    "This package has the module for Python, on NumPy's arrays, with the names\nof scipy.fft.")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3, python3-cffi, python3-numpy")
endif()

include(CPack)
