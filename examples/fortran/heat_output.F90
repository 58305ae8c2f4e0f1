! heat_output.F90: writes the zones of all ranks to one file: every rank makes the nodes of all zones, and hands the
! values of its own to the queue.
module heat_output
  use, intrinsic :: iso_fortran_env, only: real64
  use pcgns
  use heat_problem
  use heat_grid
  implicit none
  private
  public :: output, start_output, write_step, finish_output

  type :: output
    integer :: fn, base
    integer, allocatable :: steps(:)
    real(real64), allocatable :: times(:)
  end type

  ! Values that the queue still needs, one array each.
  type :: kept
    real(real64), allocatable :: values(:, :, :)
  end type

  ! Powers of kilogram, metre, second, kelvin and degree.
  real, parameter :: metre(5) = [0, 1, 0, 0, 0], kelvins(5) = [0, 0, 0, 1, 0], watt_per_area(5) = [1, 0, -3, 0, 0]

  character(*), parameter :: ends(2, 3) = reshape(['IMin', 'IMax', 'JMin', 'JMax', 'KMin', 'KMax'], [2, 3])

contains

  ! All ranks, with the same layout; `zones` are those of this rank.
  subroutine start_output(out, path, l, zones)
    type(output), intent(out) :: out
    character(*), intent(in) :: path
    type(layout), intent(in) :: l
    type(zone), intent(in) :: zones(:)
    integer :: number, at, ierr
    allocate (out%steps(0), out%times(0))
    call cgp_open(path, CG_MODE_WRITE, out%fn)
    call cg_base_write(out%fn, 'Base', 3, 3, out%base)
    call cg_simulation_type_write(out%fn, out%base, TimeAccurate)
    call cg_goto(out%fn, out%base, ierr, 'end')
    call cg_dataclass_write(Dimensional)
    call cg_units_write(Kilogram, Meter, Second, Kelvin, Degree)
    call write_reference_state(out)
    do at = 1, size(families)
      call write_family(out, at)
    end do
    do number = 0, product(l%zones) - 1
      call write_zone(out, l, number)
    end do
    call write_coordinates(out, zones)
  end subroutine start_output

  subroutine write_reference_state(out)
    type(output), intent(in) :: out
    integer :: ierr
    call cg_goto(out%fn, out%base, ierr, 'end')
    call cg_state_write('Carbon steel at ambient temperature')
    call cg_goto(out%fn, out%base, ierr, 'ReferenceState_t', 1, 'end')
    call write_number(out, 1, 'Temperature', ambient, kelvins)
    call write_number(out, 2, 'Density', density, [1.0, -3.0, 0.0, 0.0, 0.0])
    call write_number(out, 3, 'SpecificHeatPressure', specific_heat, [0.0, 2.0, -2.0, -1.0, 0.0])
    call write_number(out, 4, 'ThermalConductivity', conductivity, [1.0, 1.0, -3.0, -1.0, 0.0])
  end subroutine write_reference_state

  ! The array `number` of the current node, with its unit.
  subroutine write_number(out, number, name, value, unit)
    type(output), intent(in) :: out
    integer, intent(in) :: number
    character(*), intent(in) :: name
    real(real64), intent(in) :: value
    real, intent(in) :: unit(5)
    integer :: ierr
    call cg_array_write(name, RealDouble, 1, 1_cgsize_t, value)
    call cg_gorel(out%fn, ierr, 'DataArray_t', number, 'end')
    call cg_exponents_write(RealSingle, unit)
    call cg_gorel(out%fn, ierr, '..', 0, 'end')
  end subroutine write_number

  subroutine write_family(out, at)
    type(output), intent(in) :: out
    integer, intent(in) :: at
    integer :: family, condition, type, data, ierr
    type = merge(BCDirichlet, BCNeumann, has_temperature(at))
    data = merge(Dirichlet, Neumann, has_temperature(at))
    call cg_family_write(out%fn, out%base, families(at), family)
    call cg_fambc_write(out%fn, out%base, family, 'FamBC', type, condition)
    call cg_goto(out%fn, out%base, ierr, 'Family_t', family, 'FamilyBC_t', condition, 'end')
    call cg_bcdataset_write('Wall', type, data)
    call cg_gorel(out%fn, ierr, 'Wall', 0, merge('DirichletData', 'NeumannData  ', has_temperature(at)), 0, 'end')
    if (ierr /= CG_OK) call cgp_error_exit()
    if (has_temperature(at)) then
      call write_number(out, 1, 'Temperature', temperature_of(at), kelvins)
    else
      call write_number(out, 1, 'NormalHeatFlux', 0.0_real64, watt_per_area)
    end if
  end subroutine write_family

  subroutine write_zone(out, l, number)
    type(output), intent(in) :: out
    type(layout), intent(in) :: l
    integer, intent(in) :: number
    integer(cgsize_t) :: size(3, 3)
    integer :: index, coordinate, d, end, ierr
    size = 0
    size(:, 1) = l%cells + 1
    size(:, 2) = l%cells
    call cg_zone_write(out%fn, out%base, name_of(number), size, Structured, index)
    do d = 1, 3
      call cgp_coord_write(out%fn, out%base, index, RealDouble, 'Coordinate'//'XYZ'(d:d), coordinate)
      call cg_goto(out%fn, out%base, ierr, 'Zone_t', index, 'GridCoordinates_t', 1, 'DataArray_t', coordinate, 'end')
      call cg_exponents_write(RealSingle, metre)
    end do
    do d = 1, 3
      do end = 1, 2
        call write_end(out, l, number, index, d, end)
      end do
    end do
  end subroutine write_zone

  ! A wall, or what the zone has in common with its neighbour.
  subroutine write_end(out, l, number, index, d, end)
    type(output), intent(in) :: out
    type(layout), intent(in) :: l
    integer, intent(in) :: number, index, d, end
    integer :: other, at, ierr
    other = neighbour(l, number, d, end)
    if (other >= 0) then
      call cg_1to1_write(out%fn, out%base, index, ends(end, d), name_of(other), points_at(l, d, end), &
                         points_at(l, d, 3 - end), [1, 2, 3], at)
    else
      call cg_boco_write(out%fn, out%base, index, ends(end, d), FamilySpecified, PointRange, 2_cgsize_t, &
                         points_at(l, d, end), at)
      call cg_goto(out%fn, out%base, ierr, 'Zone_t', index, 'ZoneBC_t', 1, 'BC_t', at, 'end')
      call cg_famname_write(families(family_of(end, d)))
    end if
  end subroutine write_end

  function points_at(l, d, end) result(range)
    type(layout), intent(in) :: l
    integer, intent(in) :: d, end
    integer(cgsize_t) :: range(3, 2)
    range(:, 1) = 1
    range(:, 2) = l%cells + 1
    range(d, :) = merge(1, l%cells(d) + 1, end == 1)
  end function points_at

  subroutine write_coordinates(out, zones)
    type(output), intent(in) :: out
    type(zone), intent(in) :: zones(:)
    type(kept), allocatable, target :: all(:, :)
    integer :: n, d
    allocate (all(3, size(zones)))
    do n = 1, size(zones)
      associate (z => zones(n), c => zones(n)%cells)
        do d = 1, 3
          all(d, n)%values = z%points(d, 0:c(1), 0:c(2), 0:c(3))
          call queue_slice_write(CGP_SLICE_COORDS, out%fn, out%base, z%number + 1, d, 3, [1_cgsize_t, 1_cgsize_t, &
                                 1_cgsize_t], int(c + 1, cgsize_t), all(d, n)%values)
        end do
      end associate
    end do
    call queue_flush()
  end subroutine write_coordinates

  ! The solutions of one step, of all zones, in one flush.
  subroutine write_step(out, l, zones, step, time)
    type(output), intent(inout) :: out
    type(layout), intent(in) :: l
    type(zone), intent(in) :: zones(:)
    integer, intent(in) :: step
    real(real64), intent(in) :: time
    type(kept), allocatable, target :: all(:, :)
    integer :: number, n, vertices, cells, d
    do number = 1, product(l%zones)
      call cg_sol_write(out%fn, out%base, number, numbered('VertexSolution', step), Vertex, vertices)
      call make_field(out, number, vertices, 'Temperature', kelvins)
      call cg_sol_write(out%fn, out%base, number, numbered('CellSolution', step), CellCenter, cells)
      call make_field(out, number, cells, 'Temperature', kelvins)
      do d = 1, 3
        call make_field(out, number, cells, 'HeatFlux'//'XYZ'(d:d), watt_per_area)
      end do
    end do
    allocate (all(5, size(zones)))
    do n = 1, size(zones)
      associate (c => zones(n)%cells)
        all(1, n)%values = at_points(zones(n))
        call queue(out, zones(n), vertices, 1, all(1, n)%values)
        all(2, n)%values = zones(n)%temperature(0:c(1) - 1, 0:c(2) - 1, 0:c(3) - 1)
        call queue(out, zones(n), cells, 1, all(2, n)%values)
        do d = 1, 3
          all(2 + d, n)%values = -conductivity * zones(n)%gradient(d, 0:c(1) - 1, 0:c(2) - 1, 0:c(3) - 1)
          call queue(out, zones(n), cells, 1 + d, all(2 + d, n)%values)
        end do
      end associate
    end do
    call queue_flush()
    out%steps = [out%steps, step]
    out%times = [out%times, time]
  end subroutine write_step

  ! An empty array, with its unit.
  subroutine make_field(out, index, solution, name, unit)
    type(output), intent(in) :: out
    integer, intent(in) :: index, solution
    character(*), intent(in) :: name
    real, intent(in) :: unit(5)
    integer :: field, ierr
    call cgp_field_write(out%fn, out%base, index, solution, RealDouble, name, field)
    call cg_goto(out%fn, out%base, ierr, 'Zone_t', index, 'FlowSolution_t', solution, 'DataArray_t', field, 'end')
    call cg_exponents_write(RealSingle, unit)
  end subroutine make_field

  subroutine queue(out, z, solution, field, values)
    type(output), intent(in) :: out
    type(zone), intent(in) :: z
    integer, intent(in) :: solution, field
    real(real64), intent(in), target :: values(:, :, :)
    call queue_slice_write(CGP_SLICE_FIELD, out%fn, out%base, z%number + 1, [solution, field], 3, &
                           [1_cgsize_t, 1_cgsize_t, 1_cgsize_t], shape(values, cgsize_t), values)
  end subroutine queue

  ! The mean of the eight cells around each point; beyond a wall the halo makes it fit the wall.
  function at_points(z) result(means)
    type(zone), intent(in) :: z
    real(real64), allocatable :: means(:, :, :)
    integer :: i, j, k
    integer :: a, b, c
    allocate (means(z%cells(1) + 1, z%cells(2) + 1, z%cells(3) + 1), source=0.0_real64)
    do k = 0, z%cells(3)
      do j = 0, z%cells(2)
        do i = 0, z%cells(1)
          do c = k - 1, k
            do b = j - 1, j
              do a = i - 1, i
                means(i + 1, j + 1, k + 1) = means(i + 1, j + 1, k + 1) + z%temperature(a, b, c)
              end do
            end do
          end do
        end do
      end do
    end do
    means = 0.125_real64 * means
  end function at_points

  ! The list of steps, and the end of the file: now it appears.
  subroutine finish_output(out, l)
    type(output), intent(in) :: out
    type(layout), intent(in) :: l
    character(32) :: names(product(l%zones), size(out%steps))
    integer(cgsize_t) :: count
    integer :: number, ierr
    count = size(out%steps)
    call cg_biter_write(out%fn, out%base, 'BaseIterativeData', size(out%steps))
    call cg_goto(out%fn, out%base, ierr, 'BaseIterativeData_t', 1, 'end')
    call cg_array_write('TimeValues', RealDouble, 1, count, out%times)
    call cg_array_write('IterationValues', Integer, 1, count, out%steps)
    call cg_array_write('NumberOfZones', Integer, 1, count, spread(product(l%zones), 1, size(out%steps)))
    do number = 0, product(l%zones) - 1
      names(number + 1, :) = name_of(number)
    end do
    call cg_array_write('ZonePointers', Character, 3, [32_cgsize_t, int(product(l%zones), cgsize_t), count], names)
    do number = 1, product(l%zones)
      call write_zone_steps(out, number)
    end do
    call cgp_close(out%fn)
  end subroutine finish_output

  subroutine write_zone_steps(out, index)
    type(output), intent(in) :: out
    integer, intent(in) :: index
    integer :: at, ierr
    integer(cgsize_t) :: extents(2)
    extents = [32, size(out%steps)]
    call cg_ziter_write(out%fn, out%base, index, 'ZoneIterativeData')
    call cg_goto(out%fn, out%base, ierr, 'Zone_t', index, 'ZoneIterativeData_t', 1, 'end')
    call cg_array_write('FlowSolutionPointers', Character, 2, extents, &
                        [(numbered('CellSolution', out%steps(at)), at=1, size(out%steps))])
    call cg_array_write('FlowSolutionVertexPointers', Character, 2, extents, &
                        [(numbered('VertexSolution', out%steps(at)), at=1, size(out%steps))])
    call cg_gorel(out%fn, ierr, 'DataArray_t', 2, 'end')
    call cg_dataclass_write(NondimensionalParameter) ! else checkers ask for its unit
  end subroutine write_zone_steps

  function numbered(name, step)
    character(*), intent(in) :: name
    integer, intent(in) :: step
    character(32) :: numbered
    write (numbered, '(a,i4.4)') name, step
  end function numbered
end module heat_output
