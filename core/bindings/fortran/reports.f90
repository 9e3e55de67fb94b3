! What plans tell of themselves: why they are as they are, and what they take.
!
!   print "(a)", ct_explain(plan)
!
! Of any plan; what a kind of plan does not tell is empty, or 0. Local, but for ct_rounding.
module cornerturn_reports
  use, intrinsic :: iso_c_binding
  use cornerturn_c, ct_losses => ct_exchange_losses_c
  use cornerturn_support
  use cornerturn_exchange, only: ct_exchange_plan
  use cornerturn_redistribute, only: ct_redistribute_plan, ct_transpose_plan
  use cornerturn_halo, only: ct_halo_plan
  use cornerturn_fft, only: ct_fft_plan
  use cornerturn_fft_filter, only: ct_fft_filter_plan
  use cornerturn_poisson, only: ct_poisson_plan
  use cornerturn_tridiagonal, only: ct_tridiagonal_plan
  use cornerturn_adi, only: ct_adi_plan
  implicit none
  private
  public :: ct_explain, ct_ranking, ct_phases, ct_rounding, ct_held_bytes, ct_moved_bytes
  public :: ct_choice, ct_phase, ct_losses

  ! What could be chosen. Seconds; measured_s is negative where it was not measured.
  type :: ct_choice
    character(:), allocatable :: name
    real(c_double) :: predicted_s = 0, measured_s = -1
  end type ct_choice

  ! Seconds of this rank: of the last execution, or of all steps so far.
  type :: ct_phase
    character(:), allocatable :: name
    real(c_double) :: seconds = 0
  end type ct_phase

  interface
    function explanation_of(exchange) bind(C, name="ct_fortran_explain")
      import :: c_ptr
      type(c_ptr), value :: exchange
      type(c_ptr) :: explanation_of
    end function explanation_of

    subroutine free(text) bind(C)
      import :: c_ptr
      type(c_ptr), value :: text
    end subroutine free
  end interface

