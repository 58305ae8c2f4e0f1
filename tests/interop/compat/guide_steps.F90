! guide_steps.F90: what the steps of guide_structured.F90 and guide_unstructured.F90 have in common.
module guide_steps
  use, intrinsic :: iso_fortran_env, only: error_unit
  use pcgns ! the one line that differs: use cgns
  implicit none
  private
  public :: must, expect, opened, closed
  character(1000), public :: file
  integer, public :: ierr

contains

  subroutine must()
    if (ierr /= CG_OK) call cg_error_exit_f()
  end subroutine

  subroutine expect(holds, what)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    if (holds) return
    write (error_unit, '(2a)') 'not as expected: ', what
    error stop 1
  end subroutine

  integer function opened(mode) result(fn)
    integer, intent(in) :: mode
    call cg_open_f(file, mode, fn, ierr)
    call must()
  end function

  subroutine closed(fn)
    integer, intent(in) :: fn
    call must()
    call cg_close_f(fn, ierr)
    call must()
  end subroutine
end module guide_steps
