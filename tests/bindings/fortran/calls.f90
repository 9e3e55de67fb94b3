! The public modules by way of Fortran, on any number of ranks. "stop": a failure that nobody
! catches ends the program with its message.
program calls
  use cost
  use expect
  use heat
  use moves
  use operators
  use poisson
  use refusals
  use reports
  use solvers
  use traces
  use transforms
  implicit none
  character(8) :: argument
  type(ct_fft_plan) :: plan
  call MPI_Init()
  comm = MPI_COMM_WORLD
  call MPI_Comm_rank(comm, rank)
  call MPI_Comm_size(comm, ranks)
  call get_command_argument(1, argument)
  if (argument == "stop") call plan%create(comm, ct_fft_complex([0]))
  call test_moves()
  call test_transforms()
  call test_operators()
  call test_poisson()
  call test_solvers()
  call test_heat()
  call test_trace()
  call test_reports()
  call test_refusals()
  if (ranks == 1) call time_execution()
  call MPI_Allreduce(MPI_IN_PLACE, failures, 1, MPI_INTEGER, MPI_SUM, comm)
  call MPI_Finalize()
  if (failures > 0) error stop 1
end program calls
