! Traces by way of Fortran.
module traces
  use expect
  implicit none
  private
  public :: test_trace

contains

  subroutine test_trace()
    character(200) :: errmsg
    character(30) :: path
    type(ct_trace_summary) :: summary
    integer :: stat, unit, i
    write (path, "(a,i0,a)") "bindings_fortran_trace", ranks, ".json"
    call ct_trace_begin(comm, path, events=1000)
    call ct_trace_begin(comm, path, stat=stat, errmsg=errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "one at a time")
    do i = 1, 5
      call ct_trace_region_begin("mine")
      call ct_trace_region_end()
    end do
    call ct_trace_end(summary)
    call expect_true(nint(summary%events) >= 5*ranks .and. nint(summary%dropped) == 0, "events of a trace")
    call ct_trace_end(stat=stat, errmsg=errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "ct_trace_begin")
    if (rank > 0) return
    open (newunit=unit, file=path, status="old", iostat=stat)
    call expect_true(stat == 0, "no trace")
    if (stat == 0) close (unit, status="delete")
  end subroutine test_trace
end module traces
