"""jobs_test.py: the jobs from Python, on any number of ranks: like the programs, with errors and stops on all ranks."""

import importlib.util
import os
import signal
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import h5py
import numpy as np

import pcgns

if os.environ.get("WITH_MPI4PY") == "1":
    from mpi4py import MPI

    COMM = MPI.COMM_WORLD
    RANK, SIZE = COMM.rank, COMM.size
else:
    COMM, RANK, SIZE = None, 0, 1


def on_all(value):
    """That of rank 0."""
    return COMM.bcast(value) if COMM else value


def mesh(names, cells=12):
    """A tree of lists: structured zones, each with a field."""
    zones = []
    for number, name in enumerate(names):
        size = np.array([[cells + 1, cells, 0]] * 3, "i4", order="F")
        x, y, z = np.meshgrid(*[np.arange(cells + 1.0)] * 3, indexing="ij")
        coordinates = [[f"Coordinate{axis}", np.asfortranarray(values + number * cells * (axis == "X")), [], "DataArray_t"]
                       for axis, values in zip("XYZ", (x, y, z))]
        pressure = np.arange(cells**3, dtype="f8").reshape((cells,) * 3, order="F") + number
        solution = ["Flow", None, [["GridLocation", text("CellCenter"), [], "GridLocation_t"],
                                   ["Pressure", pressure, [], "DataArray_t"]], "FlowSolution_t"]
        zones.append([name, size, [["ZoneType", text("Structured"), [], "ZoneType_t"],
                                   ["GridCoordinates", None, coordinates, "GridCoordinates_t"], solution], "Zone_t"])
    base = ["Base", np.array([3, 3], "i4"), zones, "CGNSBase_t"]
    return ["CGNSTree", None, [["CGNSLibraryVersion", np.array([4.2], "f4"), [], "CGNSLibraryVersion_t"], base],
            "CGNSTree_t"]


def text(words):
    return np.frombuffer(words.encode(), "S1")


