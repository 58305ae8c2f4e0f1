! node_cases.F90: the cases in Fortran of particles, of arrays and point lists at nodes, of interfaces, of the names first
! published, of lists, and of a file that is changed.
module node_cases
  use case_values
  use pcgns
  implicit none
  private
  public :: write_particles, read_particles, write_arrays, read_arrays, joins, first_names, lists, changes

contains

  ! Memory has a value more at every end; not allocated where the rank has none.
  subroutine pad(array, range, memory)
    integer, intent(in) :: array
    type(box), intent(in) :: range
    real(real64), allocatable, intent(out) :: memory(:)
    integer(cgsize_t) :: n
    if (range%count == 0) return
    memory = [0.0_real64, (value_at(array, n, 1_cgsize_t, 1_cgsize_t), n=range%first(1), range%last(1)), 0.0_real64]
  end subroutine

  subroutine write_particles(c)
    type(a_case), intent(in) :: c
    type(box) :: own
    type(values), target :: v(0:4)
    real(real64), allocatable, target :: memory(:)
    integer :: fn, number, numbers(2), a
    own = range_of(product(c%points))
    do a = 0, 4
      v(a) = values_of(c, a, own)
    end do
    call pad(6, own, memory)
    call create(c, Structured, fn)
    call cg_particle_write(fn, 1, 'Drops', product(c%points), number)
    call cgp_particle_coord_write(fn, 1, 1, type_of(c), 'CoordinateX', number)
    if (type_of(c) == RealDouble) call cgp_particle_coord_write_data(fn, 1, 1, number, own%first, own%last, v(0)%wide)
    if (type_of(c) == RealSingle) call cgp_particle_coord_write_data(fn, 1, 1, number, own%first, own%last, v(0)%narrow)
    call cgp_particle_coord_write(fn, 1, 1, type_of(c), 'CoordinateY', numbers(1))
    call cgp_particle_coord_write(fn, 1, 1, type_of(c), 'CoordinateZ', numbers(2))
    call cgp_particle_coord_multi_write_data(fn, 1, 1, numbers, own%first, own%last, 2, [address(v(1)), address(v(2))])
    call cg_particle_sol_write(fn, 1, 1, 'Flow', number)
    call cgp_particle_field_write(fn, 1, 1, 1, type_of(c), 'Radius', numbers(1))
    call cgp_particle_field_write(fn, 1, 1, 1, type_of(c), 'Mass', numbers(2))
    call cgp_particle_field_multi_write_data(fn, 1, 1, 1, numbers, own%first, own%last, 2, [address(v(3)), address(v(4))])
    call cgp_particle_field_write(fn, 1, 1, 1, type_of(c), 'Charge', number)
    call cgp_particle_field_general_write_data(fn, 1, 1, 1, number, own%first, own%last, RealDouble, 1, [own%count + 2], &
                                               [2_cgsize_t], [own%count + 1], memory)
    call finish(fn)
  end subroutine

  ! With addresses, as the reference library has them for particles, too.
  subroutine read_particles(c)
    type(a_case), intent(in) :: c
    type(box) :: own
    type(values), target :: v(2)
    real(real64), allocatable, target :: memory(:), right(:)
    integer(cgsize_t) :: size
    integer :: fn, count, ierr
    character(33) :: name
    own = range_of(product(c%points))
    call reopen(c, fn)
    call cg_particle_read(fn, 1, 1, name, size)
    call cg_particle_nfields(fn, 1, 1, 1, count)
    call expect(name == 'Drops' .and. size == product(c%points) .and. count == 3, 'the particles')
    v = [room_for(c, own), room_for(c, own)]
    call cgp_particle_coord_read_data_f(fn, 1, 1, 1, own%first, own%last, address(v(1)), ierr)
    call same(v(1), values_of(c, 0, own), 'coordinates of particles')
    call cgp_particle_coord_multi_read_data(fn, 1, 1, [2, 3], own%first, own%last, 2, [address(v(1)), address(v(2))])
    call same(v(1), values_of(c, 1, own), 'several coordinates of particles')
    call same(v(2), values_of(c, 2, own), 'several coordinates of particles')
    call cgp_particle_field_read_data_f(fn, 1, 1, 1, 1, own%first, own%last, address(v(1)), ierr)
    call same(v(1), values_of(c, 3, own), 'a field of particles')
    call cgp_particle_field_multi_read_data(fn, 1, 1, 1, [2], own%first, own%last, 1, [address(v(1))])
    call same(v(1), values_of(c, 4, own), 'another field of particles')
    call pad(6, own, right)
    if (own%count > 0) allocate (memory, source=0 * right)
    call cgp_particle_field_general_read_data(fn, 1, 1, 1, 3, own%first, own%last, RealDouble, 1, [own%count + 2], &
                                              [2_cgsize_t], [own%count + 1], memory)
    if (own%count > 0) call expect(all(memory == right), 'a part of memory')
    call cgp_close(fn)
  end subroutine

  ! The rows of a table of integers that this rank has. Its descriptor has no valid strides (gfortran 12).
  subroutine fill_rows(c, rows, table)
    type(a_case), intent(in) :: c
    type(box), intent(in) :: rows
    integer(int32), allocatable, intent(out) :: table(:, :)
    integer(cgsize_t) :: i, j
    if (rows%count == 0) return
    table = reshape([((int(1000 * j + i, int32), i=1, c%cells(1)), j=rows%first(1), rows%last(1))], &
                    [c%cells(1), rows%count])
  end subroutine

  subroutine go_to_extra(fn)
    integer, intent(in) :: fn
    integer :: ierr
    call cg_goto(fn, 1, ierr, 'Zone_t', 1, 'UserDefinedData_t', 1, 'end')
    call expect(ierr == CG_OK, 'the node of the arrays')
  end subroutine

  subroutine write_points(c, fn, rows)
    type(a_case), intent(in) :: c
    integer, intent(in) :: fn
    type(box), intent(in) :: rows
    integer(cgsize_t), allocatable, target :: points(:, :)
    integer(cgsize_t) :: n
    integer :: wall, ierr
    if (rows%count > 0) then
      allocate (points(3, rows%count), source=1_cgsize_t)
      points(3, :) = [(n, n=rows%first(1), rows%last(1))]
    end if
    call cg_boco_write(fn, 1, 1, 'Edge', BCWall, PointList, c%cells(3), BC=wall)
    call cg_goto(fn, 1, ierr, 'Zone_t', 1, 'ZoneBC_t', 1, 'BC_t', wall, 'end')
    call cgp_ptlist_write_data(fn, rows%first(1), rows%last(1), points)
    call queue_flush()
  end subroutine

  subroutine write_arrays(c)
    type(a_case), intent(in) :: c
    type(box) :: rows, own
    type(values), target :: v(2)
    real(real64), allocatable, target :: memory(:)
    integer(int32), allocatable, target :: table(:, :)
    integer(cgsize_t) :: extents(2), from(2), to(2)
    integer :: fn, number, numbers(2)
    rows = range_of(c%cells(3))
    own = range_of(product(c%points))
    extents = [c%cells(1), c%cells(3)]
    from = [1_cgsize_t, rows%first(1)]
    to = [c%cells(1), rows%last(1)]
    v = [values_of(c, 1, own), values_of(c, 2, own)]
    call pad(3, own, memory)
    call fill_rows(c, rows, table)
    call create(c, Structured, fn)
    call cg_gopath(fn, '/Base/Zone')
    call cg_user_data_write('Extra')
    call go_to_extra(fn)
    call cg_ordinal_write(7)
    call cgp_array_write('Table', Integer, 2, extents, number)
    call cgp_array_write_data(number, from, to, table)
    call cgp_array_write('First', type_of(c), 1, [product(c%points)], numbers(1))
    call cgp_array_write('Second', type_of(c), 1, [product(c%points)], numbers(2))
    call cgp_array_multi_write_data(fn, numbers, own%first, own%last, 2, [address(v(1)), address(v(2))])
    call cgp_array_write('Third', type_of(c), 1, [product(c%points)], number)
    call cgp_array_general_write_data(number, own%first, own%last, RealDouble, 1, [own%count + 2], [2_cgsize_t], &
                                      [own%count + 1], memory)
    call cgp_array_write('Queued', Integer, 2, extents, number)
    call queue_slice_write(CGP_SLICE_ARRAY, fn, 1, 1, 'Queued', 2, from, to, table)
    call queue_flush()
    call write_points(c, fn, rows)
    call finish(fn)
  end subroutine

  subroutine read_arrays(c)
    type(a_case), intent(in) :: c
    type(box) :: rows, own
    type(values), target :: v(2)
    real(real64), allocatable, target :: memory(:), right(:)
    integer(int32), allocatable, target :: table(:, :), again(:, :)
    integer(cgsize_t) :: from(2), to(2), point(3)
    integer :: fn, ordinal, ierr
    rows = range_of(c%cells(3))
    own = range_of(product(c%points))
    from = [1_cgsize_t, rows%first(1)]
    to = [c%cells(1), rows%last(1)]
    v = [room_for(c, own), room_for(c, own)]
    call pad(3, own, right)
    if (own%count > 0) allocate (memory, source=0 * right)
    call fill_rows(c, rows, table)
    if (rows%count > 0) allocate (again, source=0 * table)
    call reopen(c, fn)
    call go_to_extra(fn)
    call cg_ordinal_read(ordinal)
    call expect(ordinal == 7, 'the ordinal')
    call cgp_array_read_data(1, from, to, again)
    if (rows%count > 0) call expect(all(again == table), 'a table')
    call cgp_array_multi_read_data(fn, [2, 3], own%first, own%last, 2, [address(v(1)), address(v(2))])
    call same(v(1), values_of(c, 1, own), 'several arrays')
    call same(v(2), values_of(c, 2, own), 'several arrays')
    call cgp_array_general_read_data(4, own%first, own%last, RealDouble, 1, [own%count + 2], [2_cgsize_t], &
                                     [own%count + 1], memory)
    if (own%count > 0) call expect(all(memory == right), 'a part of memory')
    if (rows%count > 0) again = 0
    call queue_slice_read(CGP_SLICE_ARRAY, fn, 1, 1, 'Queued', 2, from, to, again)
    call cgp_queue_flush(fn)
    if (rows%count > 0) call expect(all(again == table), 'an array of the queue')
    call cg_goto(fn, 1, ierr, 'Zone_t', 1, 'ZoneBC_t', 1, 'BC_t', 1, 'end')
    call cgp_ptlist_read_data(fn, c%cells(3), c%cells(3), point)
    call expect(all(point == [1_cgsize_t, 1_cgsize_t, c%cells(3)]), 'points')
    call cgp_close(fn)
  end subroutine

  ! Interfaces, and what the base and the zone say of themselves.
  subroutine joins(c)
    type(a_case), intent(in) :: c
    integer(cgsize_t) :: own(3, 2), donor(3, 2), range(3, 2), other(3, 2), one(3), two(3)
    real(real32), parameter :: gravity(3) = [0.0, 0.0, -9.5], center(3) = [1.0, 2.0, 3.0]
    integer :: fn, number, turned(3), simulation, ierr
    character(33) :: name, zone
    character(80) :: text
    own(:, 1) = 1
    own(:, 2) = [1_cgsize_t, c%points(2), c%points(3)]
    donor(:, 1) = [c%points(1), 1_cgsize_t, 1_cgsize_t]
    donor(:, 2) = c%points
    call create(c, Structured, fn)
    call cg_1to1_write(fn, 1, 1, 'Turn', 'Zone', own, donor, [1, 2, 3], number)
    call cg_conn_write(fn, 1, 1, 'General', Vertex, Abutting1to1, PointList, 1_cgsize_t, own(:, 1), 'Zone', Structured, &
                       PointListDonor, LongInteger, 1_cgsize_t, donor(:, 1), number)
    call cg_gravity_write(fn, 1, gravity)
    call cg_biter_write(fn, 1, 'Steps', 1)
    call cg_goto(fn, 1, ierr, 'Zone_t', 1, 'end')
    call cg_descriptor_write('Note', 'of a zone')
    call cg_rotating_write(gravity, center)
    call finish(fn)
    call reopen(c, fn)
    call cg_1to1_read(fn, 1, 1, 1, name, zone, range, other, turned)
    call expect(name == 'Turn' .and. zone == 'Zone' .and. all(range == own) .and. all(other == donor) .and. &
                all(turned == [1, 2, 3]), 'an interface')
    call cg_conn_read(fn, 1, 1, 1, one, LongInteger, two)
    call expect(all(one == own(:, 1)) .and. all(two == donor(:, 1)), 'points of an interface')
    call cg_simulation_type_read(fn, 1, simulation)
    call expect(simulation == NonTimeAccurate, 'the kind of simulation')
    call cg_goto(fn, 1, ierr, 'Zone_t', 1, 'end')
    call cg_descriptor_read(1, name, text)
    call expect(name == 'Note' .and. text == 'of a zone', 'a text')
    call cgp_close(fn)
  end subroutine

  ! Names that were published first, in a second base.
  subroutine first_names(c)
    type(a_case), intent(in) :: c
    type(box) :: cells, own
    integer(cgsize_t) :: size(3, 3), again(3, 3), i
    integer(cgsize_t), allocatable, target :: elements(:), read(:)
    real(real64), allocatable, target :: v(:), back(:)
    integer :: fn, B, Z, S, bases, zones, solutions, zone_type, cell_dim, dim
    character(33) :: name
    cells = box_of(c%cells)
    own = range_of(product(c%cells))
    size = reshape([c%points, c%cells, 0_cgsize_t, 0_cgsize_t, 0_cgsize_t], [3, 3])
    if (cells%count > 0) v = [(real((cells%first(3) - 1) * product(c%cells(1:2)) + i, real64), i=0, cells%count - 1)]
    if (cells%count > 0) allocate (back, source=0 * v)
    if (own%count > 0) elements = [(i, i=own%first(1), own%last(1))]
    if (own%count > 0) allocate (read, source=0 * elements)
    call create(c, Structured, fn)
    call cgp_base_write(fn, 'Second', 3, 3, B)
    call cgp_zone_write(fn, B, 'Box', size, Structured, Z)
    call cgp_sol_write(fn, B, Z, 'Heat', CellCenter, S)
    call cgp_sol_write_data(fn, B, Z, S, cells%first, cells%last, v)
    call cgp_zone_write(fn, B, 'Mesh', [product(c%points), product(c%cells), 0_cgsize_t], Unstructured, Z)
    call cgp_section_write(fn, B, Z, 'Nodes', NODE, 1_cgsize_t, product(c%cells), 0, S)
    call cgp_section_write_data(fn, B, Z, S, own%first(1), own%last(1), elements)
    call finish(fn)
    call reopen(c, fn)
    call cgp_nbases(fn, bases)
    call cgp_base_read(fn, 2, name, cell_dim, dim)
    call cgp_nzones(fn, 2, zones)
    call expect(bases == 2 .and. zones == 2 .and. cell_dim == 3 .and. dim == 3 .and. name == 'Second', 'the second base')
    call cgp_zone_read(fn, 2, 1, name, again)
    call cgp_zone_type(fn, 2, 2, zone_type)
    call cgp_nsols(fn, 2, 1, solutions)
    call expect(name == 'Box' .and. all(again == size) .and. zone_type == Unstructured .and. solutions == 1, 'its zones')
    call cgp_sol_read_data(fn, 2, 1, 1, cells%first, cells%last, back)
    if (cells%count > 0) call expect(all(back == v), 'its solution')
    call cgp_section_read_data(fn, 2, 2, 1, own%first(1), own%last(1), read)
    if (own%count > 0) call expect(all(read == elements), 'its section')
    call cgp_close(fn)
  end subroutine

  subroutine read_positions(c, fn, first)
    type(a_case), intent(in) :: c
    integer, intent(in) :: fn
    real(real64), intent(in) :: first
    real(real64) :: v(3)
    call cgp_read_list(CGP_SLICE_COORDS, fn, 1, 1, 1, RealDouble, 3_cgsize_t, &
                       [product(c%points), 1_cgsize_t, 2_cgsize_t], v)
    call expect(all(v == [2 * real(product(c%points), real64), first, 4.0_real64]), 'values of a list')
  end subroutine

  ! Each rank writes every so many-th value; then rank 0 one in a file that is changed.
  subroutine lists(c)
    type(a_case), intent(in) :: c
    integer(cgsize_t), allocatable :: positions(:)
    integer(cgsize_t) :: total, count, i
    real(real64) :: v(1)
    integer :: fn, number, ierr
    total = product(c%points)
    positions = [(i, i=total - rank, 1, -ranks)]
    call create(c, Structured, fn)
    call cgp_coord_write(fn, 1, 1, type_of(c), 'CoordinateX', number)
    call cgp_cache(fn, 'block=1024;memory=4096')
    call cgp_write_list(CGP_SLICE_COORDS, fn, 1, 1, number, RealDouble, size(positions, kind=cgsize_t), positions, &
                        2 * real(positions, real64))
    call cgp_cache_progress()
    call cgp_cache_flush(fn)
    call read_positions(c, fn, 2.0_real64)
    call cgp_cache_count(fn, 'values', count)
    call expect(count == size(positions) + 3, 'what the cache has done')
    call cgp_read_list(CGP_SLICE_COORDS, fn, 1, 1, number, RealDouble, 1_cgsize_t, [total + 1], v, ierr)
    call expect_error(ierr, 'index 1 of the list is')
    call finish(fn)
    call cgp_pio_mode(CGP_COLLECTIVE)
    call cgp_open(c%path, CG_MODE_MODIFY, fn)
    call cgp_cache(fn, 'overwrite=1')
    if (rank == 0) &
      call cgp_write_list(CGP_SLICE_COORDS, fn, 1, 1, number, RealDouble, 1_cgsize_t, [1_cgsize_t], [-1.0_real64])
    call cgp_close(fn)
    call reopen(c, fn)
    call cgp_cache(fn, '')
    call read_positions(c, fn, -1.0_real64)
    call cgp_close(fn)
  end subroutine

  subroutine write_changed_file(c, points, cells, x)
    type(a_case), intent(in) :: c
    type(box), intent(in) :: points, cells
    type(values), intent(in), target :: x
    type(values), target :: fields(2)
    integer(cgsize_t), parameter :: one(3) = 1
    integer :: fn, number, numbers(2)
    fields = [values_of(c, 5, cells), values_of(c, 6, cells)]
    call create(c, Structured, fn)
    call cgp_coord_write(fn, 1, 1, type_of(c), 'CoordinateX', number)
    call cgp_coord_general_write_data(fn, 1, 1, number, points%first, points%last, RealDouble, 3, room(points), one, &
                                      room(points), x%wide)
    call cg_sol_write(fn, 1, 1, 'Flow', CellCenter, number)
    call cgp_field_write(fn, 1, 1, 1, type_of(c), 'Pressure', numbers(1))
    call cgp_field_write(fn, 1, 1, 1, type_of(c), 'Density', numbers(2))
    call cgp_field_multi_write_data(fn, 1, 1, 1, numbers, cells%first, cells%last, 2, &
                                    [address(fields(1)), address(fields(2))])
    call finish(fn)
  end subroutine

  ! Extents in memory; a rank without values has to name some, too.
  pure function room(b) result(extents)
    type(box), intent(in) :: b
    integer(cgsize_t) :: extents(3)
    extents = max(b%last - b%first + 1, 1_cgsize_t)
  end function

  ! A file gets another solution and loses a field.
  subroutine changes(c)
    type(a_case), intent(in) :: c
    type(a_case) :: wide
    type(box) :: points, cells
    type(values), target :: later, again, x, read
    integer :: fn, number, steps, ierr
    character(33) :: name
    points = box_of(c%points)
    cells = box_of(c%cells)
    wide = c
    wide%type = 'RealDouble'
    x = values_of(wide, 1, points)
    later = values_of(c, 8, points)
    call write_changed_file(c, points, cells, x)
    call use_mode(c)
    call cgp_open(c%path, CG_MODE_MODIFY, fn)
    call cg_sol_write(fn, 1, 1, 'Later', Vertex, number)
    call cgp_field_write(fn, 1, 1, number, type_of(c), 'Temperature', number)
    if (type_of(c) == RealDouble) call cgp_field_write_data(fn, 1, 1, 2, number, points%first, points%last, later%wide)
    if (type_of(c) == RealSingle) call cgp_field_write_data(fn, 1, 1, 2, number, points%first, points%last, later%narrow)
    call cg_biter_write(fn, 1, 'Steps', 2)
    call cg_goto(fn, 1, ierr, 'Zone_t', 1, 'FlowSolution_t', 1, 'end')
    call cg_delete_node('Density')
    call finish(fn)
    call reopen(c, fn)
    call cg_nfields(fn, 1, 1, 1, number)
    call cg_biter_read(fn, 1, name, steps)
    call expect(number == 1 .and. steps == 2 .and. name == 'Steps', 'what was changed')
    again = room_for(c, points)
    call cgp_field_multi_read_data(fn, 1, 1, 2, [1], points%first, points%last, 1, [address(again)])
    call same(again, later, 'the later solution')
    read = room_for(c, cells)
    call cgp_field_multi_read_data(fn, 1, 1, 1, [1], cells%first, cells%last, 1, [address(read)])
    call same(read, values_of(c, 5, cells), 'the earlier solution')
    again = room_for(wide, points)
    call cgp_coord_general_read_data(fn, 1, 1, 1, points%first, points%last, RealDouble, 3, room(points), &
                                     [1_cgsize_t, 1_cgsize_t, 1_cgsize_t], room(points), again%wide)
    call same(again, x, 'coordinates in another type')
    call cgp_close(fn)
  end subroutine
end module node_cases
