// image.hpp: ADF files made by a writer of our own, independent of the reader, in every format, and with
// places for damage. Those that the reference library makes are in tests/interop.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "pcgns/cgns/node.hpp"

namespace pcgns::test {

struct AdfStyle {
  bool binary = false;  ///< Version B.
  bool big_endian = false;
  bool is_64_bit = true;
  int long_size = 8;
  std::size_t pieces = 1;  ///< That values of several bytes are stored in.
};

class AdfImage {
 public:
  /// `root` has all its values, in native byte order (little-endian); links are links.
  explicit AdfImage(const cgns::Node& root, const AdfStyle& style = {}) : style_(style), bytes_(266, '\0') {
    write_node(root, "");
    write_header();
  }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  [[nodiscard]] std::string& bytes() { return bytes_; }
  /// Address of the node at a path ("/Base").
  [[nodiscard]] std::size_t node(const std::string& path) const { return nodes_.at(path); }
  /// Address of the table of its children.
  [[nodiscard]] std::size_t table(const std::string& path) const { return tables_.at(path); }
  /// Address of its data chunk, or of the table of them.
  [[nodiscard]] std::size_t data(const std::string& path) const { return data_.at(path); }

  void put_text(std::size_t at, const std::string& text) { bytes_.replace(at, text.size(), text); }
  void put_filled(std::size_t at, std::string text) {
    text.resize(32, ' ');
    put_text(at, text);
  }
  void put_hex(std::size_t at, std::size_t digits, std::size_t value) {
    for (auto i = digits; i-- > 0; value /= 16) bytes_[at + i] = "0123456789ABCDEF"[value % 16];
  }
  void put_number(std::size_t at, std::size_t size, std::size_t value) {
    if (!style_.binary) return put_hex(at, size, value);
    for (std::size_t i = 0; i < size; ++i)
      bytes_[at + (style_.big_endian ? size - 1 - i : i)] = static_cast<char>(value >> (8 * i));
  }
  void put_pointer(std::size_t at, std::size_t address) {
    put_number(at, 8, address / 4096);
    put_number(at + 8, 4, address % 4096);
  }

 private:
  std::size_t allot(std::size_t size) {
    const auto at = bytes_.size();
    bytes_.resize(at + size, 'z');
    return at;
  }

  std::size_t frame(const std::string& begin, const std::string& end, std::size_t size) {
    const auto at = allot(size + 20);
    put_text(at, begin);
    put_pointer(at + 4, at + 16 + size);
    put_text(at + 16 + size, end);
    return at;
  }

  void write_header() {
    put_text(0, std::string("@(#)ADF Database Version ") + (style_.binary ? "B02012>" : "A02011>"));
    const std::size_t tags[] = {32, 64, 96, 102, 130, 182};
    for (std::size_t i = 0; i < 6; ++i) put_text(tags[i], "AdF" + std::to_string(i));
    bytes_[100] = style_.big_endian ? 'B' : 'L';
    bytes_[101] = style_.is_64_bit ? 'B' : 'L';
    const std::size_t sizes[] = {1, 2, 4, static_cast<std::size_t>(style_.long_size), 4, 8, 8, 8, 8, 8, 8, 8};
    for (std::size_t i = 0; i < 12; ++i) put_hex(106 + 2 * i, 2, sizes[i]);
    put_pointer(134, 266);
    put_pointer(146, bytes_.size() - 1);
    put_pointer(158, 186);
    put_pointer(170, 4096);
  }

  std::string stored(const cgns::Node& node) const {
    if (node.link) return node.link->file + ">" + node.link->path;
    std::string values(reinterpret_cast<const char*>(node.data.data()), node.data.size());
    const bool is_long = node.type == cgns::DataType::I8 || node.type == cgns::DataType::U8;
    auto word = static_cast<std::size_t>(std::max(1, cgns::word_size(node.type)));
    if (is_long && style_.long_size == 4) {
      std::string narrow;
      for (std::size_t i = 0; i < values.size(); i += 8) narrow += values.substr(i, 4);
      values = narrow;
      word = 4;
    }
    if (style_.big_endian) {
      for (auto at = values.begin(); at != values.end(); at += static_cast<std::ptrdiff_t>(word))
        std::reverse(at, at + static_cast<std::ptrdiff_t>(word));
    }
    return values;
  }

  std::size_t write_chunk(const std::string& values) {
    const auto at = frame("DaTa", "dEnD", values.size());
    put_text(at + 16, values);
    return at;
  }

  /// Returns the number of chunks.
  std::size_t write_values(const std::string& values, const std::string& path) {
    if (values.empty()) return 0;
    const auto pieces = std::min(style_.pieces, values.size());
    if (pieces == 1) data_[path] = write_chunk(values);
    if (pieces == 1) return 1;
    const auto table = frame("DCtb", "dcTE", 24 * pieces);
    data_[path] = table;
    for (std::size_t i = 0; i < pieces; ++i) {
      const auto begin = values.size() * i / pieces;
      const auto size = values.size() * (i + 1) / pieces - begin;
      const auto chunk = write_chunk(values.substr(begin, size));
      put_pointer(table + 16 + 24 * i, chunk);
      put_pointer(table + 28 + 24 * i, chunk + 16 + size);
    }
    return pieces;
  }

  void write_type(std::size_t at, const cgns::Node& node, const std::string& values) {
    put_filled(at + 96, node.link ? "LK" : std::string(cgns::to_string(node.type)));
    const auto dims = node.link ? std::vector{static_cast<std::int64_t>(values.size())} : node.dims;
    put_hex(at + 128, 2, dims.size());
    for (std::size_t i = 0; i < 12; ++i)
      put_number(at + 130 + 8 * i, 8, i < dims.size() ? static_cast<std::size_t>(dims[i]) : 0);
  }

  std::size_t write_node(const cgns::Node& node, const std::string& path) {
    const auto at = allot(246);
    nodes_[path] = at;
    put_text(at, "NoDe");
    put_text(at + 242, "TaiL");
    put_filled(at + 4, node.name);
    put_filled(at + 36, node.label);
    const auto values = stored(node);
    write_type(at, node, values);
    const auto chunks = write_values(values, path);
    put_hex(at + 226, 4, chunks);
    put_pointer(at + 230, chunks > 0 ? data_[path] : 4096);
    write_children(at, node, path);
    return at;
  }

  void write_children(std::size_t at, const cgns::Node& node, const std::string& path) {
    const auto count = node.children.size();
    put_hex(at + 68, 8, count);
    put_hex(at + 76, 8, count);
    put_pointer(at + 84, 4096);
    if (count == 0) return;
    const auto table = frame("SNTb", "snTE", 44 * count);
    tables_[path] = table;
    put_pointer(at + 84, table);
    for (std::size_t i = 0; i < count; ++i) {
      const auto& child = node.children[i];
      put_filled(table + 16 + 44 * i, child.name);
      const auto place = write_node(child, path + "/" + child.name);
      put_pointer(table + 48 + 44 * i, place);
    }
  }

  AdfStyle style_;
  std::string bytes_;
  std::map<std::string, std::size_t> nodes_;
  std::map<std::string, std::size_t> tables_;
  std::map<std::string, std::size_t> data_;
};

}  // namespace pcgns::test
