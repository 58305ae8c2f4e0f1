! set_cases.F90: the cases in Fortran of file sets and their parts, of files of single ranks, and of what is an error.
module set_cases
  use case_values
  use mpi
  use pcgns
  implicit none
  private
  public :: parts, from_set, own_files, after_errors

contains

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
    integer :: fn, p, out, pieces, piece, zone
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
    if (rank == 0) call remove(source%path)
  end subroutine

  character(1024) function name_of(c, number)
    type(a_case), intent(in) :: c
    integer, intent(in) :: number
    write (name_of, '(2a,i0)') trim(c%path), '.', number
  end function

  ! A zone of its own with the field of the first one, in another file of the set.
  subroutine write_second(c, path)
    type(a_case), intent(in) :: c
    character(*), intent(in) :: path
    type(a_case) :: second
    type(box) :: points, cells
    type(values), target :: v(4)
    integer(cgsize_t) :: size(3, 3)
    integer :: fn, number, a
    points = box_of(c%points)
    cells = box_of(c%cells)
    second = c
    second%path = path
    call create(second, Structured, fn)
    call cg_goto(fn, 1, number, 'end')
    call cg_delete_node('Zone')
    size = reshape([c%points, c%cells, 0_cgsize_t, 0_cgsize_t, 0_cgsize_t], [3, 3])
    call cg_zone_write(fn, 1, 'Zone2', size, Structured, number)
    do a = 1, 3
      v(a) = values_of(c, a - 1, points)
      call put_coordinate(fn, c, coordinates(a), points, v(a))
    end do
    call cg_sol_write(fn, 1, 1, 'Flow', CellCenter, number)
    call cgp_field_write(fn, 1, 1, 1, type_of(c), 'Pressure', number)
    v(4) = values_of(c, 9, cells)
    if (type_of(c) == RealDouble) call cgp_field_write_data(fn, 1, 1, 1, number, cells%first, cells%last, v(4)%wide)
    if (type_of(c) == RealSingle) call cgp_field_write_data(fn, 1, 1, 1, number, cells%first, cells%last, v(4)%narrow)
    call finish(fn)
  end subroutine

  ! Ghosts get the values of their owners.
  subroutine exchange(p, v)
    integer, intent(in) :: p
    real(real64), intent(inout) :: v(:)
    integer(cgsize_t) :: sent, got
    integer(cgsize_t), allocatable :: own(:), ghosts(:)
    real(real64), allocatable :: out(:), in(:)
    integer :: neighbours, neighbour, to, ierr
    call cgp_partition_nneighbours(p, CellCenter, neighbours)
    do neighbour = 1, neighbours
      call cgp_partition_neighbour(p, CellCenter, neighbour, to, sent, got)
      allocate (own(sent), ghosts(got), in(got))
      call cgp_partition_exchange_lists(p, CellCenter, neighbour, own, ghosts)
      out = v(own)
      call MPI_Sendrecv(out, int(sent), MPI_DOUBLE_PRECISION, to, 0, in, int(got), MPI_DOUBLE_PRECISION, to, 0, &
                        MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
      v(ghosts) = in
      deallocate (own, ghosts, in)
    end do
  end subroutine

  ! Own cells keep their values, ghosts lose them; the exchange brings these back.
  subroutine check_pieces(c, fn, p, v)
    type(a_case), intent(in) :: c
    integer, intent(in) :: fn, p
    real(real64), intent(in) :: v(:)
    real(real64), allocatable :: changed(:)
    integer(cgsize_t) :: begin, own, total, cells(3, 2), ghosts(3, 2), at(3), size(9), i
    integer(cgsize_t), allocatable :: numbers(:)
    integer :: pieces, piece, part, zones, zone
    character(33) :: name
    call cgp_partition_npieces(p, pieces)
    call cgp_partition_part(p, part)
    call cg_nzones(part, 1, zones)
    call expect(zones == pieces, 'zones of the part')
    allocate (changed, source=v)
    do piece = 1, pieces
      call cgp_partition_piece_info(p, piece, name, zone, cells, ghosts)
      call cgp_partition_piece_size(p, piece, CellCenter, begin, own, total)
      allocate (numbers(total))
      call cgp_partition_global_numbers(p, piece, CellCenter, numbers)
      call cg_zone_read(fn, 1, zone, name, size)
      do i = 1, total
        at = [mod(numbers(i) - 1, c%cells(1)), mod((numbers(i) - 1) / c%cells(1), c%cells(2)), &
              (numbers(i) - 1) / product(c%cells(1:2))] + 1
        call expect(v(begin + i - 1) == value_at(merge(7, 9, name == 'Zone'), at(1), at(2), at(3)), 'values of a piece')
        if (any(at < cells(:, 1)) .or. any(at > cells(:, 2))) changed(begin + i - 1) = -1
      end do
      deallocate (numbers)
    end do
    call exchange(p, changed)
    call expect(all(changed == v), 'ghosts have the values of their owners')
    call cg_close(part)
  end subroutine

  ! A restart from two files, which one rank reads for all; what the ranks have is written as whole zones.
  subroutine from_set(c)
    type(a_case), intent(in) :: c
    type(a_case) :: source
    integer(cgsize_t) :: size
    real(real64), allocatable :: v(:)
    integer :: fn, p, out, info, ierr
    source = c
    source%path = name_of(c, 1)
    call write_structured(source)
    call write_second(c, name_of(c, 2))
    call MPI_Info_create(info, ierr)
    call MPI_Info_set(info, 'pcgns_readers', '1', ierr)
    call cgp_mpi_info(info)
    call cgp_pio_mode(CGP_COLLECTIVE)
    call cgp_fileset_open(2, [name_of(c, 1), name_of(c, 2)], CG_MODE_READ, fn)
    call cgp_partition_create(fn, 1, 'ghosts=1', p)
    call cgp_partition_size(p, CellCenter, size)
    allocate (v(size))
    call cgp_partition_read(p, 1, 'Pressure', RealDouble, v)
    call check_pieces(c, fn, p, v)
    call cgp_partition_create_file(p, c%path, out)
    call cgp_partition_write(p, out, 1, 'Pressure', RealDouble, v)
    call cgp_partition_destroy(p)
    call cgp_close(out)
    call cgp_close(fn)
    call cgp_mpi_info(MPI_INFO_NULL)
    call MPI_Info_free(info, ierr)
    if (rank > 0) return
    call remove(name_of(c, 1))
    call remove(name_of(c, 2))
  end subroutine

  ! Every rank reads a file of its own, with what it wrote there, while all write one.
  subroutine own_files(c)
    type(a_case), intent(in) :: c
    type(box) :: own
    real(real64), allocatable, target :: v(:), again(:)
    integer(cgsize_t) :: i
    integer :: fn, in, number
    own = range_of(product(c%points))
    if (own%count > 0) then
      v = value_at(2, [(i, i=own%first(1), own%last(1))], 1_cgsize_t, 1_cgsize_t)
      allocate (again, source=0 * v)
      call cg_open(name_of(c, rank), CG_MODE_WRITE, in)
      call cg_base_write(in, 'Base', 3, 3, number)
      call cg_zone_write(in, 1, 'Own', [own%count, 1_cgsize_t, 0_cgsize_t], Unstructured, number)
      call cg_sol_write(in, 1, 1, 'Flow', Vertex, number)
      call cg_field_write(in, 1, 1, 1, RealDouble, 'Pressure', v, number)
      call cg_close(in)
    end if
    call create(c, Unstructured, fn)
    call cg_sol_write(fn, 1, 1, 'Flow', Vertex, number)
    call cgp_field_write(fn, 1, 1, 1, RealDouble, 'Pressure', number)
    if (own%count > 0) then
      call cg_open(name_of(c, rank), CG_MODE_READ, in)
      call cg_field_read(in, 1, 1, 1, 'Pressure', RealDouble, 1_cgsize_t, own%count, again)
      call cg_close(in)
      call remove(name_of(c, rank))
    end if
    call cgp_field_write_data(fn, 1, 1, 1, number, own%first, own%last, again)
    call finish(fn)
    if (own%count > 0) call expect(all(v == again), 'what a rank wrote alone')
  end subroutine

  ! A value that the file cannot have, on one rank, and calls that differ: the file does not appear.
  subroutine write_nothing(c)
    type(a_case), intent(in) :: c
    integer(cgsize_t), parameter :: one(3) = 1
    real(real64) :: large(1)
    integer :: fn, number, ierr
    logical :: is_there
    large = merge(3e9_real64, 1.0_real64, rank == ranks - 1)
    call create(c, Structured, fn)
    call cgp_pio_mode(CGP_COLLECTIVE)
    call cg_sol_write(fn, 1, 1, 'Flow', CellCenter, number)
    call cgp_field_write(fn, 1, 1, 1, Integer, 'Count', number)
    call cgp_field_general_write_data(fn, 1, 1, 1, number, one, one, RealDouble, 3, one, one, one, large, ierr)
    call expect_error(ierr, 'cannot be represented')
    call cgp_close(fn, ierr)
    call expect_error(ierr, 'cannot be represented')
    call create(c, Structured, fn)
    call cg_sol_write(fn, 1, 1, trim(merge('Flow ', 'Other', rank == 0)), CellCenter, number)
    call cgp_close(fn, ierr)
    if (ranks > 1) call expect_error(ierr, 'differ between ranks')
    if (ranks == 1) call remove(c%path)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    inquire (file=c%path, exist=is_there)
    call expect(.not. is_there, 'a file that could not be written does not appear')
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end subroutine

  ! None of these errors is the end, and the file is as without them.
  subroutine after_errors(c)
    type(a_case), intent(in) :: c
    type(box) :: points
    type(values), target :: v
    character(1100) :: nowhere
    integer :: fn, number, p, ierr
    points = box_of(c%points)
    nowhere = trim(c%path)//'/nowhere.cgns'
    call cgp_open(name_of(c, 9), CG_MODE_READ, fn, ierr)
    call expect_error(ierr, trim(name_of(c, 9)))
    call cgp_open(nowhere, CG_MODE_WRITE, fn, ierr)
    call expect_error(ierr, 'there is no such directory')
    call cgp_wisdom_import(nowhere, ierr)
    call expect_error(ierr, 'nowhere.cgns')
    call cgp_wisdom_import('none')
    call cgp_close(99, ierr)
    call expect_error(ierr, '99')
    call write_nothing(c)
    call create(c, Structured, fn)
    v = values_of(c, 1, points)
    call put_coordinate(fn, c, 'CoordinateX', points, v)
    call cgp_coord_write(fn, 1, 1, type_of(c), 'CoordinateX', number, ierr)
    call expect_error(ierr, 'CoordinateX')
    call cgp_coord_write(fn, 1, 2, type_of(c), 'CoordinateX', number, ierr)
    call expect_error(ierr, trim(c%path))
    call finish(fn)
    call reopen(c, fn)
    call cg_base_write(fn, 'Other', 3, 3, number, ierr)
    call expect_error(ierr, 'reading only')
    call cgp_partition_create(fn, 1, trim(merge('ghosts=many', '           ', rank == ranks - 1)), p, ierr)
    call expect_error(ierr, "'many' is not a number")
    call cgp_partition_from_map(fn, 1, 'nowhere', '', p, ierr)
    call expect_error(ierr, 'does not end in .cgns')
    call cgp_close(fn)
  end subroutine
end module set_cases
