#include "fixture.hpp"

#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace pcgns::test {

namespace {

using cgns::DataType;
using cgns::Node;

template <typename T>
T ok(T result) {
  if (result < 0) throw std::runtime_error("HDF5 refuses what a test wants");
  return result;
}

hid_t complex_type(hid_t part) {
  const auto size = H5Tget_size(part);
  const hid_t type = ok(H5Tcreate(H5T_COMPOUND, 2 * size));
  H5Tinsert(type, "r", 0, part);
  H5Tinsert(type, "i", size, part);
  return type;
}

hid_t little(DataType type) {
  switch (type) {
    case DataType::B1:
      return H5Tcopy(H5T_STD_U8LE);
    case DataType::C1:
      return H5Tcopy(H5T_STD_I8LE);
    case DataType::I4:
      return H5Tcopy(H5T_STD_I32LE);
    case DataType::U4:
      return H5Tcopy(H5T_STD_U32LE);
    case DataType::I8:
      return H5Tcopy(H5T_STD_I64LE);
    case DataType::U8:
      return H5Tcopy(H5T_STD_U64LE);
    case DataType::R4:
      return H5Tcopy(H5T_IEEE_F32LE);
    case DataType::R8:
      return H5Tcopy(H5T_IEEE_F64LE);
    case DataType::X4:
      return complex_type(H5T_IEEE_F32LE);
    case DataType::X8:
      return complex_type(H5T_IEEE_F64LE);
    default:
      throw std::runtime_error("no values");
  }
}

hid_t big(DataType type) {
  if (type == DataType::X4) return complex_type(H5T_IEEE_F32BE);
  if (type == DataType::X8) return complex_type(H5T_IEEE_F64BE);
  const hid_t id = little(type);
  H5Tset_order(id, H5T_ORDER_BE);
  return id;
}

/// Writes nodes in one style.
class FileWriter {
 public:
  FileWriter(const std::string& path, const Style& style) : style_(style) {
    const hid_t access = ok(H5Pcreate(H5P_FILE_ACCESS));
    ok(H5Pset_libver_bounds(access, style.oldest, style.newest));
    const hid_t creation = ok(H5Pcreate(H5P_FILE_CREATE));
    ok(H5Pset_link_creation_order(creation, style.root_order));
    ok(H5Pset_userblock(creation, style.user_block));
    if (style.shares_messages) {
      ok(H5Pset_shared_mesg_nindexes(creation, 1));
      ok(H5Pset_shared_mesg_index(creation, 0, H5O_SHMESG_ALL_FLAG, 1));
    }
    file_ = ok(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, access));
    groups_ = ok(H5Pcreate(H5P_GROUP_CREATE));
    ok(H5Pset_link_creation_order(groups_, style.group_order));
    H5Pclose(creation);
    H5Pclose(access);
  }
  ~FileWriter() {
    H5Pclose(groups_);
    H5Fclose(file_);
  }
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  void write(const Node& root) {
    const hid_t group = ok(H5Gopen2(file_, "/", H5P_DEFAULT));
    text(group, "name", "HDF5 MotherNode", 33);
    text(group, "label", "Root Node of HDF5 File", 33);
    text(group, "type", "MT", 3);
    if (!style_.without.contains(" format"))
      characters(group, " format", std::string("IEEE_LITTLE_32\0", 15));
    const char* version = style_.old_version ? " version" : " hdf5version";
    auto value = std::string("HDF5 Version 1.10.8");
    value.resize(33);
    if (!style_.without.contains(version)) characters(group, version, value);
    for (const auto& child : root.children) node(group, child);
    H5Gclose(group);
  }

 private:
  void node(hid_t parent, const Node& node_) {
    const hid_t group = ok(H5Gcreate2(parent, node_.name.c_str(), H5P_DEFAULT, groups_, H5P_DEFAULT));
    text(group, "name", node_.name, 33);
    text(group, "label", node_.link ? "" : node_.label, 33);
    text(group, "type", std::string(node_.link ? "LK" : to_string(node_.type)), 3);
    flags(group);
    if (node_.link) link(group, *node_.link);
    if (!node_.data.empty()) values(group, node_);
    for (const auto& child : node_.children) node(group, child);
    H5Gclose(group);
  }

