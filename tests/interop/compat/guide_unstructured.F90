! guide_unstructured.F90: what the user's guide of CGNS shows in Fortran for unstructured zones, by the names of the reference
! library, without MPI. The steps are those of guide_unstructured.c: the files have the same bytes.
!
! guide_unstructured FILE
program guide_unstructured
  use, intrinsic :: iso_fortran_env, only: real64
  use guide_steps
  use pcgns ! the one line that differs: use cgns
  implicit none
  integer, parameter :: n = 4, points = n**3, cells = (n - 1)**3, faces = (n - 1)**2
  integer(cgsize_t) :: hexa(8, cells), quad(4, faces)
  call get_command_argument(1, file)
  call make_elements()
  call write_mesh()
  call write_wall()
  call read_mesh()
  call write_parts()
contains

  integer(cgsize_t) function at(i, j, k)
    integer, intent(in) :: i, j, k
    at = 1 + i + n*(j + n*k)
  end function

  subroutine make_elements()
    integer :: i, j, k, c, e
    e = 0
    do k = 0, n - 2
      do j = 0, n - 2
        do i = 0, n - 2
          e = e + 1
          hexa(:, e) = [(at(i + mod((c + 1)/2, 2), j + mod(c/2, 2), k + c/4), c=0, 7)]
          if (k == 0) quad(:, e) = hexa(:4, e)
        end do
      end do
    end do
  end subroutine

  subroutine write_mesh()
    real(real64) :: values(points)
    integer(cgsize_t) :: parents(faces, 4)
    integer :: fn, B, Z, S, C, F, i
    values = [(0.5_real64*i, i=0, points - 1)]
    parents = 0
    parents(:, 1) = [(i, i=1, faces)]
    parents(:, 3) = 5
    fn = opened(CG_MODE_WRITE)
    call cg_base_write_f(fn, 'Base', 3, 3, B, ierr)
    call cg_zone_write_f(fn, B, 'Zone', int([points, cells, 0], cgsize_t), Unstructured, Z, ierr)
    call cg_coord_write_f(fn, B, Z, RealDouble, 'CoordinateX', values, C, ierr)
    call must()
    call cg_section_write_f(fn, B, Z, 'Hexa', HEXA_8, 1_cgsize_t, int(cells, cgsize_t), 0, hexa, S, ierr)
    call cg_section_write_f(fn, B, Z, 'Bottom', QUAD_4, cells + 1_cgsize_t, int(cells + faces, cgsize_t), 0, quad, S, ierr)
    call cg_parent_data_write_f(fn, B, Z, S, parents, ierr)
    call must()
    call cg_sol_write_f(fn, B, Z, 'Flow', Vertex, S, ierr)
    call cg_field_write_f(fn, B, Z, S, RealDouble, 'Pressure', values, F, ierr)
    call closed(fn)
  end subroutine

  subroutine write_wall()
    integer :: fn, BC, i
    fn = opened(CG_MODE_MODIFY)
    call cg_boco_write_f(fn, 1, 1, 'Wall', BCWall, PointList, int(faces, cgsize_t), [(int(cells + i, cgsize_t), i=1, faces)], &
                         BC, ierr)
    call cg_boco_gridlocation_write_f(fn, 1, 1, BC, FaceCenter, ierr)
    call closed(fn)
  end subroutine

  subroutine read_mesh()
    integer(cgsize_t) :: first, last, some(8, cells), no_parents(1), number
    character(32) :: name
    integer :: fn, count, kind, boundary, flag, location
    fn = opened(CG_MODE_READ)
    call cg_nsections_f(fn, 1, 1, count, ierr)
    call cg_section_read_f(fn, 1, 1, 2, name, kind, first, last, boundary, flag, ierr)
    call expect(count == 2 .and. kind == QUAD_4 .and. first == cells + 1 .and. flag == 1 .and. name == 'Bottom', 'a section')
    call cg_npe_f(kind, count, ierr)
    call cg_ElementDataSize_f(fn, 1, 1, 1, number, ierr)
    call cg_elements_read_f(fn, 1, 1, 1, some, no_parents, ierr)
    call expect(count == 4 .and. number == 8*cells .and. all(some == hexa), 'the elements')
    call cg_boco_gridlocation_read_f(fn, 1, 1, 1, location, ierr)
    call expect(location == FaceCenter, 'where a condition is')
    call closed(fn)
  end subroutine

  ! Sections that grow, and values of part of an array.
  subroutine write_parts()
    integer(cgsize_t) :: low(1), high(1)
    real(real64) :: values(10)
    integer :: fn, S, F, C, i
    low = 11
    high = 20
    values = [(real(-i, real64), i=0, 9)]
    fn = opened(CG_MODE_MODIFY)
    call cg_section_partial_write_f(fn, 1, 1, 'Top', QUAD_4, 101_cgsize_t, 104_cgsize_t, 0, S, ierr)
    call cg_elements_partial_write_f(fn, 1, 1, S, 101_cgsize_t, 103_cgsize_t, quad, ierr)
    call cg_elements_partial_write_f(fn, 1, 1, S, 103_cgsize_t, 106_cgsize_t, quad(:, 4:), ierr)
    call must()
    call cg_field_partial_write_f(fn, 1, 1, 1, RealDouble, 'Pressure', low, high, values, F, ierr)
    call cg_coord_partial_write_f(fn, 1, 1, RealDouble, 'CoordinateX', low, high, values, C, ierr)
    call closed(fn)
  end subroutine
end program guide_unstructured
