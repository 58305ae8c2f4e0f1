! heat_restart.F90: reads the last step of the files of any number of ranks, which are opened as one file.
module heat_restart
  use, intrinsic :: iso_fortran_env, only: real64, error_unit
  use mpi_f08
  use pcgns
  use heat_grid
  implicit none
  private
  public :: read_restart, stop_all

  ! Memory that the queue fills.
  type :: filled
    real(real64), allocatable :: values(:, :, :)
  end type

contains

  ! One message, and the end of all ranks.
  subroutine stop_all(text)
    character(*), intent(in) :: text
    write (error_unit, '(2a)') 'heat_fortran: ', text
    call MPI_Abort(MPI_COMM_WORLD, 2)
  end subroutine stop_all

  ! The temperatures of this rank's zones, and the step that they belong to. Collective.
  subroutine read_restart(files, zones, step)
    character(*), intent(in) :: files(:)
    type(zone), intent(inout) :: zones(:)
    integer, intent(out) :: step
    type(filled), allocatable, target :: read(:)
    integer :: fn, n, index, solution
    call cgp_fileset_open(size(files), files, CG_MODE_READ, fn)
    step = last_step(fn)
    allocate (read(size(zones)))
    do n = 1, size(zones)
      index = zone_named(fn, name_of(zones(n)%number), zones(n)%cells)
      solution = solution_of(fn, index, step)
      allocate (read(n)%values(zones(n)%cells(1), zones(n)%cells(2), zones(n)%cells(3)))
      call queue_slice_read(CGP_SLICE_FIELD, fn, 1, index, [solution, 1], 3, [1_cgsize_t, 1_cgsize_t, 1_cgsize_t], &
                            int(zones(n)%cells, cgsize_t), read(n)%values)
    end do
    call queue_flush()
    do n = 1, size(zones)
      associate (c => zones(n)%cells)
        zones(n)%temperature(0:c(1) - 1, 0:c(2) - 1, 0:c(3) - 1) = read(n)%values
      end associate
    end do
    call cgp_close(fn)
  end subroutine read_restart

  integer function last_step(fn)
    integer, intent(in) :: fn
    character(33) :: name
    integer :: number, arrays, type, dimensions, ierr
    integer(cgsize_t) :: extents(12)
    integer, allocatable :: steps(:)
    call cg_goto(fn, 1, ierr, 'BaseIterativeData_t', 1, 'end')
    if (ierr /= CG_OK) call stop_all('no BaseIterativeData, so no steps to go on from')
    call cg_narrays(arrays)
    last_step = -1
    do number = 1, arrays
      call cg_array_info(number, name, type, dimensions, extents)
      if (name /= 'IterationValues') cycle
      allocate (steps(extents(1)))
      call cg_array_read_as(number, Integer, steps)
      last_step = steps(size(steps))
    end do
    if (last_step < 0) call stop_all('no IterationValues, so no step to go on from')
  end function last_step

  integer function zone_named(fn, name, cells)
    integer, intent(in) :: fn, cells(3)
    character(*), intent(in) :: name
    character(33) :: found
    integer(cgsize_t) :: size(3, 3)
    integer :: index, zones
    zone_named = 0
    call cg_nzones(fn, 1, zones)
    do index = 1, zones
      call cg_zone_read(fn, 1, index, found, size)
      if (found == name) zone_named = index
      if (found == name .and. any(size(:, 2) /= cells)) call stop_all(trim(name)//' has another size than --cells says')
    end do
    if (zone_named == 0) call stop_all('no zone '//name)
  end function zone_named

  integer function solution_of(fn, index, step)
    integer, intent(in) :: fn, index, step
    character(33) :: found
    character(32) :: wanted
    integer :: solution, solutions, location
    write (wanted, '(a,i4.4)') 'CellSolution', step
    solution_of = 0
    call cg_nsols(fn, 1, index, solutions)
    do solution = 1, solutions
      call cg_sol_info(fn, 1, index, solution, found, location)
      if (found == wanted .and. location == CellCenter) solution_of = solution
    end do
    if (solution_of == 0) call stop_all('no solution '//trim(wanted))
  end function solution_of
end module heat_restart
