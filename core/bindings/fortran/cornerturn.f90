! Distributed transposes, exchanges, transforms and implicit steps for programs in Fortran:
!
!   use mpi_f08          ! or `use mpi`: a communicator is a type(MPI_Comm) or an integer
!   use cornerturn
!   type(ct_fft_plan) :: plan
!   type(ct_memory) :: mine, theirs
!   complex(real64), pointer :: u(:, :, :), spectrum(:, :, :)
!   call plan%create(MPI_COMM_WORLD, ct_fft_complex([256, 256, 256]))
!   call mine%allocate(MPI_COMM_WORLD, u, plan%input_box())
!   call theirs%allocate(MPI_COMM_WORLD, spectrum, plan%output_box())
!   call plan%execute(u, spectrum)
!
! Names, meaning and collectiveness are those of the C headers. What differs:
!
!   axes        from 1, the first is the fastest, as in Fortran's arrays; positions from 1. Grids,
!               extents, boxes, kinds and permutations are in this order
!   ranks       from 0, as MPI's
!   arrays      of any type and rank, contiguous: their bytes are checked when they are used, and that
!               elements are as large as the plan's; their type where numbers change (transforms,
!               conjugate, numbers, precision of messages), which complex and real ones alone do
!   failures    with `stat` a call returns a CT_ERROR_.. (0: none), and `errmsg` gets the message;
!               without, the program stops with it. `stat` is for all ranks alike
!   plans       end with their variable or by destroy, collectively
!   constants   CT_.. as in C
!
! Everything else of the headers is in the module cornerturn_c, with C's axes and the suffix _c.
module cornerturn
  use cornerturn_constants
  use cornerturn_support, only: ct_error_message, ct_version
  use cornerturn_box, only: ct_box
  use cornerturn_memory
  use cornerturn_options, only: ct_exchange_options
  use cornerturn_decomposition, only: ct_decomposition, ct_grid
  use cornerturn_fft_problem, only: ct_fft_problem, ct_fft_options, ct_fft_complex, ct_fft_real, &
    ct_fft_good_length
  use cornerturn_fft
  use cornerturn_exchange
  use cornerturn_calls
  use cornerturn_redistribute
  use cornerturn_halo
  use cornerturn_fft_filter
  use cornerturn_spectral
  use cornerturn_poisson
  use cornerturn_tridiagonal
  use cornerturn_trace
  use cornerturn_adi_problem, only: ct_adi_face, ct_adi_problem, ct_adi_options
  use cornerturn_adi
  use cornerturn_reports
  implicit none
  public
end module cornerturn
