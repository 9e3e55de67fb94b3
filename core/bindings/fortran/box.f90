! A rank's part of an array: along axis i the positions lower(i) to upper(i), from 1. Axes that it
! has not are 1 wide.
module cornerturn_box
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: int64
  use cornerturn_c, only: ct_box_c
  implicit none
  private
  public :: ct_box, box_of_c, box_for_c

  type :: ct_box
    integer :: axes = 0
    integer(int64) :: lower(4) = 1, upper(4) = 1
  contains
    procedure :: count => counts
    procedure :: elements
  end type ct_box

contains

  ! Positions along each of its axes.
  pure function counts(self)
    class(ct_box), intent(in) :: self
    integer(int64) :: counts(self%axes)
    counts = self%upper(1:self%axes) - self%lower(1:self%axes) + 1
  end function counts

  pure integer(int64) function elements(self)
    class(ct_box), intent(in) :: self
    elements = product(self%upper - self%lower + 1)
  end function elements

  pure function box_of_c(c) result(box)
    type(ct_box_c), intent(in) :: c
    type(ct_box) :: box
    integer :: n
    n = c%axes
    box%axes = n
    box%lower(1:n) = c%first(n:1:-1) + 1
    box%upper(1:n) = c%first(n:1:-1) + c%count(n:1:-1)
  end function box_of_c

  pure function box_for_c(box) result(c)
    type(ct_box), intent(in) :: box
    type(ct_box_c) :: c
    integer :: n
    n = box%axes
    c%axes = n
    c%first = 0
    c%count = 0
    c%first(1:n) = box%lower(n:1:-1) - 1
    c%count(1:n) = box%upper(n:1:-1) - box%lower(n:1:-1) + 1
  end function box_for_c
end module cornerturn_box
