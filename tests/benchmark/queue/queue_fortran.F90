! queue_fortran.F90: what queue_c.c does, with the Fortran module.
program queue_fortran
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi_f08
  use pcgns
  implicit none
  integer, parameter :: arrays = 7
  character(1000) :: file, word
  character(33) :: name
  integer :: rank, fn, number, d, a, parts, rest, reads
  integer(cgsize_t) :: n, first(3), last(3), size(3, 3), i, j, k
  real(real64), allocatable :: values(:, :, :, :)
  real(real64) :: times(3), all(3), before
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call get_command_argument(1, file)
  call get_command_argument(2, word)
  read (word, *) n
  rest = rank
  do d = 1, 3
    call get_command_argument(2 + d, word)
    read (word, *) parts
    first(d) = mod(rest, parts) * n / parts + 1
    last(d) = (mod(rest, parts) + 1) * n / parts
    rest = rest / parts
  end do
  size = reshape([n, n, n, n - 1, n - 1, n - 1, 0_cgsize_t, 0_cgsize_t, 0_cgsize_t], [3, 3])
  allocate (values(first(1):last(1), first(2):last(2), first(3):last(3), arrays))
  do a = 1, arrays
    do k = first(3), last(3)
      do j = first(2), last(2)
        do i = first(1), last(1)
          values(i, j, k, a) = a + i + j + k
        end do
      end do
    end do
  end do
  before = peak()
  do reads = 0, 1
    if (reads == 1) values = 0
    call MPI_Barrier(MPI_COMM_WORLD)
    times(reads + 1) = -MPI_Wtime()
    call cgp_open(file, merge(CG_MODE_READ, CG_MODE_WRITE, reads == 1), fn)
    if (reads == 0) then
      call cg_base_write(fn, 'Base', 3, 3, number)
      call cg_zone_write(fn, 1, 'Zone', size, Structured, number)
      call cg_sol_write(fn, 1, 1, 'Flow', Vertex, number)
    end if
    do a = 1, arrays
      write (name, '("Field", i0)') a
      if (reads == 0) then
        call cgp_field_write(fn, 1, 1, 1, RealDouble, name, number)
        call queue_slice_write(CGP_SLICE_FIELD, fn, 1, 1, [1, a], 3, first, last, values(:, :, :, a))
      else
        call queue_slice_read(CGP_SLICE_FIELD, fn, 1, 1, [1, a], 3, first, last, values(:, :, :, a))
      end if
    end do
    call queue_flush()
    call cgp_close(fn)
    times(reads + 1) = times(reads + 1) + MPI_Wtime()
  end do
  times(3) = peak() - before
  if (values(first(1), first(2), first(3), 2) /= 2 + sum(first)) call cgp_error_exit()
  call MPI_Reduce(times, all, 3, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD)
  if (rank == 0) print '(f0.6, 1x, f0.6, 1x, f0.0)', all
  call MPI_Finalize()
contains
  !> The most memory that this process has had, in bytes.
  real(real64) function peak()
    character(200) :: line
    integer :: unit, status
    integer(int64) :: kilobytes
    peak = 0
    open (newunit=unit, file='/proc/self/status', action='read')
    do
      read (unit, '(a)', iostat=status) line
      if (status /= 0) exit
      if (line(1:6) /= 'VmHWM:') cycle
      read (line(7:index(line, 'kB') - 1), *) kilobytes
      peak = 1024.0_real64 * real(kilobytes, real64)
    end do
    close (unit)
  end function
end program
