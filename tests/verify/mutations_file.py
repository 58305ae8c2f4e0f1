"""mutations_file.py: damages to the way a tree lies in HDF5, for the rules F."""

import os
import struct

import h5py
import numpy as np

from mutate import file_mutation

HEXA = "/Base/Zone/Hexa"
X = "/Base/Zone/GridCoordinates/CoordinateX"
GRID = "/Base/Zone/GridCoordinates"
FIXED = h5py.h5t.C_S1
ZONE_TYPE = "/Base/Zone/ZoneType"
CONNECTIVITY = HEXA + "/ElementConnectivity"


# --- helpers ---


def edited(path, **how):
    """The file, open for changes."""
    return h5py.File(path, "r+", **how)


def text(node, name, value, size, pad=h5py.h5t.STR_NULLTERM, space=None):
    """An attribute anew, as a text of fixed length."""
    if name in node.attrs:
        del node.attrs[name]
    kind = FIXED.copy()
    kind.set_size(size)
    kind.set_strpad(pad)
    space = space or h5py.h5s.create(h5py.h5s.SCALAR)
    attribute = h5py.h5a.create(node.id, name.encode(), kind, space)
    value = np.array([value.encode().ljust(size, b"\0")] * max(1, space.get_simple_extent_npoints()), f"S{size}")
    attribute.write(value.reshape(space.shape), mtype=kind)


def values(node, data, **how):
    """The values of a node anew."""
    if " data" in node:
        del node[" data"]
    return node.create_dataset(" data", data=data, **how)


def low_level(node, shape, creation, kind=h5py.h5t.IEEE_F64LE):
    """Values anew that nobody has written."""
    del node[" data"]
    return h5py.h5d.create(node.id, b" data", kind, h5py.h5s.create_simple(shape), creation)


def patched(path, offset, data):
    """Bytes of the file anew."""
    with open(path, "r+b") as file:
        file.seek(offset)
        file.write(data)


def checksum(data):
    """Bob Jenkins' lookup3, which HDF5 has for its metadata."""
    mask = 0xFFFFFFFF
    a = b = c = (0xDEADBEEF + len(data)) & mask

    def rotated(value, bits):
        return (value << bits | value >> (32 - bits)) & mask

    while len(data) > 12:
        x, y, z = struct.unpack("<3I", data[:12])
        a, b, c = (a + x) & mask, (b + y) & mask, (c + z) & mask
        for bits in (4, 6, 8, 16, 19, 4):
            a = ((a - c) & mask) ^ rotated(c, bits)
            c = (c + b) & mask
            a, b, c = b, c, a
        data = data[12:]
    x, y, z = struct.unpack("<3I", data.ljust(12, b"\0"))
    a, b, c = (a + x) & mask, (b + y) & mask, (c + z) & mask
    for bits in (14, 11, 25, 16, 4, 14, 24):
        c = ((c ^ b) - rotated(b, bits)) & mask
        a, b, c = b, c, a
    return b


def superblock(path, change):
    """The 44 bytes of a superblock of version 2 or 3, changed and signed again."""
    with open(path, "rb") as file:
        block = bytearray(file.read(44))
    change(block)
    patched(path, 0, bytes(block) + struct.pack("<I", checksum(bytes(block))))


def link_node(parent, name, file, target, link=True):
    """A node that is a link."""
    group = parent.create_group(name, track_order=True)
    text(group, "name", name, 33)
    text(group, "label", "", 33)
    text(group, "type", "LK", 3)
    group.attrs["flags"] = np.ones(1, np.int32)
    group[" path"] = np.frombuffer(target.encode() + b"\0", np.int8)
    if file:
        group[" file"] = np.frombuffer(file.encode() + b"\0", np.int8)
    if link:
        group[" link"] = h5py.ExternalLink(file, target) if file else h5py.SoftLink(target)
    return group


# --- the file ---


@file_mutation("F0001", "", base="hexa")
def superblock_is_damaged(path):
    """The checksum does not fit."""
    patched(path, 20, b"\x55")


@file_mutation("F0001", "/Base", base="hexa")
def header_of_a_node_is_damaged(path):
    """Some bytes in the object header of the base."""
    with h5py.File(path) as file:
        address = h5py.h5o.get_info(file["Base"].id).addr
    patched(path, address + 20, b"\xff" * 8)


@file_mutation("F0002", "", base="hexa", environment={"PCGNS_FAULT": "walk:SIGSEGV"})
def hdf5_crashes(_):
    """As it does on some damaged files."""


