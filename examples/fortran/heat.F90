! heat.F90: the solver ../heat in Fortran, which writes one file from all ranks by the queue, and goes on from the files
! of any number of ranks.
!
!     mpirun -n 4 heat_fortran --zones 2x2x2 --cells 16x12x12 --steps 100 --write-every 25 --out run.cgns
!     mpirun -n 3 heat_fortran --steps 100 --out more.cgns --restart run.cgns
program heat_fortran
  use, intrinsic :: iso_fortran_env, only: real64, output_unit
  use mpi_f08
  use pcgns
  use heat_grid
  use heat_solver
  use heat_output
  use heat_restart
  implicit none

  type(layout) :: grid
  character(1024), allocatable :: restart(:)
  character(1024) :: path = 'heat.cgns'
  integer :: steps = 100, write_every = 25, rank

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, grid%ranks)
  allocate (restart(0))
  call read_options()
  call cgp_mpi_comm(MPI_COMM_WORLD)
  call run()
  call MPI_Finalize()

contains

  subroutine run()
    type(zone), allocatable :: zones(:)
    type(output) :: out
    real(real64) :: dt
    integer :: start, step
    zones = make_zones(grid, rank)
    start = 0
    if (size(restart) > 0) call read_restart(restart, zones, start)
    call start_output(out, trim(path), grid, zones)
    ! Time is counted in steps, so that a restart has the same.
    dt = stable_time_step(zones)
    call refresh(grid, zones)
    if (size(restart) == 0) call write_and_tell(out, zones, 0, 0.0_real64)
    do step = start + 1, start + steps
      call advance(grid, zones, dt)
      if (mod(step, write_every) == 0 .or. step == start + steps) call write_and_tell(out, zones, step, step * dt)
    end do
    call finish_output(out, grid)
  end subroutine run

  subroutine write_and_tell(out, zones, step, time)
    type(output), intent(inout) :: out
    type(zone), intent(in) :: zones(:)
    integer, intent(in) :: step
    real(real64), intent(in) :: time
    real(real64) :: both(2)
    call write_step(out, grid, zones, step, time)
    both = extremes(zones)
    if (rank == 0) print '(a,i6,a,f10.2,a,f8.3,a,f8.3,a)', 'step ', step, '  time ', time, ' s  temperature ', &
      both(1), ' to ', both(2), ' K'
    flush (output_unit)
  end subroutine write_and_tell

  subroutine read_options()
    character(1024) :: word, value
    integer :: at
    at = 1
    do while (at <= command_argument_count())
      call get_command_argument(at, word)
      call get_command_argument(at + 1, value)
      at = at + 2
      select case (word)
      case ('--zones')
        grid%zones = three(value)
      case ('--cells')
        grid%cells = three(value)
      case ('--steps')
        read (value, *) steps
      case ('--write-every')
        read (value, *) write_every
      case ('--out')
        path = value
      case ('--restart')
        restart = [value]
        do while (at <= command_argument_count())
          call get_command_argument(at, value)
          if (value(1:2) == '--') exit
          restart = [restart, value]
          at = at + 1
        end do
      case default
        if (rank == 0) call stop_all('unknown option '//trim(word))
      end select
    end do
  end subroutine read_options

  ! The numbers of 2x2x2.
  function three(word) result(numbers)
    character(*), intent(in) :: word
    integer :: numbers(3), at, status
    character(len(word)) :: spaced
    spaced = word
    do at = 1, len(word)
      if (spaced(at:at) == 'x') spaced(at:at) = ' '
    end do
    read (spaced, *, iostat=status) numbers
    if (status /= 0 .or. any(numbers < 1)) call stop_all(trim(word)//' does not look like 2x2x2')
  end function three
end program heat_fortran