class Jobs(unittest.TestCase):
    def setUp(self):
        self.folder = Path(on_all(tempfile.mkdtemp() if RANK == 0 else None))
        for number in range(2):
            pcgns.write_lists(mesh([f"Zone{number}"]), self.folder / f"in_{number}.cgns", COMM)
        self.files = self.folder / "in_%d.cgns"
        self.out = self.folder / "out.cgns"

    def test_merge_is_a_typed_report_and_what_the_set_holds(self):
        heard = []
        report = pcgns.merge(self.files, self.out, comm=COMM, check="full", hint="pcgns_buffer=4K",
                             progress=lambda *told: heard.append(told))
        self.assertEqual((report.status, report.zones, report.inputs, report.ranks), ("done", 2, 2, SIZE))
        self.assertEqual(report.bytes_moved, report.bytes)
        self.assertGreater(report.seconds.total, 0)
        self.assertTrue(any(0 < moved <= total == report.bytes for _, moved, total in heard), heard)
        self.assertIn("publishing the output", [phase for phase, _, _ in heard])
        self.assertEqual(report.digest, pcgns.digest(self.files, comm=COMM).digest)
        self.assertTrue(pcgns.compare(self.files, self.out, comm=COMM))
        self.assertEqual(pcgns.info(self.out, comm=COMM).zones, [("Base", "Zone0"), ("Base", "Zone1")])

    def test_parts_are_the_mesh_and_a_difference_is_found(self):
        pcgns.merge([self.folder / "in_0.cgns", self.folder / "in_1.cgns"], self.out, comm=COMM)
        report = pcgns.repartition(self.out, self.folder / "part_%d.cgns", 3, comm=COMM)
        self.assertEqual((report.parts, report.status), (3, "done"))
        self.assertEqual(str(pcgns.digest(self.folder / "part_%d.cgns", comm=COMM)), str(pcgns.digest(self.out, comm=COMM)))
        restriped = pcgns.restripe(self.out, self.folder / "small.cgns", comm=COMM, deflate=1, chunk="auto")
        self.assertGreater(restriped.files[0].after.chunked, 0)
        self.assertTrue(pcgns.compare(self.out, self.folder / "small.cgns", comm=COMM))
        different = pcgns.compare(self.folder / "in_0.cgns", self.folder / "in_1.cgns", comm=COMM)
        self.assertFalse(different)
        self.assertGreater(different.different, 0)
        self.assertIn("only in A", [finding.kind for finding in different.findings])

    def test_a_plan_without_an_output_names_none(self):
        for plan in (pcgns.merge(self.files, comm=COMM, dry_run=True),
                pcgns.repartition(self.files, parts=2, comm=COMM, dry_run=True),
                *pcgns.restripe(self.files, comm=COMM, dry_run=True).files):
            self.assertIsNone(plan.output)

    def test_numbers_of_numpy_and_names_of_any_kind_are_taken(self):
        pcgns.repartition([os.fsencode(self.folder / "in_0.cgns")], os.fsencode(self.folder / "part_%d.cgns"), np.int64(2),
                          comm=COMM, overwrite=np.bool_(True), only=np.array(["Zone*"]))
        self.assertTrue(pcgns.compare(self.folder / "part_%d.cgns", self.folder / "in_0.cgns", comm=COMM, rel=np.float32(1e-3)))
        for message, call in (
                ("not UTF-8 cannot be given: .*udcff", lambda: pcgns.check("\udcff.cgns", comm=COMM)),
                ("'output' is given twice", lambda: pcgns.merge(self.files, self.out, comm=COMM, output="other.cgns")),
                ("'output' in the request: expected a string", lambda: pcgns.merge(self.files, True, comm=COMM)),
                ("'check' in the request: expected a string", lambda: pcgns.merge(self.files, self.out, comm=COMM, check=False))):
            with self.assertRaisesRegex(pcgns.Error, message):
                call()
        self.assertFalse(self.out.exists())

    def test_numbers_with_commas_are_a_list_and_one_value_is_none(self):
        def sizes(**options):
            pcgns.repartition(self.folder / "in_0.cgns", self.folder / "part_%d.cgns", 3, comm=COMM, overwrite=True, **options)
            return [os.path.getsize(self.folder / f"part_{number}.cgns") for number in range(3)]

        wanted = sizes(targets="1,1,4")
        self.assertNotEqual(wanted, sizes())
        self.assertEqual(wanted, sizes(targets=[1, 1, 4]))
        self.assertEqual(wanted, sizes(targets=np.array([1.0, 1.0, 4.0])))
        pcgns.restripe(self.folder / "in_0.cgns", self.out, comm=COMM, chunk=(4, 4, 4))
        with h5py.File(self.out) as file:
            self.assertEqual(file["Base/Zone0/GridCoordinates/CoordinateX/ data"].chunks, (4, 4, 4))
        with self.assertRaisesRegex(pcgns.Error, r"'output' in the request: expected one value, found \["):
            pcgns.merge(self.files, ["one.cgns", "two.cgns"], comm=COMM)

    def test_check_is_true_for_a_valid_mesh_alone(self):
        self.assertTrue(pcgns.check(self.folder / "in_0.cgns", comm=COMM))
        report = pcgns.check(self.folder / "in_0.cgns", comm=COMM, severity="note", fail_on="note", profile="archive")
        self.assertEqual(bool(report), not report.findings)

    def test_errors_have_the_words_of_the_library_on_every_rank(self):
        with self.assertRaisesRegex(pcgns.Error, "unknown key 'overwite'.*did you mean 'overwrite'"):
            pcgns.merge(self.files, self.out, comm=COMM, overwite=True)
        with self.assertRaisesRegex(pcgns.Error, "absent.cgns") as caught:
            pcgns.merge("absent.cgns", self.out, comm=COMM)
        self.assertEqual(caught.exception.document["schema"], "pcgns-error/1")
        with self.assertRaisesRegex(pcgns.Error, "absent.cgns: there is no such file"):
            pcgns.open(self.folder / "absent.cgns", comm=COMM)
        self.assertFalse(self.out.exists())
        with self.assertRaises(TypeError):
            pcgns.merge(self.files, self.out, comm=7)

    @unittest.skipIf(SIZE == 1, "needs ranks")
    def test_a_request_that_one_rank_cannot_make_is_an_error_on_all(self):
        for wrong in (0, SIZE - 1):
            files = 7 if RANK == wrong else self.files
            with self.assertRaisesRegex(*((TypeError, "int") if RANK == wrong else
                                          (pcgns.Error, f"^rank {wrong} has no request for the job: TypeError"))):
                pcgns.merge(files, self.out, comm=COMM)
            with self.assertRaises(TypeError if RANK == wrong else pcgns.Error):
                pcgns.compare(self.files, files, comm=COMM)
        self.assertFalse(self.out.exists())

    def test_errors_name_options_as_keywords(self):
        pcgns.merge(self.files, self.out, comm=COMM)
        for message, call in (
                (r"already exists; overwrite=True replaces it$", lambda: pcgns.merge(self.files, self.out, comm=COMM)),
                (r"^out is required: .* for example out='out\.cgns'$", lambda: pcgns.merge(self.files, comm=COMM)),
                (r"^parts 0: must be ", lambda: pcgns.repartition(self.files, "p_%d.cgns", 0, comm=COMM)),
                (r"^out one\.cgns: one name for 3 parts; .* or say single_file=True$",
                 lambda: pcgns.repartition(self.files, "one.cgns", 3, comm=COMM)),
                (r"expected 9 input files \(expect\)", lambda: pcgns.digest(self.files, comm=COMM, expect=9))):
            with self.assertRaisesRegex(pcgns.Error, message):
                call()

    def test_an_interrupt_on_one_rank_stops_all_in_order(self):
        def interrupt(_phase, moved, _total):
            if moved > 0 and RANK == SIZE - 1:
                os.kill(os.getpid(), signal.SIGINT)

        kind = KeyboardInterrupt if RANK == SIZE - 1 else pcgns.Stopped
        with self.assertRaises(kind):
            pcgns.merge(self.files, self.out, comm=COMM, progress=interrupt, hint="pcgns_buffer=4K")
        self.assertFalse(self.out.exists())
        pcgns.merge(self.files, self.out, comm=COMM, resume=True)
        self.assertTrue(self.out.exists())

    def test_an_interrupt_while_the_library_works_is_not_lost(self):
        pcgns.write_lists(mesh(["Large"], cells=120), self.folder / "large.cgns", COMM)
        is_last = RANK == SIZE - 1
        for attempt in range(3):
            out = self.folder / f"out_{attempt}.cgns"
            timer = threading.Timer(0.005, os.kill, (os.getpid(), signal.SIGINT))

            def start(_phase, moved, _total):
                if moved > 0 and is_last and timer.ident is None:
                    timer.start()

            with self.assertRaises(KeyboardInterrupt if is_last else pcgns.Stopped):
                pcgns.merge(self.folder / "large.cgns", out, comm=COMM, progress=start, hint="pcgns_buffer=4K")
            self.assertFalse(out.exists())
        self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)

    def test_an_exception_of_progress_is_raised(self):
        def fail(_phase, _moved, _total):
            raise ZeroDivisionError("mine")

        with self.assertRaisesRegex(ZeroDivisionError, "mine"):
            pcgns.merge(self.files, self.out, comm=COMM, progress=fail)
        self.assertFalse(self.out.exists())

    @unittest.skipIf(SIZE == 1, "needs ranks")
    def test_a_communicator_of_some_ranks_is_enough(self):
        part = COMM.Split(RANK % 2, RANK)
        out = self.folder / f"out_{RANK % 2}.cgns"
        self.assertEqual(pcgns.merge(self.files, out, comm=part).ranks, part.size)
        part.Free()
        COMM.Barrier()
        self.assertTrue((self.folder / "out_1.cgns").exists())