@file_mutation("F0003", "", base="hexa")
def cut_off(path):
    """The last bytes are missing."""
    os.truncate(path, os.path.getsize(path) - 100)


@file_mutation("F0004", "", base="hexa")
def more_behind(path):
    """Something was appended."""
    with open(path, "ab") as file:
        file.write(bytes(4096))


def as_version_3(block):
    block[8] = 3


def still_open(block):
    block[8] = 3
    block[11] = 1


@file_mutation("F0005", "", base="hexa")
def not_closed(path):
    """A program that wrote to it has crashed."""
    superblock(path, still_open)


@file_mutation("F0006", "", base="hexa")
def superblock_3(path):
    """As HDF5 1.10 writes the latest format."""
    superblock(path, as_version_3)


@file_mutation("F0007", "", base="hexa")
def user_block(path):
    """512 bytes before HDF5's."""
    with open(path, "rb") as file:
        content = file.read()
    with open(path, "wb") as file:
        file.write(bytes(512) + content)

    def moved(block):
        base, extension, end = struct.unpack_from("<3Q", block, 12)
        struct.pack_into("<3Q", block, 12, base + 512, extension, end + 512)

    block = bytearray(content[:44])
    moved(block)
    patched(path, 512, bytes(block) + struct.pack("<I", checksum(bytes(block))))


@file_mutation("F0008", "", base="hexa")
def hole(path):
    """A large array was deleted."""
    with edited(path) as file:
        values(file[X], np.zeros(500_000))
        file["Base/Wall"].attrs["later"] = np.zeros(1000, np.int32)
        file["Base"].create_dataset(" later", data=np.zeros(8))
        file.flush()
        values(file[X], np.zeros(48))
        del file["Base"][" later"]


# --- the root ---


@file_mutation("F0101", "/", base="hexa")
def root_without_label(path):
    """One of its three attributes is missing."""
    with edited(path) as file:
        del file.attrs["label"]


@file_mutation("F0102", "/", base="hexa")
def no_hdf5version(path):
    """The mark by which the reference library knows its files."""
    with edited(path) as file:
        del file[" hdf5version"]


@file_mutation("F0103", "/", base="hexa")
def no_format(path):
    """The byte order of its writer."""
    with edited(path) as file:
        del file[" format"]


@file_mutation("F0104", "/", base="hexa")
def format_is_a_number(path):
    """Not characters."""
    with edited(path) as file:
        del file[" format"]
        file[" format"] = np.zeros(3)


@file_mutation("F0105", "/", base="hexa")
def before_3(path):
    """The mark of old files."""
    with edited(path) as file:
        file.move(" hdf5version", " version")


@file_mutation("F0106", "/", base="hexa")
def no_library_version(path):
    """Of CGNS."""
    with edited(path) as file:
        del file["CGNSLibraryVersion"]


# --- attributes ---


@file_mutation("F0201", HEXA, base="hexa")
def no_label(path):
    """A group that is not a node."""
    with edited(path) as file:
        del file[HEXA].attrs["label"]


@file_mutation("F0201", HEXA, base="hexa")
def no_name(path):
    """Readers ask for it."""
    with edited(path) as file:
        del file[HEXA].attrs["name"]


@file_mutation("F0202", HEXA, base="hexa")
def label_of_variable_length(path):
    """As h5py writes texts."""
    with edited(path) as file:
        file[HEXA].attrs["label"] = "Elements_t"


@file_mutation("F0202", HEXA, base="hexa")
def name_is_a_number(path):
    """Not a text."""
    with edited(path) as file:
        file[HEXA].attrs["name"] = 5


@file_mutation("F0202", HEXA, base="hexa")
def two_labels(path):
    """An array of texts."""
    with edited(path) as file:
        text(file[HEXA], "label", "Elements_t", 33, space=h5py.h5s.create_simple((2,)))


@file_mutation("F0203", HEXA, base="hexa")
def label_without_end(path):
    """Exactly as long as the text."""
    with edited(path) as file:
        text(file[HEXA], "label", "Elements_t", 10)


@file_mutation("F0204", HEXA, base="hexa")
def short_label(path):
    """But for the NUL."""
    with edited(path) as file:
        text(file[HEXA], "label", "Elements_t", 20)


@file_mutation("F0205", HEXA, base="hexa")
def blanks_behind_name(path):
    """As Fortran has texts."""
    with edited(path) as file:
        text(file[HEXA], "name", "Hexa".ljust(33), 33, pad=h5py.h5t.STR_SPACEPAD)


