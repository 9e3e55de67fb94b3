! Arguments that would give wrong numbers without a word: elements that are not what the library, which
! is told their size alone, would take them for; arrays of others than the plan was made for; one memory
! for both sides; permutations of other arrays.
module refusals
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use expect
  implicit none
  private
  public :: test_refusals

  type :: pair
    real(real64) :: x, y
  end type pair

  integer, parameter :: n = 4, m = 3
  integer :: stat
  character(200) :: errmsg

contains

  subroutine expect_refusal(words)
    character(*), intent(in) :: words
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, words)
  end subroutine expect_refusal

  type(ct_decomposition) function columns(of)
    integer, intent(in) :: of(2)
    columns = ct_decomposition(of, grid=[1, ranks])
  end function columns

  subroutine test_conjugates()
    character(*), parameter :: ALLOWED = "allowed: complex(real64), complex(real32)"
    type(ct_transpose_plan) :: plan
    type(ct_redistribute_plan) :: moves
    type(ct_decomposition) :: from, into
    type(ct_box) :: here, there
    complex(real32), allocatable :: u(:, :), v(:, :)
    integer :: i, j
    from = columns([n, m])
    into = columns([m, n])
    call plan%create(comm, from, into, 1.0_real64, conjugate=.true., stat=stat, errmsg=errmsg)
    call expect_refusal(ALLOWED)
    call plan%create(comm, from, into, 1.0_real32, conjugate=.true., stat=stat, errmsg=errmsg)
    call expect_refusal(ALLOWED)
    call plan%create(comm, from, into, 1_int64, conjugate=.true., stat=stat, errmsg=errmsg)
    call expect_refusal(ALLOWED)
    call plan%create(comm, from, into, .true., conjugate=.true., stat=stat, errmsg=errmsg)
    call expect_refusal(ALLOWED)
    call plan%create(comm, from, into, pair(1, 2), conjugate=.true., stat=stat, errmsg=errmsg)
    call expect_refusal(ALLOWED)
    call moves%create(comm, from, into, [1.0_real64], axes=[2, 1], conjugate=.true., stat=stat, errmsg=errmsg)
    call expect_refusal(ALLOWED)
    call plan%create(comm, from, into, 1.0_real64, conjugate=.false., stat=stat, errmsg=errmsg)
    call expect_true(stat == CT_OK, "a transpose of real numbers: "//trim(errmsg))
    here = from%box(rank)
    there = into%box(rank)
    allocate (u(n, here%lower(2):here%upper(2)), v(m, there%lower(2):there%upper(2)))
    do j = lbound(u, 2), ubound(u, 2)
      u(:, j) = [(cmplx(i - 2, 10*j), i=1, n)]
    end do
    call plan%create(comm, from, into, u, conjugate=.true.)
    call plan%execute(u, v)
    do j = lbound(v, 2), ubound(v, 2)
      call expect_true(all(abs(v(:, j) - [(cmplx(j - 2, -10*i), i=1, m)]) < 1e-6), "conjugates of complex(real32)")
    end do
  end subroutine test_conjugates

  subroutine test_numbers()
    character(*), parameter :: ALLOWED = "numbers%from"
    type(ct_redistribute_plan) :: plan
    type(ct_decomposition) :: from, into
    real(real64) :: doubles(n*m)
    real(real32) :: floats(n*m)
    integer(int64) :: integers(n*m)
    from = columns([n, m])
    into = columns([m, n])
    call plan%create(comm, from, into, (1.0_real32, 2.0_real32), axes=[2, 1], numbers=ct_numbers(), stat=stat, errmsg=errmsg)
    call expect_refusal(ALLOWED)
    call plan%create(comm, from, into, 1_int64, axes=[2, 1], numbers=ct_numbers(), stat=stat, errmsg=errmsg)
    call expect_refusal(ALLOWED)
    call plan%create(comm, from, into, 1.0_real64, axes=[2, 1], conjugate=.true., &
                     numbers=ct_numbers(is_complex=.true., from=CT_FLOAT, into=CT_FLOAT), stat=stat, errmsg=errmsg)
    call expect_refusal(ALLOWED)
    doubles = 1
    integers = 1
    call plan%create(comm, from, from, doubles, numbers=ct_numbers(into=CT_FLOAT))
    call plan%execute(integers, floats, stat, errmsg)
    call expect_refusal("allowed: real(real64)")
    call plan%execute(doubles, integers, stat, errmsg)
    call expect_refusal("allowed: real(real32)")
  end subroutine test_numbers

  subroutine test_precision()
    character(*), parameter :: ALLOWED = "or exact messages"
    type(ct_exchange_plan) :: plan
    type(ct_transpose_plan) :: turned
    type(ct_redistribute_plan) :: moves
    type(ct_halo_plan) :: halo
    type(ct_decomposition) :: cells
    type(ct_exchange_options) :: rounded
    integer :: counts(ranks)
    rounded%precision = CT_MESSAGES_FLOAT
    counts = 2
    call plan%create(comm, counts, counts, 1_int64, rounded, stat, errmsg)
    call expect_refusal(ALLOWED)
    call plan%create(comm, counts, counts, (1.0_real32, 2.0_real32), rounded, stat, errmsg)
    call expect_refusal(ALLOWED)
    call plan%create(comm, counts, counts, pair(1, 2), rounded, stat, errmsg)
    call expect_refusal(ALLOWED)
    call turned%create(comm, columns([n, m]), columns([m, n]), 1_int64, options=rounded, stat=stat, errmsg=errmsg)
    call expect_refusal(ALLOWED)
    call moves%create(comm, columns([n, m]), columns([n, m]), 1_int64, options=rounded, stat=stat, errmsg=errmsg)
    call expect_refusal(ALLOWED)
    cells = columns([n, 2*ranks])
    cells%ghosts = reshape([0, 0, 1, 1], [2, 2])
    call halo%create(comm, cells, 1_int64, options=rounded, stat=stat, errmsg=errmsg)
    call expect_refusal(ALLOWED)
    call halo%create(comm, cells, 1.0_real64, options=rounded, stat=stat, errmsg=errmsg)
    call expect_true(stat == CT_OK, "rounded ghosts of doubles: "//trim(errmsg))
    call plan%create(comm, counts, counts, (1.0_real64, 2.0_real64), rounded, stat, errmsg)
    call expect_true(stat == CT_OK, "rounded complex doubles: "//trim(errmsg))
  end subroutine test_precision

  ! Arrays with larger elements than the plan's have bytes enough.
  subroutine test_elements()
    type(ct_exchange_plan) :: plan
    type(ct_halo_plan) :: halo
    type(ct_fft_plan) :: transform
    type(ct_decomposition) :: cells
    real(real32) :: floats(ranks)
    real(real64) :: doubles(ranks), ghosted(1, 4)
    integer(int64) :: integers(10)
    integer :: counts(ranks)
    counts = 1
    floats = 1
    doubles = 1
    ghosted = 1
    call plan%create(comm, counts, counts, floats)
    call plan%execute(doubles, floats, stat, errmsg)
    call expect_refusal("allowed: of 4, as the plan was made for")
    call plan%execute(floats, doubles, stat, errmsg)
    call expect_refusal("allowed: of 4, as the plan was made for")
    cells = columns([1, 2*ranks])
    cells%ghosts = reshape([0, 0, 1, 1], [2, 2])
    call halo%create(comm, cells, floats)
    call halo%execute(ghosted, stat=stat, errmsg=errmsg)
    call expect_refusal("allowed: of 4, as the plan was made for")
    call transform%create(MPI_COMM_SELF, ct_fft_real([8]), ct_fft_options(in_place=.true.))
    integers = 1
    call transform%execute(integers, integers, stat, errmsg)
    call expect_refusal("allowed: real(real64), complex(real64)")
  end subroutine test_elements

  ! What the library refuses for all bindings.
  subroutine test_overlaps()
    type(ct_exchange_plan) :: plan
    type(ct_redistribute_plan) :: moves
    type(ct_fft_plan) :: transform
    real(real64) :: u(n*m + 2)
    complex(real64) :: z(12)
    u = 1
    z = 1
    call moves%create(MPI_COMM_SELF, ct_decomposition([n, m], grid=[1, 1]), ct_decomposition([m, n], grid=[1, 1]), u, &
                      axes=[2, 1])
    call moves%execute(u, u, stat, errmsg)
    call expect_refusal("overlap")
    call plan%create(MPI_COMM_SELF, [n], [n], u)
    call plan%execute(u(1:n), u(n:2*n - 1), stat, errmsg)
    call expect_refusal("overlap")
    call plan%execute(u(1:n), u(n + 1:2*n))
    call transform%create(MPI_COMM_SELF, ct_fft_complex([8]))
    call transform%execute(z(1:8), z(5:12), stat, errmsg)
    call expect_refusal("overlap")
  end subroutine test_overlaps

  ! That of four axes would swap the last two of three.
  subroutine test_permutations()
    type(ct_redistribute_plan) :: plan
    type(ct_decomposition) :: cube
    cube = ct_decomposition([n, n, n], grid=[1, 1, ranks])
    call plan%create(comm, cube, cube, 1, axes=[1, 2, 4, 3], stat=stat, errmsg=errmsg)
    call expect_refusal("allowed: each of 0 to 2 once")
    call plan%create(comm, cube, cube, 1, axes=[1, 3, 2], stat=stat, errmsg=errmsg)
    call expect_true(stat == CT_OK, "a permutation: "//trim(errmsg))
  end subroutine test_permutations

  ! Given axis by axis, for another number of axes; parts beyond an array; blocks for other ranks.
  subroutine test_counts()
    type(ct_halo_plan) :: halo
    type(ct_redistribute_plan) :: moves
    type(ct_exchange_plan) :: plan
    type(ct_fft_plan) :: transform
    type(ct_decomposition) :: cells, other
    type(ct_block) :: blocks(ranks), part
    integer(int64) :: width(2, 1)
    integer :: counts(ranks + 1)
    cells = ct_decomposition([n, n, n], grid=[1, 1, ranks], ghosts=reshape([0, 0, 0, 0, 1, 1], [2, 3]))
    call halo%create(comm, cells, 1, periodic=[.false.], stat=stat, errmsg=errmsg)
    call expect_refusal("periodic of 1 axes; allowed: of 3")
    width = 0
    call halo%create(comm, cells, 1, width=width, stat=stat, errmsg=errmsg)
    call expect_refusal("allowed: (2, axes)")
    cells = ct_decomposition([n, n, n], grid=[1, 1, ranks])
    other = cells
    other%order = [1, 2, 4, 3]
    call moves%create(comm, cells, other, 1, stat=stat, errmsg=errmsg)
    call expect_refusal("in an order of axes")
    other = ct_decomposition([n, n], grid=[1, 1], bounds=[1, n + 1, 1, n + 1, 9])
    call moves%create(MPI_COMM_SELF, other, other, 1, stat=stat, errmsg=errmsg)
    call expect_refusal("axis")
    call transform%create(comm, ct_fft_problem([8, 4], length=[16_int64]), stat=stat, errmsg=errmsg)
    call expect_refusal("FFT length -1")
    part = ct_subarray([4, 4], [1, 1], [2, 2])
    call expect_blocks(ct_subarray([4, 4], [3, 1], [6, 2]))
    call expect_blocks(ct_subarray([4, 4], [1], [2]))
    call expect_blocks(part%reordered([1, 1]))
    call expect_blocks(part%reordered([1, 2, 3]))
    counts = 1
    call plan%create(comm, counts, counts, 1, stat=stat, errmsg=errmsg)
    call expect_refusal("allowed: one for each rank")
    call plan%create(comm, counts(1:0), counts(1:0), 1, stat=stat, errmsg=errmsg)
    call expect_refusal("allowed: one for each rank")
  contains
    subroutine expect_blocks(block)
      type(ct_block), intent(in) :: block
      blocks = block
      call plan%create(comm, blocks, blocks, 1, stat=stat, errmsg=errmsg)
      call expect_refusal("negative count")
    end subroutine expect_blocks
  end subroutine test_counts

  ! gfortran passes the lengths of characters in arrays of any type, too, before that of errmsg.
  subroutine test_characters()
    type :: guarded
      sequence
      character(8) :: message = "as it is"
      character(64) :: beyond = repeat("=", 64)
    end type guarded
    type(ct_exchange_plan) :: plan
    type(guarded) :: words
    character(40) :: sent(ranks), received(ranks)
    integer :: counts(ranks), p
    counts = 1
    do p = 1, ranks
      write (sent(p), "(i0, 1x, i0)") rank, p - 1
    end do
    call plan%create(comm, counts, counts, sent, stat=stat, errmsg=words%message)
    call expect_true(stat == CT_OK, "blocks of characters")
    call plan%execute(sent, received, stat, words%message)
    call expect_true(stat == CT_OK, "characters are exchanged")
    do p = 1, ranks
      write (sent(p), "(i0, 1x, i0)") p - 1, rank
    end do
    call expect_true(all(sent == received), "characters of all ranks")
    call plan%execute(sent, received(2:), stat, words%message)
    call expect_true(stat == CT_ERROR_ARGUMENT, "too few characters")
    call plan%create(comm, counts(2:), counts, sent, stat=stat, errmsg=words%message)
    call expect_true(stat /= CT_OK, "too few counts")
    call expect_true(words%message == "as it is" .and. words%beyond == repeat("=", 64), "nothing is written")
    call plan%create(comm, counts(2:), counts, 1, stat=stat, errmsg=errmsg)
    call expect_true(stat /= CT_OK .and. errmsg /= " ", "messages are written again")
    errmsg = " "
    call plan%create(comm, counts, counts, sent)
    call plan%execute(sent, received)
    call plan%create(comm, counts(2:), counts, 1, stat=stat, errmsg=errmsg)
    call expect_true(stat /= CT_OK .and. errmsg /= " ", "messages are written after calls without stat")
  end subroutine test_characters

  subroutine test_refusals()
    call test_characters()
    call test_counts()
    call test_conjugates()
    call test_numbers()
    call test_precision()
    call test_elements()
    call test_overlaps()
    call test_permutations()
  end subroutine test_refusals
end module refusals
