! plane.f90: writes an array and reads it back; arguments that must not be passed as they are, are errors. Without MPI's
! modules, which one compiler makes.
program plane
  use pcgns
  implicit none
  external :: MPI_Init, MPI_Finalize
  integer :: file, base, zone, coordinate, i, strided, typed, ierr
  integer(cgsize_t) :: sizes(3, 3), first(3), last(3)
  real(8) :: x(4, 3, 3), back(4, 3, 3)
  character(33) :: name
  call MPI_Init(ierr)
  last = [4, 3, 3]
  first = 1
  sizes = reshape([last, last - 1, 0 * last], [3, 3])
  x = reshape([(real(i, 8), i=1, 36)], [4, 3, 3])
  call cgp_open('plane.cgns', CG_MODE_WRITE, file)
  call cg_base_write(file, 'Base', 3, 3, base)
  call cg_zone_write(file, base, 'Zone', sizes, Structured, zone)
  call cgp_coord_write(file, base, zone, RealDouble, 'CoordinateX', coordinate)
  call cgp_coord_write_data(file, base, zone, coordinate, first, last, x)
  call cgp_coord_write_data(file, base, zone, coordinate, first, last, x(::2, :, :), strided)
  call cgp_coord_general_write_data(file, base, zone, coordinate, first, last, RealSingle, 3, last, first, last, x, typed)
  call cgp_close(file)
  call cgp_open('plane.cgns', CG_MODE_READ, file)
  call cgp_coord_read_data(file, 1, 1, 1, first, last, back)
  call cg_zone_read(file, 1, 1, name, sizes)
  call cgp_close(file)
  if (strided /= CG_ERROR .or. typed /= CG_ERROR) error stop 'no error'
  if (any(back /= x) .or. name /= 'Zone' .or. any(sizes(:, 1) /= last)) error stop 'other values'
  if (cgp_get_cgns_type(x) /= RealDouble) error stop 'another type'
  print '(a)', 'the same values'
  call MPI_Finalize(ierr)
end program plane