  void link(hid_t group, const cgns::Link& link_) {
    characters(group, " path", link_.path + '\0');
    if (link_.file.empty()) {
      ok(H5Lcreate_soft(link_.path.c_str(), group, " link", H5P_DEFAULT, H5P_DEFAULT));
      return;
    }
    characters(group, " file", link_.file + '\0');
    ok(H5Lcreate_external(link_.file.c_str(), link_.path.c_str(), group, " link", H5P_DEFAULT, H5P_DEFAULT));
  }

  void flags(hid_t group) {
    if (style_.without.contains("flags")) return;
    const hsize_t one = 1;
    const int value = 1;
    const hid_t space = ok(H5Screate_simple(1, &one, nullptr));
    const hid_t attribute = ok(H5Acreate2(group, "flags", H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT));
    ok(H5Awrite(attribute, H5T_NATIVE_INT, &value));
    H5Aclose(attribute);
    H5Sclose(space);
  }

  /// What follows the NUL in files of the library is whatever was in memory.
  static std::string padded(const std::string& value, std::size_t size, char with) {
    auto result = value;
    if (result.size() < size) result.push_back('\0');
    while (result.size() < size) result.push_back(with);
    result.resize(size);
    return result;
  }

  /// The type and the bytes of an attribute in this style.
  hid_t text_type(const std::string& value, std::size_t size, std::string& bytes) const {
    using Text = Style::Text;
    const hid_t type = ok(H5Tcopy(H5T_C_S1));
    bytes = padded(value, size, style_.text == Text::null_padded ? '\0' : 'x');
    if (style_.text == Text::utf8) H5Tset_cset(type, H5T_CSET_UTF8);
    if (style_.text == Text::no_nul) bytes = padded(value, size - 1, '\0');
    if (style_.text == Text::space_padded) bytes = value + std::string(size - value.size(), ' ');
    if (style_.text == Text::exact) bytes = value.empty() ? std::string(1, '\0') : value;
    ok(H5Tset_size(type, style_.text == Text::variable ? H5T_VARIABLE : bytes.size()));
    const bool ends_with_nul = style_.text == Text::fixed || style_.text == Text::utf8;
    if (style_.text == Text::space_padded) H5Tset_strpad(type, H5T_STR_SPACEPAD);
    if (style_.text != Text::space_padded && !ends_with_nul) H5Tset_strpad(type, H5T_STR_NULLPAD);
    return type;
  }

  void text(hid_t object, const char* name, const std::string& value, std::size_t size) {
    if (style_.without.contains(name)) return;
    std::string bytes;
    const hid_t type = text_type(value, size, bytes);
    const hsize_t one = 1;
    const hid_t space =
        ok(style_.attributes_in_array ? H5Screate_simple(1, &one, nullptr) : H5Screate(H5S_SCALAR));
    const hid_t attribute = ok(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT));
    const char* pointer = value.c_str();
    const bool is_variable = style_.text == Style::Text::variable;
    ok(H5Awrite(attribute, type, is_variable ? static_cast<const void*>(&pointer) : bytes.data()));
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
  }

  void characters(hid_t group, const char* name, const std::string& value) {
    const auto size = static_cast<hsize_t>(value.size());
    const hid_t space = ok(H5Screate_simple(1, &size, nullptr));
    const hid_t data =
        ok(H5Dcreate2(group, name, H5T_STD_I8LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    ok(H5Dwrite(data, H5T_NATIVE_SCHAR, H5S_ALL, H5S_ALL, H5P_DEFAULT, value.data()));
    H5Dclose(data);
    H5Sclose(space);
  }

  hid_t stored_type(DataType type) {
    if (type == DataType::C1 && style_.unsigned_characters) return H5Tcopy(H5T_STD_U8LE);
    return style_.big_endian ? big(type) : little(type);
  }

  hid_t properties(const std::vector<hsize_t>& extents) {
    const hid_t id = ok(H5Pcreate(H5P_DATASET_CREATE));
    std::vector<hsize_t> chunk;
    for (const auto extent : extents) {
      chunk.push_back(style_.layout == Style::Layout::partial_chunks ? std::max<hsize_t>(1, extent - 1)
                                                                     : (extent + 1) / 2);
    }
    switch (style_.layout) {
      case Style::Layout::compact:
        ok(H5Pset_layout(id, H5D_COMPACT));
        break;
      case Style::Layout::late:
        break;
      case Style::Layout::deflated:
        ok(H5Pset_deflate(id, 6));
        [[fallthrough]];
      case Style::Layout::chunked:
      case Style::Layout::partial_chunks:
        ok(H5Pset_chunk(id, static_cast<int>(chunk.size()), chunk.data()));
        break;
      default:
        ok(H5Pset_alloc_time(id, H5D_ALLOC_TIME_EARLY));
        ok(H5Pset_fill_time(id, H5D_FILL_TIME_NEVER));
    }
    return id;
  }

  void values(hid_t group, const Node& node_) {
    std::vector<hsize_t> extents(node_.dims.rbegin(), node_.dims.rend());
    if (style_.old_version) std::reverse(extents.begin(), extents.end());
    const hid_t space = ok(H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr));
    const hid_t type = stored_type(node_.type);
    const hid_t memory = little(node_.type);
    const hid_t creation = properties(extents);
    const hid_t data = ok(H5Dcreate2(group, " data", type, space, H5P_DEFAULT, creation, H5P_DEFAULT));
    ok(H5Dwrite(data, node_.type == DataType::C1 ? type : memory, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                node_.data.data()));
    H5Dclose(data);
    H5Pclose(creation);
    H5Tclose(memory);
    H5Tclose(type);
    H5Sclose(space);
  }

  const Style& style_;
  hid_t file_ = -1;
  hid_t groups_ = -1;
};

}  // namespace

