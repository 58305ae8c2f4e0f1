#include "pcgns/h5/types.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "pcgns/base/error.hpp"
#include "pcgns/h5/error.hpp"

namespace pcgns::h5 {

namespace {

using cgns::DataType;

/// The members are called "r" and "i", as in the reference library.
hid_t complex_type(hid_t part) {
  const auto size = H5Tget_size(part);
  const hid_t type = check(H5Tcreate(H5T_COMPOUND, 2 * size), "cannot make a complex type");
  H5Tinsert(type, "r", 0, part);
  H5Tinsert(type, "i", size, part);
  return type;
}

/// In the order of cgns::DataType; MT and LK have none.
using Types = std::array<hid_t, 12>;

const Types& little() {
  static const Types types = {-1,
                              -1,
                              H5T_STD_U8LE,
                              H5T_STD_I8LE,
                              H5T_STD_I32LE,
                              H5T_STD_U32LE,
                              H5T_STD_I64LE,
                              H5T_STD_U64LE,
                              H5T_IEEE_F32LE,
                              H5T_IEEE_F64LE,
                              complex_type(H5T_IEEE_F32LE),
                              complex_type(H5T_IEEE_F64LE)};
  return types;
}

const Types& big() {
  static const Types types = {-1,
                              -1,
                              H5T_STD_U8BE,
                              H5T_STD_I8BE,
                              H5T_STD_I32BE,
                              H5T_STD_U32BE,
                              H5T_STD_I64BE,
                              H5T_STD_U64BE,
                              H5T_IEEE_F32BE,
                              H5T_IEEE_F64BE,
                              complex_type(H5T_IEEE_F32BE),
                              complex_type(H5T_IEEE_F64BE)};
  return types;
}

constexpr bool native_is_little = std::endian::native == std::endian::little;

hid_t type_in(const Types& types, DataType type) {
  const hid_t id = types.at(static_cast<std::size_t>(type));
  if (id < 0) throw Error(ErrorKind::internal, "a node without values has no HDF5 type");
  return id;
}

bool equal(hid_t a, hid_t b) { return H5Tequal(a, b) > 0; }

bool is_complex(hid_t stored, DataType type) {
  return equal(stored, type_in(little(), type)) || equal(stored, type_in(big(), type));
}

/// Negative values would become others in a wider type without a sign.
bool loses_sign(hid_t stored, DataType type) {
  const bool is_wider = H5Tget_size(stored) < static_cast<std::size_t>(cgns::size_of(type));
  return is_wider && H5Tget_sign(stored) == H5T_SGN_2 && (type == DataType::U4 || type == DataType::U8);
}

}  // namespace

hid_t memory_type(DataType type) { return type_in(native_is_little ? little() : big(), type); }

hid_t file_type(DataType type, bool big_endian) { return type_in(big_endian ? big() : little(), type); }

Storage storage(hid_t stored, DataType type) {
  // Bytes are bytes, whatever their sign: writers use both for C1.
  if (cgns::size_of(type) == 1) {
    return H5Tget_class(stored) == H5T_INTEGER && H5Tget_size(stored) == 1 ? Storage::native : Storage::other;
  }
  if (equal(stored, memory_type(type))) return Storage::native;
  if (equal(stored, type_in(native_is_little ? big() : little(), type))) return Storage::swapped;
  return Storage::other;
}

hid_t type_with_sign_of(hid_t stored, hid_t type) {
  if (H5Tget_class(stored) != H5T_INTEGER || H5Tget_class(type) != H5T_INTEGER) return type;
  if (H5Tget_size(stored) != H5Tget_size(type) || H5Tget_sign(stored) == H5Tget_sign(type)) return type;
  for (const auto one :
       {DataType::B1, DataType::C1, DataType::U4, DataType::I4, DataType::U8, DataType::I8}) {
    const hid_t other = memory_type(one);
    if (H5Tget_size(other) == H5Tget_size(type) && H5Tget_sign(other) == H5Tget_sign(stored)) return other;
  }
  return type;
}

bool convertible(hid_t stored, DataType type) {
  const auto fits = H5Tget_size(stored) <= static_cast<std::size_t>(cgns::size_of(type));
  switch (type) {
    case DataType::C1:
      return storage(stored, type) != Storage::other;
    case DataType::B1:
      return fits && (H5Tget_class(stored) == H5T_INTEGER || H5Tget_class(stored) == H5T_ENUM);
    case DataType::R4:
    case DataType::R8:
      return fits && H5Tget_class(stored) == H5T_FLOAT;
    case DataType::X4:
      return is_complex(stored, type);
    case DataType::X8:
      return is_complex(stored, type) || is_complex(stored, DataType::X4);
    default:
      return fits && H5Tget_class(stored) == H5T_INTEGER && !loses_sign(stored, type);
  }
}

bool is_usual(hid_t stored) {
  if (H5Tget_class(stored) == H5T_ENUM) return true;
  const std::array usual = {H5T_STD_I8LE,   H5T_STD_U8LE,   H5T_STD_I16LE,  H5T_STD_I16BE, H5T_STD_U16LE,
                            H5T_STD_U16BE,  H5T_STD_I32LE,  H5T_STD_I32BE,  H5T_STD_U32LE, H5T_STD_U32BE,
                            H5T_STD_I64LE,  H5T_STD_I64BE,  H5T_STD_U64LE,  H5T_STD_U64BE, H5T_IEEE_F32LE,
                            H5T_IEEE_F32BE, H5T_IEEE_F64LE, H5T_IEEE_F64BE, H5T_STD_I8BE,  H5T_STD_U8BE};
  return std::any_of(usual.begin(), usual.end(), [&](hid_t type) { return equal(stored, type); });
}

Handle string_type(std::size_t size) {
  auto type = own(H5Tcopy(H5T_C_S1), H5Tclose, "cannot make a string type");
  check(H5Tset_size(type, size), "cannot make a string type");
  return type;
}

}  // namespace pcgns::h5
