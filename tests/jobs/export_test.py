"""export_test.py: zones as PyVista and xarray get them, by what stands before these packages, which need not be there."""

import os
import tempfile
import unittest

import numpy as np

import pcgns
from pcgns import export

TETRA, PYRAMID, TRIANGLE = (10, 4, 10), (12, 5, 14), (5, 3, 5)  # ElementType_t, vertices, type of VTK


def text(words):
    return np.frombuffer(words.encode(), "S1")


def names(*all_names):
    return np.asfortranarray(np.array([list(name.ljust(32)) for name in all_names], "S1").T)


def grid(name, shift, axes="XYZ", prefix="Coordinate"):
    return [name, None, [[prefix + axis, np.arange(8.0) + 100 * "XYZRT".index(axis) + shift, [], "DataArray_t"]
                         for axis in axes], "GridCoordinates_t"]


def section(name, kind, first, cells):
    return [name, np.array([kind[0], 0], "i4"),
            [["ElementRange", np.array([first, first + len(cells) - 1], "i4"), [], "IndexRange_t"],
             ["ElementConnectivity", np.array(cells, "i4").ravel(), [], "DataArray_t"]], "Elements_t"]


def solution(name, value, location="CellCenter", further=()):
    return [name, None, [["GridLocation", text(location), [], "GridLocation_t"],
                         ["Pressure", np.full(3, value), [], "DataArray_t"], *further], "FlowSolution_t"]


class Export(unittest.TestCase):
    def zone_of(self, *children):
        """An unstructured zone, read from a file."""
        zone = ["Zone", np.array([[8, 3, 0]], "i4"), [["ZoneType", text("Unstructured"), [], "ZoneType_t"], *children], "Zone_t"]
        path = os.path.join(tempfile.mkdtemp(), "mesh.cgns")
        pcgns.write_lists(["CGNSTree", None, [["Base", np.array([3, 3], "i4"), [zone], "CGNSBase_t"]], "CGNSTree_t"], path)
        file = pcgns.open(path)
        self.addCleanup(file.close)
        return file.zones[0]

    def test_coordinates_are_taken_by_their_names(self):
        points = export._points(self.zone_of(grid("GridCoordinates", 0.0, axes="ZXY")), None)
        np.testing.assert_array_equal(points[1], [1, 101, 201])
        np.testing.assert_array_equal(export._points(self.zone_of(grid("GridCoordinates", 0.0, axes="Z")), None)[1], [0, 0, 201])
        with self.assertRaisesRegex(pcgns.Error, "has the coordinates CoordinateZ, CoordinateR"):
            export._points(self.zone_of(grid("GridCoordinates", 0.0, axes="ZR")), None)

    def test_cells_have_the_order_of_their_values(self):
        zone = self.zone_of(section("Last", TETRA, 3, [[5, 6, 7, 8]]), section("Side", TRIANGLE, 4, [[1, 2, 3]]),
                            section("First", TETRA, 1, [[1, 2, 3, 4]]), section("Middle", PYRAMID, 2, [[1, 2, 3, 4, 5]]))
        cells, types = export._cells(zone)
        self.assertEqual(cells.tolist(), [4, 0, 1, 2, 3, 5, 0, 1, 2, 3, 4, 4, 4, 5, 6, 7])
        self.assertEqual(types.tolist(), [TETRA[2], PYRAMID[2], TETRA[2]])

    def test_coordinates_and_fields_are_those_of_the_step(self):
        zone = self.zone_of(grid("Moved", 50.0), grid("GridCoordinates", 0.0), solution("Flow#1", 1.0), solution("Flow#2", 2.0),
                            ["Steps", None, [["FlowSolutionPointers", names("Flow#1", "Flow#2"), [], "DataArray_t"],
                                             ["GridCoordinatesPointers", names("GridCoordinates", "Moved"), [], "DataArray_t"]],
                             "ZoneIterativeData_t"])
        for step, shift, value in (0, 0.0, 1.0), (1, 50.0, 2.0), (-1, 50.0, 2.0):
            self.assertEqual(export._points(zone, step)[0, 0], shift)
            self.assertEqual(export._fields(zone, step)[1]["Pressure"][0], value)
        self.assertEqual(zone.grid().name, "GridCoordinates")
        with self.assertRaisesRegex(IndexError, "2 time steps, not step 2"):
            zone.grid(2)

    def test_the_name_of_a_single_step_may_have_one_dimension(self):
        zone = self.zone_of(solution("Flow#1", 1.0), solution("Flow#2", 2.0),
                            ["Steps", None, [["FlowSolutionPointers", names("Flow#2")[:, 0], [], "DataArray_t"]],
                             "ZoneIterativeData_t"])
        self.assertEqual(zone.solution().name, "Flow#2")

    def test_values_that_are_not_of_all_vertices_or_cells_are_refused(self):
        points = ["PointList", np.array([[3, 2, 1]], "i4"), [], "IndexArray_t"]
        with self.assertRaisesRegex(pcgns.Error, "/Base/Zone/Flow: is at some points of the zone only"):
            export._fields(self.zone_of(solution("Flow", 1.0, further=[points])), None)
        with self.assertRaisesRegex(pcgns.Error, "/Base/Zone/Flow: is at FaceCenter"):
            export._fields(self.zone_of(solution("Flow", 1.0, "FaceCenter")), None)


if __name__ == "__main__":
    unittest.main()
