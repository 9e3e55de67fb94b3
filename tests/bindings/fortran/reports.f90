! What plans tell of themselves, by way of Fortran.
module reports
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use expect
  implicit none
  private
  public :: test_reports

contains

  subroutine test_reports()
    type(ct_exchange_plan) :: exchange
    type(ct_fft_plan) :: fft
    type(ct_adi_plan) :: heat
    type(ct_transpose_plan) :: never_created
    type(ct_choice), allocatable :: choices(:)
    type(ct_phase), allocatable :: phases(:)
    type(ct_losses) :: losses
    complex(real64), allocatable :: u(:), spectrum(:)
    integer :: i
    call exchange%create(comm, [(4, i=1, ranks)], [(4, i=1, ranks)], 1.0_real64)
    call expect_words(ct_explain(exchange), "* "//exchange%algorithm())
    call expect_words(ct_explain(exchange), exchange%reason())
    choices = ct_ranking(exchange)
    call expect_words(choices(1)%name, exchange%algorithm())
    call expect_true(all(choices%measured_s < 0), "an estimate has measured")
    call expect_true(ct_held_bytes(exchange) > 0, "a plan without memory")
    call expect_true(nint(ct_moved_bytes(exchange)) == 32*ranks*(ranks - 1), "bytes that are moved")
    losses = ct_rounding(exchange)
    call expect_true(nint(losses%saved_bytes) == 0, "exact messages are rounded")
    call fft%create(comm, ct_fft_complex([6, 8]))
    allocate (u(fft%input_bytes()/16), spectrum(fft%output_bytes()/16))
    u = 1
    call fft%execute(u, spectrum)
    call expect_words(ct_explain(fft), fft%reason())
    phases = ct_phases(fft)
    call expect_true(size(phases) > 0, "a transform without phases")
    call expect_true(all(phases%seconds >= 0), "seconds of a transform")
    call heat%create(comm, ct_adi_problem([6, 8]))
    call heat%step(0.1_real64)
    call expect_words(ct_explain(heat), heat%reason())
    phases = ct_phases(heat)
    call expect_true(size(phases) > 1, "a step without phases")
    call expect_true(ct_held_bytes(heat) > 0, "a solver without memory")
    call expect_true(ct_explain(never_created) == "", "what is not created explains itself")
  end subroutine test_reports

  subroutine expect_words(text, words)
    character(*), intent(in) :: text, words
    call expect_true(index(text, words) > 0, "no word of "//words//" in: "//text)
  end subroutine expect_words
end module reports
