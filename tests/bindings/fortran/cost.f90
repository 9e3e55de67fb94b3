! What a call costs. Compiled as users' programs are, without the checks of the other files.
module cost
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use expect
  implicit none
  private
  public :: time_execution

contains

  ! What a call takes above C's, in ns: an exchange with this rank alone, by the module and by C's function.
  subroutine time_execution()
    use, intrinsic :: iso_c_binding, only: c_loc
    use cornerturn_c, only: ct_exchange_execute_c
    integer, parameter :: calls = 100000, rounds = 9
    type(ct_exchange_plan) :: plan
    real(real64), target :: u(2), v(2)
    integer(int64) :: begin, between, end, rate
    integer :: i, round, status
    real(real64) :: fortran(rounds), c(rounds) ! seconds a call
    u = 1
    call plan%create(MPI_COMM_SELF, [2], [2], u)
    call system_clock(count_rate=rate)
    do round = 1, rounds
      call system_clock(begin)
      do i = 1, calls
        call plan%execute(u, v)
      end do
      call system_clock(between)
      do i = 1, calls
        status = ct_exchange_execute_c(plan%c, c_loc(u), c_loc(v))
      end do
      call system_clock(end)
      c(round) = real(end - between, real64)/real(rate, real64)/calls
      fortran(round) = real(between - begin, real64)/real(rate, real64)/calls
    end do
    print "(2(a,f0.0),a)", "a call: in C ", minval(c)*1e9, " ns, in Fortran ", minval(fortran)*1e9, " ns"
    call expect_true(status == CT_OK, "C's call failed")
  end subroutine time_execution
end module cost
