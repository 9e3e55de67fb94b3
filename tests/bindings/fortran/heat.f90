! Heat in its units and laws of u beside what is known of parabolas and single temperatures.
module heat
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use expect
  implicit none
  private
  public :: test_heat

contains

  real(real64) function four(time, x)
    real(real64), intent(in) :: time, x(:)
    four = 4 + 0*(time + x(1))
  end function four

  ! 3 W/m2 into the low end of a slab along y, 8 W/m3 inside, out through a film at the other: a
  ! parabola, whose surface conduction across half a cell finds h^2 / 2 too warm.
  subroutine test_slab(before)
    integer, intent(out) :: before
    integer, parameter :: n(2) = [4, 24]
    type(ct_adi_problem) :: problem
    type(ct_adi_plan) :: plan
    type(ct_adi_balance_sheet) :: sheet
    real(real64), pointer :: u(:, :), y(:)
    integer(int64) :: j
    integer :: i, stat
    logical :: converged
    character(200) :: errmsg
    problem = ct_adi_problem(n)
    problem%source = 8
    problem%face(1, 2)%kind = CT_ADI_FLUX
    problem%face(1, 2)%value = 3
    problem%face(2, 2)%kind = CT_ADI_TRANSFER
    problem%face(2, 2)%a = 5
    problem%face(2, 2)%value = 1
    call plan%create(comm, problem)
    call plan%set("diffusivity", 7.0_real64)
    call plan%set("diffusivity", 2.0_real64, axis=2)
    call plan%set("capacity", four)
    call plan%balance(sheet, stat, errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "balance")
    call plan%set_radiation(2, 1, 1e-8_real64, 0.0_real64, stat, errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "radiation")
    call plan%steady(1e-12_real64, 500, converged=converged)
    call expect_true(converged, "the slab has no steady state")
    call plan%state(u)
    y => plan%middles(2)
    do j = lbound(u, 2), ubound(u, 2)
      if (size(u) > 0) call expect_near(maxval(abs( &
        u(:, j) - (3.2_real64 + 1.5_real64*(1 - y(j)) + 2*(1 - y(j)**2) + 0.5_real64/n(2)**2))), &
        1e-8_real64, "the parabola")
    end do
    call plan%balance_begin()
    do i = 1, 3
      call plan%step(0.01_real64)
    end do
    call plan%balance(sheet)
    call expect_near(abs(sheet%rate(1, 2) - 3) + abs(sheet%rate(2, 2) + 11) + sum(abs(sheet%rate(:, 1))), &
                     1e-7_real64, "flux through the faces")
    call expect_near(abs(sheet%in(2, 2) + 0.33_real64), 1e-8_real64, "what went out")
    call expect_near(abs(sheet%source - 0.24_real64), 1e-12_real64, "what the source gave")
    call expect_near(abs(sheet%stored - 4*plan%integral()), 1e-11_real64, "what is stored")
    call expect_near(abs(sheet%error), 1e-11_real64, "the balance")
    before = destroyed()
  end subroutine test_slab

  ! kappa so large that the block is of one temperature.
  subroutine test_radiation()
    type(ct_adi_problem) :: problem
    type(ct_adi_plan) :: plan
    type(ct_adi_balance_sheet) :: sheet
    real(real64), parameter :: rate = 5e-8_real64*(300.0_real64**4 - 200.0_real64**4)
    problem = ct_adi_problem([8, 4])
    problem%diffusivity = 1e6_real64
    problem%face(2, 1)%kind = CT_ADI_TRANSFER
    problem%face(2, 1)%value = 400
    call plan%create(comm, problem)
    call plan%set_radiation(1, 2, 5e-8_real64, 100.0_real64)
    call plan%set("state", 300.0_real64)
    call plan%balance_begin()
    call plan%balance(sheet)
    call expect_near(abs(sheet%rate(2, 1)/rate - 1), 1e-5_real64, "radiation")
  end subroutine test_radiation

  real(real64) function more(time, x, u)
    real(real64), intent(in) :: time, x(:), u
    more = 1 + u + 0*(time + x(1))
  end function more

  real(real64) function growth(time, x, u)
    real(real64), intent(in) :: time, x(:), u
    growth = 8*u + 0*(time + x(2))
  end function growth

  real(real64) function negative(time, x, u)
    real(real64), intent(in) :: time, x(:), u
    negative = -u + 0*(time + x(2))
  end function negative

  ! (1 + u) du/dt = 8 u: log(u) + u = 1 + 8 t. And kappa = 1 + u at the begin of a step of the locally
  ! one-dimensional scheme beside the field of these numbers.
  subroutine test_laws()
    type(ct_adi_plan) :: plan, linear
    real(real64), pointer :: u(:, :), v(:, :)
    integer :: i, stat
    integer(int64) :: j, k
    character(200) :: errmsg
    call plan%create(comm, ct_adi_problem([8, 6]))
    call plan%set("state", 1.0_real64)
    call plan%set_laws(source=growth, capacity=more)
    do i = 1, 100
      call plan%step(1e-3_real64)
    end do
    call plan%state(u)
    if (size(u) > 0) call expect_near(maxval(abs(log(u) + u - 1.8_real64)), 1e-5_real64, "growth")
    call plan%steady(1e-8_real64, 10, stat=stat, errmsg=errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_UNSUPPORTED, "no steady state")
    call plan%create(comm, ct_adi_problem([10, 12]), ct_adi_options(scheme=CT_ADI_LOD))
    call linear%create(comm, ct_adi_problem([10, 12]), ct_adi_options(scheme=CT_ADI_LOD))
    call plan%state(u)
    call linear%state(v)
    do k = lbound(u, 2), ubound(u, 2)
      do j = lbound(u, 1), ubound(u, 1)
        u(j, k) = value_at([j, k, 1_int64, 1_int64])
      end do
    end do
    v = u
    call plan%set_laws(kappa=more)
    call linear%set_field("diffusivity", 1 + u)
    call plan%step(0.01_real64)
    call linear%step(0.01_real64)
    if (size(u) > 0) call expect_near(maxval(abs(u - v)), 1e-12_real64, "kappa of u")
    call plan%set_laws(negative)
    call plan%step(0.01_real64, stat, errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_UNSUPPORTED, "kappa")
  end subroutine test_laws

  real(real64) function film(time, x)
    real(real64), intent(in) :: time, x(:)
    film = 5 + 0*(time + x(1))
  end function film

  real(real64) function upper_half(time, x)
    real(real64), intent(in) :: time, x(:)
    upper_half = merge(1, 0, x(2) > 0.5_real64) + 0*time
  end function upper_half

  ! 3 W/m2 into the low end along y; out through a film of 5 W/(m2 K), or through a wall at 5 in the
  ! middle.
  subroutine test_transfer_and_mask()
    integer, parameter :: n(2) = [4, 24]
    type(ct_adi_problem) :: problem
    type(ct_adi_plan) :: plan
    real(real64), pointer :: u(:, :), y(:)
    real(real64) :: wanted
    integer(int64) :: j
    integer :: which
    logical :: converged
    problem = ct_adi_problem(n)
    problem%diffusivity = 2
    problem%face(1, 2) = ct_adi_face(kind=CT_ADI_FLUX, value=3.0_real64)
    problem%face(2, 2) = ct_adi_face(kind=CT_ADI_TRANSFER, a=1.0_real64, value=1.0_real64)
    do which = 1, 2
      call plan%create(comm, problem)
      if (which == 1) then
        call plan%set("transfer", film, axis=2, side=2)
      else
        plan%walls = ct_adi_face(kind=CT_ADI_DIRICHLET, value=5.0_real64)
        call plan%set("mask", upper_half)
      end if
      call plan%steady(1e-12_real64, 500, converged=converged)
      call expect_true(converged, "a film or a wall has no steady state")
      call plan%state(u)
      y => plan%middles(2)
      do j = lbound(u, 2), ubound(u, 2)
        wanted = merge(1.6_real64 + 1.5_real64*(1 - y(j)), 5 + 1.5_real64*max(0.5_real64 - y(j), 0.0_real64), which == 1)
        if (size(u) > 0) call expect_near(maxval(abs(u(:, j) - wanted)), 1e-8_real64, "a film or a wall")
      end do
    end do
  end subroutine test_transfer_and_mask

  real(real64) function stretch(time, x)
    real(real64), intent(in) :: time, x(:)
    stretch = x(2) + 0*time
  end function stretch

  ! A velocity whose divergence is 1 thins u out everywhere alike.
  subroutine test_advection()
    type(ct_adi_plan) :: plan
    type(ct_adi_problem) :: problem
    type(ct_box) :: box
    real(real64), pointer :: u(:, :)
    real(real64), allocatable :: edges(:, :)
    integer(int64) :: j
    integer :: which
    problem = ct_adi_problem([4, 12])
    problem%diffusivity = 0
    do which = 1, 2
      call plan%create(comm, problem)
      call plan%set("state", 2.0_real64)
      box = plan%box()
      allocate (edges(box%lower(1):box%upper(1), box%lower(2):box%upper(2) + 1))
      do j = lbound(edges, 2), ubound(edges, 2)
        edges(:, j) = (j - 1)/12.0_real64
      end do
      if (which == 1) call plan%set("velocity", stretch, axis=2)
      if (which == 2) call plan%set_field("velocity", edges, axis=2)
      call plan%set_advection(CT_ADI_TVD)
      call plan%step(0.1_real64)
      call plan%state(u)
      if (size(u) > 0) call expect_near(maxval(abs(u - 2*exp(-0.1_real64))), 1e-4_real64, "a stretched u")
      deallocate (edges)
    end do
  end subroutine test_advection

  subroutine test_heat()
    integer :: before
    call test_slab(before)
    call expect_true(destroyed() - before == 1, "the plan of a slab was left behind")
    call test_transfer_and_mask()
    call test_advection()
    call test_radiation()
    call test_laws()
  end subroutine test_heat
end module heat
