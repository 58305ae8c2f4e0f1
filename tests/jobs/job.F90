! job.F90: JOB REQUEST: a job by the Fortran module: its report on standard output, why it failed on standard error.
program job
  use, intrinsic :: iso_fortran_env, only: error_unit, output_unit
  use mpi
  use pcgns_jobs
  implicit none
  character(4000) :: name, request
  character(:), allocatable :: report, why
  integer :: ierr, rank, status
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call get_command_argument(1, name)
  call get_command_argument(2, request)
  if (rank > 0) request = 'of rank 0'
  call pcgns_job(name, MPI_COMM_WORLD, request, status, report)
  why = pcgns_job_error()
  if (rank == 0) write (output_unit, '(a)', advance='no') report
  if (rank == 0 .and. len(why) > 0) write (error_unit, '(i0, ": ", a)') status, why
  call MPI_Finalize(ierr)
  call leave(int(status))
contains
  subroutine leave(code)
    use, intrinsic :: iso_c_binding, only: c_int
    integer, intent(in) :: code
    interface
      subroutine c_exit(code) bind(c, name="exit")
        import
        integer(c_int), value :: code
      end subroutine
    end interface
    call c_exit(int(code, c_int))
  end subroutine
end program
