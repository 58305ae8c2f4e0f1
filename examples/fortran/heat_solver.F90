! heat_solver.F90: heat conduction, by finite volumes, explicit in time, in the same order of operations as
! ../heat/solver.cpp: the temperature has the same bits.
module heat_solver
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi_f08
  use heat_problem
  use heat_grid
  implicit none
  private
  public :: stable_time_step, refresh, advance, extremes

  ! The values that pass one way through one end of a direction of one zone.
  type :: passage
    integer :: zone, end
    real(real64), allocatable :: out(:), in(:)
  end type

contains

  ! Half of the greatest time step that is stable on the whole grid. Collective.
  real(real64) function stable_time_step(zones) result(least)
    type(zone), intent(in) :: zones(:)
    real(real64) :: sum
    integer :: n, i, j, k, d, q(3)
    least = huge(least)
    do n = 1, size(zones)
      associate (z => zones(n))
        do k = 0, z%cells(3) - 1
          do j = 0, z%cells(2) - 1
            do i = 0, z%cells(1) - 1
              sum = 0
              do d = 1, 3
                q = moved([i, j, k], d, 1)
                sum = sum + (z%faces(d)%normal(i, j, k) + z%faces(d)%normal(q(1), q(2), q(3)))
              end do
              least = min(least, z%volume(i, j, k) / (diffusivity * sum))
            end do
          end do
        end do
      end associate
    end do
    ! A minimum, unlike a sum, does not depend on who takes it of what.
    call MPI_Allreduce(MPI_IN_PLACE, least, 1, MPI_DOUBLE_PRECISION, MPI_MIN, MPI_COMM_WORLD)
    least = 0.5_real64 * least
  end function stable_time_step

  ! Brings halos and gradients up to date with the temperature. Collective.
  subroutine refresh(l, zones)
    type(layout), intent(in) :: l
    type(zone), intent(inout) :: zones(:)
    integer :: n, d, i, j, k
    do d = 1, 3
      call fill_halo(l, zones, d, is_gradient=.false.)
    end do
    do n = 1, size(zones)
      do k = 0, zones(n)%cells(3) - 1
        do j = 0, zones(n)%cells(2) - 1
          do i = 0, zones(n)%cells(1) - 1
            zones(n)%gradient(:, i, j, k) = gradient_in(zones(n), [i, j, k])
          end do
        end do
      end do
    end do
    do d = 1, 3
      call fill_halo(l, zones, d, is_gradient=.true.)
    end do
  end subroutine refresh

  ! One step of `dt` seconds. Collective.
  subroutine advance(l, zones, dt)
    type(layout), intent(in) :: l
    type(zone), intent(inout) :: zones(:)
    real(real64), intent(in) :: dt
    integer :: n
    do n = 1, size(zones)
      call next_temperature(zones(n), dt)
    end do
    call refresh(l, zones)
  end subroutine advance

  subroutine next_temperature(z, dt)
    type(zone), intent(inout) :: z
    real(real64), intent(in) :: dt
    real(real64), allocatable :: next(:, :, :)
    real(real64) :: sum
    integer :: i, j, k, d
    allocate (next, source=z%temperature(0:z%cells(1) - 1, 0:z%cells(2) - 1, 0:z%cells(3) - 1))
    do k = 0, z%cells(3) - 1
      do j = 0, z%cells(2) - 1
        do i = 0, z%cells(1) - 1
          sum = 0
          do d = 1, 3
            sum = sum + (through(z, d, moved([i, j, k], d, 1)) - through(z, d, [i, j, k]))
          end do
          next(i + 1, j + 1, k + 1) = next(i + 1, j + 1, k + 1) + dt * diffusivity / z%volume(i, j, k) * sum
        end do
      end do
    end do
    z%temperature(0:z%cells(1) - 1, 0:z%cells(2) - 1, 0:z%cells(3) - 1) = next
  end subroutine next_temperature

  pure function gradient_in(z, p) result(sum)
    type(zone), intent(in) :: z
    integer, intent(in) :: p(3)
    real(real64) :: sum(3), here, below, above
    integer :: d, low(3), high(3)
    sum = 0
    here = z%temperature(p(1), p(2), p(3))
    do d = 1, 3
      low = moved(p, d, -1)
      high = moved(p, d, 1)
      below = 0.5_real64 * (z%temperature(low(1), low(2), low(3)) + here)
      above = 0.5_real64 * (here + z%temperature(high(1), high(2), high(3)))
      sum = sum + above * z%faces(d)%area(:, high(1), high(2), high(3)) - below * z%faces(d)%area(:, p(1), p(2), p(3))
    end do
    sum = (1 / z%volume(p(1), p(2), p(3))) * sum
  end function gradient_in

  ! The temperature gradient times the area of a face.
  pure real(real64) function through(z, d, p)
    type(zone), intent(in) :: z
    integer, intent(in) :: d, p(3)
    integer :: left(3)
    real(real64) :: mean(3), straight
    left = moved(p, d, -1)
    straight = z%faces(d)%normal(p(1), p(2), p(3)) &
               * (z%temperature(p(1), p(2), p(3)) - z%temperature(left(1), left(2), left(3)))
    mean = 0.5_real64 * (z%gradient(:, left(1), left(2), left(3)) + z%gradient(:, p(1), p(2), p(3)))
    through = straight + dot(z%faces(d)%crossed(:, p(1), p(2), p(3)), mean)
  end function through

  ! First and last cells along one end of a direction, inside or just outside; with the halo of the directions before.
  pure function layer(z, d, end, is_outside) result(box)
    type(zone), intent(in) :: z
    integer, intent(in) :: d, end
    logical, intent(in) :: is_outside
    integer :: box(3, 2)
    box(:, 1) = 0
    box(:, 2) = z%cells - 1
    box(:d - 1, 1) = -1
    box(:d - 1, 2) = z%cells(:d - 1)
    box(d, :) = merge(0, z%cells(d) - 1, end == 1)
    if (is_outside) box(d, :) = merge(-1, z%cells(d), end == 1)
  end function layer

  ! Fills the halo across one direction: from the neighbour, or at a wall from the cell inside.
  subroutine fill_halo(l, zones, d, is_gradient)
    type(layout), intent(in) :: l
    type(zone), intent(inout) :: zones(:)
    integer, intent(in) :: d
    logical, intent(in) :: is_gradient
    type(passage), allocatable, target :: passages(:)
    type(MPI_Request), allocatable :: requests(:)
    integer :: n, end, at
    allocate (passages(0))
    do n = 1, size(zones)
      do end = 1, 2
        if (neighbour(l, zones(n)%number, d, end) >= 0) then
          passages = [passages, passage(n, end, packed(zones(n), layer(zones(n), d, end, .false.), is_gradient))]
        else
          call mirror(zones(n), d, end, is_gradient)
        end if
      end do
    end do
    allocate (requests(2 * size(passages)))
    do at = 1, size(passages)
      call post(l, zones, d, passages(at), requests(2 * at - 1:2 * at))
    end do
    call MPI_Waitall(size(requests), requests, MPI_STATUSES_IGNORE)
    do at = 1, size(passages)
      associate (z => zones(passages(at)%zone))
        call unpack_into(z, layer(z, d, passages(at)%end, .true.), is_gradient, passages(at)%in)
      end associate
    end do
  end subroutine fill_halo

  subroutine post(l, zones, d, values, requests)
    type(layout), intent(in) :: l
    type(zone), intent(in) :: zones(:)
    integer, intent(in) :: d
    type(passage), intent(inout) :: values
    type(MPI_Request), intent(out) :: requests(2)
    integer :: number, other, rank
    number = zones(values%zone)%number
    other = neighbour(l, number, d, values%end)
    rank = owner(l, other)
    allocate (values%in(size(values%out)))
    ! The tag names the end that receives.
    call MPI_Irecv(values%in, size(values%in), MPI_DOUBLE_PRECISION, rank, 2 * number + values%end - 1, &
                   MPI_COMM_WORLD, requests(1))
    call MPI_Isend(values%out, size(values%out), MPI_DOUBLE_PRECISION, rank, 2 * other + 2 - values%end, &
                   MPI_COMM_WORLD, requests(2))
  end subroutine post

  pure function packed(z, box, is_gradient) result(values)
    type(zone), intent(in) :: z
    integer, intent(in) :: box(3, 2)
    logical, intent(in) :: is_gradient
    real(real64), allocatable :: values(:)
    associate (a => box(:, 1), b => box(:, 2))
      if (is_gradient) then
        values = reshape(z%gradient(:, a(1):b(1), a(2):b(2), a(3):b(3)), [3 * product(b - a + 1)])
      else
        values = reshape(z%temperature(a(1):b(1), a(2):b(2), a(3):b(3)), [product(b - a + 1)])
      end if
    end associate
  end function packed

  pure subroutine unpack_into(z, box, is_gradient, values)
    type(zone), intent(inout) :: z
    integer, intent(in) :: box(3, 2)
    logical, intent(in) :: is_gradient
    real(real64), intent(in) :: values(:)
    associate (a => box(:, 1), b => box(:, 2))
      if (is_gradient) then
        z%gradient(:, a(1):b(1), a(2):b(2), a(3):b(3)) = &
          reshape(values, shape(z%gradient(:, a(1):b(1), a(2):b(2), a(3):b(3))))
      else
        z%temperature(a(1):b(1), a(2):b(2), a(3):b(3)) = &
          reshape(values, shape(z%temperature(a(1):b(1), a(2):b(2), a(3):b(3))))
      end if
    end associate
  end subroutine unpack_into

  subroutine mirror(z, d, end, is_gradient)
    type(zone), intent(inout) :: z
    integer, intent(in) :: d, end
    logical, intent(in) :: is_gradient
    real(real64), allocatable :: values(:)
    integer :: wall
    wall = family_of(end, d)
    values = packed(z, layer(z, d, end, .false.), is_gradient)
    if (.not. is_gradient .and. has_temperature(wall)) values = 2 * temperature_of(wall) - values
    call unpack_into(z, layer(z, d, end, .true.), is_gradient, values)
  end subroutine mirror

  ! The least and the greatest temperature on the whole grid. Collective.
  function extremes(zones) result(both)
    type(zone), intent(in) :: zones(:)
    real(real64) :: both(2)
    integer :: n
    both = -huge(both)
    do n = 1, size(zones)
      associate (t => zones(n)%temperature(0:zones(n)%cells(1) - 1, 0:zones(n)%cells(2) - 1, 0:zones(n)%cells(3) - 1))
        both = max(both, [maxval(-t), maxval(t)])
      end associate
    end do
    call MPI_Allreduce(MPI_IN_PLACE, both, 2, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD)
    both(1) = -both(1)
  end function extremes
end module heat_solver
