! count.f90: writes a base, counts the bases of the file, and says with which version.
program count
  use mpi_f08
  use pcgns
  implicit none
  integer :: file, base, number
  character(32) :: built_with, runs_with
  call MPI_Init()
  call cgp_mpi_comm(MPI_COMM_WORLD)
  call cgp_open('count.cgns', CG_MODE_WRITE, file)
  call cg_base_write(file, 'Base', 3, 3, base)
  call cgp_close(file)
  call cgp_open('count.cgns', CG_MODE_READ, file)
  call cg_nbases(file, number)
  call cgp_close(file)
  call pcgns_version(runs_with)
  write (built_with, '(i0,2(".",i0))') PCGNS_VERSION_MAJOR, PCGNS_VERSION_MINOR, PCGNS_VERSION_PATCH
  print '(i0,2a)', number, ' base, versions ', trim(merge('agree ', 'differ', built_with == runs_with))
  call MPI_Finalize()
end program count