class Trees(unittest.TestCase):
    """Every rank reads the same."""

    def setUp(self):
        self.folder = Path(on_all(tempfile.mkdtemp() if RANK == 0 else None))
        self.path = self.folder / "mesh.cgns"
        self.tree = mesh(["Zone0", "Zone1"])
        pcgns.write_lists(self.tree, self.path, COMM)
        self.pressure = self.tree[2][1][2][1][2][2][2][1][1]

    def test_slices_are_those_of_the_array(self):
        with pcgns.open(self.path, comm=COMM) as f:
            node = f["Base/Zone1"].solution()["Pressure"]
            self.assertEqual((node.shape, node.dtype, node.label), ((12, 12, 12), np.dtype("f8"), "DataArray_t"))
            for index in ((slice(2, 5), ...), (3, slice(None), 4), (..., -1), (slice(None, None, -2), 0, slice(1, 9, 3)),
                          (1, 2, 3), ..., (slice(5, 2),), (slice(8, None, -3), ..., slice(-3, None))):
                np.testing.assert_array_equal(node[index], self.pressure[index], err_msg=str(index))
            self.assertTrue(node[...].flags.f_contiguous)
            for wrong in ((12, 0, 0), (0, 0, 0, 0), (..., ...), ([1, 2], 0, 0)):
                with self.assertRaises(IndexError):
                    node[wrong]
            with self.assertRaisesRegex(KeyError, "Zone9"):
                f["Base/Zone9"]

    def test_a_pattern_of_the_shell_is_opened(self):
        for pattern in ("mesh*.cgns", "mes?.cgns", "mes[g-i].cgns"):
            with pcgns.open(self.folder / pattern, comm=COMM) as f:
                self.assertEqual([zone.name for zone in f.zones], ["Zone0", "Zone1"])

    def test_lists_come_back_as_they_were(self):
        with pcgns.open(self.path, comm=COMM) as f:
            self.assert_same(pcgns.to_lists(f), self.tree)
            without = pcgns.to_lists(f, keep=lambda node: node.label != "FlowSolution_t")
        self.assertNotIn("Flow", [node[0] for node in without[2][1][2][0][2]])
        again = self.folder / "again.cgns"
        pcgns.write_lists(self.tree, again, COMM)
        self.assertEqual(pcgns.digest(again, comm=COMM).digest, pcgns.digest(self.path, comm=COMM).digest)

    def test_a_file_that_is_closed_says_so(self):
        with pcgns.open(self.path, comm=COMM) as f:
            node = f["Base/Zone1/Flow/Pressure"]
        with self.assertRaisesRegex(pcgns.Error, "mesh.cgns: is closed"):
            node[0, 0, 0]

    def test_h5py_finds_the_nodes_as_cgns_lays_them_out(self):
        with h5py.File(self.path) as file:
            group = file["Base/Zone1/Flow/Pressure"]
            self.assertEqual((group.attrs["label"], group.attrs["type"]), (b"DataArray_t", b"R8"))
            np.testing.assert_array_equal(group[" data"][...].T, self.pressure)
            self.assertEqual(file["Base/Zone0/ZoneType/ data"][...].tobytes(), b"Structured")

    @unittest.skipUnless(importlib.util.find_spec("xarray"), "needs xarray")
    def test_a_zone_is_a_dataset_of_xarray(self):
        with pcgns.open(self.path, comm=COMM) as f:
            dataset = f["Base/Zone1"].to_xarray()
        np.testing.assert_array_equal(dataset.Pressure.isel(i_cell=2, k_cell=3), self.pressure[2, :, 3])
        self.assertEqual(float(dataset.CoordinateY.isel(i=0, j=5, k=1)), 5)

    @unittest.skipUnless(importlib.util.find_spec("pyvista"), "needs PyVista")
    def test_a_zone_is_a_grid_of_pyvista(self):
        with pcgns.open(self.path, comm=COMM) as f:
            grid = f["Base/Zone1"].to_pyvista()
        self.assertAlmostEqual(grid.volume, 12**3)
        np.testing.assert_array_equal(grid.cell_data["Pressure"], self.pressure.ravel(order="F"))

    def test_lists_that_are_no_tree_are_explained(self):
        long_name = "N" * 33
        for tree, message in (([], "has 0 entries"),
                              (["CGNSTree", None, [["Base"]], "CGNSTree_t"], r"a node is \[name, value, children, label\]"),
                              (["CGNSTree", None, [[long_name, None, [], "CGNSBase_t"]], "CGNSTree_t"],
                               f"/{long_name}: the name of a node has 1 to 32 bytes, found 33"),
                              (["CGNSTree", None, [["a\0b", None, [], "CGNSBase_t"]], "CGNSTree_t"], "text without zero bytes"),
                              (mesh(["Zone"])[2][1], "label 'CGNSBase_t', expected its root")):
            with self.assertRaisesRegex(ValueError, message):
                pcgns.write_lists(tree, self.folder / "wrong.cgns", COMM)

    @unittest.skipIf(SIZE == 1, "needs ranks")
    def test_an_exception_on_one_rank_leaves_none_waiting(self):
        is_last = RANK == SIZE - 1
        try:
            with pcgns.open(self.path, comm=COMM) as f:
                self.assertEqual(len(f.zones), 1 if is_last else 2)
        except AssertionError:
            self.assertTrue(is_last)
        bad = mesh(["Zone"])
        bad[2][1][2].append(["Extra", np.zeros(2, "f2"), [], "DataArray_t"])
        for wrong, kind in (bad, TypeError), (mesh(["Zone"])[2][1], ValueError):
            with self.assertRaises(kind if is_last else pcgns.Error) as caught:
                pcgns.write_lists(wrong if is_last else mesh(["Zone"]), self.folder / "wrong.cgns", COMM)
            if not is_last:
                self.assertRegex(str(caught.exception), f"wrong.cgns: rank {SIZE - 1} ends without the file")
        COMM.Barrier()
        self.assertEqual([name.name for name in self.folder.iterdir()], ["mesh.cgns"])

    def test_a_link_without_a_target_is_named(self):
        if RANK == 0:
            with h5py.File(self.path, "a") as file:
                link = file["Base"].create_group("Lost")
                for name, value in (("name", "S33"), ("label", "S33"), ("type", "S3")):
                    link.attrs.create(name, np.array({"name": b"Lost", "type": b"LK"}.get(name, b""), value))
                link[" link"] = h5py.SoftLink("/Base/Nowhere")
                link.create_dataset(" path", data=np.frombuffer(b"/Base/Nowhere\0", "i1"))
        if COMM:
            COMM.Barrier()
        with pcgns.open(self.path, comm=COMM) as f:
            with self.assertRaisesRegex(pcgns.Error, "/Base/Lost: is a link without a target"):
                pcgns.to_lists(f)
            without = pcgns.to_lists(f, keep=lambda node: node.type != "LK")
            self.assert_same(without, self.tree)

    def test_names_that_are_not_utf8_come_back(self):
        tree = mesh(["Zone\udcff"])
        again = self.folder / "again.cgns"
        pcgns.write_lists(tree, again, COMM)
        with pcgns.open(again, comm=COMM) as f:
            self.assert_same(pcgns.to_lists(f), tree)

    def test_arrays_of_no_values_are_nodes_without(self):
        tree = mesh(["Zone"])
        tree[2][1][2].append(["Empty", np.zeros((1, 0), "i4", order="F"), [], "UserDefinedData_t"])
        again = self.folder / "again.cgns"
        pcgns.write_lists(tree, again, COMM)
        tree[2][1][2][-1][1] = None
        with pcgns.open(again, comm=COMM) as f:
            self.assert_same(pcgns.to_lists(f), tree)

    def test_a_tree_that_cannot_be_written_leaves_no_file(self):
        for value in (np.array(["ab", "cd"]), np.array([None]), np.zeros(2, "f2"), np.array([-1], "i1"), np.zeros([1] * 13),
                      np.ma.array([1.0, 2.0], mask=[0, 1])):
            tree = mesh(["Zone"])
            tree[2][1][2].append(["Extra", value, [], "DataArray_t"])
            with self.assertRaisesRegex(TypeError, "/Base/Extra"):
                pcgns.write_lists(tree, self.folder / "wrong.cgns", COMM)
        if COMM:
            COMM.Barrier()  # one rank removes what was staged
        self.assertEqual([name.name for name in self.folder.iterdir()], ["mesh.cgns"])

    def assert_same(self, one, other):
        self.assertEqual((one[0], one[3], [child[0] for child in one[2]]), (other[0], other[3], [c[0] for c in other[2]]))
        self.assertEqual(one[1] is None, other[1] is None, one[0])
        if one[1] is not None:
            np.testing.assert_array_equal(one[1], other[1], err_msg=one[0])
            self.assertEqual(one[1].dtype, other[1].dtype, one[0])
            self.assertTrue(one[1].flags.f_contiguous)
        for mine, others in zip(one[2], other[2]):
            self.assert_same(mine, others)


if __name__ == "__main__":
    # The output of many ranks, in one piece; one that fails must not leave the others waiting.
    program = unittest.main(exit=False, verbosity=0 if RANK else 1)
    failed = not program.result.wasSuccessful()
    if failed and SIZE > 1:
        COMM.Abort(1)
    sys.exit(failed)
