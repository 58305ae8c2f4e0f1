#include "pcgns/cgns/input_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/cgns/compare_trees.hpp"

namespace pcgns::cgns {

namespace {

class Writer : public ByteWriter {
 public:
  using ByteWriter::put;
  // One function for both kinds of items: older Clangs let it hide that of ByteWriter, whatever its
  // constraints.
  template <typename T>
  void put(const std::vector<T>& items) {
    if constexpr (PlainValue<T>) return ByteWriter::put(items);
    put(items.size());
    for (const auto& item : items) put(item);
  }
  void put(const Extra& extra) {
    put_all(extra.kind, extra.name, extra.file, extra.path, extra.content.high, extra.content.low);
  }
  void put(const Loss& loss) { put_all(loss.file, loss.path, loss.why); }
  void put(const File& file) {
    put_all(file.path, file.size, file.modified_ns, file.changed_ns, file.device, file.inode, file.number,
            file.reader, file.linked, file.adf_format);
  }
  void put(const Filter& filter) { put_all(filter.id, filter.optional, filter.parameters); }
  void put(const std::shared_ptr<const ChunkTable>& chunks) {
    put(chunks != nullptr);
    if (chunks != nullptr) put_all(chunks->offsets, chunks->sizes, chunks->masks);
  }
  void put(const Array& array) {
    put_all(array.file, array.path, array.type, array.dims, array.offset, array.swapped, array.chunk,
            array.filters, array.compact, array.chunks);
  }
  void put(const std::shared_ptr<const Link>& link) {
    put(link != nullptr);
    if (link == nullptr) return;
    put_all(link->file, link->path, link->found, link->end.has_value(), link->outline != nullptr);
    if (link->end) put_all(link->end->file, link->end->path);
    if (link->outline != nullptr) put(*link->outline);
  }
  void put(const Node& node) {
    put_all(node.name, node.label, node.type, node.dims, node.data, node.array, node.link, node.extras,
            node.children);
  }

 private:
  template <typename... T>
  void put_all(const T&... items) {
    (put(items), ...);
  }
};

class Reader : public ByteReader {
 public:
  using ByteReader::ByteReader;
  using ByteReader::get;
  template <typename T>
  void get(std::vector<T>& items) {
    if constexpr (PlainValue<T>) return ByteReader::get(items);
    items.resize(length(1));
    for (auto& item : items) get(item);
  }
  void get(Extra& extra) {
    get_all(extra.kind, extra.name, extra.file, extra.path, extra.content.high, extra.content.low);
  }
  void get(Loss& loss) { get_all(loss.file, loss.path, loss.why); }
  void get(File& file) {
    get_all(file.path, file.size, file.modified_ns, file.changed_ns, file.device, file.inode, file.number,
            file.reader, file.linked, file.adf_format);
  }
  void get(Filter& filter) { get_all(filter.id, filter.optional, filter.parameters); }
  void get(std::shared_ptr<const ChunkTable>& chunks) {
    bool is_set = false;
    get(is_set);
    if (!is_set) return;
    ChunkTable table;
    get_all(table.offsets, table.sizes, table.masks);
    chunks = std::make_shared<const ChunkTable>(std::move(table));
  }
  void get(Array& array) {
    get_all(array.file, array.path, array.type, array.dims, array.offset, array.swapped, array.chunk,
            array.filters, array.compact, array.chunks);
  }
  void get(std::shared_ptr<const Link>& link) {
    bool is_set = false;
    get(is_set);
    if (!is_set) return;
    Link value;
    bool has_end = false;
    bool has_outline = false;
    get_all(value.file, value.path, value.found, has_end, has_outline);
    if (has_end) get_all(value.end.emplace().file, value.end->path);
    if (has_outline) {
      Node outline;
      get(outline);
      value.outline = std::make_shared<const Node>(std::move(outline));
    }
    link = std::make_shared<const Link>(std::move(value));
  }
  void get(Node& node) {
    get_all(node.name, node.label, node.type, node.dims, node.data, node.array, node.link, node.extras,
            node.children);
  }

