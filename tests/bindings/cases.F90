! cases.F90: writes and reads back what each line of a table says, through the Fortran module. cases.c makes the same
! calls.
!
!     mpirun -n 3 cases cases.txt FOLDER
module cases
  use case_values
  use mesh_cases
  use node_cases
  use set_cases
  use mpi
  use pcgns
  implicit none
  private
  public :: run_table

contains

  subroutine read_structured(c)
    type(a_case), intent(in) :: c
    type(box) :: points, cells, outside
    type(values) :: v, expected
    integer(cgsize_t) :: size(3, 3)
    character(33) :: name
    integer :: fn, a, count, zone_type, data_type, ierr
    points = box_of(c%points)
    cells = box_of(c%cells)
    call reopen(c, fn)
    call cg_zone_read(fn, 1, 1, name, size)
    call cg_zone_type(fn, 1, 1, zone_type)
    call cg_ncoords(fn, 1, 1, count)
    call cg_coord_info(fn, 1, 1, 2, data_type, name)
    call expect(all(size(:, 1) == c%points) .and. all(size(:, 2) == c%cells) .and. count == 3, 'the zone')
    call expect(ZoneTypeName(zone_type) == 'Structured', 'the type of the zone')
    call expect(name == 'CoordinateY' .and. data_type == type_of(c), 'the coordinate')
    outside = box([c%points(1) + 1, 1_cgsize_t, 1_cgsize_t], [c%points(1) + 1, 1_cgsize_t, 1_cgsize_t], 1_cgsize_t)
    do a = 1, 3
      expected = values_of(c, a - 1, points)
      v = room_for(c, points)
      call get_coordinate(fn, c, a, points, v)
      call same(v, expected, 'coordinates')
      call cgp_coord_read_data(fn, 1, 1, a, outside%first, outside%last, v%wide, ierr)
      call expect(ierr == CG_ERROR .or. c%type /= 'RealDouble', 'a range outside of the array is an error')
    end do
    expected = values_of(c, 7, cells)
    v = room_for(c, cells)
    if (type_of(c) == RealDouble) call cgp_field_read_data(fn, 1, 1, 1, 1, cells%first, cells%last, v%wide)
    if (type_of(c) == RealSingle) call cgp_field_read_data(fn, 1, 1, 1, 1, cells%first, cells%last, v%narrow)
    call same(v, expected, 'fields')
    call cg_goto(fn, 1, ierr, 'Zone_t', 1, 'ZoneBC_t', 1, 'BC_t', 1, 'end')
    call cg_famname_read(name)
    call expect(name == 'Wall', 'the family')
    call cg_goto(fn, 1, ierr, 'Zone_t', 2, 'end')
    call expect(ierr == CG_NODE_NOT_FOUND, 'there is no second zone')
    call cgp_close(fn)
  end subroutine

  ! Memory is an array with a plane more at every end; the solution has a rind plane at the start of k.
  subroutine general(c, reads)
    type(a_case), intent(in) :: c
    logical, intent(in) :: reads
    type(box) :: cells
    real(real64), allocatable, target :: memory(:, :, :), plane(:, :)
    integer(cgsize_t) :: extents(3), from(3), to(3), depth, i, j, k
    integer :: fn, number
    cells = box_of(c%cells)
    depth = merge(cells%last(3) - cells%first(3) + 1, 1_cgsize_t, cells%count > 0)
    extents = [c%cells(1) + 2, c%cells(2) + 2, depth + 2]
    from = 2
    to = [c%cells(1) + 1, c%cells(2) + 1, depth + 1]
    if (cells%count > 0) allocate (memory(extents(1), extents(2), extents(3)), source=0.0_real64)
    if (reads) then
      call reopen(c, fn)
      call cgp_field_general_read_data(fn, 1, 1, 1, 1, cells%first, cells%last, RealDouble, 3, extents, from, to, memory)
      do k = 2, merge(to(3), 1_cgsize_t, cells%count > 0)
        call expect(memory(2, 2, k) == value_at(3, 1_cgsize_t, 1_cgsize_t, k - 2 + cells%first(3)), 'values of the box')
      end do
      call cgp_close(fn)
      return
    end if
    call create(c, Structured, fn)
    call cg_sol_write(fn, 1, 1, 'Flow', CellCenter, number)
    call cg_goto(fn, 1, number, 'Zone_t', 1, 'FlowSolution_t', 1, 'end')
    call cg_rind_write([0, 0, 0, 0, 1, 0])
    call cgp_field_write(fn, 1, 1, 1, type_of(c), 'Density', number)
    ! The rind plane is written by nobody: its values would be undefined.
    if (rank == 0) allocate (plane(c%cells(1), c%cells(2)), source=0.0_real64)
    call cgp_field_general_write_data(fn, 1, 1, 1, 1, [1_cgsize_t, 1_cgsize_t, 0_cgsize_t], &
                                      [c%cells(1:2), 0_cgsize_t], RealDouble, 2, c%cells(1:2), &
                                      [1_cgsize_t, 1_cgsize_t], c%cells(1:2), plane)
    call queue_flush()
    if (cells%count > 0) then
      do k = 2, to(3)
        do j = 2, to(2)
          memory(2:to(1), j, k) = value_at(3, [(i - 1, i=2, to(1))], j - 1, k - 2 + cells%first(3))
        end do
      end do
    end if
    call cgp_field_general_write_data(fn, 1, 1, 1, 1, cells%first, cells%last, RealDouble, 3, extents, from, to, memory)
    call finish(fn)
  end subroutine

  ! Several arrays are given as addresses.
  subroutine multi(c)
    type(a_case), intent(in) :: c
    type(box) :: points
    type(values), target :: written(3), read(3)
    type(c_ptr) :: from(3), to(3)
    integer :: fn, a, numbers(3)
    points = box_of(c%points)
    call create(c, Structured, fn)
    do a = 1, 3
      call cgp_coord_write(fn, 1, 1, type_of(c), coordinates(a), numbers(a))
      written(a) = values_of(c, a, points)
      read(a) = room_for(c, points)
      from(a) = address(written(a))
      to(a) = address(read(a))
    end do
    call cgp_coord_multi_write_data(fn, 1, 1, numbers, points%first, points%last, 3, from)
    call finish(fn)
    call reopen(c, fn)
    call cgp_coord_multi_read_data(fn, 1, 1, numbers, points%first, points%last, 3, to)
    do a = 1, 3
      call same(read(a), written(a), 'several coordinates')
    end do
    call cgp_close(fn)
  end subroutine

  ! Fields lie in memory with i and k exchanged.
  subroutine slices(c)
    type(a_case), intent(in) :: c
    type(box) :: points, cells
    type(values), target :: v
    real(real64), allocatable, target :: turned(:, :, :), back(:, :, :)
    real(real64), target :: listed(3)
    integer(cgsize_t) :: extents(3), from(3), i, j, k
    integer :: fn, number
    points = box_of(c%points)
    cells = box_of(c%cells)
    call create(c, Structured, fn)
    extents = [max(1_cgsize_t, cells%last(3) - cells%first(3) + 1), c%cells(2), c%cells(1)]
    from = 1
    if (cells%count > 0) allocate (turned(extents(1), extents(2), extents(3)))
    if (cells%count > 0) allocate (back, source=0 * turned)
    call cgp_coord_write(fn, 1, 1, type_of(c), 'CoordinateX', number)
    call cg_sol_write(fn, 1, 1, 'Flow', CellCenter, number)
    call cgp_field_write(fn, 1, 1, 1, type_of(c), 'Pressure', number)
    v = values_of(c, 5, points)
    do i = 1, merge(extents(3), 0_cgsize_t, cells%count > 0)
      do j = 1, extents(2)
        turned(:, j, i) = value_at(6, i, j, [(k, k=cells%first(3), cells%last(3))])
      end do
    end do
    call queue_slice_write(CGP_SLICE_COORDS, fn, 1, 1, 1, 3, points%first, points%last, v%wide)
    call queue_slice_general_write(CGP_SLICE_FIELD, fn, 1, 1, [1, 1], 3, cells%first, cells%last, RealDouble, extents, &
                                   from, [2, 1, 0], turned)
    call finish(fn)
    call reopen(c, fn)
    call queue_slice_general_read(CGP_SLICE_FIELD, fn, 1, 1, [1, 1], 3, cells%first, cells%last, RealDouble, extents, &
                                  from, [2, 1, 0], back)
    call cgp_queue_flush(fn)
    call cgp_cache(fn, 'memory=4M')
    call cgp_read_list(CGP_SLICE_FIELD, fn, 1, 1, [1, 1], RealDouble, 3_cgsize_t, &
                       [product(c%cells), 1_cgsize_t, 2_cgsize_t], listed)
    call expect(listed(1) == value_at(6, c%cells(1), c%cells(2), c%cells(3)), 'the last of a list')
    call expect(listed(2) == value_at(6, 1_cgsize_t, 1_cgsize_t, 1_cgsize_t), 'a list')
    if (cells%count > 0) call expect(all(back == turned), 'slices')
    call cgp_close(fn)
  end subroutine

  ! What the module refuses on one rank is an error on all, and leaves the file as it was.
  subroutine refused(c)
    type(a_case), intent(in) :: c
    type(box) :: points
    type(values), target :: v
    real(real64), target :: every_other(2, 3, 4), one(1)
    integer(cgsize_t), allocatable, target :: integers(:, :, :)
    integer :: fn, number, ierr
    points = box_of(c%points)
    call create(c, Structured, fn)
    call cgp_coord_write(fn, 1, 1, type_of(c), 'CoordinateX', number)
    v = values_of(c, 1, points)
    if (rank == ranks - 1) then
      call cgp_coord_write_data(fn, 1, 1, number, points%first, points%last, every_other(::2, :, :), ierr)
    else
      call cgp_coord_write_data(fn, 1, 1, number, points%first, points%last, v%wide, ierr)
    end if
    call expect_error(ierr, 'not contiguous')
    if (points%count > 0) then
      call cgp_coord_write_data(fn, 1, 1, number, points%first, points%last, one, ierr)
      allocate (integers(c%points(1), c%points(2), points%count / product(c%points(1:2))), source=0_cgsize_t)
    else
      call cgp_coord_write_data(fn, 1, 1, number, points%first, points%last, ierr=ierr)
    end if
    call expect_error(ierr, 'has 1 values, needed are')
    call cgp_coord_write_data(fn, 1, 1, number, points%first, points%last, integers, ierr)
    call expect_error(ierr, 'LongInteger, the file has RealDouble')
    if (points%count > 0) then
      call queue_slice_write(CGP_SLICE_COORDS, fn, 1, 1, [number], 3, points%first, points%last, integers, ierr)
      call expect_error(ierr, 'LongInteger, the file has RealDouble')
      call queue_slice_write(CGP_SLICE_FIELD, fn, 1, 1, [1], 3, points%first, points%last, v%wide, ierr)
      call expect_error(ierr, 'SN has 1 values, needed are 2')
      call queue_slice_write(CGP_SLICE_COORDS, fn, 1, 1, 'X', 3, points%first, points%last, v%wide, ierr)
      call expect_error(ierr, 'SN is a name, needed are numbers')
    end if
    call cg_zone_write(fn, 1, 'Short', [4_cgsize_t, 4_cgsize_t, 4_cgsize_t], Structured, number, ierr)
    call expect_error(ierr, 'size has 3 values, needed are 9')
    call cgp_coord_general_write_data(fn, 1, 1, number, points%first, points%last, RealSingle, 3, points%last, &
                                      points%first, points%last, v%wide, ierr)
    call expect_error(ierr, 'RealDouble, the call says RealSingle')
    call cg_coord_write(fn, 1, 1, RealSingle, 'CoordinateY', every_other, number, ierr)
    call expect_error(ierr, 'RealDouble, the call says RealSingle')
    call cgp_array_write('Short', RealDouble, 3, points%last(1:2), number, ierr)
    call expect_error(ierr, 'has 2 values, needed are 3')
    call cg_boco_write(fn, 1, 1, 'Short', BCWall, PointList, 4_cgsize_t, [1_cgsize_t, 2_cgsize_t, 3_cgsize_t], number, ierr)
    call expect_error(ierr, 'points has 3 values, needed are 12')
    call expect(cgp_get_cgns_type(v%wide) == RealDouble .and. cgp_get_cgns_type(points%first) == LongInteger &
                .and. cgp_get_cgns_type(1.0) == RealSingle .and. cgp_get_cgns_type('a') == Character, 'types')
    call cgp_coord_write_data(fn, 1, 1, 1, points%first, points%last, v%wide)
    call finish(fn)
  end subroutine

  subroutine run(c)
    type(a_case), intent(in) :: c
    select case (c%kind)
    case ('structured')
      call write_structured(c)
      call read_structured(c)
    case ('general')
      call general(c, reads=.false.)
      call general(c, reads=.true.)
    case ('multi')
      call multi(c)
    case ('hexa')
      call write_hexa(c)
      call read_hexa(c)
    case ('ngon')
      call ngon(c)
    case ('nface')
      call polyhedra(c)
    case ('queue')
      call slices(c)
    case ('refused')
      call refused(c)
    case ('partition')
      call parts(c)
    case ('particles')
      call write_particles(c)
      call read_particles(c)
    case ('arrays')
      call write_arrays(c)
      call read_arrays(c)
    case ('joins')
      call joins(c)
    case ('first_names')
      call first_names(c)
    case ('lists')
      call lists(c)
    case ('changes')
      call changes(c)
    case ('set')
      call from_set(c)
    case ('own_files')
      call own_files(c)
    case ('errors')
      call after_errors(c)
    case default
      call expect(.false., 'the kind of a case: '//c%kind)
    end select
  end subroutine

  subroutine run_table(table, folder)
    character(*), intent(in) :: table, folder
    type(a_case) :: c
    character(256) :: line
    integer :: unit, status, cases, ierr
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
    call cgp_mpi_comm(MPI_COMM_WORLD)
    cases = 0
    open (newunit=unit, file=table, action='read', status='old')
    do
      read (unit, '(a)', iostat=status) line
      if (status /= 0) exit
      if (line(1:1) == '#') cycle
      read (line, *) c%name, c%kind, c%cells, c%mode, c%type
      c%points = c%cells + 1
      c%path = trim(folder)//'/'//trim(c%name)//'.cgns'
      call run(c)
      cases = cases + 1
    end do
    close (unit)
    if (rank == 0) print '(i0,a)', cases, ' cases'
  end subroutine
end module cases

program main
  use mpi
  use cases
  implicit none
  character(1024) :: table, folder
  integer :: ierr
  call MPI_Init(ierr)
  call get_command_argument(1, table)
  call get_command_argument(2, folder)
  call run_table(table, folder)
  call MPI_Finalize(ierr)
end program main
