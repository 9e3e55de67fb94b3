! Somebody else's program, with the integers of `use mpi`: columns of a matrix become rows.
program outside
  use mpi
  use cornerturn
  implicit none
  type(ct_transpose_plan) :: plan
  type(ct_decomposition) :: columns
  type(ct_box) :: box
  real(8), allocatable :: a(:, :), b(:, :)
  integer :: rank, ranks, i, error
  logical :: is_good
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  columns = ct_decomposition([6, 6], grid=[1, ranks])
  box = columns%box(rank)
  allocate (a(6, box%lower(2):box%upper(2)), b(6, box%lower(2):box%upper(2)))
  do i = 1, 6
    a(i, :) = i
  end do
  call plan%create(MPI_COMM_WORLD, columns, columns, a)
  call plan%execute(a, b)
  is_good = .true.
  do i = int(box%lower(2)), int(box%upper(2))
    is_good = is_good .and. all(b(:, i) == i)
  end do
  if (is_good) print "(a)", "good"
  call plan%destroy()
  call MPI_Finalize(error)
end program outside
