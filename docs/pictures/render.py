"""render.py: what VTK, and so ParaView, shows of CGNS files: the surfaces of all zones.

render.py FIELD PICTURE.png FILE...     FIELD: the cell field that gives the colours; "file": one colour for each file
"""

import sys

import vtkmodules.vtkRenderingOpenGL2  # noqa: F401  # what draws
from vtkmodules.vtkCommonCore import vtkLookupTable
from vtkmodules.vtkFiltersGeometry import vtkGeometryFilter
from vtkmodules.vtkIOCGNSReader import vtkCGNSReader
from vtkmodules.vtkIOImage import vtkPNGWriter
from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper, vtkRenderer, vtkRenderWindow, vtkWindowToImageFilter

SIZE = (600, 360)
COLOURS = ["e69f00", "56b4e9", "009e73", "f0e442", "0072b2", "d55e00", "cc79a7", "999999"]  # Okabe and Ito


def grids(block):
    """The data sets below a block."""
    if not hasattr(block, "GetNumberOfBlocks"):
        return [block]
    below = (block.GetBlock(i) for i in range(block.GetNumberOfBlocks()))
    return [grid for part in below if part for grid in grids(part)]


def read(path):
    """The zones of a file with all their fields."""
    reader = vtkCGNSReader()
    reader.SetFileName(path)
    reader.UpdateInformation()
    reader.EnableAllBases()
    reader.EnableAllCellArrays()
    reader.EnableAllPointArrays()
    reader.Update()
    return grids(reader.GetOutput())


def colours():
    """One colour for each whole number, eight in turn."""
    table = vtkLookupTable()
    table.SetNumberOfTableValues(64)
    table.SetTableRange(-0.5, 63.5)
    for i in range(64):
        hexadecimal = COLOURS[i % len(COLOURS)]
        table.SetTableValue(i, *(int(hexadecimal[j:j + 2], 16) / 255 for j in (0, 2, 4)), 1)
    return table


def actor(grid, field, number):
    """The surface of one zone of the file with that number, with its edges."""
    surface = vtkGeometryFilter()
    surface.SetInputData(grid)
    mapper = vtkPolyDataMapper()
    mapper.SetInputConnection(surface.GetOutputPort())
    shown = vtkActor()
    shown.SetMapper(mapper)
    if field == "file":
        mapper.ScalarVisibilityOff()
        shown.GetProperty().SetColor(*colours().GetTableValue(number)[:3])
    else:
        mapper.SetScalarModeToUseCellFieldData()
        mapper.SelectColorArray(field)
        mapper.SetLookupTable(colours())
        mapper.UseLookupTableScalarRangeOn()
    shown.GetProperty().EdgeVisibilityOn()
    shown.GetProperty().SetEdgeColor(0.2, 0.2, 0.2)
    shown.GetProperty().SetAmbient(0.25)
    return shown


def main(field, picture, files):
    """Draws the picture."""
    renderer = vtkRenderer()
    renderer.SetBackground(1, 1, 1)
    for number, path in enumerate(files):
        for grid in read(path):
            renderer.AddActor(actor(grid, field, number))
    window = vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetMultiSamples(4)
    window.SetSize(*SIZE)
    window.AddRenderer(renderer)
    renderer.ResetCamera()
    camera = renderer.GetActiveCamera()
    camera.Azimuth(205)
    camera.Elevation(25)
    renderer.ResetCamera()
    camera.Zoom(1.3)
    window.Render()
    image = vtkWindowToImageFilter()
    image.SetInput(window)
    writer = vtkPNGWriter()
    writer.SetCompressionLevel(9)
    writer.SetFileName(picture)
    writer.SetInputConnection(image.GetOutputPort())
    writer.Write()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
