! Traces: what every rank does when, as a file for a timeline viewer (trace.h).
module cornerturn_trace
  use, intrinsic :: iso_c_binding
  use cornerturn_c, only: ct_trace_summary => ct_trace_summary_c, ct_trace_begin_c, ct_trace_end_c, &
    ct_trace_discard => ct_trace_discard_c, ct_trace_region_begin_c, &
    ct_trace_region_end => ct_trace_region_end_c
  use cornerturn_support
  implicit none
  private
  public :: ct_trace_summary, ct_trace_begin, ct_trace_end, ct_trace_discard, ct_trace_region_begin, &
    ct_trace_region_end

contains

  ! Begins to record, up to `events` events a rank (CT_TRACE_EVENTS), the latest ones. Collective; one
  ! trace at a time.
  subroutine ct_trace_begin(comm, path, events, stat, errmsg)
    type(*), intent(in) :: comm
    character(*), intent(in) :: path
    integer, intent(in), optional :: events
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(kind=c_char), allocatable, target :: c_path(:)
    integer(c_int) :: most
    most = 0
    if (present(events)) most = events
    c_path = c_text(path)
    call finish(ct_trace_begin_c(comm_handle(comm), c_loc(c_path), most), stat, errmsg)
  end subroutine ct_trace_begin

  ! Writes the file. Collective; before MPI_Finalize.
  subroutine ct_trace_end(summary, stat, errmsg)
    type(ct_trace_summary), intent(out), optional, target :: summary
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: found
    found = c_null_ptr
    if (present(summary)) found = c_loc(summary)
    call finish(ct_trace_end_c(found), stat, errmsg)
  end subroutine ct_trace_end

  ! A region of the caller's, which the trace shows as a phase. Local.
  subroutine ct_trace_region_begin(name)
    character(*), intent(in) :: name
    character(kind=c_char), allocatable, target :: c_name(:)
    c_name = c_text(name)
    call ct_trace_region_begin_c(c_loc(c_name))
  end subroutine ct_trace_region_begin
end module cornerturn_trace