std::vector<std::string> corpus() {
  const char* folder = std::getenv("PCGNS_CORPUS");
  std::vector<std::string> paths;
  if (folder == nullptr || !std::filesystem::is_directory(folder)) return paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const auto extension = entry.path().extension();
    const bool is_text = extension == ".md" || extension == ".txt";
    if (entry.is_regular_file() && !is_text) paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

Folder::Folder() {
  auto pattern = (std::filesystem::temp_directory_path() / "pcgns-file-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder for a test");
  folder_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void write_file(const std::string& path, const Node& root, const Style& style) {
  FileWriter(path, style).write(root);
}

Edit::Edit(const std::string& path) : file_(ok(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT))) {}

Edit::~Edit() { H5Fclose(file_); }

void Edit::add_attribute(const std::string& object, const std::string& name, int value) const {
  const hid_t id = ok(H5Oopen(file_, object.c_str(), H5P_DEFAULT));
  const hid_t space = ok(H5Screate(H5S_SCALAR));
  const hid_t attribute = ok(H5Acreate2(id, name.c_str(), H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT));
  ok(H5Awrite(attribute, H5T_NATIVE_INT, &value));
  H5Aclose(attribute);
  H5Sclose(space);
  H5Oclose(id);
}

void Edit::add_group(const std::string& path) const {
  H5Gclose(ok(H5Gcreate2(file_, path.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)));
}

void Edit::add_dataset(const std::string& path, int value) const {
  const hid_t space = ok(H5Screate(H5S_SCALAR));
  const hid_t data =
      ok(H5Dcreate2(file_, path.c_str(), H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  ok(H5Dwrite(data, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, &value));
  H5Dclose(data);
  H5Sclose(space);
}

void Edit::add_soft_link(const std::string& path, const std::string& target) const {
  ok(H5Lcreate_soft(target.c_str(), file_, path.c_str(), H5P_DEFAULT, H5P_DEFAULT));
}

void Edit::add_external_link(const std::string& path, const std::string& file,
                             const std::string& target) const {
  ok(H5Lcreate_external(file.c_str(), target.c_str(), file_, path.c_str(), H5P_DEFAULT, H5P_DEFAULT));
}

void Edit::remove(const std::string& path) const { ok(H5Ldelete(file_, path.c_str(), H5P_DEFAULT)); }

std::string contents_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void write_contents(const std::string& path, const std::string& contents) {
  std::ofstream(path, std::ios::binary) << contents;
}

}  // namespace pcgns::test
