! Transforms beside their sums.
module transforms
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use expect
  implicit none
  private
  public :: test_transforms

contains

  ! The sum over all positions of u(n) exp(-2 pi i k n / N).
  complex(real64) function fourier(extent, is_real, mode)
    integer, intent(in) :: extent(:)
    logical, intent(in) :: is_real
    integer(int64), intent(in) :: mode(4) ! from 1
    type(ct_box) :: all
    integer(int64) :: e, position(4)
    real(real64) :: turns
    all%axes = size(extent)
    all%upper(1:size(extent)) = extent
    fourier = 0
    do e = 0, all%elements() - 1
      position = position_of(all, e)
      turns = sum(real((position - 1)*(mode - 1), real64)/real(all%upper, real64))
      fourier = fourier + merge(cmplx(value_at(position), 0, real64), complex_at(position), is_real) &
                *exp(cmplx(0, -2*PI*turns, real64))
    end do
  end function fourier

  ! `before`: what was destroyed before the plans and memory of this procedure end with it.
  subroutine test_complex(extent, before)
    integer, intent(in) :: extent(:)
    integer, intent(out) :: before
    type(ct_fft_plan) :: forward, inverse
    type(ct_memory) :: from, into
    complex(real64), pointer :: u(:), spectrum(:)
    complex(real64), allocatable :: fields(:, :), spectra(:, :)
    complex(real32), allocatable :: u4(:), spectrum4(:)
    type(ct_box) :: here, there
    integer(int64) :: e
    real(real64) :: worst
    call forward%create(comm, ct_fft_complex(extent))
    call inverse%create(comm, ct_fft_complex(extent), ct_fft_options(direction=CT_INVERSE))
    here = forward%input_box()
    there = forward%output_box()
    call from%allocate(comm, u, flat(here))
    call into%allocate(comm, spectrum, flat(there))
    do e = 1, here%elements()
      u(e) = complex_at(position_of(here, e - 1))
    end do
    call forward%execute(u, spectrum)
    worst = 0
    do e = 1, there%elements()
      worst = max(worst, abs(spectrum(e) - fourier(extent, .false., position_of(there, e - 1))))
    end do
    call expect_near(worst, 1e-10_real64, "complex transform")
    fields = reshape([u, 2*u], [size(u), 2])
    allocate (spectra(size(spectrum), 2))
    call forward%execute_many(2, fields, spectra)
    if (size(spectrum) > 0) then
      call expect_near(maxval(abs(spectra(:, 1) - spectrum)), 1e-12_real64, "one of several fields")
      call expect_near(maxval(abs(spectra(:, 2) - 2*spectrum)), 1e-12_real64, "the second of several fields")
    end if
    u4 = cmplx(u, kind=real32)
    call inverse%execute(spectrum, u)
    do e = 1, here%elements()
      u(e) = u(e) - complex_at(position_of(here, e - 1))
    end do
    if (size(u) > 0) call expect_near(maxval(abs(u)), 1e-13_real64, "there and back")
    call forward%create(comm, ct_fft_complex(extent, CT_FLOAT)) ! in place of the other
    allocate (spectrum4(size(spectrum)))
    call forward%execute(u4, spectrum4)
    if (size(u4) > 0) &
      call expect_near(real(maxval(abs(spectrum4 - spectrum)), real64), 1e-3_real64, "single precision")
    before = destroyed()
  end subroutine test_complex

  pure type(ct_box) function flat(box)
    type(ct_box), intent(in) :: box
    flat%axes = 1
    flat%upper(1) = box%elements()
  end function flat

  ! Real arrays with all their axes, and their bounds in the whole.
  subroutine test_real()
    integer, parameter :: extent(3) = [8, 5, 6]
    type(ct_fft_plan) :: plan
    type(ct_memory) :: from, into
    real(real64), pointer :: u(:, :, :)
    complex(real64), pointer :: spectrum(:, :, :)
    type(ct_box) :: there
    integer, allocatable :: grid(:), grid_there(:)
    integer(int64) :: i, j, k
    real(real64) :: worst
    call plan%create(comm, ct_fft_real(extent), ct_fft_options(array_grid=[1, 1, ranks]))
    call plan%grids(grid, grid_there)
    call expect_true(all(grid == [1, 1, ranks]), "the grid is not in Fortran's order")
    call from%allocate(comm, u, plan%input_box())
    there = plan%output_box()
    call into%allocate(comm, spectrum, there)
    call expect_true(all(ubound(u) >= lbound(u)) .and. size(u, 1) == 8 .and. size(u, 2) == 5, "array's bounds")
    do k = lbound(u, 3), ubound(u, 3)
      do j = 1, 5
        do i = 1, 8
          u(i, j, k) = value_at([i, j, k, 1_int64])
        end do
      end do
    end do
    call plan%execute(u, spectrum)
    worst = 0
    do k = there%lower(3), there%upper(3)
      do j = there%lower(2), there%upper(2)
        do i = there%lower(1), there%upper(1)
          worst = max(worst, abs(spectrum(i, j, k) - fourier(extent, .true., [i, j, k, 1_int64])))
        end do
      end do
    end do
    call expect_near(worst, 1e-11_real64, "real transform")
    call expect_near(plan%round_trip_error(u, spectrum), 1e-14_real64, "round trip")
    call expect_true(len(plan%reason()) > 10, "no reason")
  end subroutine test_real

  ! Along the second axis alone, in blocks between bounds: 2 sum u(n) cos(pi k (2 n + 1) / (2 N)).
  subroutine test_cosine()
    integer, parameter :: n = 6
    type(ct_fft_plan) :: plan
    type(ct_decomposition) :: blocks
    real(real64), allocatable :: u(:, :), spectrum(:, :)
    real(real64) :: worst, wanted
    type(ct_box) :: box
    integer(int64) :: i, j, k
    integer :: p
    blocks = ct_decomposition([7, n], grid=[ranks, 1], &
                              bounds=[1, (2 + p, p=1, ranks - 1), 8, 1, n + 1])
    box = blocks%box(rank)
    allocate (u(box%lower(1):box%upper(1), n), spectrum(box%lower(1):box%upper(1), n))
    do j = 1, n
      do i = box%lower(1), box%upper(1)
        u(i, j) = value_at([i, j, 1_int64, 1_int64])
      end do
    end do
    call plan%create(comm, ct_fft_problem([7, n], kind=[CT_FFT_NONE, CT_FFT_DCT2]), &
                     array=blocks, spectrum=blocks)
    call plan%execute(u, spectrum)
    worst = 0
    do k = 0, n - 1
      do i = box%lower(1), box%upper(1)
        wanted = 2*sum([(u(i, j)*cos(PI*real(k*(2*j - 1), real64)/(2*n)), j=1, n)])
        worst = max(worst, abs(spectrum(i, k + 1) - wanted))
      end do
    end do
    call expect_near(worst, 1e-13_real64, "cosine transform")
  end subroutine test_cosine

  subroutine test_failures()
    type(ct_fft_plan) :: plan
    complex(real64) :: u(4, 4, 4), spectrum(4, 4, 4), wide(8, 4, 4)
    real(real64) :: wrong(4, 4, 8)
    integer :: stat, last
    character(200) :: errmsg
    last = ranks - 1
    call plan%create(comm, ct_fft_complex([0, 4, 4]), stat=stat, errmsg=errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "along axis 2; allowed: 1 to 2147483647 (axes as C counts")
    call expect_true(index(ct_error_message(), "0 is the last one in Fortran") > 0, "which axes a message means")
    call expect_true(.not. plan%is_created(), "a plan in spite of a failure")
    call plan%create(comm, ct_fft_complex([4, 4]), ct_fft_options(array_grid=[1]), stat=stat, errmsg=errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "allowed")
    call plan%create(comm, ct_fft_complex([4, 4]), &
                     ct_fft_options(exchange=ct_exchange_options(algorithm="nobody")), &
                     stat=stat, errmsg=errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_CONFIG, "nobody")
    call plan%create(comm, ct_fft_real([2, 2, 2, 2, 2, 2]), stat=stat, errmsg=errmsg) ! more axes than C has
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "6 axes; allowed: 1 to 4")
    call plan%create(comm, ct_fft_real([integer ::]), stat=stat, errmsg=errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "0 axes; allowed: 1 to 4")
    call plan%create(comm, ct_fft_complex([4, 4, 4]))
    if (rank == last) then
      call plan%execute(wrong, spectrum, stat, errmsg)
      call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "complex(real64)")
      call plan%execute(wide(::2, :, :), spectrum, stat, errmsg)
      call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "gaps")
      call plan%execute(u, spectrum(1:1, 1, 1), stat, errmsg)
      call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "16 bytes")
    else
      do last = 1, 3
        call plan%execute(u, spectrum, stat, errmsg)
        call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "arrays")
      end do
    end if
    call plan%execute(u, spectrum, stat)
    call expect_true(stat == CT_OK, "a plan that failed cannot be executed again")
    call plan%destroy()
    call plan%execute(u, spectrum, stat, errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "there is no plan")
  end subroutine test_failures

  subroutine test_transforms()
    integer :: before
    call test_complex([6, 5, 4], before)
    call expect_true(destroyed() - before == 4, "plans or memory were left behind")
    call test_complex([12], before)
    call test_complex([5, 7], before)
    call test_complex([4, 3, 2, 5], before)
    call test_real()
    call test_cosine()
    call test_failures()
  end subroutine test_transforms
end module transforms
