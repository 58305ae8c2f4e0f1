#include "pcgns/tree/serialize.hpp"

#include <concepts>
#include <cstring>
#include <string>
#include <type_traits>

#include "pcgns/base/error.hpp"

namespace pcgns::tree {

namespace {

template <typename T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T> || std::same_as<T, std::byte>;

class Writer {
 public:
  template <Plain T>
  void put(const T& value) {
    append(&value, sizeof value);
  }
  void put(const std::string& text) { put_plain(text); }
  template <typename T>
  void put(const std::vector<T>& items) {
    if constexpr (Plain<T>) {
      put_plain(items);
    } else {
      put(items.size());
      for (const auto& item : items) put(item);
    }
  }
  void put(const Extra& extra) {
    put_all(extra.kind, extra.name, extra.file, extra.path, extra.content.high, extra.content.low);
  }
  void put(const Loss& loss) { put_all(loss.file, loss.path, loss.why); }
  void put(const File& file) {
    put_all(file.path, file.size, file.modified_ns, file.number, file.reader, file.linked);
  }
  void put(const Array& array) {
    put_all(array.file, array.path, array.type, array.dims, array.offset, array.swapped, array.chunk);
  }
  void put(const std::shared_ptr<const Link>& link) {
    put(link != nullptr);
    if (link != nullptr) put_all(link->file, link->path);
  }
  void put(const Node& node) {
    put_all(node.name, node.label, node.type, node.dims, node.data, node.array, node.link, node.extras,
            node.children);
  }

  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  template <typename... T>
  void put_all(const T&... items) {
    (put(items), ...);
  }
  template <typename Container>
  void put_plain(const Container& items) {
    put(items.size());
    append(items.data(), items.size() * sizeof(typename Container::value_type));
  }
  void append(const void* data, std::size_t size) {
    const auto* first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + size);
  }

  std::vector<std::byte> bytes_;
};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <Plain T>
  void get(T& value) {
    copy(&value, sizeof value);
  }
  /// A bool that is neither 0 nor 1 has no defined value: read it as a byte.
  void get(bool& value) {
    std::uint8_t byte = 0;
    get(byte);
    value = byte != 0;
  }
  void get(std::string& text) { get_plain(text); }
  template <typename T>
  void get(std::vector<T>& items) {
    if constexpr (Plain<T>) {
      get_plain(items);
    } else {
      items.resize(length(1));
      for (auto& item : items) get(item);
    }
  }
  void get(Extra& extra) {
    get_all(extra.kind, extra.name, extra.file, extra.path, extra.content.high, extra.content.low);
  }
  void get(Loss& loss) { get_all(loss.file, loss.path, loss.why); }
  void get(File& file) {
    get_all(file.path, file.size, file.modified_ns, file.number, file.reader, file.linked);
  }
  void get(Array& array) {
    get_all(array.file, array.path, array.type, array.dims, array.offset, array.swapped, array.chunk);
  }
  void get(std::shared_ptr<const Link>& link) {
    bool is_set = false;
    get(is_set);
    if (!is_set) return;
    Link value;
    get_all(value.file, value.path);
    link = std::make_shared<const Link>(std::move(value));
  }
  void get(Node& node) {
    get_all(node.name, node.label, node.type, node.dims, node.data, node.array, node.link, node.extras,
            node.children);
  }

  void require_end() const {
    if (!rest_.empty()) fail();
  }

 private:
  [[noreturn]] static void fail() { throw Error(ErrorKind::internal, "a tree that was received is damaged"); }

  template <typename... T>
  void get_all(T&... items) {
    (get(items), ...);
  }
  /// A number of items of at least `size` bytes each: no more than there can be.
  std::size_t length(std::size_t size) {
    std::size_t count = 0;
    get(count);
    if (count > rest_.size() / size) fail();
    return count;
  }
  template <typename Container>
  void get_plain(Container& items) {
    constexpr auto size = sizeof(typename Container::value_type);
    items.resize(length(size));
    copy(items.data(), items.size() * size);
  }
  void copy(void* to, std::size_t size) {
    if (size > rest_.size()) fail();
    if (size != 0) std::memcpy(to, rest_.data(), size);
    rest_ = rest_.subspan(size);
  }

  std::span<const std::byte> rest_;
};

}  // namespace

std::vector<std::byte> serialized(const InputSet& inputs) {
  Writer writer;
  writer.put(inputs.files);
  writer.put(inputs.trees);
  writer.put(inputs.arrays);
  writer.put(inputs.losses);
  return writer.take();
}

InputSet deserialized(std::span<const std::byte> bytes) {
  Reader reader(bytes);
  InputSet inputs;
  reader.get(inputs.files);
  reader.get(inputs.trees);
  reader.get(inputs.arrays);
  reader.get(inputs.losses);
  reader.require_end();
  return inputs;
}

}  // namespace pcgns::tree
