! mesh_cases.F90: the cases of unstructured zones in Fortran: elements, parents, point lists, polygons.
module mesh_cases
  use case_values
  use pcgns
  implicit none
  private
  public :: write_hexa, read_hexa, ngon

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
    mine%first = 1
    mine%last = 1
    call share(product(c%points), mine%first(1), mine%last(1))
    mine%count = mine%last(1) - mine%first(1) + 1
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
    integer :: fn, element_type, boundaries, parents, number
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
end module mesh_cases
