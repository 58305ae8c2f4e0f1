! case_values.F90: what the cases in Fortran share: boxes, values, opening and closing.
module case_values
  use, intrinsic :: iso_c_binding, only: c_ptr, c_null_ptr, c_loc
  use, intrinsic :: iso_fortran_env, only: int32, real32, real64, error_unit
  use mpi
  use pcgns
  implicit none

  type :: a_case
    character(64) :: name
    character(32) :: kind, mode, type
    character(1024) :: path
    integer(cgsize_t) :: cells(3), points(3)
  end type

  ! The part of an array that this rank has; nothing if count is 0.
  type :: box
    integer(cgsize_t) :: first(3), last(3), count
  end type

  ! One of the two is allocated, unless the rank has nothing.
  type :: values
    real(real64), allocatable :: wide(:, :, :)
    real(real32), allocatable :: narrow(:, :, :)
  end type

  character(*), parameter :: coordinates(3) = ['CoordinateX', 'CoordinateY', 'CoordinateZ']
  integer :: rank, ranks

contains

  subroutine expect(is_true, what)
    logical, intent(in) :: is_true
    character(*), intent(in) :: what
    integer :: ierr
    if (is_true) return
    write (error_unit, '(a,i0,2a)') 'rank ', rank, ': not as expected: ', what
    call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  end subroutine

  pure integer function type_of(c)
    type(a_case), intent(in) :: c
    type_of = merge(RealSingle, RealDouble, c%type == 'RealSingle')
  end function

  subroutine share(count, first, last)
    integer(cgsize_t), intent(in) :: count
    integer(cgsize_t), intent(out) :: first, last
    first = count * rank / ranks + 1
    last = count * (rank + 1) / ranks
  end subroutine

  type(box) function box_of(extents) result(b)
    integer(cgsize_t), intent(in) :: extents(3)
    b%first = 1
    b%last = extents
    call share(extents(3), b%first(3), b%last(3))
    b%count = product(b%last - b%first + 1)
  end function

  ! Of a list of so many values the range of this rank.
  type(box) function range_of(count) result(b)
    integer(cgsize_t), intent(in) :: count
    b%first = 1
    b%last = 1
    call share(count, b%first(1), b%last(1))
    b%count = b%last(1) - b%first(1) + 1
  end function

  ! The call failed and its error has this text; the argument of one rank may be what was wrong.
  subroutine expect_error(ierr, text)
    integer, intent(in) :: ierr
    character(*), intent(in) :: text
    character(1200) :: said
    call cgp_get_error(said)
    call expect(ierr == CG_ERROR .and. (index(said, text) > 0 .or. rank < ranks - 1 .and. said /= ''), text//': '//said)
  end subroutine

  elemental real(real64) function value_at(array, i, j, k)
    integer, intent(in) :: array
    integer(cgsize_t), intent(in) :: i, j, k
    value_at = array * 10000 + (k - 1) * 900 + (j - 1) * 30 + i
  end function

  ! Values of the box as the file has them.
  type(values) function values_of(c, array, b) result(v)
    type(a_case), intent(in) :: c
    integer, intent(in) :: array
    type(box), intent(in) :: b
    integer(cgsize_t) :: i, j, k
    v = room_for(c, b)
    do k = b%first(3), b%last(3)
      do j = b%first(2), b%last(2)
        do i = b%first(1), b%last(1)
          if (allocated(v%wide)) v%wide(i, j, k) = value_at(array, i, j, k)
          if (allocated(v%narrow)) v%narrow(i, j, k) = real(value_at(array, i, j, k), real32)
        end do
      end do
    end do
  end function

  type(values) function room_for(c, b) result(v)
    type(a_case), intent(in) :: c
    type(box), intent(in) :: b
    if (b%count == 0) return
    associate (f => b%first, l => b%last)
      if (type_of(c) == RealDouble) allocate (v%wide(f(1):l(1), f(2):l(2), f(3):l(3)), source=0.0_real64)
      if (type_of(c) == RealSingle) allocate (v%narrow(f(1):l(1), f(2):l(2), f(3):l(3)), source=0.0_real32)
    end associate
  end function

  ! For calls that take several arrays, of any type.
  type(c_ptr) function address(v)
    type(values), intent(in), target :: v
    address = c_null_ptr
    if (allocated(v%wide)) address = c_loc(v%wide)
    if (allocated(v%narrow)) address = c_loc(v%narrow)
  end function

  subroutine same(v, expected, what)
    type(values), intent(in) :: v, expected
    character(*), intent(in) :: what
    if (allocated(v%wide)) call expect(all(v%wide == expected%wide), what)
    if (allocated(v%narrow)) call expect(all(v%narrow == expected%narrow), what)
  end subroutine

  subroutine create(c, zone_type, fn)
    type(a_case), intent(in) :: c
    integer, intent(in) :: zone_type
    integer, intent(out) :: fn
    integer(cgsize_t) :: size(9)
    integer :: number
    call use_mode(c)
    call cgp_open(c%path, CG_MODE_WRITE, fn)
    call cg_base_write(fn, 'Base', 3, 3, number)
    call cg_simulation_type_write(fn, 1, NonTimeAccurate)
    call cg_goto(fn, 1, number, 'end')
    call cg_dataclass_write(Dimensional)
    call cg_units_write(Kilogram, Meter, Second, Kelvin, Degree)
    call cg_descriptor_write('Note', 'a case of the table')
    size = [c%points, c%cells, 0_cgsize_t, 0_cgsize_t, 0_cgsize_t]
    if (zone_type == Unstructured) size(1:3) = [product(c%points), product(c%cells), 0_cgsize_t]
    call cg_zone_write(fn, 1, 'Zone', size, zone_type, number)
  end subroutine

  subroutine use_mode(c)
    type(a_case), intent(in) :: c
    integer :: mode
    mode = CGP_COLLECTIVE
    if (c%mode == 'queued') mode = CGP_QUEUED
    if (c%mode == 'independent') mode = CGP_INDEPENDENT
    call cgp_pio_mode(mode)
  end subroutine

  subroutine finish(fn)
    integer, intent(in) :: fn
    call queue_flush()
    call cgp_close(fn)
  end subroutine

  subroutine reopen(c, fn)
    type(a_case), intent(in) :: c
    integer, intent(out) :: fn
    call cgp_pio_mode(CGP_COLLECTIVE)
    call cgp_open(c%path, CG_MODE_READ, fn)
  end subroutine

  subroutine put_coordinate(fn, c, name, b, v)
    integer, intent(in) :: fn
    type(a_case), intent(in) :: c
    character(*), intent(in) :: name
    type(box), intent(in) :: b
    type(values), intent(in), target :: v
    integer :: number
    call cgp_coord_write(fn, 1, 1, type_of(c), name, number)
    if (type_of(c) == RealDouble) call cgp_coord_write_data(fn, 1, 1, number, b%first, b%last, v%wide)
    if (type_of(c) == RealSingle) call cgp_coord_write_data(fn, 1, 1, number, b%first, b%last, v%narrow)
  end subroutine

  subroutine get_coordinate(fn, c, number, b, v)
    integer, intent(in) :: fn, number
    type(a_case), intent(in) :: c
    type(box), intent(in) :: b
    type(values), intent(inout) :: v
    if (type_of(c) == RealDouble) call cgp_coord_read_data(fn, 1, 1, number, b%first, b%last, v%wide)
    if (type_of(c) == RealSingle) call cgp_coord_read_data(fn, 1, 1, number, b%first, b%last, v%narrow)
  end subroutine

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

  subroutine remove(path)
    character(*), intent(in) :: path
    integer :: unit, status
    open (newunit=unit, file=path, iostat=status)
    close (unit, status='delete', iostat=status)
  end subroutine
end module case_values
