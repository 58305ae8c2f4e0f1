! parallel_fortran.F90: what the parallel Fortran tests of the reference library do, by its names: several arrays in a
! call, particles, polygons, files of some ranks beside those of all.
!
! parallel_fortran FILE
program parallel_fortran
  use, intrinsic :: iso_c_binding, only: c_loc, c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: error_unit, real64
  use mpi
  use pcgns ! the one line that differs: use cgns
  implicit none
  integer, parameter :: planes = 28, particles = 30
  character(1000) :: file
  integer :: rank, ranks, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call get_command_argument(1, file)
  call cgp_mpi_comm_f(MPI_COMM_WORLD, ierr)
  call must()
  call cgp_mpi_info_f(MPI_INFO_NULL, ierr)
  call must()
  call structured_zone(trim(file))
  call particle_zone(trim(file))
  call polygons(trim(file))
  call groups(trim(file))
  call MPI_Finalize(ierr)
contains

  subroutine must()
    if (ierr /= CG_OK) call cgp_error_exit_f()
  end subroutine

  subroutine expect(is_so, what)
    logical, intent(in) :: is_so
    character(*), intent(in) :: what
    if (is_so) return
    write (error_unit, '(a)') 'not as expected: ' // what
    call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  end subroutine

  subroutine share(total, low, high)
    integer, intent(in) :: total
    integer(cgsize_t), intent(out) :: low, high
    low = total * rank / ranks + 1
    high = total * (rank + 1) / ranks
  end subroutine

  ! Coordinates one by one, fields and user arrays together; read collectively and by each rank for itself.
  subroutine structured_zone(name)
    character(*), intent(in) :: name
    integer(cgsize_t) :: size(3, 3), first(3), last(3), low, high, extents(1), i, j, k
    real(real64), allocatable, target :: x(:, :, :), y(:, :, :), u(:), v(:), back(:, :, :)
    type(c_ptr) :: boxes(2), lines(2)
    character(33) :: found
    integer :: fn, B, Z, S, A(2), F(2), mode, precision
    call share(planes, low, high)
    first = [1_cgsize_t, 1_cgsize_t, low]
    last = [4_cgsize_t, 3_cgsize_t, high]
    allocate (x(4, 3, low:high), u(low:high))
    do k = low, high
      u(k) = k
      do j = 1, 3
        do i = 1, 4
          x(i, j, k) = 100 * k + 10 * j + i
        end do
      end do
    end do
    y = -x
    v = -u
    boxes = [address(x), address(y)]
    lines = c_null_ptr
    if (high >= low) lines = [c_loc(u), c_loc(v)]
    size = reshape([4, 3, planes, 3, 2, planes - 1, 0, 0, 0], [3, 3])
    call cgp_open_f(name, CG_MODE_WRITE, fn, ierr)
    call must()
    call cg_base_write_f(fn, 'Base 1', 3, 3, B, ierr)
    call must()
    call cg_zone_write_f(fn, B, 'Zone 1', size, Structured, Z, ierr)
    call must()
    call cgp_coord_write_f(fn, B, Z, RealDouble, 'CoordinateX', F(1), ierr)
    call must()
    call cgp_coord_write_data_f(fn, B, Z, F(1), first, last, x, ierr)
    call must()
    call cg_sol_write_f(fn, B, Z, 'Solution', Vertex, S, ierr)
    call must()
    call cgp_field_write_f(fn, B, Z, S, RealDouble, 'MomentumX', F(1), ierr)
    call must()
    call cgp_field_write_f(fn, B, Z, S, RealDouble, 'MomentumY', F(2), ierr)
    call must()
    call cgp_field_multi_write_data_f(fn, B, Z, S, F, first, last, 2, boxes, ierr)
    call must()
    call cg_goto_f(fn, B, ierr, 'Zone 1', 0, 'end')
    call must()
    call cg_user_data_write_f('User Data', ierr)
    call must()
    call cg_gorel_f(fn, ierr, 'User Data', 0, 'end')
    call must()
    extents = planes
    call cgp_array_write_f('ArrayR', RealDouble, 1, extents, A(1), ierr)
    call must()
    call cgp_array_write_f('ArrayS', RealDouble, 1, extents, A(2), ierr)
    call must()
    call cgp_array_multi_write_data_f(fn, A, [low], [high], 2, lines, ierr)
    call must()
    call cgp_close_f(fn, ierr)
    call must()
    do mode = 1, 2
      call cgp_pio_mode_f(merge(CGP_INDEPENDENT, CGP_COLLECTIVE, mode == 1), ierr)
      call must()
      call cgp_open_f(name, CG_MODE_READ, fn, ierr)
      call must()
      call cg_precision_f(fn, precision, ierr)
      call must()
      call cg_zone_read_f(fn, 1, 1, found, size, ierr)
      call must()
      call expect(precision == 64 .and. found == 'Zone 1' .and. size(3, 1) == planes, 'the zone')
      allocate (back, mold=x)
      call cgp_coord_read_data_f(fn, 1, 1, 1, first, last, back, ierr)
      call must()
      call expect(all(back == x), 'coordinates')
      x = 0
      y = 0
      call cgp_field_multi_read_data_f(fn, 1, 1, 1, F, first, last, 2, boxes, ierr)
      call must()
      call expect(all(x == back) .and. all(y == -back), 'fields')
      deallocate (back)
      call cg_goto_f(fn, 1, ierr, 'Zone_t', 1, 'UserDefinedData_t', 1, 'end')
      call must()
      u = 0
      v = 0
      call cgp_array_multi_read_data_f(fn, A, [low], [high], 2, lines, ierr)
      call must()
      call expect(all(u == [(k, k=low, high)]) .and. all(v == -u), 'arrays')
      call cgp_close_f(fn, ierr)
      call must()
    end do
  end subroutine

  type(c_ptr) function address(box)
    real(real64), intent(in), target :: box(:, :, :)
    address = c_null_ptr
    if (size(box) > 0) address = c_loc(box(1, 1, lbound(box, 3)))
  end function

  subroutine particle_zone(name)
    character(*), intent(in) :: name
    integer(cgsize_t) :: low, high, count, i
    real(real64), allocatable, target :: x(:), y(:)
    type(c_ptr) :: both(2)
    character(33) :: found
    integer :: fn, P, S, C(2)
    call share(particles, low, high)
    x = [(real(i, real64), i=low, high)]
    y = 2 * x
    both = c_null_ptr
    if (high >= low) both = [c_loc(x), c_loc(y)]
    call cgp_open_f(name, CG_MODE_MODIFY, fn, ierr)
    call must()
    count = particles
    call cg_particle_write_f(fn, 1, 'Particles', count, P, ierr)
    call must()
    call cgp_particle_coord_write_f(fn, 1, P, RealDouble, 'CoordinateX', C(1), ierr)
    call must()
    call cgp_particle_coord_write_f(fn, 1, P, RealDouble, 'CoordinateY', C(2), ierr)
    call must()
    call cgp_particle_coord_multi_write_data_f(fn, 1, P, C, [low], [high], 2, both, ierr)
    call must()
    call cg_particle_sol_write_f(fn, 1, P, 'Solution', S, ierr)
    call must()
    call cgp_particle_field_write_f(fn, 1, P, S, RealDouble, 'Radius', C(1), ierr)
    call must()
    call cgp_particle_field_write_data_f(fn, 1, P, S, C(1), [low], [high], c_loc(y), ierr)
    call must()
    call cgp_close_f(fn, ierr)
    call must()
    call cgp_open_f(name, CG_MODE_READ, fn, ierr)
    call must()
    call cg_particle_read_f(fn, 1, 1, found, count, ierr)
    call must()
    call expect(found == 'Particles' .and. count == particles, 'the particle zone')
    x = 0
    call cgp_particle_coord_read_data_f(fn, 1, 1, 2, [low], [high], c_loc(x), ierr)
    call must()
    call expect(all(x == y), 'coordinates of particles')
    x = 0
    call cgp_particle_field_read_data_f(fn, 1, 1, 1, 1, [low], [high], c_loc(x), ierr)
    call must()
    call expect(all(x == y), 'fields of particles')
    call cgp_close_f(fn, ierr)
    call must()
  end subroutine

  ! A strip of squares, two per plane of the structured zone, read again by ranges that others wrote.
  subroutine polygons(name)
    character(*), intent(in) :: name
    integer, parameter :: faces = 2 * planes
    integer(cgsize_t) :: size(3), low, high, total, e, start
    integer(cgsize_t), allocatable :: nodes(:), offsets(:), read_nodes(:), read_offsets(:)
    integer :: fn, B, Z, S
    call share(faces, low, high)
    offsets = [(4 * (e - 1), e=low, high + 1)]
    nodes = [(2 * e - 1, 2 * e, 2 * e + 2, 2 * e + 1, e=low, high)]
    call cgp_open_f(name, CG_MODE_MODIFY, fn, ierr)
    call must()
    call cg_base_write_f(fn, 'Base 2', 2, 3, B, ierr)
    call must()
    size = [2 * faces + 2, faces, 0]
    call cg_zone_write_f(fn, B, 'Strip', size, Unstructured, Z, ierr)
    call must()
    total = 4 * faces
    call cgp_poly_section_write_f(fn, B, Z, 'Squares', NGON_n, 1_cgsize_t, int(faces, cgsize_t), total, 0, S, ierr)
    call must()
    call cgp_poly_elements_write_data_f(fn, B, Z, S, low, high, nodes, offsets, ierr)
    call must()
    call cgp_close_f(fn, ierr)
    call must()
    call cgp_open_f(name, CG_MODE_READ, fn, ierr)
    call must()
    start = faces / 2
    call cg_elementpartialsize_f(fn, 2, 1, 1, start, start + 1, total, ierr)
    call must()
    call expect(total == 8, 'the size of two polygons')
    allocate (read_nodes(total), read_offsets(3))
    call cg_poly_elements_partial_read_f(fn, 2, 1, 1, start, start + 1, read_nodes, read_offsets, ierr=ierr)
    call must()
    call expect(all(read_offsets == [0, 4, 8]) .and. read_nodes(1) == 2 * start - 1 .and. read_nodes(8) == 2 * start + 3, &
                'polygons')
    call cgp_close_f(fn, ierr)
    call must()
  end subroutine

  ! Rank 0 writes a file alone while a file of all is open; two groups write one each.
  subroutine groups(name)
    character(*), intent(in) :: name
    real(real64) :: line(5)
    character(1) :: digit
    integer :: fn, alone, B, Z, C, comm
    line = [1, 2, 3, 4, 5]
    call cgp_open_f(name, CG_MODE_READ, fn, ierr)
    call must()
    if (rank == 0) then
      call cg_open_f(name // '.alone', CG_MODE_WRITE, alone, ierr)
      call must()
      call cg_base_write_f(alone, 'Base', 1, 1, B, ierr)
      call must()
      call cg_zone_write_f(alone, B, 'Zone', [5_cgsize_t, 4_cgsize_t, 0_cgsize_t], Structured, Z, ierr)
      call must()
      call cg_coord_write_f(alone, B, Z, RealDouble, 'CoordinateX', line, C, ierr)
      call must()
      call cg_close_f(alone, ierr)
      call must()
    end if
    call cgp_close_f(fn, ierr)
    call must()
    call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, comm, ierr)
    call cgp_mpi_comm_f(comm, ierr)
    call must()
    write (digit, '(i1)') mod(rank, 2)
    call cgp_open_f(name // '.' // digit, CG_MODE_WRITE, fn, ierr)
    call must()
    call cg_base_write_f(fn, 'Base' // digit, 1, 1, B, ierr)
    call must()
    call cgp_close_f(fn, ierr)
    call must()
    call cgp_mpi_comm_f(MPI_COMM_WORLD, ierr)
    call must()
    call MPI_Comm_free(comm, ierr)
  end subroutine
end program