 private:
  template <typename... T>
  void get_all(T&... items) {
    (get(items), ...);
  }
};

}  // namespace

std::vector<std::byte> serialized(const InputSet& inputs) {
  Writer writer;
  writer.put(inputs.files);
  writer.put(inputs.trees);
  writer.put(inputs.arrays);
  writer.put(inputs.losses);
  writer.put(inputs.passed);
  writer.put(inputs.external);
  return writer.take();
}

InputSet deserialized(std::span<const std::byte> bytes) {
  Reader reader(bytes);
  InputSet inputs;
  reader.get(inputs.files);
  reader.get(inputs.trees);
  reader.get(inputs.arrays);
  reader.get(inputs.losses);
  reader.get(inputs.passed);
  reader.get(inputs.external);
  reader.require_end();
  return inputs;
}

Array derived_array(const InputSet& inputs, Derived derived) {
  auto array = inputs.array(derived.source);
  array.offset = -1;
  array.swapped = false;
  array.derived = std::make_shared<const Derived>(std::move(derived));
  return array;
}

void set_extent(Array& array, std::int64_t values) {
  array.dims = {values};
  array.chunk.clear();
  array.chunks.reset();
  array.compact = false;
}

std::vector<std::string> paths_of(const InputSet& inputs) {
  auto paths = inputs.passed;
  for (const auto& file : inputs.external) paths.push_back(file.path);
  for (const auto& file : inputs.files) {
    if (!file.is_scratch) paths.push_back(file.path);
  }
  return paths;
}

namespace fs = std::filesystem;

std::string_view folder_of(std::string_view path) {
  const auto slash = path.rfind('/');
  return path.substr(0, slash == std::string_view::npos ? 0 : std::max<std::size_t>(slash, 1));
}

std::string seen_from(const std::string& output, const std::string& file) {
  const auto target = fs::path(file).lexically_normal();
  const auto folder = fs::path(output).parent_path().lexically_normal();
  const auto relative = target.lexically_relative(folder.empty() ? "." : folder);
  // The path leads back down into a folder of unknown name: lexically_relative fails or is wrong there.
  const auto ups = [](const fs::path& path) { return std::count(path.begin(), path.end(), fs::path("..")); };
  if (relative.empty() || ups(folder) > ups(target)) {
    throw Error(ErrorKind::usage,
                fmt::format("{} and {} must both be absolute paths to link one to the other", file, output));
  }
  return relative.string();
}

namespace {

/// Outputs are HDF5, and no reader follows links from there into an ADF file.
void require_linkable(const File& file, const std::string& path, std::string_view advice) {
  if (file.adf_format.empty()) return;
  throw Error(
      ErrorKind::usage,
      at(file.path, path, fmt::format("an HDF5 file cannot link to data in an ADF file: {}", advice)));
}

}  // namespace

std::shared_ptr<const Link> relinked(const std::shared_ptr<const Link>& link, const File& input,
                                     const std::string& output) {
  if (link->file.empty()) return link;
  require_linkable(input, link->path, "copy them (--links copy)");
  // A file that is not where an absolute name says may be found beside the linking file: from elsewhere it is
  // not.
  const bool is_there = link->found.empty() || fs::path(link->file).lexically_normal() == link->found;
  if (link->file.starts_with('/') && is_there) return link;
  auto target = cgns::resolved(*link, folder_of(input.path));
  return std::make_shared<Link>(Link{seen_from(output, target.file), link->path});
}

std::shared_ptr<const Link> link_to(const File& input, const std::string& path, const std::string& output) {
  require_linkable(input, path, "merge without --virtual");
  return std::make_shared<Link>(Link{seen_from(output, input.path), path});
}

}  // namespace pcgns::cgns