@file_mutation("F0206", HEXA, base="hexa")
def moved_without_name(path):
    """The group has another name than the node."""
    with edited(path) as file:
        text(file[HEXA], "name", "Tetra", 33)


@file_mutation("F0207", HEXA, base="hexa")
def unknown_type(path):
    """I16 is none."""
    with edited(path) as file:
        text(file[HEXA], "type", "I9", 3)


@file_mutation("F0208", HEXA, base="hexa")
def no_flags(path):
    """Some writers leave it out."""
    with edited(path) as file:
        del file[HEXA].attrs["flags"]


@file_mutation("F0209", HEXA, base="hexa")
def foreign_attribute(path):
    """Of another program."""
    with edited(path) as file:
        file[HEXA].attrs["colour"] = 5


# --- groups ---


@file_mutation("F0301", GRID, base="hexa")
def order_not_tracked(path):
    """The children are copied into a group as h5py makes it."""
    with edited(path) as file:
        old = file[GRID]
        new = file["Base/Zone"].create_group("New", track_order=False)
        for name in ("name", "label", "type", "flags"):
            kind = h5py.h5a.open(old.id, name.encode())
            copy = h5py.h5a.create(new.id, name.encode(), kind.get_type(), kind.get_space())
            value = np.empty(kind.shape, kind.dtype)
            kind.read(value, mtype=kind.get_type())
            copy.write(value, mtype=kind.get_type())
        for name in old:
            file.copy(old[name], new, name)
        del file[GRID]
        file.move("Base/Zone/New", GRID)


@file_mutation("F0302", "/", base="hexa")
def no_order_at_all(path):
    """As old libraries wrote."""
    with h5py.File(path) as old, h5py.File(str(path) + ".new", "w", track_order=False, libver=("v108", "v108")) as new:
        for name, value in old.attrs.items():
            text(new, name, value.decode(), 3 if name == "type" else 33)
        for name in old:
            old.copy(name, new)
    os.replace(str(path) + ".new", path)


@file_mutation("F0303", HEXA + "/Stray", base="hexa")
def dataset_beside_nodes(path):
    """Without a blank before its name."""
    with edited(path) as file:
        file[HEXA]["Stray"] = np.zeros(3)


@file_mutation("F0303", HEXA + "/Type", base="hexa")
def named_type_beside_nodes(path):
    """A committed type."""
    with edited(path) as file:
        file[HEXA]["Type"] = np.dtype("f8")


@file_mutation("F0304", HEXA, base="hexa")
def private_dataset(path):
    """With a blank before its name."""
    with edited(path) as file:
        file[HEXA][" checksum"] = np.zeros(3)


@file_mutation("F0305", "/Base/Far2", base="hexa")
def plain_soft_link(path):
    """Without a node for the link."""
    with edited(path) as file:
        file["Base/Far2"] = h5py.SoftLink("/Base/Far")


@file_mutation("F0306", "/Base/Far2", base="hexa")
def two_hard_links(path):
    """One group with two names."""
    with edited(path) as file:
        file["Base/Far2"] = file["Base/Far"]


@file_mutation("F0001", "/Base/Zone/Again", base="hexa")
def hard_link_in_a_circle(path):
    """A tree without end."""
    with edited(path) as file:
        file["Base/Zone/Again"] = file["Base/Zone"]


# --- values ---


@file_mutation("F0401", ZONE_TYPE, base="hexa")
def values_are_missing(path):
    """The type still says C1."""
    with edited(path) as file:
        del file[ZONE_TYPE][" data"]


@file_mutation("F0402", ZONE_TYPE, base="hexa")
def type_says_none(path):
    """The values are there."""
    with edited(path) as file:
        text(file[ZONE_TYPE], "type", "MT", 3)


@file_mutation("F0403", X, base="hexa")
def integers_as_reals(path):
    """The type says R8."""
    with edited(path) as file:
        values(file[X], np.zeros(48, np.int32))


@file_mutation("F0403", X, base="hexa")
def wider_than_the_type(path):
    """R4 in name, R8 in the file."""
    with edited(path) as file:
        text(file[X], "type", "R4", 3)


@file_mutation("F0403", ZONE_TYPE, base="hexa")
def text_as_a_string(path):
    """Not an array of characters."""
    with edited(path) as file:
        values(file[ZONE_TYPE], np.array([b"Unstructured"]))


