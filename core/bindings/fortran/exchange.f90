! Complete exchanges and the movements beside them: exchange.h, layout.h, collective.h.
!
!   call plan%create(comm, send_counts, receive_counts, u)      ! u: of the elements' type
!   call plan%execute(u, v)
!
! Blocks follow one another, or are boxes of arrays: ct_subarray.
module cornerturn_exchange
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: int64
  use cornerturn_c
  use cornerturn_support
  use cornerturn_arrays
  use cornerturn_options
  implicit none
  private
  public :: ct_block, ct_exchange_plan, ct_subarray

  ! The elements at offset + sum of i(a) * stride(a) of an array, 0 <= i(a) < count(a), counted in
  ! elements. Their order in a message is that of Fortran's arrays, axis 1 the fastest.
  type :: ct_block
    integer(int64) :: offset = 0
    integer :: axes = 1
    integer(int64) :: count(4) = 0, stride(4) = 1
  contains
    procedure :: reordered
  end type ct_block

  type, extends(ct_plan) :: ct_exchange_plan
    type(ct_array), private :: arrays(2)
  contains
    procedure, private :: create_counts, create_blocks
    generic :: create => create_counts, create_blocks
    procedure :: create_movement, execute, start, test, wait, destroy
    procedure :: algorithm, reason, total_bytes
    final :: destroy_at_end
  end type ct_exchange_plan

