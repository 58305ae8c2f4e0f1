! mesh_cases.F90: the cases of unstructured zones in Fortran: elements, parents, point lists, polygons, polyhedra.
module mesh_cases
  use case_values
  use pcgns
  implicit none
  private
  public :: write_hexa, read_hexa, ngon, polyhedra

  ! A face between cells is at the index of the cell behind it, and its normal points along the axis. Numbers of faces
  ! count those across k, then i, then j.
  type :: face
    integer :: axis
    integer(cgsize_t) :: at(3)
  end type

  integer, parameter :: axes(3) = [3, 1, 2]

contains

  ! Vertices of cell or face n, from 0.
  elemental integer(cgsize_t) function node_of(c, n, corner)
    type(a_case), intent(in) :: c
    integer(cgsize_t), intent(in) :: n
    integer, intent(in) :: corner
    integer(cgsize_t) :: i, j, k
    i = mod(n, c%cells(1)) + merge(1, 0, mod(corner, 4) == 1 .or. mod(corner, 4) == 2)
    j = mod(n / c%cells(1), c%cells(2)) + merge(1, 0, mod(corner, 4) > 1)
    k = n / (c%cells(1) * c%cells(2)) + corner / 4
    node_of = 1 + i + c%points(1) * (j + c%points(2) * k)
  end function

  function elements_of(c, first, last, corners) result(elements)
    type(a_case), intent(in) :: c
    integer(cgsize_t), intent(in) :: first, last
    integer, intent(in) :: corners
    integer(cgsize_t), allocatable :: elements(:, :)
    integer(cgsize_t) :: e
    integer :: v
    allocate (elements(corners, first:last))
    do e = first, last
      elements(:, e) = node_of(c, e - 1, [(v, v=0, corners - 1)])
    end do
  end function

  subroutine write_vertices(c, fn)
    type(a_case), intent(in) :: c
    integer, intent(in) :: fn
    type(box) :: mine
    type(values), target :: v
    mine = range_of(product(c%points))
    v = values_of(c, 4, mine)
    call put_coordinate(fn, c, 'CoordinateX', mine, v)
    call queue_flush()
  end subroutine

  subroutine write_hexa(c)
    type(a_case), intent(in) :: c
    integer(cgsize_t) :: cells, faces, first, last, low, high, q
    integer(cgsize_t), allocatable :: parents(:, :)
    integer :: fn, section, wall, ierr
    cells = product(c%cells)
    faces = product(c%cells(1:2))
    call create(c, Unstructured, fn)
    call write_vertices(c, fn)
    call share(cells, first, last)
    call share(faces, low, high)
    allocate (parents(low:high, 4), source=0_cgsize_t)
    parents(:, 1) = [(q, q=low, high)]
    parents(:, 3) = 1
    call cgp_section_write(fn, 1, 1, 'Cells', HEXA_8, 1_cgsize_t, cells, 0, section)
    call cgp_section_write(fn, 1, 1, 'Bottom', QUAD_4, cells + 1, cells + faces, 0, wall)
    if (first <= last) then
      call cgp_elements_write_data(fn, 1, 1, section, first, last, elements_of(c, first, last, 8))
    else
      call cgp_elements_write_data(fn, 1, 1, section, first, last)
    end if
    if (low <= high) then
      call cgp_elements_write_data(fn, 1, 1, wall, cells + low, cells + high, elements_of(c, low, high, 4))
      call cgp_parent_data_write(fn, 1, 1, wall, cells + low, cells + high, parents)
    else
      call cgp_elements_write_data(fn, 1, 1, wall, low, high)
      call cgp_parent_data_write(fn, 1, 1, wall, low, high)
    end if
    call cg_boco_write(fn, 1, 1, 'Bottom', BCWall, PointList, faces, BC=wall)
    call cg_boco_gridlocation_write(fn, 1, 1, wall, FaceCenter)
    call cg_goto(fn, 1, ierr, 'Zone_t', 1, 'ZoneBC_t', 1, 'BC_t', wall, 'PointList', 0, 'end')
    if (low <= high) call cgp_ptlist_write_data(fn, low, high, cells + parents(:, 1))
    if (low > high) call cgp_ptlist_write_data(fn, low, high)
    call finish(fn)
  end subroutine

  subroutine read_hexa(c)
    type(a_case), intent(in) :: c
    integer(cgsize_t) :: cells, faces, first, last, low, high, start, end, q
    integer(cgsize_t), allocatable :: elements(:, :), pairs(:, :)
    integer :: fn, element_type, boundaries, parents, number, ierr
    character(33) :: name
    cells = product(c%cells)
    faces = product(c%cells(1:2))
    call reopen(c, fn)
    call share(cells, first, last)
    call share(faces, low, high)
    if (first <= last) allocate (elements(8, first:last))
    if (low <= high) allocate (pairs(low:high, 2))
    call cg_section_read(fn, 1, 1, 2, name, element_type, start, end, boundaries, parents)
    call expect(name == 'Bottom' .and. element_type == QUAD_4 .and. end == cells + faces .and. parents /= 0, 'the section')
    call cgp_elements_read_data(fn, 1, 1, 1, first, last, elements)
    if (first <= last) call expect(all(elements == elements_of(c, first, last, 8)), 'elements')
    if (first <= last) then
      call cgp_pio_mode(CGP_INDEPENDENT)
      call cgp_elements_read_data(fn, 1, 1, 1, first, last, elements(:7, first), ierr)
      call expect_error(ierr, 'elements has 7 values, needed are')
      call cgp_pio_mode(CGP_COLLECTIVE)
    end if
    call cgp_parentelements_read_data(fn, 1, 1, 2, cells + low, cells + high, pairs)
    if (low <= high) call expect(all(pairs(:, 1) == [(q, q=low, high)]), 'parents')
    call cg_npe(element_type, number)
    call expect(number == 4, 'nodes of an element')
    call cgp_close(fn)
  end subroutine

  subroutine ngon(c)
    type(a_case), intent(in) :: c
    integer(cgsize_t), allocatable, target :: elements(:, :), offsets(:), expected(:, :)
    integer(cgsize_t) :: faces, first, last, e
    integer :: fn, section
    faces = product(c%cells(1:2)) * c%points(3)
    call create(c, Unstructured, fn)
    call write_vertices(c, fn)
    call share(faces, first, last)
    expected = elements_of(c, first, last, 4)
    if (first <= last) elements = expected
    if (first <= last) offsets = [(4 * e, e=first - 1, last)]
    call cgp_poly_section_write(fn, 1, 1, 'Faces', NGON_n, 1_cgsize_t, faces, 4 * faces, 0, section)
    call cgp_poly_elements_write_data(fn, 1, 1, section, first, last, elements, offsets)
    call finish(fn)
    call reopen(c, fn)
    if (first <= last) elements = 0
    if (first <= last) offsets = 0
    call cgp_poly_elements_read_data_offsets(fn, 1, 1, 1, first, last, offsets)
    call cgp_poly_elements_read_data_elements(fn, 1, 1, 1, first, last, offsets, elements)
    if (first <= last) call expect(all(elements == expected) .and. maxval(offsets) == 4 * last, 'polygons')
    call cgp_close(fn)
  end subroutine

  pure integer(cgsize_t) function number_at(extents, at)
    integer(cgsize_t), intent(in) :: extents(3), at(3)
    number_at = 1 + at(1) + extents(1) * (at(2) + extents(2) * at(3))
  end function

  pure function indices_of(extents, n) result(at)
    integer(cgsize_t), intent(in) :: extents(3), n
    integer(cgsize_t) :: at(3)
    at = [mod(n, extents(1)), mod(n / extents(1), extents(2)), n / (extents(1) * extents(2))]
  end function

  pure function extents_across(c, axis) result(extents)
    type(a_case), intent(in) :: c
    integer, intent(in) :: axis
    integer(cgsize_t) :: extents(3)
    extents = c%cells
    extents(axis) = extents(axis) + 1
  end function

  pure type(face) function face_of(c, number)
    type(a_case), intent(in) :: c
    integer(cgsize_t), intent(in) :: number
    integer(cgsize_t) :: n
    integer :: order
    n = number - 1
    do order = 1, 3
      if (n < product(extents_across(c, axes(order)))) exit
      n = n - product(extents_across(c, axes(order)))
    end do
    face_of = face(axes(order), indices_of(extents_across(c, axes(order)), n))
  end function

  pure integer(cgsize_t) function number_of(c, f)
    type(a_case), intent(in) :: c
    type(face), intent(in) :: f
    integer :: order
    number_of = number_at(extents_across(c, f%axis), f%at)
    do order = 1, 3
      if (axes(order) == f%axis) exit
      number_of = number_of + product(extents_across(c, axes(order)))
    end do
  end function

  pure integer(cgsize_t) function vertex_of_face(c, f, corner)
    type(a_case), intent(in) :: c
    type(face), intent(in) :: f
    integer, intent(in) :: corner
    integer(cgsize_t) :: at(3)
    at = f%at
    associate (second => mod(f%axis, 3) + 1, third => mod(f%axis + 1, 3) + 1)
      at(second) = at(second) + merge(1, 0, corner == 1 .or. corner == 2)
      at(third) = at(third) + merge(1, 0, corner > 1)
    end associate
    vertex_of_face = number_at(c%points, at)
  end function

  ! The cell before or behind a face; 0 outside.
  pure integer(cgsize_t) function parent_of_face(c, f, side, faces)
    type(a_case), intent(in) :: c
    type(face), intent(in) :: f
    integer, intent(in) :: side
    integer(cgsize_t), intent(in) :: faces
    integer(cgsize_t) :: at(3)
    at = f%at
    at(f%axis) = at(f%axis) - 1 + side
    parent_of_face = faces + number_at(c%cells, at)
    if (any(at < 0) .or. any(at >= c%cells)) parent_of_face = 0
  end function

  ! Negative where the normal points into the cell.
  pure integer(cgsize_t) function face_of_cell(c, cell, side)
    type(a_case), intent(in) :: c
    integer(cgsize_t), intent(in) :: cell
    integer, intent(in) :: side
    type(face) :: f
    f = face(side / 2 + 1, indices_of(c%cells, cell - 1))
    f%at(f%axis) = f%at(f%axis) + mod(side, 2)
    face_of_cell = merge(-1, 1, mod(side, 2) == 0) * number_of(c, f)
  end function

  subroutine polyhedra(c)
    type(a_case), intent(in) :: c
    integer(cgsize_t), allocatable, target :: faces(:, :), starts(:), parents(:, :), cells(:, :), cell_starts(:)
    integer(cgsize_t) :: total, end, first, last, low, high, e
    integer :: fn, section, i
    total = number_of(c, face(2, [c%cells(1) - 1, c%cells(2), c%cells(3) - 1]))
    end = total + product(c%cells)
    call share(total, first, last)
    call share(product(c%cells), low, high)
    if (first <= last) then
      faces = reshape([((vertex_of_face(c, face_of(c, e), i), i=0, 3), e=first, last)], [4_cgsize_t, last - first + 1])
      starts = [(4 * e, e=first - 1, last)]
      parents = reshape([((parent_of_face(c, face_of(c, e), i, total), e=first, last), i=0, 1)], [last - first + 1, 2_cgsize_t])
    end if
    if (low <= high) then
      cells = reshape([((face_of_cell(c, e, i), i=0, 5), e=low, high)], [6_cgsize_t, high - low + 1])
      cell_starts = [(6 * e, e=low - 1, high)]
    end if
    call create(c, Unstructured, fn)
    call write_vertices(c, fn)
    call cgp_poly_section_write(fn, 1, 1, 'Faces', NGON_n, 1_cgsize_t, total, 4 * total, 0, section)
    call cgp_poly_elements_write_data(fn, 1, 1, section, first, last, faces, starts)
    call cgp_parentelements_write_data(fn, 1, 1, section, first, last, parents)
    call cgp_poly_section_write(fn, 1, 1, 'Cells', NFACE_n, total + 1, end, 6 * (end - total), 0, section)
    call cgp_poly_elements_write_data(fn, 1, 1, section, total + low, total + high, cells, cell_starts)
    call finish(fn)
    call reopen(c, fn)
    call read_part(fn, 1, first, last, faces, starts, parents)
    call read_part(fn, 2, total + low, total + high, cells, cell_starts)
    call cgp_close(fn)
  end subroutine

  ! What is expected is absent where the rank has none.
  subroutine read_part(fn, section, first, last, expected, starts, parents)
    integer, intent(in) :: fn, section
    integer(cgsize_t), intent(in) :: first, last
    integer(cgsize_t), intent(in), optional :: expected(:, :), starts(:), parents(:, :)
    integer(cgsize_t), allocatable, target :: elements(:, :), offsets(:), pairs(:, :)
    if (first <= last) then
      allocate (elements, source=0 * expected)
      allocate (offsets, source=0 * starts)
      allocate (pairs(last - first + 1, 2), source=0_cgsize_t)
    end if
    call cgp_poly_elements_read_data_offsets(fn, 1, 1, section, first, last, offsets)
    call cgp_poly_elements_read_data_elements(fn, 1, 1, section, first, last, offsets, elements)
    if (section == 1) call cgp_parentelements_read_data(fn, 1, 1, section, first, last, pairs)
    if (first > last) return
    call expect(all(offsets == starts) .and. all(elements == expected), 'faces or polyhedra')
    if (present(parents)) call expect(all(pairs == parents), 'parents')
  end subroutine
end module mesh_cases
