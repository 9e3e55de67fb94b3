! What the tests of the Fortran module share.
module expect
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi_f08
  use cornerturn
  implicit none

  integer :: rank, ranks, failures = 0
  type(MPI_Comm) :: comm
  real(real64), parameter :: PI = acos(-1.0_real64)

  interface ! of counted.c
    integer(c_int) function destroyed() bind(C, name="ct_test_destroyed")
      import :: c_int
    end function destroyed
  end interface

contains

  subroutine expect_true(is_true, what)
    logical, intent(in) :: is_true
    character(*), intent(in) :: what
    if (is_true) return
    failures = failures + 1
    print "(a,i0,2a)", "rank ", rank, ": ", what
  end subroutine expect_true

  subroutine expect_near(error, most, what)
    real(real64), intent(in) :: error, most
    character(*), intent(in) :: what
    character(40) :: numbers
    write (numbers, "(2(1x,es10.3))") error, most
    call expect_true(error <= most, what//": error, and the most allowed:"//numbers)
  end subroutine expect_near

  subroutine expect_failure(stat, errmsg, wanted, words)
    integer, intent(in) :: stat, wanted
    character(*), intent(in) :: errmsg, words
    call expect_true(stat == wanted, "a status other than wanted, with: "//trim(errmsg))
    call expect_true(index(errmsg, words) > 0, "no word of "//words//" in: "//trim(errmsg))
  end subroutine expect_failure

  ! A number for each position of an array, neither smooth nor symmetric.
  pure real(real64) function value_at(position)
    integer(int64), intent(in) :: position(4)
    value_at = modulo(real(sum(position*[7_int64, 31_int64, 59_int64, 101_int64]), real64)*0.618034_real64, &
                      1.0_real64)
  end function value_at

  pure complex(real64) function complex_at(position)
    integer(int64), intent(in) :: position(4)
    complex_at = cmplx(value_at(position), value_at(position + 3), real64)
  end function complex_at

  ! The position of an element of a dense part, from 0.
  pure function position_of(box, element) result(position)
    type(ct_box), intent(in) :: box
    integer(int64), intent(in) :: element
    integer(int64) :: position(4), left
    integer :: a
    left = element
    do a = 1, 4
      position(a) = box%lower(a) + mod(left, box%upper(a) - box%lower(a) + 1)
      left = left/(box%upper(a) - box%lower(a) + 1)
    end do
  end function position_of
end module expect
