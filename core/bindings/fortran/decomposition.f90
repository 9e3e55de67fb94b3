! Which rank holds which positions of an array, and its memory layout: decomposition.h. Set what is
! wanted, by name:
!
!   ct_decomposition(extent=[nx, ny, nz], grid=[1, 2, 4])                   ! balanced blocks
!   ct_decomposition([nx, ny], grid=[1, 2], bounds=[1, nx + 1, 1, 9, ny + 1])
!   ct_decomposition([n, n], grid=[2, 2], width=[64, 64])                   ! block-cyclic
!   ct_decomposition([nx, ny], boxes=[mine])                                ! boxes
module cornerturn_decomposition
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: int64
  use cornerturn_c
  use cornerturn_support
  use cornerturn_box
  implicit none
  private
  public :: ct_decomposition, ct_grid, decomposition_for_c

  type :: ct_decomposition
    integer(int64), allocatable :: extent(:)
    integer, allocatable :: grid(:) ! parts along each axis; not of boxes
    integer(int64), allocatable :: bounds(:) ! for each axis, one after another: where each part begins,
                                             ! and the extent + 1; grid + 1 positions
    integer(int64), allocatable :: width(:) ! block-cyclic: positions of a block (MB, NB)
    integer, allocatable :: source(:) ! block-cyclic: who has the first block, from 0 (RSRC, CSRC)
    type(ct_box), allocatable :: boxes(:) ! this rank's
    integer(int64), allocatable :: offset(:) ! of each box: its first element in memory, from 1
    logical :: last_fastest = .false. ! ranks follow one another along the last axis of the grid
                                      ! (as MPI_Cart_create has it), not along the first (BLACS)
    integer, allocatable :: order(:) ! the axes from the fastest to the slowest; not given: 1, 2, ..
    integer(int64), allocatable :: ghosts(:, :) ! (2, axes): layers before and after the part
    integer(int64), allocatable :: pitch(:) ! positions of memory along each axis, ghosts included
  contains
    procedure :: box => box_of_rank
    procedure :: memory_box
    procedure :: elements
  end type ct_decomposition

  type :: decomposition_for_c
    type(ct_decomposition_c) :: c
    integer(c_ptrdiff_t), allocatable :: bounds(:)
    type(ct_box_c), allocatable :: boxes(:)
    integer(c_ptrdiff_t), allocatable :: offset(:)
  contains
    procedure :: set
  end type decomposition_for_c

