! Exchanges, redistributions, transposes and halos: every element is looked at.
module moves
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use expect
  use in_place_of_mpi, only: gathered_in_place
  implicit none
  private
  public :: test_moves

contains

  ! Rank r sends p + 1 numbers 100 r + p to rank p.
  subroutine test_exchange()
    type(ct_exchange_plan) :: plan
    integer, target, asynchronous :: send(ranks*(ranks + 1)/2), receive(ranks*(rank + 1))
    integer :: wanted(ranks*(rank + 1)), p, i
    send = [((100*rank + p, i=0, p), p=0, ranks - 1)]
    wanted = [((100*p + rank, i=0, rank), p=0, ranks - 1)]
    call plan%create(comm, [(p + 1, p=0, ranks - 1)], [(rank + 1, p=0, ranks - 1)], send, &
                     ct_exchange_options(algorithm="direct", transport=CT_TRANSPORT_MESSAGES))
    call expect_true(index(plan%algorithm(), "direct") == 1, "another algorithm than asked for")
    call expect_true(len(plan%reason()) > 0, "no reason")
    receive = -1
    call plan%execute(send, receive)
    call expect_true(all(receive == wanted), "exchange")
    receive = -1
    call plan%start(send, receive)
    do while (.not. plan%test())
    end do
    call plan%wait()
    call expect_true(all(receive == wanted), "nonblocking exchange")
  end subroutine test_exchange

  ! Columns of a matrix, divided by columns, become rows: blocks of arrays.
  subroutine test_blocks()
    integer, parameter :: n = 2
    type(ct_exchange_plan) :: plan
    type(ct_block) :: from(ranks), into(ranks)
    integer :: mine(n*ranks, n), turned(n*ranks, n), i, j, p
    mine = reshape([((1000*i + rank*n + j, i=1, n*ranks), j=1, n)], shape(mine))
    from = [(ct_subarray(shape(mine), [p*n + 1, 1], [p*n + n, n]), p=0, ranks - 1)]
    into = from
    do p = 1, ranks
      into(p) = into(p)%reordered([2, 1])
    end do
    turned = 0
    call plan%create(comm, from, into, mine)
    call plan%execute(mine, turned)
    do j = 1, n
      do i = 1, n*ranks
        call expect_true(turned(i, j) == 1000*(rank*n + j) + i, "transposed blocks")
      end do
    end do
  end subroutine test_blocks

  subroutine test_calls()
    type(ct_exchange_plan) :: plan
    integer :: mine(2), all(2, ranks), other(2, ranks), counts(ranks), begins(ranks), p
    character(200) :: errmsg
    integer :: stat
    mine = [rank, 7]
    call plan%create_movement(comm, CT_ALL_GATHER, 0, 8_int64)
    call plan%execute(mine, all)
    call expect_true(count(all(1, :) == [(p, p=0, ranks - 1)]) == ranks, "planned all-gather")
    call ct_allgather(mine, 2, MPI_INTEGER, other, 2, MPI_INTEGER, comm)
    call expect_true(count(other == all) == 2*ranks, "all-gather")
    all(2, :) = [(rank*10 + p, p=0, ranks - 1)]
    call ct_alltoall(all, 2, MPI_INTEGER, other, 2, MPI_INTEGER, comm)
    call expect_true(count(other(2, :) == [(p*10 + rank, p=0, ranks - 1)]) == ranks, "all-to-all")
    counts = 2
    begins = [(2*p, p=ranks - 1, 0, -1)]
    call ct_alltoallv(all, counts, begins(ranks:1:-1), MPI_INTEGER%MPI_VAL, other, counts, begins, MPI_INTEGER, &
                      comm%MPI_VAL) ! the integers of `use mpi`
    call expect_true(count(other(2, ranks:1:-1) == [(p*10 + rank, p=0, ranks - 1)]) == ranks, "all-to-all-v")
    all = other
    call ct_alltoall(MPI_IN_PLACE, 0, MPI_INTEGER, other, 2, MPI_INTEGER, comm)
    call ct_alltoallv(MPI_IN_PLACE, counts, begins, MPI_INTEGER, other, counts, 2*[(p, p=0, ranks - 1)], &
                      MPI_INTEGER, comm)
    call expect_true(count(other == all) == 2*ranks, "all-to-all in place, and back")
    mine = [rank, 7]
    call ct_gather_blocks(mine, 2, MPI_INTEGER, all, 2, MPI_INTEGER, ranks - 1, comm)
    if (rank == ranks - 1) &
      call expect_true(count(all(1, :) == [(p, p=0, ranks - 1)]) == ranks .and. count(all(2, :) == 7) == ranks, "gather")
    other = -1
    other(:, rank + 1) = mine
    if (rank == 0) call ct_gather_blocks(MPI_IN_PLACE, 0, MPI_INTEGER, other, 2, MPI_INTEGER, 0, comm)
    if (rank > 0) call ct_gather_blocks(mine, 2, MPI_INTEGER, counts(1:0), 0, MPI_INTEGER, 0, comm)
    if (rank == 0) call expect_true(count(other(1, :) == [(p, p=0, ranks - 1)]) == ranks, "gather in place")
    mine = -1
    if (rank == 0) call ct_scatter_blocks(other, 2, MPI_INTEGER, MPI_IN_PLACE, 2, MPI_INTEGER, 0, comm)
    if (rank > 0) call ct_scatter_blocks(counts(1:0), 0, MPI_INTEGER, mine, 2, MPI_INTEGER, 0, comm)
    call expect_true(rank == 0 .or. mine(1) == rank .and. mine(2) == 7, "scatter")
    other = -1
    other(:, rank + 1) = [rank, 8]
    call gathered_in_place(other, 2, comm%MPI_VAL)
    call expect_true(count(other(1, :) == [(p, p=0, ranks - 1)]) == ranks .and. &
                     count(other(2, :) == 8) == ranks, "all-gather in place")
    mine = rank
    call ct_bcast(mine, 2, MPI_INTEGER, ranks - 1, comm)
    call expect_true(mine(1) == ranks - 1 .and. mine(2) == ranks - 1, "broadcast")
    call ct_bcast(mine, -1, MPI_INTEGER, 0, comm, stat, errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "-1")
    call ct_calibrate(comm, "/nowhere/at/all", stat, errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_FILE, "/nowhere/at/all")
  end subroutine test_calls

  ! Slabs to others, the axes turned around, conjugated, in single precision: in one pass.
  subroutine test_redistribute(before)
    integer, intent(out) :: before
    integer, parameter :: n(3) = [4, 5, 6]
    type(ct_decomposition) :: from, into
    type(ct_redistribute_plan) :: plan
    type(ct_memory) :: memory
    complex(real64), pointer :: u(:, :, :)
    complex(real32), allocatable :: v(:, :, :), found(:, :)
    complex(real64), allocatable :: fields(:, :)
    integer :: stat
    character(200) :: errmsg
    type(ct_box) :: here, there
    integer(int64) :: i, j, k
    real(real64) :: worst
    from = ct_decomposition(n, grid=[1, 1, ranks])
    into = ct_decomposition(n([3, 1, 2]), grid=[1, ranks, 1])
    here = from%box(rank)
    there = into%box(rank)
    call memory%allocate(comm, u, here)
    do k = here%lower(3), here%upper(3)
      do j = 1, n(2)
        do i = 1, n(1)
          u(i, j, k) = complex_at([i, j, k, 1_int64])
        end do
      end do
    end do
    allocate (v(there%lower(1):there%upper(1), there%lower(2):there%upper(2), there%lower(3):there%upper(3)))
    call plan%create(comm, from, into, u, axes=[3, 1, 2], conjugate=.true., &
                     numbers=ct_numbers(is_complex=.true., into=CT_FLOAT, alpha=(0.0_real64, 2.0_real64)))
    call plan%execute(u, v)
    worst = 0
    do k = there%lower(3), there%upper(3)
      do j = there%lower(2), there%upper(2)
        do i = there%lower(1), there%upper(1)
          worst = max(worst, abs(v(i, j, k) - (0, 2)*conjg(complex_at([j, k, i, 1_int64]))))
        end do
      end do
    end do
    call expect_near(worst, 1e-6_real64, "redistribution")
    fields = reshape([u, 2*u], [size(u), 2])
    allocate (found(size(v), 2))
    call plan%execute_many(2, fields, found)
    if (size(v) > 0) then
      call expect_near(real(maxval(abs(found(:, 1) - reshape(v, [size(v)]))), real64), 0.0_real64, "a field")
      call expect_near(real(maxval(abs(found(:, 2) - 2*found(:, 1))), real64), 0.0_real64, "the second field")
    end if
    call plan%execute_many(2, fields, v, stat, errmsg)
    if (size(v) > 0) call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "allowed")
    before = destroyed()
  end subroutine test_redistribute

  ! From block-cyclic columns to a box that rank 0 has, and blocks of a grid whose ranks follow
  ! one another along the last axis.
  subroutine test_decompositions()
    integer, parameter :: n(2) = [6, 9]
    type(ct_decomposition) :: cyclic, whole, grid, many
    type(ct_redistribute_plan) :: plan
    type(ct_box) :: here
    integer, allocatable :: mine(:), all(:, :), part(:, :)
    integer :: i, j, e, stat
    character(200) :: errmsg
    cyclic = ct_decomposition(n, grid=[1, ranks], width=[6, 2])
    whole = ct_decomposition(n, boxes=[(ct_box(2, [1, 1, 1, 1], [6, 9, 1, 1]), i=rank, 0)])
    allocate (mine(cyclic%elements(rank)), all(6, merge(9, 0, rank == 0)))
    e = 0
    do j = 0, 8
      if (mod(j/2, ranks) /= rank) cycle
      do i = 0, 5
        e = e + 1
        mine(e) = 10*j + i
      end do
    end do
    call expect_true(e == size(mine), "elements of a block-cyclic part")
    call plan%create(comm, cyclic, whole, mine)
    call plan%execute(mine, all)
    do j = 1, size(all, 2)
      do i = 1, 6
        call expect_true(all(i, j) == 10*(j - 1) + i - 1, "block-cyclic columns to one rank")
      end do
    end do
    grid = ct_decomposition(n, grid=[min(ranks, 2), ranks/min(ranks, 2)], last_fastest=.true.)
    here = grid%box(rank)
    allocate (part(here%lower(1):here%upper(1), here%lower(2):here%upper(2)))
    call plan%create(comm, whole, grid, all)
    call plan%execute(all, part)
    do j = lbound(part, 2), ubound(part, 2)
      do i = lbound(part, 1), ubound(part, 1)
        call expect_true(part(i, j) == 10*(j - 1) + i - 1, "one rank to a grid")
      end do
    end do
    whole%boxes = [ct_box(2, [1, 1, 1, 1], [6, 8, 1, 1])]
    call plan%create(comm, whole, grid, all, stat=stat, errmsg=errmsg)
    call expect_true(stat == CT_ERROR_ARGUMENT .and. errmsg /= "", "boxes that leave a hole")
    many = ct_decomposition([2, 2, 2, 2, 2, 2], grid=[1, 1, 1, 1, 1, 1])
    many%bounds = [(1_int64, 3_int64, i=1, 6)]
    many%ghosts = reshape([(1_int64, i=1, 12)], [2, 6])
    call plan%create(comm, many, many, all, stat=stat, errmsg=errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "1 to 4 axes")
    here = many%box(rank)
    grid%ghosts = reshape([1_int64, 1_int64], [2, 1])
    call plan%create(comm, grid, grid, all, stat=stat, errmsg=errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "ghost")
  end subroutine test_decompositions

  ! A matrix by columns to its transpose by columns.
  subroutine test_transpose(before)
    integer, intent(out) :: before
    type(ct_decomposition) :: from, into
    type(ct_transpose_plan) :: plan
    type(ct_memory) :: first, second
    real(real32), pointer :: a(:, :), b(:, :)
    real(real32) :: number
    integer(int64) :: i, j
    integer :: stat
    character(200) :: errmsg
    from = ct_decomposition([5, 8], grid=[1, ranks])
    into = ct_decomposition([8, 5], grid=[1, ranks])
    call plan%create(comm, from, into, number)
    call first%allocate(comm, a, from%box(rank))
    call second%allocate(comm, b, into%box(rank))
    do j = lbound(a, 2), ubound(a, 2)
      a(:, j) = [(real(value_at([i, j, 1_int64, 1_int64]), real32), i=1, 5)]
    end do
    call plan%execute(a, b)
    do j = lbound(b, 2), ubound(b, 2)
      do i = 1, 8
        call expect_near(abs(b(i, j) - value_at([j, i, 1_int64, 1_int64])), 1e-7_real64, "transpose")
      end do
    end do
    from%ghosts = reshape([1, 1, 0, 0], [2, 2])
    call plan%create(comm, from, into, a, stat=stat, errmsg=errmsg)
    call expect_failure(stat, errmsg, CT_ERROR_ARGUMENT, "allowed")
    call plan%create(comm, ct_decomposition([5, 8], grid=[1, ranks]), into, a)
    before = destroyed()
  end subroutine test_transpose

  ! Periodic along the second axis alone, one layer before and two after.
  subroutine test_halo(before)
    integer, intent(out) :: before
    integer, parameter :: n(3) = [3, 2, 6]
    type(ct_decomposition) :: cells
    type(ct_halo_plan) :: plan
    type(ct_memory) :: memory(2)
    real(real64), pointer :: u(:, :, :), v(:, :, :)
    type(ct_box) :: here, around
    integer(int64) :: i, j, k
    real(real64) :: wanted
    cells = ct_decomposition(n, grid=[1, 1, ranks], ghosts=reshape([1, 2, 1, 2, 1, 2], [2, 3]))
    here = cells%box(rank)
    around = cells%memory_box(rank)
    call memory(1)%allocate(comm, u, around)
    call memory(2)%allocate(comm, v, around)
    call plan%create(comm, cells, u, periodic=[.false., .true., .false.], arrays=2)
    u = -1
    do k = here%lower(3), here%upper(3)
      do j = 1, n(2)
        u(1:n(1), j, k) = [(value_at([i, j, k, 1_int64]), i=1, n(1))]
      end do
    end do
    v = 2*u
    call plan%execute(u, v)
    do k = around%lower(3), around%upper(3)
      do j = around%lower(2), around%upper(2)
        do i = around%lower(1), around%upper(1)
          wanted = value_at([i, modulo(j - 1, int(n(2), int64)) + 1, k, 1_int64])
          if (i < 1 .or. i > n(1) .or. k < 1 .or. k > n(3)) wanted = -1
          call expect_near(abs(u(i, j, k) - wanted), 0.0_real64, "ghosts")
          call expect_near(abs(v(i, j, k) - 2*wanted), 0.0_real64, "ghosts of the second array")
        end do
      end do
    end do
    call plan%create(comm, cells, u)
    call plan%start(v)
    do while (.not. plan%test())
    end do
    call plan%wait()
    before = destroyed()
  end subroutine test_halo

  subroutine test_moves()
    integer :: before
    call test_exchange()
    call test_blocks()
    call test_calls()
    call test_redistribute(before)
    call expect_true(destroyed() - before == 2, "a redistribution was left behind")
    call test_decompositions()
    call test_transpose(before)
    call expect_true(destroyed() - before == 3, "a transpose was left behind")
    call test_halo(before)
    call expect_true(destroyed() - before == 3, "a halo was left behind")
  end subroutine test_moves
end module moves
