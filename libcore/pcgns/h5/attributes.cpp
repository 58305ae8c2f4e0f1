#include "pcgns/h5/attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

#include "pcgns/h5/error.hpp"
#include "pcgns/h5/types.hpp"

namespace pcgns::h5 {

namespace {

/// Limit in bytes of the fast path; longer attributes are not CGNS ones.
constexpr std::size_t max_stored = 256;
constexpr std::size_t text_size = 256;

herr_t add_name(hid_t, const char* name, const H5A_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

hid_t text_type() {
  // Never closed here: HDF5 closes everything at exit, before this destructor could run.
  static const hid_t type = string_type(text_size).release();
  return type;
}

std::string up_to_nul(const char* text, std::size_t limit) { return {text, strnlen(text, limit)}; }

/// Fixed-length ASCII, as in nearly all files. HDF5 removes padding of any kind.
std::optional<std::string> read_fixed(hid_t attribute) {
  // There are at most as many elements as stored bytes, so that this buffer always suffices.
  static std::array<char, max_stored * text_size> buffer;
  const auto stored = H5Aget_storage_size(attribute);
  if (stored == 0) return std::string();
  if (stored > max_stored) return std::nullopt;
  if (H5Aread(attribute, text_type(), buffer.data()) < 0) return std::nullopt;
  return up_to_nul(buffer.data(), text_size);
}

std::string read_variable(hid_t attribute, hid_t type, hid_t space) {
  char* text = nullptr;
  check(H5Aread(attribute, type, &text), "cannot read an attribute");
  auto result = text == nullptr ? std::string() : std::string(text);
  H5Dvlen_reclaim(type, space, H5P_DEFAULT, &text);
  return result;
}

/// Any other single string: UTF-8, or very long.
std::string read_any(hid_t attribute) {
  const auto type = own(H5Aget_type(attribute), H5Tclose, "cannot read an attribute");
  const auto space = own(H5Aget_space(attribute), H5Sclose, "cannot read an attribute");
  if (H5Tget_class(type) != H5T_STRING) throw Failure("not a string");
  if (H5Sget_simple_extent_npoints(space) != 1) throw Failure("not one string");
  if (H5Tis_variable_str(type) > 0) return read_variable(attribute, type, space);
  std::vector<char> text(H5Tget_size(type));
  check(H5Aread(attribute, type, text.data()), "cannot read an attribute");
  auto result = up_to_nul(text.data(), text.size());
  if (H5Tget_strpad(type) == H5T_STR_SPACEPAD) result.erase(result.find_last_not_of(' ') + 1);
  return result;
}

Handle native_type(hid_t attribute) {
  const auto stored = own(H5Aget_type(attribute), H5Tclose, "cannot copy an attribute");
  if (H5Tdetect_class(stored, H5T_REFERENCE) > 0) throw Failure(why_no_references);
  return own(H5Tget_native_type(stored, H5T_DIR_DEFAULT), H5Tclose, "cannot copy an attribute");
}

/// A transient copy: a committed type of one file cannot be used in another.
Handle stored_type(hid_t attribute) {
  const auto committed = own(H5Aget_type(attribute), H5Tclose, "cannot read an attribute");
  return own(H5Tcopy(committed), H5Tclose, "cannot read an attribute");
}

/// H5Sencode by a name that all HDF5 versions provide.
herr_t encode_space(hid_t space, void* to, std::size_t* size) {
#if H5_VERSION_GE(1, 12, 0)
  return H5Sencode2(space, to, size, H5P_DEFAULT);
#else
  return H5Sencode(space, to, size);
#endif
}

/// `encode` returns the size if it gets no buffer.
template <typename Encode>
std::vector<std::byte> encoded(hid_t id, const Encode& encode) {
  std::size_t size = 0;
  check(encode(id, nullptr, &size), "cannot read an attribute");
  std::vector<std::byte> bytes(size);
  check(encode(id, bytes.data(), &size), "cannot read an attribute");
  return bytes;
}

/// HDF5's own copies would refer to what a file keeps in one place for many objects, and no other file has.
Handle type_for_other_file(hid_t attribute) {
  const auto bytes = encoded(stored_type(attribute), H5Tencode);
#if H5_VERSION_GE(2, 0, 0)
  const hid_t type = H5Tdecode2(bytes.data(), bytes.size());
#else
  const hid_t type = H5Tdecode(bytes.data());
#endif
  return own(type, H5Tclose, "cannot copy an attribute");
}

Handle space_for_other_file(hid_t attribute) {
  const auto space = own(H5Aget_space(attribute), H5Sclose, "cannot read an attribute");
  return own(H5Sdecode(encoded(space, encode_space).data()), H5Sclose, "cannot copy an attribute");
}

/// Of strings of variable length, each up to its NUL.
void add_texts(Hasher& hasher, hid_t attribute, hid_t type, hid_t space) {
  const auto count = check(H5Sget_simple_extent_npoints(space), "cannot read an attribute");
  std::vector<char*> texts(static_cast<std::size_t>(count), nullptr);
  if (texts.empty()) return;
  check(H5Aread(attribute, type, texts.data()), "cannot read an attribute");
  for (const char* text : texts) hasher.add(std::string_view(text == nullptr ? "" : text));
  H5Dvlen_reclaim(type, space, H5P_DEFAULT, texts.data());
}

void copy_values(hid_t from, hid_t space, hid_t to) {
  const auto type = native_type(from);
  const auto count =
      static_cast<std::size_t>(check(H5Sget_simple_extent_npoints(space), "cannot copy an attribute"));
  if (count == 0) return;
  std::vector<std::byte> values(count * H5Tget_size(type));
  check(H5Aread(from, type, values.data()), "cannot copy an attribute");
  const auto written = H5Awrite(to, type, values.data());
  H5Dvlen_reclaim(type, space, H5P_DEFAULT, values.data());
  check(written, "cannot copy an attribute");
}

}  // namespace

int count_attributes(hid_t object) {
#if H5_VERSION_GE(1, 12, 0)
  H5O_info2_t info;
  check(H5Oget_info3(object, &info, H5O_INFO_NUM_ATTRS), "cannot count the attributes");
#else
  H5O_info_t info;
  check(H5Oget_info2(object, &info, H5O_INFO_NUM_ATTRS), "cannot count the attributes");
#endif
  return static_cast<int>(info.num_attrs);
}

bool has_attribute(hid_t object, const char* name) {
  // An error is not a "no": HDF5 1.10 caches what it could read of a damaged object, and answers from that
  // the next time.
  return check(H5Aexists(object, name), "cannot look for an attribute") > 0;
}

std::vector<std::string> attribute_names(hid_t object) {
  std::vector<std::string> names;
  check(H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, add_name, &names),
        "cannot list the attributes");
  std::sort(names.begin(), names.end());
  return names;
}

std::optional<std::string> text_attribute(hid_t object, const char* name) {
  const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  if (!attribute) {
    const auto why = reason();
    if (!has_attribute(object, name)) return std::nullopt;
    throw Failure(fmt::format("cannot open the attribute {}: {}", name, why));
  }
  if (auto text = read_fixed(attribute)) return text;
  try {
    return read_any(attribute);
  } catch (const Failure& failure) {
    throw Failure(fmt::format("the attribute {}: {}", name, failure.what()));
  }
}

Fingerprint attribute_content(hid_t object, const std::string& name) {
  const auto attribute =
      own(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose, "cannot open an attribute");
  const auto space = own(H5Aget_space(attribute), H5Sclose, "cannot open an attribute");
  const auto type = stored_type(attribute);
  const bool are_texts = H5Tis_variable_str(type) > 0;
  const bool are_elsewhere = H5Tdetect_class(type, H5T_VLEN) > 0 || H5Tdetect_class(type, H5T_REFERENCE) > 0;
  // Texts within a value may be pointers, which no function of HDF5 tells.
  const auto kind = H5Tget_class(type);
  const bool has_texts = (kind == H5T_COMPOUND || kind == H5T_ARRAY) && H5Tdetect_class(type, H5T_STRING) > 0;
  if ((are_elsewhere && !are_texts) || has_texts) return {};
  Hasher hasher;
  hasher.add(encoded(type, H5Tencode));
  hasher.add(encoded(space, encode_space));
  if (are_texts) {
    add_texts(hasher, attribute, type, space);
    return hasher.value();
  }
  std::vector<std::byte> values(static_cast<std::size_t>(H5Aget_storage_size(attribute)));
  if (!values.empty()) check(H5Aread(attribute, type, values.data()), "cannot read an attribute");
  hasher.add(values);
  return hasher.value();
}

void copy_attribute(hid_t from, const std::string& name, hid_t to) {
  try {
    const auto source = own(H5Aopen(from, name.c_str(), H5P_DEFAULT), H5Aclose, "cannot open it");
    const auto space = space_for_other_file(source);
    const auto type = type_for_other_file(source);
    const auto target = own(H5Acreate2(to, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                            "cannot create it");
    copy_values(source, space, target);
  } catch (const Failure& failure) {
    throw Failure(fmt::format("the attribute {}: {}", name, failure.what()));
  }
}

}  // namespace pcgns::h5