contains

  ! A grid of at most so many ranks: entries of `given` that are 0 are chosen (not given: all), as
  ! of ct_grid_auto. Local.
  function ct_grid(extent, ranks, given, stat, errmsg) result(grid)
    integer, intent(in) :: extent(:), ranks
    integer, intent(in), optional :: given(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer :: grid(size(extent))
    integer(c_ptrdiff_t), target :: c_extent(4)
    integer(c_int) :: c_grid(4)
    c_extent = turned(int(extent, int64), size(extent))
    c_grid = 0
    if (present(given)) c_grid = turned(given, size(extent))
    call finish(ct_grid_auto_c(size(extent), c_loc(c_extent), ranks, c_grid(1)), stat, errmsg)
    grid = 0
    if (size(extent) <= 4) grid = c_grid(size(extent):1:-1)
  end function ct_grid

  subroutine set(self, from)
    class(decomposition_for_c), intent(inout), target :: self
    class(ct_decomposition), intent(in) :: from
    integer :: n, a
    n = size(from%extent)
    self%c%axes = n
    self%c%extent = turned(from%extent, n)
    self%c%kind = CT_DECOMPOSED_BLOCKS
    self%c%grid = 0
    self%c%first_fastest = flag(from%last_fastest)
    self%c%width = 0
    self%c%source = 0
    self%c%order = 0
    self%c%ghosts = 0
    self%c%pitch = 0
    self%c%bounds = c_null_ptr
    self%c%boxes = 0
    self%c%box = c_null_ptr
    self%c%offset = c_null_ptr
    if (allocated(from%grid)) self%c%grid = turned(from%grid, n)
    if (allocated(from%order)) self%c%order = turned_axes(from%order, n)
    if (allocated(from%pitch)) self%c%pitch = turned(from%pitch, n)
    if (allocated(from%ghosts)) then
      if (any(shape(from%ghosts) /= [2, n])) self%c%ghosts = -1 ! which the library refuses
      do a = 1, merge(n, 0, all(shape(from%ghosts) == [2, n]) .and. n <= 4)
        self%c%ghosts(:, n + 1 - a) = from%ghosts(:, a)
      end do
    end if
    if (allocated(from%width)) then
      self%c%kind = CT_DECOMPOSED_CYCLIC
      self%c%width = turned(from%width, n)
      if (allocated(from%source)) self%c%source = turned(from%source, n)
    end if
    if (allocated(from%bounds)) call set_bounds(self, from%bounds)
    if (allocated(from%boxes)) call set_boxes(self, from)
  end subroutine set

  subroutine set_bounds(self, bounds)
    class(decomposition_for_c), intent(inout), target :: self
    integer(int64), intent(in) :: bounds(:)
    integer :: a, first
    self%c%kind = CT_DECOMPOSED_BOUNDS
    self%bounds = bounds - 1
    first = 1
    if (size(bounds) /= sum(self%c%grid(:min(self%c%axes, 4)) + 1)) return ! the library refuses axes without
    do a = merge(self%c%axes, 0, self%c%axes <= 4), 1, -1 ! Fortran's first axis first
      if (first + self%c%grid(a) > size(bounds)) return ! the library refuses an axis without
      self%c%bounds(a) = c_loc(self%bounds(first))
      first = first + self%c%grid(a) + 1
    end do
  end subroutine set_bounds

  subroutine set_boxes(self, from)
    class(decomposition_for_c), intent(inout), target :: self
    class(ct_decomposition), intent(in) :: from
    integer :: i
    self%c%kind = CT_DECOMPOSED_BOXES
    self%c%boxes = size(from%boxes)
    self%boxes = [(box_for_c(from%boxes(i)), i=1, size(from%boxes))]
    if (size(self%boxes) > 0) self%c%box = c_loc(self%boxes)
    if (allocated(from%offset)) then
      self%offset = from%offset - 1
      if (size(self%offset) > 0) self%c%offset = c_loc(self%offset)
    end if
  end subroutine set_boxes

  ! Elements of memory that `rank` (from 0; of boxes: this rank) needs, with ghosts and pitches.
  ! Local.
  integer(int64) function elements(self, rank)
    class(ct_decomposition), intent(in) :: self
    integer, intent(in) :: rank
    type(decomposition_for_c), target :: c
    call c%set(self)
    elements = ct_decomposition_elements_c(c_loc(c%c), rank)
  end function elements

  ! The positions of a rank (from 0), of balanced blocks and blocks between bounds. Local.
  function box_of_rank(self, rank) result(box)
    class(ct_decomposition), intent(in) :: self
    integer, intent(in) :: rank
    type(ct_box) :: box
    integer :: a, n, first, part(size(self%grid))
    n = min(size(self%extent), 4)
    box%axes = n
    if (rank >= product(self%grid)) then
      box%upper(1:n) = 0
      return
    end if
    part = coordinates(self, rank)
    do a = 1, n
      if (allocated(self%bounds)) then
        first = sum(self%grid(1:a - 1) + 1) + part(a) + 1
        box%lower(a) = self%bounds(first)
        box%upper(a) = self%bounds(first + 1) - 1
      else
        box%lower(a) = ct_block_first_c(self%extent(a), self%grid(a), part(a)) + 1
        box%upper(a) = box%lower(a) + ct_block_count_c(self%extent(a), self%grid(a), part(a)) - 1
      end if
    end do
  end function box_of_rank

  pure function coordinates(self, rank) result(part)
    class(ct_decomposition), intent(in) :: self
    integer, intent(in) :: rank
    integer :: part(size(self%grid))
    integer :: i, a, left
    left = rank
    do i = 1, size(self%grid)
      a = merge(size(self%grid) + 1 - i, i, self%last_fastest)
      part(a) = mod(left, self%grid(a))
      left = left/self%grid(a)
    end do
  end function coordinates

  ! The same with ghosts: bounds of an array in which u(i, j, k) is the element at that position of
  ! the whole. Without pitches and orders. Local.
  function memory_box(self, rank) result(box)
    class(ct_decomposition), intent(in) :: self
    integer, intent(in) :: rank
    type(ct_box) :: box
    integer :: n
    box = self%box(rank)
    n = box%axes
    if (allocated(self%ghosts) .and. box%elements() > 0) then
      box%lower(1:n) = box%lower(1:n) - self%ghosts(1, 1:n)
      box%upper(1:n) = box%upper(1:n) + self%ghosts(2, 1:n)
    end if
  end function memory_box
end module cornerturn_decomposition
