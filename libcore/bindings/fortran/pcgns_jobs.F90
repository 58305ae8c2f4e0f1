! pcgns_jobs.F90: the jobs of pcgns.h (merge, repartition, restripe, check, compare, digest, info) from Fortran.
!
!   use pcgns_jobs
!   character(:), allocatable :: report
!   call pcgns_job('merge', MPI_COMM_WORLD, '{"files": "@list", "output": "out.cgns"}', status, report)
!   if (status /= PCGNS_OK) print '(a)', pcgns_job_error()
!
! Collective over the communicator, an integer or of type(MPI_Comm); the request of its rank 0 counts. The report is a
! JSON document, on every rank the same: pcgns(3) says more.
module pcgns_jobs
  use, intrinsic :: iso_c_binding, only: c_char, c_f_pointer, c_int, c_null_char, c_null_ptr, c_ptr, c_size_t, c_associated
  implicit none
  private
  public :: pcgns_job, pcgns_job_error
  integer, parameter, public :: PCGNS_OK = 0, PCGNS_NO = 1, PCGNS_FAILED = 2, PCGNS_STOPPED = 3, PCGNS_IN_PLACE = 4

  interface pcgns_job
    module procedure job
#ifdef PCGNS_MPI_F08
    module procedure job_f08
#endif
  end interface

  interface
    integer(c_int) function run(name, comm, request, listener, report) bind(c, name="pcgns_job_f")
      import
      character(kind=c_char), intent(in) :: name(*), request(*)
      integer(c_int), value :: comm
      type(c_ptr), value :: listener
      type(c_ptr), intent(out) :: report
    end function
    type(c_ptr) function last_error() bind(c, name="pcgns_job_error")
      import
    end function
    subroutine free_report(report) bind(c, name="pcgns_free")
      import
      type(c_ptr), value :: report
    end subroutine
    integer(c_size_t) function length_of(text) bind(c, name="strlen")
      import
      type(c_ptr), value :: text
    end function
  end interface

contains

  subroutine job(name, comm, request, status, report)
    character(*), intent(in) :: name, request
    integer, intent(in) :: comm
    integer, intent(out) :: status
    character(:), allocatable, intent(out), optional :: report
    type(c_ptr) :: text
    status = run(trim(name) // c_null_char, int(comm, c_int), trim(request) // c_null_char, c_null_ptr, text)
    if (present(report)) report = string_of(text)
    call free_report(text)
  end subroutine

#ifdef PCGNS_MPI_F08
  subroutine job_f08(name, comm, request, status, report)
    use mpi_f08, only: MPI_Comm
    character(*), intent(in) :: name, request
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out) :: status
    character(:), allocatable, intent(out), optional :: report
    call job(name, comm%MPI_VAL, request, status, report)
  end subroutine
#endif

  !> Why the last job did not return PCGNS_OK or PCGNS_NO; '' if it did.
  function pcgns_job_error() result(text)
    character(:), allocatable :: text
    text = string_of(last_error())
  end function

  function string_of(text) result(string)
    type(c_ptr), intent(in) :: text
    character(:), allocatable :: string
    character(kind=c_char), pointer :: characters(:)
    integer :: i
    if (.not. c_associated(text)) then
      string = ''
      return
    end if
    call c_f_pointer(text, characters, [length_of(text)])
    allocate (character(size(characters)) :: string)
    do i = 1, size(characters)
      string(i:i) = characters(i)
    end do
  end function
end module
