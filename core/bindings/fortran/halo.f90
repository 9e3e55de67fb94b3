! Ghost layers: halo.h.
!
!   cells = ct_decomposition([nx, ny, nz], grid=[1, 2, 2], ghosts=reshape([(1, i=1, 6)], [2, 3]))
!   call memory%allocate(comm, u, cells%memory_box(rank))      ! bounds in the whole, with ghosts
!   call plan%create(comm, cells, u, periodic=[.true., .true., .false.])
!   call plan%execute(u)
module cornerturn_halo
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: int64
  use cornerturn_c
  use cornerturn_support
  use cornerturn_arrays
  use cornerturn_decomposition
  use cornerturn_options
  implicit none
  private
  public :: ct_halo_plan

  integer, parameter :: MOST_ARRAYS = 4

  type, extends(ct_plan) :: ct_halo_plan
    type(ct_array), private :: array ! each
  contains
    procedure :: create, execute, start, test, wait, destroy, total_bytes
    final :: destroy_at_end
  end type ct_halo_plan

contains

  ! For `arrays` arrays (not given: 1; at most 4) of one decomposition and type, each of `fields` fields
  ! one after another. `periodic`: axes whose ends are neighbours (not given: none). `width`, (2,
  ! axes): so many layers before and after the part (not given: all ghosts). Collective, as
  ! ct_halo_plan_create.
  subroutine create(self, comm, decomposition, mold, periodic, faces_only, width, fields, arrays, &
                    options, stat, errmsg)
    class(ct_halo_plan), intent(inout) :: self
    type(*), intent(in) :: comm
    type(ct_decomposition), intent(in) :: decomposition
    type(*), dimension(..), intent(in) :: mold ! of the elements' type
    logical, intent(in), optional :: periodic(:), faces_only
    integer(int64), intent(in), optional :: width(:, :)
    integer, intent(in), optional :: fields, arrays
    type(ct_exchange_options), intent(in), optional :: options
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(decomposition_for_c), target :: part
    type(exchange_options_for_c) :: exchange
    type(ct_exchange_options) :: all_options
    type(ct_halo_options_c), target :: c_options
    type(ct_halo_array_c), target :: kinds(MOST_ARRAYS)
    integer(c_int) :: status, count
    type(ct_array) :: wanted(2)
    character(LONGEST_COMPLAINT) :: complaint
    integer :: n, a
    call self%destroy()
    if (present(options)) all_options = options
    call part%set(decomposition)
    n = part%c%axes
    call take_mold(mold, .false., all_options%precision, wanted, kinds(1)%element_bytes, complaint)
    kinds%element_bytes = kinds(1)%element_bytes
    self%array = wanted(1)
    kinds%fields = 1
    if (present(fields)) kinds%fields = fields
    kinds%stride_bytes = 0
    count = 1
    if (present(arrays)) count = merge(arrays, -1, arrays <= MOST_ARRAYS)
    c_options%periodic = 0
    if (present(periodic)) then
      if (size(periodic) == n) c_options%periodic = turned(merge(1, 0, periodic), n)
      if (size(periodic) /= n) write (complaint, "(a,i0,a,i0)") "periodic of ", size(periodic), " axes; allowed: of ", n
    end if
    c_options%faces_only = 0
    if (present(faces_only)) c_options%faces_only = flag(faces_only)
    c_options%has_width = flag(present(width))
    c_options%width = 0
    if (present(width)) then
      if (any(shape(width) /= [2, n])) complaint = "a width of another shape; allowed: (2, axes)"
      do a = 1, merge(n, 0, all(shape(width) == [2, n]) .and. n <= 4)
        c_options%width(:, n + 1 - a) = width(:, a)
      end do
    end if
    if (complaint(1:1) /= " ") count = -1 ! on all ranks
    c_options%apart = 0
    status = exchange%set(all_options)
    c_options%exchange = exchange%c
    if (status == CT_OK) status = ct_halo_plan_create_c( &
      comm_handle(comm), c_loc(part%c), count, c_loc(kinds), c_loc(c_options), self%c)
    if (status == CT_OK) self%array%bytes = ct_decomposition_elements_c(c_loc(part%c), comm_rank(comm)) &
                                            *kinds(1)%element_bytes*kinds(1)%fields
    call finish(status, stat, errmsg, complaint)
  end subroutine create

  ! The addresses of the arrays; those not given are missing.
  function addresses(self, u, v, w, x, complaint) result(found)
    class(ct_halo_plan), intent(in) :: self
    type(*), dimension(..), intent(in) :: u
    type(*), dimension(..), intent(in), optional :: v, w, x
    character(LONGEST_COMPLAINT), intent(inout) :: complaint
    type(c_ptr) :: found(MOST_ARRAYS)
    complaint(1:1) = " "
    found = c_null_ptr
    found(1) = address_of(u, self%array, complaint)
    if (present(v)) found(2) = address_of(v, self%array, complaint)
    if (present(w)) found(3) = address_of(w, self%array, complaint)
    if (present(x)) found(4) = address_of(x, self%array, complaint)
  end function addresses

  ! Fills the ghosts of as many arrays as the plan has. Collective.
  subroutine execute(self, u, v, w, x, stat, errmsg)
    class(ct_halo_plan), intent(in) :: self
    type(*), dimension(..), intent(inout) :: u
    type(*), dimension(..), intent(inout), optional :: v, w, x
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(c_ptr), target :: arrays(MOST_ARRAYS)
    arrays = addresses(self, u, v, w, x, complaint)
    call finish(ct_halo_execute_c(self%c, c_loc(arrays), c_null_ptr), stat, errmsg, complaint)
  end subroutine execute

  ! The same in slices: start, then wait, or test until it is .true., on every rank. Until then the
  ! arrays, with the attributes target and asynchronous, are in use, as of ct_halo_start. No arrays of
  ! components, such as points%x, of which gfortran passes copies.
  subroutine start(self, u, v, w, x, stat, errmsg)
    class(ct_halo_plan), intent(in) :: self
    type(*), dimension(..), intent(inout), target, asynchronous :: u
    type(*), dimension(..), intent(inout), optional, target, asynchronous :: v, w, x
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(c_ptr), target :: arrays(MOST_ARRAYS)
    arrays = addresses(self, u, v, w, x, complaint)
    call finish(ct_halo_start_c(self%c, c_loc(arrays), c_null_ptr), stat, errmsg, complaint)
  end subroutine start

  logical function test(self, stat, errmsg)
    class(ct_halo_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int) :: done
    done = 1
    call finish(ct_halo_test_c(self%c, done), stat, errmsg)
    test = done /= 0
  end function test

  subroutine wait(self, stat, errmsg)
    class(ct_halo_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call finish(ct_halo_wait_c(self%c), stat, errmsg)
  end subroutine wait

  ! Collective.
  subroutine destroy(self)
    class(ct_halo_plan), intent(inout) :: self
    if (c_associated(self%c)) call ct_halo_plan_destroy_c(self%c)
  end subroutine destroy

  impure elemental subroutine destroy_at_end(self)
    type(ct_halo_plan), intent(inout) :: self
    call self%destroy()
  end subroutine destroy_at_end

  ! Bytes that all ranks together send to others in one execution. Local.
  real(c_double) function total_bytes(self)
    class(ct_halo_plan), intent(in) :: self
    total_bytes = ct_halo_total_bytes_c(self%c)
  end function total_bytes
end module cornerturn_halo