contains

  ! The part lower(a) to upper(a), from 1, of an array of these extents, within it.
  pure function ct_subarray(extent, lower, upper) result(block)
    integer, intent(in) :: extent(:), lower(:), upper(:)
    type(ct_block) :: block
    integer :: a
    integer(int64) :: stride
    stride = 1
    block%axes = size(extent)
    block%count = -1 ! which the library refuses
    if (size(lower) /= size(extent) .or. size(upper) /= size(extent)) return
    if (any(lower < 1 .or. upper > extent)) return
    block%count = 0
    do a = 1, min(size(extent), 4)
      block%stride(a) = stride
      block%count(a) = max(upper(a) - lower(a) + 1, 0)
      block%offset = block%offset + (lower(a) - 1)*stride
      stride = stride*extent(a)
    end do
  end function ct_subarray

  ! The same elements, axis a in a message being axis `axes(a)`: [2, 1] transposes.
  pure function reordered(self, axes) result(block)
    class(ct_block), intent(in) :: self
    integer, intent(in) :: axes(:)
    type(ct_block) :: block
    integer :: a
    block%axes = self%axes
    block%offset = self%offset
    block%count = -1
    if (size(axes) /= self%axes .or. self%axes > 4) return
    if (any(axes < 1 .or. axes > self%axes)) return
    if (any([(count(axes == a) /= 1, a=1, self%axes)])) return
    block%count = 0
    block%count(1:size(axes)) = self%count(axes)
    block%stride(1:size(axes)) = self%stride(axes)
  end function reordered

  ! Elements to and from each rank, blocks one after another. Collective.
  subroutine create_counts(self, comm, send, receive, mold, options, stat, errmsg)
    class(ct_exchange_plan), intent(inout) :: self
    type(*), intent(in) :: comm
    integer, intent(in) :: send(:), receive(:)
    type(*), dimension(..), intent(in) :: mold ! of the elements' type
    type(ct_exchange_options), intent(in), optional :: options
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call create_blocks(self, comm, in_turn(send), in_turn(receive), mold, options, stat, errmsg)
  end subroutine create_counts

  pure function in_turn(counts) result(blocks)
    integer, intent(in) :: counts(:)
    type(ct_block) :: blocks(size(counts))
    integer :: p
    integer(int64) :: offset
    offset = 0
    do p = 1, size(counts)
      blocks(p)%offset = offset
      blocks(p)%count(1) = counts(p)
      offset = offset + counts(p)
    end do
  end function in_turn

  ! Block p goes to, and comes from, rank p - 1. Collective, as ct_exchange_plan_create.
  subroutine create_blocks(self, comm, send, receive, mold, options, stat, errmsg)
    class(ct_exchange_plan), intent(inout) :: self
    type(*), intent(in) :: comm
    type(ct_block), intent(in) :: send(:), receive(:)
    type(*), dimension(..), intent(in) :: mold
    type(ct_exchange_options), intent(in), optional :: options
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(ct_block_c), target :: blocks(max(size(send), size(receive), 1), 2)
    type(ct_layout_c), target :: layouts(2)
    type(exchange_options_for_c), target :: c_options
    type(ct_exchange_options) :: all_options
    integer(c_int) :: status
    integer(c_ptrdiff_t) :: bytes
    character(LONGEST_COMPLAINT) :: complaint
    integer :: side, ranks
    call self%destroy()
    if (present(options)) all_options = options
    call take_mold(mold, .false., all_options%precision, self%arrays, bytes, complaint)
    blocks(:size(send), 1) = for_c(send, bytes)
    blocks(:size(receive), 2) = for_c(receive, bytes)
    do side = 1, 2
      layouts(side)%element_bytes = bytes
      layouts(side)%block = c_loc(blocks(1, side))
    end do
    ranks = comm_size(comm)
    if (size(send) /= ranks .or. size(receive) /= ranks) then
      write (complaint, "(2(i0, a), i0)") size(send), " blocks to send and ", size(receive), &
        " to receive; allowed: one for each rank, ", ranks
      layouts%element_bytes = -1 ! on all ranks
    end if
    status = c_options%set(all_options)
    if (status == CT_OK) status = ct_exchange_plan_create_c( &
      comm_handle(comm), c_loc(layouts(1)), c_loc(layouts(2)), c_loc(c_options%c), self%c)
    self%arrays%bytes = [last_byte(blocks(:size(send), 1), bytes), last_byte(blocks(:size(receive), 2), bytes)]
    call finish(status, stat, errmsg, complaint)
  end subroutine create_blocks

  elemental function for_c(block, bytes) result(c)
    type(ct_block), intent(in) :: block
    integer(c_ptrdiff_t), intent(in) :: bytes
    type(ct_block_c) :: c
    c%offset = block%offset*bytes
    c%axes = block%axes
    c%count = turned(block%count(:min(block%axes, 4)), block%axes)
    c%stride = turned(block%stride(:min(block%axes, 4)), block%axes)*bytes
  end function for_c

  integer(c_ptrdiff_t) function last_byte(blocks, bytes)
    type(ct_block_c), intent(in), target :: blocks(:)
    integer(c_ptrdiff_t), intent(in) :: bytes
    integer :: p
    last_byte = 0
    do p = 1, size(blocks)
      last_byte = max(last_byte, ct_block_end_c(c_loc(blocks(p)), bytes))
    end do
  end function last_byte

  ! CT_BROADCAST, CT_ALL_GATHER, CT_GATHER or CT_SCATTER of `bytes` a vector or block, as
  ! ct_collective_plan_create has it; in a broadcast execute is given the vector twice. Collective.
  subroutine create_movement(self, comm, movement, root, bytes, options, stat, errmsg)
    class(ct_exchange_plan), intent(inout) :: self
    type(*), intent(in) :: comm
    integer(c_int), intent(in) :: movement
    integer, intent(in) :: root
    integer(int64), intent(in) :: bytes
    type(ct_exchange_options), intent(in), optional :: options
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(exchange_options_for_c), target :: c_options
    type(ct_exchange_options) :: all_options
    integer(c_int) :: status
    call self%destroy()
    if (present(options)) all_options = options
    status = c_options%set(all_options)
    if (status == CT_OK) status = ct_collective_plan_create_c( &
      comm_handle(comm), movement, root, bytes, c_loc(c_options%c), self%c)
    self%arrays = ct_array() ! which array is used depends on the rank
    call finish(status, stat, errmsg)
  end subroutine create_movement

  ! Contiguous arrays, distinct ones or, with in_place, one twice. Collective.
  subroutine execute(self, send, receive, stat, errmsg)
    class(ct_exchange_plan), intent(in) :: self
    type(*), dimension(..), intent(in) :: send
    type(*), dimension(..), intent(inout) :: receive
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call call_with_arrays(ct_exchange_execute_c, self%c, send, receive, self%arrays, stat, errmsg)
  end subroutine execute

  ! The same, nonblocking: start, then wait, or test until it is .true., on every rank. Until then the
  ! arrays, with the attributes target and asynchronous, belong to the plan. No array of components, such
  ! as points%x: gfortran passes a copy of it, which is gone when this returns.
  subroutine start(self, send, receive, stat, errmsg)
    class(ct_exchange_plan), intent(in) :: self
    type(*), dimension(..), intent(in), target, asynchronous :: send
    type(*), dimension(..), intent(inout), target, asynchronous :: receive
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call call_with_arrays(ct_exchange_start_c, self%c, send, receive, self%arrays, stat, errmsg)
  end subroutine start

  logical function test(self, stat, errmsg)
    class(ct_exchange_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int) :: done
    done = 1
    call finish(ct_exchange_test_c(self%c, done), stat, errmsg)
    test = done /= 0
  end function test

  subroutine wait(self, stat, errmsg)
    class(ct_exchange_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call finish(ct_exchange_wait_c(self%c), stat, errmsg)
  end subroutine wait

  ! Collective.
  subroutine destroy(self)
    class(ct_exchange_plan), intent(inout) :: self
    if (c_associated(self%c)) call ct_exchange_plan_destroy_c(self%c)
  end subroutine destroy

  impure elemental subroutine destroy_at_end(self)
    type(ct_exchange_plan), intent(inout) :: self
    call self%destroy()
  end subroutine destroy_at_end

  ! The algorithm chosen, and why. Local.
  function algorithm(self)
    class(ct_exchange_plan), intent(in) :: self
    character(:), allocatable :: algorithm
    algorithm = fortran_text(ct_exchange_algorithm_c(self%c))
  end function algorithm

  function reason(self)
    class(ct_exchange_plan), intent(in) :: self
    character(:), allocatable :: reason
    reason = fortran_text(ct_exchange_reason_c(self%c))
  end function reason

  ! Bytes that all ranks together send to others in one execution. Local.
  real(c_double) function total_bytes(self)
    class(ct_exchange_plan), intent(in) :: self
    total_bytes = ct_exchange_total_bytes_c(self%c)
  end function total_bytes
end module cornerturn_exchange
