! How exchanges are done: exchange.h's options. Set what is wanted, by name:
!
!   ct_exchange_options(algorithm="bruck --radix 4", planning=CT_PLAN_MEASURE)
!
! Texts have a fixed length: gfortran 12 to 14 copy allocatable members of members only in part where
! a value of such a type is part of another's.
module cornerturn_options
  use, intrinsic :: iso_c_binding
  use cornerturn_c
  use cornerturn_support
  implicit none
  private
  public :: ct_exchange_options, exchange_options_for_c

  type :: ct_exchange_options
    character(LONGEST_TEXT) :: algorithm = "" ! a name, with parameters if it has any; "": "auto"
    integer(c_int) :: planning = CT_PLAN_ESTIMATE ! CT_PLAN_..: how "auto" chooses
    integer(c_int) :: transport = CT_TRANSPORT_AUTO ! CT_TRANSPORT_..
    logical :: private_arrays = .false. ! choose for arrays that are not of ct_memory
    logical :: in_place = .false. ! execute is given one array twice
    integer :: steps_in_flight = 0 ! 0: all
    integer(c_int) :: precision = CT_MESSAGES_EXACT ! CT_MESSAGES_..
    character(LONGEST_TEXT) :: topology = "" ! the network, such as "torus:8x8"; "": as found
    character(LONGEST_PATH) :: tuning_file = "" ! rank 0's path; "": none
    logical :: tuning_read_only = .false.
  end type ct_exchange_options

  ! The same as C has it, with what it points to.
  type :: exchange_options_for_c
    type(ct_exchange_options_c) :: c
    type(ct_topology_c) :: topology
    character(kind=c_char), allocatable :: algorithm(:), tuning_file(:)
  contains
    procedure :: set
  end type exchange_options_for_c

contains

  integer(c_int) function set(self, options) result(status)
    class(exchange_options_for_c), intent(inout), target :: self
    type(ct_exchange_options), intent(in) :: options
    character(kind=c_char), allocatable, target :: network(:)
    status = CT_OK
    self%c%algorithm = c_null_ptr
    self%c%tuning_file = c_null_ptr
    self%c%topology = c_null_ptr
    if (options%algorithm /= "") then
      self%algorithm = c_text(options%algorithm)
      self%c%algorithm = c_loc(self%algorithm)
    end if
    if (options%tuning_file /= "") then
      self%tuning_file = c_text(options%tuning_file)
      self%c%tuning_file = c_loc(self%tuning_file)
    end if
    if (options%topology /= "") then
      network = c_text(options%topology)
      status = ct_topology_parse_c(c_loc(network), c_loc(self%topology))
      self%c%topology = c_loc(self%topology)
    end if
    self%c%planning = options%planning
    self%c%transport = options%transport
    self%c%private_arrays = flag(options%private_arrays)
    self%c%in_place = flag(options%in_place)
    self%c%steps_in_flight = options%steps_in_flight
    self%c%precision = options%precision
    self%c%tuning_read_only = flag(options%tuning_read_only)
  end function set
end module cornerturn_options
