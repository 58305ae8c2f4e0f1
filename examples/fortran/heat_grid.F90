! heat_grid.F90: how the grid is cut into zones, and the metrics of each: its points, faces and volumes.
module heat_grid
  use, intrinsic :: iso_fortran_env, only: real64
  use heat_problem
  implicit none
  public

  ! zones(1) x zones(2) x zones(3) zones of `cells` cells each, numbered from 0 with i fastest.
  type :: layout
    integer :: zones(3) = 2, cells(3) = [16, 12, 12], ranks = 1
  end type

  ! Face p of a direction lies between the cells p - 1 and p. The gradient times `area` is taken as
  ! normal * (difference of temperatures) + crossed . (mean of the two gradients).
  type :: faces
    real(real64), allocatable :: area(:, :, :, :), normal(:, :, :), crossed(:, :, :, :)
  end type

  ! Cells and points are numbered from 0; temperature and gradient have one layer more all around.
  type :: zone
    integer :: number, cells(3)
    real(real64), allocatable :: points(:, :, :, :), volume(:, :, :), temperature(:, :, :), gradient(:, :, :, :)
    type(faces) :: faces(3)
  end type

contains

  pure function place(l, number)
    type(layout), intent(in) :: l
    integer, intent(in) :: number
    integer :: place(3)
    place = [mod(number, l%zones(1)), mod(number / l%zones(1), l%zones(2)), number / (l%zones(1) * l%zones(2))]
  end function place

  ! The zone beyond the low (1) or high (2) end of a direction; -1 where the grid ends.
  pure integer function neighbour(l, number, direction, end)
    type(layout), intent(in) :: l
    integer, intent(in) :: number, direction, end
    integer :: p(3)
    p = place(l, number)
    p(direction) = p(direction) + merge(-1, 1, end == 1)
    neighbour = -1
    if (p(direction) >= 0 .and. p(direction) < l%zones(direction)) &
      neighbour = p(1) + l%zones(1) * (p(2) + l%zones(2) * p(3))
  end function neighbour

  ! The rank that computes a zone: each rank has a run of zones; ranks beyond the zones have none.
  pure integer function owner(l, number)
    type(layout), intent(in) :: l
    integer, intent(in) :: number
    owner = int(int(number, 8) * min(l%ranks, product(l%zones)) / product(l%zones))
  end function owner

  function name_of(number) result(name)
    integer, intent(in) :: number
    character(8) :: name
    write (name, '(a,i4.4)') 'Zone', number + 1
  end function name_of

  ! The zones of `rank`, at their start temperature.
  function make_zones(l, rank) result(zones)
    type(layout), intent(in) :: l
    integer, intent(in) :: rank
    type(zone), allocatable :: zones(:)
    integer :: number
    allocate (zones(0))
    do number = 0, product(l%zones) - 1
      if (owner(l, number) == rank) zones = [zones, made(l, number)]
    end do
  end function make_zones

  type(zone) function made(l, number) result(z)
    type(layout), intent(in) :: l
    integer, intent(in) :: number
    integer :: n(3), i, j, k, d
    n = l%cells
    z%number = number
    z%cells = n
    allocate (z%points(3, -1:n(1) + 1, -1:n(2) + 1, -1:n(3) + 1))
    do k = -1, n(3) + 1
      do j = -1, n(2) + 1
        do i = -1, n(1) + 1
          z%points(:, i, j, k) = position(real(place(l, number) * n + [i, j, k], real64) / real(l%zones * n, real64))
        end do
      end do
    end do
    do d = 1, 3
      call make_faces(l, z, d)
    end do
    allocate (z%volume(0:n(1) - 1, 0:n(2) - 1, 0:n(3) - 1))
    allocate (z%temperature(-1:n(1), -1:n(2), -1:n(3)), source=0.0_real64)
    allocate (z%gradient(3, -1:n(1), -1:n(2), -1:n(3)), source=0.0_real64)
    do k = 0, n(3) - 1
      do j = 0, n(2) - 1
        do i = 0, n(1) - 1
          z%volume(i, j, k) = cell_volume(z, [i, j, k])
          z%temperature(i, j, k) = initial_temperature(cell_centre(z, [i, j, k]))
        end do
      end do
    end do
  end function made

  subroutine make_faces(l, z, d)
    type(layout), intent(in) :: l
    type(zone), intent(inout) :: z
    integer, intent(in) :: d
    integer :: last(3), i, j, k
    last = z%cells - 1
    last(d) = last(d) + 1
    associate (f => z%faces(d))
      allocate (f%area(3, 0:last(1), 0:last(2), 0:last(3)), f%normal(0:last(1), 0:last(2), 0:last(3)))
      allocate (f%crossed(3, 0:last(1), 0:last(2), 0:last(3)))
      do k = 0, last(3)
        do j = 0, last(2)
          do i = 0, last(1)
            call make_face(l, z, d, [i, j, k], f%area(:, i, j, k), f%normal(i, j, k), f%crossed(:, i, j, k))
          end do
        end do
      end do
    end associate
  end subroutine make_faces

  subroutine make_face(l, z, d, p, area, normal, crossed)
    type(layout), intent(in) :: l
    type(zone), intent(in) :: z
    integer, intent(in) :: d, p(3)
    real(real64), intent(out) :: area(3), normal, crossed(3)
    real(real64) :: c(3, 4), left(3), right(3), between(3)
    integer :: wall
    c = corners(z, d, p)
    area = 0.5_real64 * cross(c(:, 3) - c(:, 1), c(:, 4) - c(:, 2))
    normal = 0
    crossed = 0
    wall = wall_of(l, z, d, p)
    if (wall > 0) then
      if (.not. has_temperature(wall)) return
    end if
    left = cell_centre(z, moved(p, d, -1))
    right = cell_centre(z, p)
    ! The halo of a wall mirrors the cell inside.
    if (wall > 0 .and. p(d) == 0) left = 2 * face_centre(z, d, p) - right
    if (wall > 0 .and. p(d) /= 0) right = 2 * face_centre(z, d, p) - left
    between = right - left
    normal = dot(area, area) / dot(area, between)
    crossed = area - normal * between
  end subroutine make_face

  ! The wall that a face lies on; 0 inside the grid.
  pure integer function wall_of(l, z, d, p)
    type(layout), intent(in) :: l
    type(zone), intent(in) :: z
    integer, intent(in) :: d, p(3)
    integer :: end
    wall_of = 0
    if (p(d) /= 0 .and. p(d) /= z%cells(d)) return
    end = merge(1, 2, p(d) == 0)
    if (neighbour(l, z%number, d, end) < 0) wall_of = family_of(end, d)
  end function wall_of

  pure function moved(p, d, steps)
    integer, intent(in) :: p(3), d, steps
    integer :: moved(3)
    moved = p
    moved(d) = p(d) + steps
  end function moved

  ! The corners of a face, so that their turn points along the direction.
  pure function corners(z, d, p)
    type(zone), intent(in) :: z
    integer, intent(in) :: d, p(3)
    real(real64) :: corners(3, 4)
    integer :: a, b
    a = mod(d, 3) + 1
    b = mod(d + 1, 3) + 1
    corners(:, 1) = point(z, p)
    corners(:, 2) = point(z, moved(p, a, 1))
    corners(:, 3) = point(z, moved(moved(p, a, 1), b, 1))
    corners(:, 4) = point(z, moved(p, b, 1))
  end function corners

  pure function point(z, p)
    type(zone), intent(in) :: z
    integer, intent(in) :: p(3)
    real(real64) :: point(3)
    point = z%points(:, p(1), p(2), p(3))
  end function point

  pure function face_centre(z, d, p)
    type(zone), intent(in) :: z
    integer, intent(in) :: d, p(3)
    real(real64) :: face_centre(3), c(3, 4)
    c = corners(z, d, p)
    face_centre = 0.25_real64 * (c(:, 1) + c(:, 2) + c(:, 3) + c(:, 4))
  end function face_centre

  pure function cell_centre(z, p)
    type(zone), intent(in) :: z
    integer, intent(in) :: p(3)
    real(real64) :: cell_centre(3)
    integer :: i, j, k
    cell_centre = 0
    do k = p(3), p(3) + 1
      do j = p(2), p(2) + 1
        do i = p(1), p(1) + 1
          cell_centre = cell_centre + z%points(:, i, j, k)
        end do
      end do
    end do
    cell_centre = 0.125_real64 * cell_centre
  end function cell_centre

  pure real(real64) function cell_volume(z, p)
    type(zone), intent(in) :: z
    integer, intent(in) :: p(3)
    integer :: d, q(3)
    cell_volume = 0
    do d = 1, 3
      q = moved(p, d, 1)
      cell_volume = cell_volume + (dot(face_centre(z, d, q), z%faces(d)%area(:, q(1), q(2), q(3))) &
                                   - dot(face_centre(z, d, p), z%faces(d)%area(:, p(1), p(2), p(3))))
    end do
    cell_volume = cell_volume / 3
  end function cell_volume
end module heat_grid