contains

  ! The plan of transforms inside, or itself.
  type(c_ptr) function transform_of(plan) result(c)
    class(ct_plan), intent(in) :: plan
    c = c_null_ptr
    select type (plan)
    class is (ct_fft_plan)
      c = plan%c
    class is (ct_fft_filter_plan)
      c = ct_fft_filter_transform_c(plan%c)
    class is (ct_poisson_plan)
      c = ct_poisson_transform_c(plan%c)
    end select
  end function transform_of

  ! The exchange inside, or itself.
  type(c_ptr) function exchange_of(plan) result(c)
    class(ct_plan), intent(in) :: plan
    c = transform_of(plan)
    if (c_associated(c)) c = ct_fft_exchange_c(c)
    select type (plan)
    class is (ct_exchange_plan)
      c = plan%c
    class is (ct_redistribute_plan)
      c = ct_redistribute_exchange_c(plan%c)
    class is (ct_transpose_plan)
      c = ct_transpose_exchange_c(plan%c)
    class is (ct_halo_plan)
      c = ct_halo_exchange_c(plan%c, 0)
    end select
  end function exchange_of

  ! The reason, the ranking behind it, and the table of algorithms of the exchange inside, with lower
  ! bounds; lines end with new_line. Of a plan that is created.
  function ct_explain(plan) result(text)
    class(ct_plan), intent(in) :: plan
    character(:), allocatable :: text
    type(c_ptr) :: exchange, table
    text = ""
    if (.not. plan%is_created()) return
    if (c_associated(transform_of(plan))) text = fortran_text(ct_fft_reason_c(transform_of(plan)))
    select type (plan)
    class is (ct_tridiagonal_plan)
      text = plan%reason()
    class is (ct_adi_plan)
      text = plan%reason()
    end select
    if (text /= "") text = text//listed(ct_ranking(plan))//new_line(text)
    if (c_associated(transform_of(plan))) then
      if (c_associated(ct_fft_warning_c(transform_of(plan)))) &
        text = text//"warning: "//fortran_text(ct_fft_warning_c(transform_of(plan)))//new_line(text)
    end if
    exchange = exchange_of(plan)
    if (.not. c_associated(exchange)) return
    table = explanation_of(exchange)
    text = text//fortran_text(table)
    if (c_associated(table)) call free(table)
  end function ct_explain

  function listed(choices) result(text)
    type(ct_choice), intent(in) :: choices(:)
    character(:), allocatable :: text
    character(48) :: times
    integer :: i
    text = ""
    do i = 1, size(choices)
      write (times, "(2(a, es9.2), a)") ": predicted ", choices(i)%predicted_s, " s, measured ", &
        choices(i)%measured_s, " s"
      if (choices(i)%measured_s < 0) times(index(times, ","):) = ""
      text = text//new_line(text)//"  "//choices(i)%name//trim(times)
    end do
  end function listed

  ! What was chosen from, best first.
  function ct_ranking(plan) result(choices)
    class(ct_plan), intent(in) :: plan
    type(ct_choice), allocatable :: choices(:)
    type(ct_score_c), pointer :: score
    integer :: n, i
    n = 0
    do while (c_associated(score_of(plan, n)))
      n = n + 1
    end do
    allocate (choices(n))
    do i = 1, n
      call c_f_pointer(score_of(plan, i - 1), score)
      choices(i)%name = fortran_text(c_loc(score%algorithm))
      choices(i)%predicted_s = score%predicted_s
      choices(i)%measured_s = score%measured_s
    end do
  end function ct_ranking

  type(c_ptr) function score_of(plan, index) result(row)
    class(ct_plan), intent(in) :: plan
    integer(c_int), intent(in) :: index
    row = c_null_ptr
    if (.not. plan%is_created()) return
    if (c_associated(transform_of(plan))) row = ct_fft_score_c(transform_of(plan), index)
    select type (plan)
    class is (ct_exchange_plan)
      row = ct_exchange_score_c(plan%c, index)
    class is (ct_tridiagonal_plan)
      row = ct_tridiagonal_score_c(plan%c, index)
    class is (ct_adi_plan)
      row = ct_adi_score_c(plan%c, index)
    end select
  end function score_of

  function ct_phases(plan) result(phases)
    class(ct_plan), intent(in) :: plan
    type(ct_phase), allocatable :: phases(:)
    type(c_ptr) :: transform
    integer :: i, n
    n = 0
    transform = c_null_ptr
    if (plan%is_created()) transform = transform_of(plan)
    if (c_associated(transform)) n = ct_fft_phases_c(transform)
    select type (plan)
    class is (ct_adi_plan)
      if (plan%is_created()) n = ct_adi_phases_c(plan%c)
    end select
    allocate (phases(n))
    do i = 1, n
      if (c_associated(transform)) then
        phases(i)%name = fortran_text(ct_fft_phase_name_c(transform, i - 1))
        phases(i)%seconds = ct_fft_seconds_c(transform, i - 1)
      else
        phases(i)%name = fortran_text(ct_adi_phase_name_c(plan%c, i - 1))
        phases(i)%seconds = ct_adi_seconds_c(plan%c, i - 1)
      end if
    end do
  end function ct_phases

  ! What rounding doubles in messages has saved and lost, in all executions of all ranks: saved_bytes,
  ! worst, overflows, underflows. Collective.
  type(ct_losses) function ct_rounding(plan, stat, errmsg) result(losses)
    class(ct_plan), intent(in) :: plan
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(ct_losses), target :: found
    integer(c_int) :: status
    found = ct_losses(0, 0, 0, 0)
    status = CT_OK
    if (c_associated(transform_of(plan))) status = ct_fft_rounding_c(transform_of(plan), c_loc(found))
    select type (plan)
    class is (ct_exchange_plan)
      status = ct_exchange_rounding_c(plan%c, c_loc(found))
    class is (ct_redistribute_plan)
      status = ct_redistribute_rounding_c(plan%c, c_loc(found))
    class is (ct_transpose_plan)
      status = ct_transpose_rounding_c(plan%c, c_loc(found))
    class is (ct_adi_plan)
      status = ct_adi_rounding_c(plan%c, c_loc(found))
    end select
    losses = found
    call finish(status, stat, errmsg)
  end function ct_rounding

  ! Bytes of memory that the plan holds on this rank.
  real(c_double) function ct_held_bytes(plan) result(bytes)
    class(ct_plan), intent(in) :: plan
    bytes = 0
    select type (plan)
    class is (ct_exchange_plan)
      bytes = ct_exchange_plan_bytes_c(plan%c)
    class is (ct_redistribute_plan)
      bytes = ct_redistribute_plan_bytes_c(plan%c)
    class is (ct_transpose_plan)
      bytes = ct_transpose_plan_bytes_c(plan%c)
    class is (ct_halo_plan)
      bytes = ct_halo_plan_bytes_c(plan%c)
    class is (ct_tridiagonal_plan)
      bytes = ct_tridiagonal_plan_bytes_c(plan%c)
    class is (ct_adi_plan)
      bytes = ct_adi_plan_bytes_c(plan%c)
    end select
  end function ct_held_bytes

  ! Bytes that all ranks together send to others in one execution, or step.
  real(c_double) function ct_moved_bytes(plan) result(bytes)
    class(ct_plan), intent(in) :: plan
    bytes = 0
    if (c_associated(transform_of(plan))) bytes = ct_fft_moved_bytes_c(transform_of(plan))
    select type (plan)
    class is (ct_exchange_plan)
      bytes = ct_exchange_total_bytes_c(plan%c)
    class is (ct_redistribute_plan)
      bytes = ct_redistribute_total_bytes_c(plan%c)
    class is (ct_transpose_plan)
      bytes = ct_transpose_total_bytes_c(plan%c)
    class is (ct_halo_plan)
      bytes = ct_halo_total_bytes_c(plan%c)
    class is (ct_adi_plan)
      bytes = ct_adi_moved_bytes_c(plan%c)
    end select
  end function ct_moved_bytes
end module cornerturn_reports
