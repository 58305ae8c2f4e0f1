"""read_vtk.py: reads a CGNS file with VTK and prints a digest of everything VTK found in it.

One line for each block, its points and cells, and each array at vertices and cells, sorted, so that two files that
mean the same print the same text. Files with several time steps are read at the first and at the last one.
One process reads one file: VTK may abort on a file that it does not like.
"""

import argparse
import hashlib
import sys

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import vtkCompositeDataSet, vtkMultiBlockDataSet
from vtkmodules.vtkCommonExecutionModel import vtkStreamingDemandDrivenPipeline
from vtkmodules.vtkIOCGNSReader import vtkCGNSReader


options = argparse.Namespace()


def digest(array):
    """Kind, shape and hash of the values of a VTK array."""
    values = np.ascontiguousarray(vtk_to_numpy(array))
    if options.wide and values.dtype == np.float32:
        values = values.astype(np.float64)
    return f"{values.dtype} {values.shape} {hashlib.sha256(values.tobytes()).hexdigest()[:16]}"


def geometry(data):
    """Lines on the shape of one data set: its points, and its cells or its box of points."""
    yield f"{data.GetClassName()} points={data.GetNumberOfPoints()} cells={data.GetNumberOfCells()}"
    if data.GetPoints():
        yield f"points {digest(data.GetPoints().GetData())}"
    if hasattr(data, "GetDimensions"):
        box = [0, 0, 0]
        data.GetDimensions(box)
        yield f"dimensions {box}"
    elif hasattr(data, "GetCellTypesArray") and data.GetNumberOfCells():
        yield f"cells {digest(data.GetCells().GetConnectivityArray())} {digest(data.GetCells().GetOffsetsArray())}"


def arrays(data):
    """Lines on the arrays of one data set, by where they lie."""
    for place, holder in (("vertex", data.GetPointData()), ("cell", data.GetCellData()), ("field", data.GetFieldData())):
        for i in range(holder.GetNumberOfArrays()):
            array = holder.GetArray(i)
            if array is not None:
                yield f"{place} {array.GetName()} {digest(array)}"


def block_name(parent, index):
    """The name of a block; blocks without one are told apart by their number."""
    info = parent.GetMetaData(index)
    name = info.Get(vtkCompositeDataSet.NAME()) if info else None
    return name.strip() if name else f"#{index}"


def walk(data, path):
    """Lines on a data set and on all blocks below it."""
    if data is None:
        yield f"{path} empty"
    elif isinstance(data, vtkMultiBlockDataSet):
        for i in range(data.GetNumberOfBlocks()):
            yield from walk(data.GetBlock(i), f"{path}/{block_name(data, i)}")
    else:
        yield from (f"{path} {line}" for part in (geometry(data), arrays(data)) for line in part)


def open_reader(path):
    """A reader of all bases, boundary patches and arrays of the file."""
    reader = vtkCGNSReader()
    if not reader.CanReadFile(path):
        sys.exit(f"{path}: VTK cannot read it")
    reader.SetFileName(path)
    reader.UpdateInformation()
    reader.EnableAllBases()
    reader.EnableAllFamilies()
    reader.EnableAllPointArrays()
    reader.EnableAllCellArrays()
    reader.EnableAllFaceArrays()
    reader.SetLoadBndPatch(True)
    return reader


def steps(reader):
    """The first and the last time step; one nameless one for a file without time."""
    times = reader.GetOutputInformation(0).Get(vtkStreamingDemandDrivenPipeline.TIME_STEPS())
    return sorted({times[0], times[-1]}) if times else [None]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file")
    parser.add_argument("--wide", action="store_true", help="reals count as doubles")
    parser.parse_args(namespace=options)
    reader = open_reader(options.file)
    for time in steps(reader):
        print(f"time {time}")
        if time is None:
            reader.Update()
        else:
            reader.UpdateTimeStep(time)
        if reader.GetErrorCode():
            sys.exit(f"VTK reports error {reader.GetErrorCode()}")
        print("\n".join(sorted(walk(reader.GetOutput(), ""))))


if __name__ == "__main__":
    main()