@file_mutation("F0404", CONNECTIVITY, base="hexa")
def without_a_sign(path):
    """I4 in name, U4 in the file."""
    with edited(path) as file:
        values(file[CONNECTIVITY], file[CONNECTIVITY][" data"][()].astype(np.uint32))


@file_mutation("F0405", X, base="hexa")
def other_byte_order(path):
    """Of a big machine."""
    with edited(path) as file:
        values(file[X], file[X][" data"][()].astype(">f8"))


@file_mutation("F0406", ZONE_TYPE, base="hexa")
def no_dimensions(path):
    """A scalar."""
    with edited(path) as file:
        values(file[ZONE_TYPE], np.int8(5))


@file_mutation("F0406", "/Base/Wall", base="hexa")
def too_many_dimensions(path):
    """13 of them."""
    with edited(path) as file:
        text(file["Base/Wall"], "type", "I4", 3)
        values(file["Base/Wall"], np.zeros((1,) * 13, np.int32))


@file_mutation("F0407", "/Base/Wall", base="hexa")
def no_elements(path):
    """An array of zero values."""
    with edited(path) as file:
        text(file["Base/Wall"], "type", "I4", 3)
        values(file["Base/Wall"], np.zeros((0,), np.int32))


@file_mutation("F0408", X, base="hexa")
def may_grow(path):
    """Unlimited extents."""
    with edited(path) as file:
        values(file[X], file[X][" data"][()], chunks=(48,), maxshape=(None,))


@file_mutation("F0409", X, base="hexa")
def raw_values_elsewhere(path):
    """In a file without any form."""
    with edited(path) as file:
        data = file[X][" data"][()]
        with open(str(path) + ".raw", "wb") as raw:
            raw.write(data.tobytes())
        creation = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        creation.set_external(os.path.abspath(str(path) + ".raw").encode(), 0, data.nbytes)
        low_level(file[X], (48,), creation)


@file_mutation("F0410", X, base="hexa")
def never_written(path):
    """Space comes with the first write."""
    with edited(path) as file:
        low_level(file[X], (48,), h5py.h5p.create(h5py.h5p.DATASET_CREATE))


@file_mutation("F0410", X, base="hexa")
def half_of_the_chunks(path):
    """The second half was never written."""
    with edited(path) as file:
        data = file[X][" data"][()]
        del file[X][" data"]
        new = file[X].create_dataset(" data", (48,), "f8", chunks=(24,))
        new[:24] = data[:24]


@file_mutation("F0410", X, base="hexa")
def billions_of_chunks(path):
    """Extents that nobody can read to the end."""
    with edited(path) as file:
        del file[X][" data"]
        file[X].create_dataset(" data", (1 << 40,), "f8", chunks=(1,))


def unknown_filter(creation, flags):
    """A filter that nobody has."""
    creation.set_chunk((48,))
    creation.set_filter(32123, flags, (1,))


@file_mutation("F0411", X, base="hexa")
def filter_is_missing(path):
    """The values were written with one that this HDF5 does not have."""
    with edited(path) as file:
        data = file[X][" data"][()]
        creation = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        unknown_filter(creation, h5py.h5z.FLAG_OPTIONAL)
        low_level(file[X], (48,), creation).write_direct_chunk((0,), data.tobytes())


@file_mutation("F0412", X, base="hexa")
def rare_filter(path):
    """Scale-offset loses nothing of integers, but old readers lack it."""
    with edited(path) as file:
        values(file[X], file[X][" data"][()], chunks=(48,), compression="lzf")


@file_mutation("F0413", X, base="hexa")
def wrong_checksum(path):
    """A byte of a chunk has changed."""
    with edited(path) as file:
        new = values(file[X], file[X][" data"][()], chunks=(48,), fletcher32=True)
        address = new.id.get_chunk_info(0).byte_offset
    patched(path, address + 9, b"\x77")


@file_mutation("F0413", X, base="hexa")
def damaged_deflate(path):
    """Compressed values with holes."""
    with edited(path) as file:
        new = values(file[X], file[X][" data"][()], chunks=(48,), compression="gzip")
        address = new.id.get_chunk_info(0).byte_offset
    patched(path, address + 4, b"\xff" * 40)


