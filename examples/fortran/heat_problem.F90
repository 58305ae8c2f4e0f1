! heat_problem.F90: what is computed: the material, the shape, the start and the walls, as in ../heat/problem.cpp.
module heat_problem
  use, intrinsic :: iso_c_binding, only: c_double
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none
  public

  ! Carbon steel, in SI units.
  real(real64), parameter :: density = 7850, specific_heat = 450, conductivity = 50, ambient = 300
  real(real64), parameter :: diffusivity = conductivity / (density * specific_heat)

  ! What the walls at the low and high end of each direction do.
  character(*), parameter :: families(3) = [character(10) :: 'HotEnd', 'ColdEnd', 'Insulation']
  integer, parameter :: family_of(2, 3) = reshape([1, 2, 3, 3, 3, 3], [2, 3])
  logical, parameter :: has_temperature(3) = [.true., .true., .false.]
  real(real64), parameter :: temperature_of(3) = [400.0_real64, ambient, 0.0_real64]

  real(real64), parameter, private :: pi = 3.14159265358979323846_real64
  real(real64), parameter, private :: inner_radius = 0.2_real64, outer_radius = 0.4_real64, height = 0.2_real64
  real(real64), parameter, private :: bulge = 0.05_real64, grading = 1
  ! expm1(grading), rounded correctly, as compilers of C++ compute it.
  real(real64), parameter, private :: end_of_grading = 1.71828182845904523536_real64

  interface
    pure real(c_double) function expm1(x) bind(C)
      import :: c_double
      real(c_double), value :: x
    end function expm1
  end interface

contains

  ! The point at u(1), u(2), u(3), each from 0 to 1 along i, j, k.
  pure function position(u) result(point)
    real(real64), intent(in) :: u(3)
    real(real64) :: point(3), a, b, c, graded, radius, angle
    a = u(1) + bulge * sin(pi * u(1)) * sin(2 * pi * u(2)) * cos(pi * u(3))
    b = u(2) + bulge * sin(pi * u(2)) * sin(2 * pi * u(1)) * cos(pi * u(3))
    c = u(3) + bulge * sin(pi * u(3)) * sin(2 * pi * u(1)) * cos(pi * u(2))
    graded = expm1(grading * b) / end_of_grading
    radius = inner_radius + (outer_radius - inner_radius) * graded
    angle = 0.5_real64 * pi * a
    point = [radius * sin(angle), radius * cos(angle), height * c]
  end function position

  pure real(real64) function initial_temperature(point)
    real(real64), intent(in) :: point(3)
    real(real64) :: away(3)
    away = point - [0.2_real64, 0.25_real64, 0.05_real64]
    initial_temperature = ambient + 80 * exp(-dot(away, away) / (0.1_real64 * 0.1_real64))
  end function initial_temperature

  ! In this order of additions, whatever the compiler makes of dot_product.
  pure real(real64) function dot(a, b)
    real(real64), intent(in) :: a(3), b(3)
    dot = a(1) * b(1) + a(2) * b(2) + a(3) * b(3)
  end function dot

  pure function cross(a, b)
    real(real64), intent(in) :: a(3), b(3)
    real(real64) :: cross(3)
    cross = [a(2) * b(3) - a(3) * b(2), a(3) * b(1) - a(1) * b(3), a(1) * b(2) - a(2) * b(1)]
  end function cross
end module heat_problem
