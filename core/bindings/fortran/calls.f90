! Calls with MPI's arguments, and this machine's constants: alltoall.h, collective.h, calibrate.h,
! tuning.h. Datatypes are integers of `use mpi` or of type(MPI_Datatype).
module cornerturn_calls
  use, intrinsic :: iso_c_binding
  use cornerturn_c
  use cornerturn_support
  use cornerturn_arrays
  implicit none
  private
  public :: ct_alltoall, ct_alltoallv, ct_bcast, ct_allgather, ct_gather_blocks, &
    ct_scatter_blocks, ct_calibrate

contains

  ! As MPI_Alltoall, with MPI_IN_PLACE as there. Collective; what the calls need is kept with the
  ! communicator.
  subroutine ct_alltoall(send, send_count, send_type, receive, receive_count, receive_type, comm, stat, errmsg)
    type(*), dimension(..), intent(in) :: send
    type(*), dimension(..), intent(inout) :: receive
    integer, intent(in) :: send_count, receive_count
    type(*), intent(in) :: send_type, receive_type, comm
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(c_ptr) :: from, into
    complaint(1:1) = " "
    from = place_of(send, send_count, complaint)
    into = address_of(receive, used(receive_count), complaint)
    call finish(ct_alltoall_c(from, send_count, type_handle(send_type), into, receive_count, &
                              type_handle(receive_type), comm_handle(comm)), stat, errmsg, complaint)
  end subroutine ct_alltoall

  ! The address of an array that MPI may be told to do without.
  type(c_ptr) function place_of(array, count, complaint) result(place)
    type(*), dimension(..), intent(in) :: array
    integer, intent(in) :: count
    character(LONGEST_COMPLAINT), intent(inout) :: complaint
    place = in_place(array)
    if (.not. c_associated(place)) place = address_of(array, used(count), complaint)
  end function place_of

  ! What an array must have at least, whose elements only MPI knows.
  pure type(ct_array) function used(count)
    integer, intent(in) :: count
    used%bytes = merge(1, 0, count > 0)
  end function used

  ! A count that only the root's call has.
  integer function at_root(count, root, comm)
    integer, intent(in) :: count, root
    type(*), intent(in) :: comm
    at_root = merge(count, 0, comm_rank(comm) == root)
  end function at_root

  ! As MPI_Alltoallv.
  subroutine ct_alltoallv(send, send_counts, send_displacements, send_type, receive, receive_counts, &
                          receive_displacements, receive_type, comm, stat, errmsg)
    type(*), dimension(..), intent(in) :: send
    type(*), dimension(..), intent(inout) :: receive
    integer(c_int), intent(in), contiguous, target :: send_counts(:), send_displacements(:)
    integer(c_int), intent(in), contiguous, target :: receive_counts(:), receive_displacements(:)
    type(*), intent(in) :: send_type, receive_type, comm
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(c_ptr) :: from, into
    complaint(1:1) = " "
    from = place_of(send, maxval(send_counts), complaint)
    into = address_of(receive, used(maxval(receive_counts)), complaint)
    call finish(ct_alltoallv_c(from, c_loc(send_counts), c_loc(send_displacements), &
                               type_handle(send_type), into, c_loc(receive_counts), &
                               c_loc(receive_displacements), type_handle(receive_type), &
                               comm_handle(comm)), stat, errmsg, complaint)
  end subroutine ct_alltoallv

  ! As MPI_Bcast.
  subroutine ct_bcast(vector, count, datatype, root, comm, stat, errmsg)
    type(*), dimension(..), intent(inout) :: vector
    integer, intent(in) :: count, root
    type(*), intent(in) :: datatype, comm
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(c_ptr) :: address
    complaint(1:1) = " "
    address = address_of(vector, used(count), complaint)
    call finish(ct_broadcast_c(address, count, type_handle(datatype), root, comm_handle(comm)), &
                stat, errmsg, complaint)
  end subroutine ct_bcast

  ! As MPI_Allgather.
  subroutine ct_allgather(send, send_count, send_type, receive, receive_count, receive_type, comm, stat, errmsg)
    type(*), dimension(..), intent(in) :: send
    type(*), dimension(..), intent(inout) :: receive
    integer, intent(in) :: send_count, receive_count
    type(*), intent(in) :: send_type, receive_type, comm
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(c_ptr) :: from, into
    complaint(1:1) = " "
    from = place_of(send, send_count, complaint)
    into = address_of(receive, used(receive_count), complaint)
    call finish(ct_allgather_c(from, send_count, type_handle(send_type), into, receive_count, &
                               type_handle(receive_type), comm_handle(comm)), stat, errmsg, complaint)
  end subroutine ct_allgather

  ! As MPI_Gather (CT_GATHER is another name): `receive`, its count and its type count on the root alone.
  subroutine ct_gather_blocks(send, send_count, send_type, receive, receive_count, receive_type, root, comm, &
    stat, errmsg)
    type(*), dimension(..), intent(in) :: send
    type(*), dimension(..), intent(inout) :: receive
    integer, intent(in) :: send_count, receive_count, root
    type(*), intent(in) :: send_type, receive_type, comm
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(c_ptr) :: from, into
    complaint(1:1) = " "
    from = place_of(send, send_count, complaint)
    into = place_of(receive, at_root(receive_count, root, comm), complaint)
    call finish(ct_gather_c(from, send_count, type_handle(send_type), into, receive_count, &
                            type_handle(receive_type), root, comm_handle(comm)), stat, errmsg, complaint)
  end subroutine ct_gather_blocks

  ! As MPI_Scatter (CT_SCATTER is another name): `send`, its count and its type count on the root alone.
  subroutine ct_scatter_blocks(send, send_count, send_type, receive, receive_count, receive_type, root, comm, &
    stat, errmsg)
    type(*), dimension(..), intent(in) :: send
    type(*), dimension(..), intent(inout) :: receive
    integer, intent(in) :: send_count, receive_count, root
    type(*), intent(in) :: send_type, receive_type, comm
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(LONGEST_COMPLAINT) :: complaint
    type(c_ptr) :: from, into
    complaint(1:1) = " "
    from = place_of(send, at_root(send_count, root, comm), complaint)
    into = place_of(receive, receive_count, complaint)
    call finish(ct_scatter_c(from, send_count, type_handle(send_type), into, receive_count, &
                             type_handle(receive_type), root, comm_handle(comm)), stat, errmsg, complaint)
  end subroutine ct_scatter_blocks

  ! Measures this machine's constants, in under 10 s, and adds them to the tuning file, by which later
  ! plans choose (tuning_file of the options). Collective.
  subroutine ct_calibrate(comm, tuning_file, stat, errmsg)
    type(*), intent(in) :: comm
    character(*), intent(in) :: tuning_file
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(kind=c_char), allocatable, target :: path(:)
    type(ct_calibration_c), target :: found
    integer(c_int) :: status
    path = c_text(tuning_file)
    status = ct_tuning_check_c(comm_handle(comm), c_loc(path))
    if (status == CT_OK) status = ct_calibrate_c(comm_handle(comm), c_null_ptr, c_loc(found))
    if (status == CT_OK) status = ct_tuning_store_calibration_c(comm_handle(comm), c_loc(path), c_loc(found))
    call finish(status, stat, errmsg)
  end subroutine ct_calibrate
end module cornerturn_calls
