! cases.F90: writes and reads back what each line of a table says, through the Fortran module. cases.c makes the same
! calls.
!
!     mpirun -n 3 cases cases.txt FOLDER
module cases
  use case_values
  use mesh_cases
  use mpi
  use pcgns
  implicit none
  private
  public :: run_table

contains

  ! With the names of the reference library's interface, and its status in every call.
  subroutine write_structured(c)
    type(a_case), intent(in) :: c
    type(box) :: points, cells
    type(values), target :: v(4)
    integer(cgsize_t) :: wall(3, 2), total, first, last, i
    integer(cgsize_t), allocatable, target :: numbers(:)
    integer :: fn, a, solution, number, ierr
    points = box_of(c%points)
    cells = box_of(c%cells)
    call create(c, Structured, fn)
    do a = 1, 3
      v(a) = values_of(c, a - 1, points)
      call put_coordinate(fn, c, coordinates(a), points, v(a))
    end do
    call cg_sol_write_f(fn, 1, 1, 'Flow', CellCenter, solution, ierr)
    call expect(ierr == CG_OK, 'cg_sol_write_f')
    call cgp_field_write_f(fn, 1, 1, solution, type_of(c), 'Pressure', number, ierr)
    v(4) = values_of(c, 7, cells)
    if (type_of(c) == RealDouble) &
      call cgp_field_write_data_f(fn, 1, 1, solution, number, cells%first, cells%last, v(4)%wide, ierr)
    if (type_of(c) == RealSingle) &
      call cgp_field_write_data_f(fn, 1, 1, solution, number, cells%first, cells%last, v(4)%narrow, ierr)
    call expect(ierr == CG_OK, 'cgp_field_write_data_f')
    call cg_family_write_f(fn, 1, 'Wall', number, ierr)
    wall(:, 1) = 1
    wall(:, 2) = [1_cgsize_t, c%points(2), c%points(3)]
    call cg_boco_write_f(fn, 1, 1, 'IMin', FamilySpecified, PointRange, 2_cgsize_t, wall, number, ierr)
    call cg_goto_f(fn, 1, ierr, 'Zone_t', 1, 'ZoneBC_t', 1, 'BC_t', number, 'end')
    call cg_famname_write_f('Wall', ierr)
    call cg_gopath_f(fn, '/Base/Zone', ierr)
    call cg_user_data_write_f('Extra', ierr)
    call cg_goto_f(fn, 1, ierr, 'Zone_t', 1, 'UserDefinedData_t', 1, 'end')
    total = c%cells(1) * 3
    call cgp_array_write_f('Numbers', LongInteger, 1, total, number, ierr)
    call expect(ierr == CG_OK, 'cgp_array_write_f')
    call share(total, first, last)
    if (first <= last) numbers = [(100 + i, i=first, last)]
    call cgp_array_write_data_f(number, first, last, numbers, ierr)
    call expect(ierr == CG_OK, 'cgp_array_write_data_f')
    call finish(fn)
  end subroutine

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
    use, intrinsic :: iso_c_binding, only: c_ptr, c_null_ptr
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
  contains
    type(c_ptr) function address(v)
      use, intrinsic :: iso_c_binding, only: c_loc
      type(values), intent(in), target :: v
      address = c_null_ptr
      if (allocated(v%wide)) address = c_loc(v%wide)
      if (allocated(v%narrow)) address = c_loc(v%narrow)
    end function
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
    real(real64), target :: every_other(2, 3, 4)
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
    call cgp_coord_general_write_data(fn, 1, 1, number, points%first, points%last, RealSingle, 3, points%last, &
                                      points%first, points%last, v%wide, ierr)
    call expect_error(ierr, 'RealDouble, the call says RealSingle')
    call cg_coord_write(fn, 1, 1, RealSingle, 'CoordinateY', every_other, number, ierr)
    call expect_error(ierr, 'RealDouble, the call says RealSingle')
    call cgp_array_write('Short', RealDouble, 3, points%last(1:2), number, ierr)
    call expect_error(ierr, 'has 2 values, needed are 3')
    call expect(cgp_get_cgns_type(v%wide) == RealDouble .and. cgp_get_cgns_type(points%first) == LongInteger &
                .and. cgp_get_cgns_type(1.0) == RealSingle .and. cgp_get_cgns_type('a') == Character, 'types')
    call cgp_coord_write_data(fn, 1, 1, 1, points%first, points%last, v%wide)
    call finish(fn)
  end subroutine

  subroutine expect_error(ierr, text)
    integer, intent(in) :: ierr
    character(*), intent(in) :: text
    character(512) :: said
    call cgp_get_error(said)
    call expect(ierr == CG_ERROR .and. (index(said, text) > 0 .or. rank < ranks - 1 .and. said /= ''), text)
  end subroutine

  ! The interfaces between the pieces are not periodic, and all their points have another side.
  subroutine check_interfaces(p)
    integer, intent(in) :: p
    integer :: interfaces, neighbours, number, piece, location, there, ierr
    integer(cgsize_t) :: points, sent, got, listed, received
    integer(cgsize_t), allocatable :: own(:), other(:)
    integer, allocatable :: across(:)
    real(real32) :: motion(3, 3)
    character(33) :: name
    listed = 0
    received = 0
    call cgp_partition_ninterfaces(p, interfaces)
    do number = 1, interfaces
      call cgp_partition_interface_info(p, number, piece, name, location, there, points)
      call expect(piece == 1 .and. location == Vertex .and. there /= rank, 'the interface')
      call cgp_partition_interface_periodic(p, number, motion(:, 1), motion(:, 2), motion(:, 3), ierr)
      call expect(ierr == CG_NODE_NOT_FOUND, 'not periodic')
      listed = listed + points
    end do
    call cgp_partition_interface_nneighbours(p, Vertex, neighbours)
    do number = 1, neighbours
      call cgp_partition_interface_neighbour(p, Vertex, number, there, sent, got)
      allocate (own(sent), other(got), across(got))
      call cgp_partition_interface_lists(p, Vertex, number, own, other, across)
      call expect(across(1) >= 1 .and. across(got) <= interfaces, 'the lists of an interface')
      received = received + got
      deallocate (own, other, across)
    end do
    call expect(received == listed, 'points of interfaces')
  end subroutine

  ! A file is cut into parts with ghosts, in memory, and what they have is written as whole zones.
  subroutine parts(c)
    type(a_case), intent(in) :: c
    type(a_case) :: source
    integer :: fn, p, out, pieces, piece, zone, ierr, unit
    integer(cgsize_t) :: size, begin, own, total, cells(3, 2), ghosts(3, 2), counted
    real(real64), allocatable :: v(:)
    character(33) :: name
    source = c
    source%path = trim(c%path)//'.source'
    call write_structured(source)
    call cgp_pio_mode(CGP_COLLECTIVE)
    call cgp_fileset_open(1, [source%path], CG_MODE_READ, fn)
    call cgp_partition_create(fn, 1, 'ghosts=1', p)
    call cgp_partition_size(p, CellCenter, size)
    call cgp_partition_npieces(p, pieces)
    if (size > 0) allocate (v(size))
    call cgp_partition_read(p, 1, 'Pressure', RealDouble, v)
    counted = 0
    do piece = 1, pieces
      call cgp_partition_piece_info(p, piece, name, zone, cells, ghosts)
      call cgp_partition_piece_size(p, piece, CellCenter, begin, own, total)
      call expect(zone == 1 .and. own == product(cells(:, 2) - cells(:, 1) + 1), 'the piece')
      call expect(v(begin) == value_at(7, ghosts(1, 1), ghosts(2, 1), ghosts(3, 1)), 'values of a piece')
      counted = counted + total
    end do
    call expect(counted == size, 'values of all pieces')
    call check_interfaces(p)
    call cgp_partition_create_file(p, c%path, out)
    call cgp_partition_write(p, out, 1, 'Pressure', RealDouble, v)
    call cgp_partition_destroy(p)
    call cgp_close(out)
    call cgp_close(fn)
    if (rank /= 0) return
    open (newunit=unit, file=source%path, iostat=ierr)
    close (unit, status='delete')
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
    case ('queue')
      call slices(c)
    case ('refused')
      call refused(c)
    case ('partition')
      call parts(c)
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
