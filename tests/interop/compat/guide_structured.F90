! guide_structured.F90: what the user's guide of CGNS shows in Fortran for structured zones, by the names of the reference
! library, without MPI. The steps are those of guide_structured.c: the files have the same bytes.
!
! guide_structured FILE
program guide_structured
  use, intrinsic :: iso_fortran_env, only: real32, real64
  use guide_steps
  use pcgns ! the one line that differs: use cgns
  implicit none
  integer, parameter :: ni = 21, nj = 17, nk = 9, ci = ni - 1, cj = nj - 1, ck = nk - 1, vertices = ni*nj*nk
  integer(cgsize_t), parameter :: zone_size(3, 3) = reshape([ni, nj, nk, ci, cj, ck, 0, 0, 0], [3, 3])
  real(real64) :: field(ni, nj, nk)
  call get_command_argument(1, file)
  call write_grid()
  call read_grid()
  call write_solutions()
  call read_solutions()
  call write_conditions()
  call read_conditions()
  call write_facts()
  call read_facts()
  call write_discrete()
  call write_interfaces()
  call read_interfaces()
  call write_steps()
  call read_steps()
contains

  subroutine fill(axis)
    integer, intent(in) :: axis
    integer :: index(3), i, j, k
    do k = 1, nk
      do j = 1, nj
        do i = 1, ni
          index = [i, j, k] - 1
          field(i, j, k) = index(axis) + 0.001_real64*(axis - 1)
        end do
      end do
    end do
  end subroutine

  ! The zone may be the first of a new file.
  subroutine write_zone(fn, name)
    integer, intent(in) :: fn
    character(*), intent(in) :: name
    integer :: Z, C, axis
    call cg_zone_write_f(fn, 1, name, zone_size, Structured, Z, ierr)
    call must()
    do axis = 1, 3
      call fill(axis)
      call cg_coord_write_f(fn, 1, Z, RealDouble, 'Coordinate'//'XYZ'(axis:axis), field, C, ierr)
      call must()
    end do
  end subroutine

  subroutine write_grid()
    integer :: fn, B
    fn = opened(CG_MODE_WRITE)
    call cg_base_write_f(fn, 'Base', 3, 3, B, ierr)
    call write_zone(fn, 'Zone  1')
    call closed(fn)
  end subroutine

  subroutine read_grid()
    character(32) :: name
    integer(cgsize_t) :: sizes(3, 3)
    real(real32) :: some(ni, nj, nk)
    integer :: fn
    fn = opened(CG_MODE_READ)
    call cg_zone_read_f(fn, 1, 1, name, sizes, ierr)
    call expect(name == 'Zone  1' .and. all(sizes == zone_size), 'the zone')
    call cg_coord_read_f(fn, 1, 1, 'CoordinateY', RealSingle, [1_cgsize_t, 1_cgsize_t, 1_cgsize_t], sizes(:, 1), some, ierr)
    call fill(2)
    call expect(all(some == real(field, real32)), 'a coordinate')
    call closed(fn)
  end subroutine

  subroutine write_solutions()
    integer :: fn, S, F, i
    fn = opened(CG_MODE_MODIFY)
    field = reshape([(real(i, real64), i=0, vertices - 1)], [ni, nj, nk])
    call cg_sol_write_f(fn, 1, 1, 'AtVertices', Vertex, S, ierr)
    call cg_field_write_f(fn, 1, 1, S, RealDouble, 'Density', field, F, ierr)
    call must()
    call cg_field_write_f(fn, 1, 1, S, RealDouble, 'Pressure', field, F, ierr)
    call cg_sol_write_f(fn, 1, 1, 'AtCells', CellCenter, S, ierr)
    call cg_goto_f(fn, 1, ierr, 'Zone_t', 1, 'FlowSolution_t', S, 'end')
    call must()
    call cg_rind_write_f([1, 1, 1, 1, 0, 0], ierr)
    call cg_field_write_f(fn, 1, 1, S, RealDouble, 'Density', field, F, ierr)
    call closed(fn)
  end subroutine

  subroutine read_solutions()
    integer :: fn, location, data_type, rind(6), i, j, k
    character(32) :: name
    real(real64) :: back(0:2, 2, 2)
    fn = opened(CG_MODE_READ)
    call cg_sol_info_f(fn, 1, 1, 2, name, location, ierr)
    call expect(location == CellCenter .and. name == 'AtCells', 'the location')
    call cg_field_info_f(fn, 1, 1, 1, 2, data_type, name, ierr)
    call expect(data_type == RealDouble .and. name == 'Pressure', 'the field')
    call cg_goto_f(fn, 1, ierr, 'Zone_t', 1, 'FlowSolution_t', 2, 'end')
    call cg_rind_read_f(rind, ierr)
    call expect(all(rind == [1, 1, 1, 1, 0, 0]), 'the rind')
    call cg_field_read_f(fn, 1, 1, 2, 'Density', RealDouble, [0_cgsize_t, 1_cgsize_t, 2_cgsize_t], &
                         [2_cgsize_t, 2_cgsize_t, 3_cgsize_t], back, ierr)
    do k = 1, 2
      do j = 1, 2
        do i = 0, 2
          call expect(back(i, j, k) == (k*(cj + 2) + j)*(ci + 2) + i, 'values with rind')
        end do
      end do
    end do
    call closed(fn)
  end subroutine

  subroutine write_conditions()
    integer(cgsize_t) :: range(3, 2), list(3, 3)
    real(real32) :: normals(1)
    integer :: fn, BC
    range = reshape([1, 1, 1, 1, nj, nk], [3, 2])
    list = reshape([ni, 1, 1, ni, 2, 1, ni, 2, 2], [3, 3])
    fn = opened(CG_MODE_MODIFY)
    call cg_boco_write_f(fn, 1, 1, 'Ilo', BCTunnelInflow, PointRange, 2_cgsize_t, range, BC, ierr)
    call must()
    call cg_boco_normal_write_f(fn, 1, 1, BC, [1, 0, 0], 0, RealSingle, normals, ierr)
    call must()
    call cg_boco_write_f(fn, 1, 1, 'Ihi', BCExtrapolate, PointList, 3_cgsize_t, list, BC, ierr)
    call closed(fn)
  end subroutine

  subroutine read_conditions()
    character(32) :: name
    integer :: fn, count, kind, set, normal(3), normal_type, sets
    integer(cgsize_t) :: npoints, normals, list(3, 3)
    real(real32) :: no_normals(1)
    fn = opened(CG_MODE_READ)
    call cg_nbocos_f(fn, 1, 1, count, ierr)
    call cg_boco_info_f(fn, 1, 1, 1, name, kind, set, npoints, normal, normals, normal_type, sets, ierr)
    call expect(count == 2 .and. set == PointRange .and. npoints == 2 .and. normal(1) == 1 .and. sets == 0, 'a condition')
    call expect(BCTypeName(kind) == 'BCTunnelInflow', 'the name of a type')
    call cg_boco_read_f(fn, 1, 1, 2, list, no_normals, ierr)
    call expect(list(1, 1) == ni .and. list(2, 3) == 2 .and. list(3, 3) == 2, 'a list of points')
    call closed(fn)
  end subroutine

  subroutine write_facts()
    integer :: fn
    fn = opened(CG_MODE_MODIFY)
    call cg_goto_f(fn, 1, ierr, 'end')
    call cg_dataclass_write_f(Dimensional, ierr)
    call cg_units_write_f(Kilogram, Meter, Second, Kelvin, Degree, ierr)
    call must()
    call cg_descriptor_write_f('Information', 'A text'//new_line('a')//'of two lines', ierr)
    call cg_convergence_write_f(5, 'norms', ierr)
    call cg_state_write_f('a state', ierr)
    call must()
    call cg_goto_f(fn, 1, ierr, 'ConvergenceHistory_t', 1, 'end')
    call cg_array_write_f('CoefLift', RealDouble, 1, [5_cgsize_t], real([1, 2, 3, 4, 5], real64), ierr)
    call must()
    call cg_goto_f(fn, 1, ierr, 'ReferenceState_t', 1, 'end')
    call cg_array_write_f('Mach', RealSingle, 1, [1_cgsize_t], [4.6_real32], ierr)
    call cg_goto_f(fn, 1, ierr, 'ReferenceState_t', 1, 'DataArray_t', 1, 'end')
    call cg_dataclass_write_f(NondimensionalParameter, ierr)
    call cg_goto_f(fn, 1, ierr, 'Zone_t', 1, 'FlowSolution_t', 1, 'DataArray_t', 1, 'end')
    call cg_exponents_write_f(RealSingle, real([1, -3, 0, 0, 0], real32), ierr)
    call must()
    call write_equations(fn)
    call closed(fn)
  end subroutine

  subroutine write_equations(fn)
    integer, intent(in) :: fn
    call cg_goto_f(fn, 1, ierr, 'Zone_t', 1, 'end')
    call cg_equationset_write_f(3, ierr)
    call cg_gopath_f(fn, 'FlowEquationSet', ierr)
    call cg_governing_write_f(NSTurbulent, ierr)
    call cg_model_write_f('GasModel_t', Ideal, ierr)
    call cg_model_write_f('TurbulenceClosure_t', EddyViscosity, ierr)
    call must()
    call cg_model_write_f('GasModel_t', EddyViscosity, ierr)
    call expect(ierr == CG_ERROR, 'a model of the wrong kind is an error')
    call cg_gorel_f(fn, ierr, 'GoverningEquations_t', 1, 'end')
    call cg_diffusion_write_f([0, 1, 0, 0, 0, 0], ierr)
    call cg_gorel_f(fn, ierr, '..', 0, 'GasModel_t', 1, 'end')
    call cg_array_write_f('SpecificHeatRatio', RealSingle, 1, [1_cgsize_t], [1.4_real32], ierr)
    call must()
  end subroutine

  subroutine read_facts()
    character(100) :: text
    character(32) :: name
    real(real32) :: exponents(5)
    integer :: fn, count, data_type, dimension, flags(6), governing, model
    fn = opened(CG_MODE_READ)
    call cg_goto_f(fn, 1, ierr, 'end')
    call cg_descriptor_read_f(1, name, text, ierr)
    call expect(name == 'Information' .and. text == 'A text'//new_line('a')//'of two lines', 'a descriptor')
    call cg_convergence_read_f(count, text, ierr)
    call expect(count == 5 .and. text == 'norms', 'the convergence')
    call cg_goto_f(fn, 1, ierr, 'Zone_t', 1, 'FlowSolution_t', 1, 'DataArray_t', 1, 'end')
    call cg_exponents_info_f(data_type, ierr)
    call cg_exponents_read_f(exponents, ierr)
    call expect(data_type == RealSingle .and. exponents(2) == -3, 'exponents')
    call cg_conversion_info_f(data_type, ierr)
    call expect(ierr == CG_NODE_NOT_FOUND, 'a conversion that is not there')
    call cg_goto_f(fn, 1, ierr, 'Zone_t', 1, 'end')
    call cg_equationset_read_f(dimension, flags(1), flags(2), flags(3), flags(4), flags(5), flags(6), ierr)
    call expect(dimension == 3 .and. all(flags == [1, 1, 0, 0, 1, 0]), 'the equations')
    call cg_goto_f(fn, 1, ierr, 'Zone_t', 1, 'FlowEquationSet_t', 1, 'end')
    call cg_governing_read_f(governing, ierr)
    call cg_model_read_f('GasModel_t', model, ierr)
    call expect(governing == NSTurbulent .and. model == Ideal, 'the gas')
    call closed(fn)
  end subroutine

  ! From the middle of an array in memory.
  subroutine write_discrete()
    integer(cgsize_t) :: extents(3), low(3), high(3), memory(3)
    real(real64) :: fluxes(ci + 2, cj + 2, ck + 3)
    integer :: fn, D, i
    extents = [ci + 2, cj + 2, ck + 1]
    low = [0, 0, 1]
    high = [ci + 1, cj + 1, ck + 1]
    memory = shape(fluxes)
    fluxes = reshape([(real(i, real64), i=0, size(fluxes) - 1)], shape(fluxes))
    fn = opened(CG_MODE_MODIFY)
    call cg_discrete_write_f(fn, 1, 1, 'Fluxes', D, ierr)
    call cg_goto_f(fn, 1, ierr, 'Zone_t', 1, 'DiscreteData_t', D, 'end')
    call cg_gridlocation_write_f(KFaceCenter, ierr)
    call cg_rind_write_f([1, 1, 1, 1, 0, 0], ierr)
    call must()
    call cg_array_general_write_f('Flux', RealDouble, 3, extents, low, high, RealDouble, 3, memory, &
                                  [1_cgsize_t, 1_cgsize_t, 2_cgsize_t], extents + [0, 0, 1], fluxes, ierr)
    call closed(fn)
  end subroutine

  subroutine write_interfaces()
    integer(cgsize_t), dimension(3, 2) :: range, donor_range, list, donors
    integer :: fn, J
    range = reshape([ni, 1, 1, ni, nj, nk], [3, 2])
    donor_range = reshape([1, 1, 1, 1, nj, nk], [3, 2])
    list = reshape([ni, 1, 1, ni, 2, 1], [3, 2])
    donors = reshape([1, 1, 1, 1, 2, 1], [3, 2])
    fn = opened(CG_MODE_MODIFY)
    call write_zone(fn, 'Zone  2')
    call cg_1to1_write_f(fn, 1, 1, 'Matching', 'Zone  2', range, donor_range, [1, 2, 3], J, ierr)
    call must()
    call cg_conn_write_f(fn, 1, 1, 'General', Vertex, Abutting1to1, PointList, 2_cgsize_t, list, 'Zone  2', Structured, &
                         PointListDonor, Integer, 2_cgsize_t, donors, J, ierr)
    call closed(fn)
  end subroutine

  subroutine read_interfaces()
    integer(cgsize_t), dimension(3, 2) :: range, donor_range
    character(32) :: name, donor
    integer :: fn, count, transform(3)
    fn = opened(CG_MODE_READ)
    call cg_n1to1_global_f(fn, 1, count, ierr)
    call cg_1to1_read_f(fn, 1, 1, 1, name, donor, range, donor_range, transform, ierr)
    call expect(count == 1 .and. range(1, 1) == ni .and. donor_range(2, 2) == nj .and. transform(3) == 3, 'an interface')
    call expect(name == 'Matching' .and. donor == 'Zone  2', 'its donor')
    call closed(fn)
  end subroutine

  subroutine write_steps()
    character(32) :: names(3)
    integer :: fn, S, F, i
    fn = opened(CG_MODE_MODIFY)
    do i = 1, 2
      write (names(i), '(a,i0)') 'FlowSolution', i
      call cg_sol_write_f(fn, 1, 1, names(i), Vertex, S, ierr)
      call cg_field_write_f(fn, 1, 1, S, RealDouble, 'Density', field, F, ierr)
      call must()
    end do
    names(3) = 'AtVertices'
    call cg_biter_write_f(fn, 1, 'TimeIterValues', 3, ierr)
    call cg_goto_f(fn, 1, ierr, 'BaseIterativeData_t', 1, 'end')
    call cg_array_write_f('TimeValues', RealDouble, 1, [3_cgsize_t], [10._real64, 20._real64, 50._real64], ierr)
    call must()
    call cg_ziter_write_f(fn, 1, 1, 'ZoneIterativeData', ierr)
    call cg_goto_f(fn, 1, ierr, 'Zone_t', 1, 'ZoneIterativeData_t', 1, 'end')
    call cg_array_write_f('FlowSolutionPointers', Character, 2, [32_cgsize_t, 3_cgsize_t], names, ierr)
    call must()
    call cg_simulation_type_write_f(fn, 1, TimeAccurate, ierr)
    call closed(fn)
  end subroutine

  subroutine read_steps()
    character(32) :: name, names(3)
    real(real64) :: times(3)
    integer :: fn, count
    fn = opened(CG_MODE_READ)
    call cg_biter_read_f(fn, 1, name, count, ierr)
    call cg_goto_f(fn, 1, ierr, 'BaseIterativeData_t', 1, 'end')
    call cg_array_read_as_f(1, RealDouble, times, ierr)
    call expect(count == 3 .and. times(3) == 50, 'the times')
    call cg_goto_f(fn, 1, ierr, 'Zone_t', 1, 'ZoneIterativeData_t', 1, 'end')
    call cg_array_read_f(1, names, ierr)
    call expect(names(2) == 'FlowSolution2', 'the names of the steps')
    call closed(fn)
  end subroutine
end program guide_structured