@file_mutation("F0414", X, base="hexa", also="F0001")
def values_behind_the_end(path):
    """The address of the values leads out of the file."""
    with h5py.File(path) as file:
        header = h5py.h5o.get_info(file[X][" data"].id).addr
        size = h5py.h5o.get_info(file[X][" data"].id).hdr.space.total
        address = struct.pack("<Q", file[X][" data"].id.get_offset())
    with open(path, "rb") as file:
        block = file.read()[header:header + size]
    at = block.index(address)
    block = block[:at] + struct.pack("<Q", os.path.getsize(path) - 8) + block[at + 8:]
    length = 4 + 1 + 1 + (16 if block[5] & 0x20 else 0) + (4 if block[5] & 0x10 else 0)
    width = 1 << (block[5] & 3)
    length += width + int.from_bytes(block[length:length + width], "little")
    patched(path, header, block[:length] + struct.pack("<I", checksum(block[:length])))


@file_mutation("F0415", X, base="hexa")
def virtual_values(path):
    """A dataset that is put together of another."""
    with edited(path) as file:
        data = file[X][" data"][()]
        file[X][" whole"] = data
        layout = h5py.VirtualLayout((48,), "f8")
        layout[:] = h5py.VirtualSource(".", X + "/ whole", (48,))
        del file[X][" data"]
        file[X].create_virtual_dataset(" data", layout)


@file_mutation("F0416", X, base="hexa")
def odd_reals(path):
    """With an exponent that no processor has."""
    with edited(path) as file:
        kind = h5py.h5t.IEEE_F64LE.copy()
        kind.set_ebias(1000)
        low_level(file[X], (48,), h5py.h5p.create(h5py.h5p.DATASET_CREATE), kind)


@file_mutation("F0417", X, base="hexa")
def narrower_than_the_type(path):
    """R8 in name, R4 in the file."""
    with edited(path) as file:
        values(file[X], file[X][" data"][()].astype(np.float32))


# --- links ---


@file_mutation("F0501", "/Base/Link", base="hexa")
def file_is_missing(path):
    """Of a link."""
    with edited(path) as file:
        link_node(file["Base"], "Link", "nowhere.cgns", "/Base/Far")


@file_mutation("F0502", "/Base/Link", base="hexa")
def node_is_missing(path):
    """Of a link."""
    with edited(path) as file:
        link_node(file["Base"], "Link", "", "/Base/Nothing")


@file_mutation("F0503", "/Base/Link", base="hexa")
def link_to_itself(path):
    """It never ends."""
    with edited(path) as file:
        link_node(file["Base"], "Link", "", "/Base/Link")


@file_mutation("F0503", "/Base/Zone/Link", base="hexa")
def link_to_what_is_above(path):
    """It never ends either."""
    with edited(path) as file:
        link_node(file["Base/Zone"], "Link", "", "/Base/Zone")


@file_mutation("F0504", "/Base/Link", base="hexa")
def no_link_of_hdf5(path):
    """Only words that say where it leads."""
    with edited(path) as file:
        link_node(file["Base"], "Link", "", "/Base/Far", link=False)


@file_mutation("F0505", "/Base/Link", base="hexa")
def link_and_words_differ(path):
    """The words say another node."""
    with edited(path) as file:
        group = link_node(file["Base"], "Link", "", "/Base/Far")
        del group[" path"]
        group[" path"] = np.frombuffer(b"/Base/Wall\0", np.int8)


@file_mutation("F0506", "/Base/Second", base="hexa")
def link_to_a_link(path):
    """Two nodes on the way."""
    with edited(path) as file:
        link_node(file["Base"], "First", "", "/Base/Far")
        link_node(file["Base"], "Second", "", "/Base/First")


@file_mutation("F0502", "/Base/Second", base="hexa")
def link_through_a_link(path):
    """To what lies below a link, where HDF5 has nothing."""
    with edited(path) as file:
        link_node(file["Base"], "First", "", "/Base/Zone")
        link_node(file["Base"], "Second", "", "/Base/First/ZoneType")


@file_mutation("F0507", "/Base/Link", base="hexa")
def whole_path(path):
    """Of the linked file."""
    with edited(path) as file:
        link_node(file["Base"], "Link", os.path.abspath(path), "/Base/Far")


@file_mutation("F0508", "/Base/Link", base="hexa")
def long_path(path):
    """Longer than a buffer."""
    with edited(path) as file:
        link_node(file["Base"], "Link", "./" * 300 + os.path.basename(path), "/Base/Far")


@file_mutation("F0509", "/Base/Link", base="hexa")
def link_with_children(path):
    """Which nobody reads."""
    with edited(path) as file:
        file.copy("Base/Far/FamilyBC", link_node(file["Base"], "Link", "", "/Base/Far"), "FamilyBC")
