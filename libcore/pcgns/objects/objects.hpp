// objects.hpp: the groups and datasets of an HDF5 file, out of its bytes, many times faster than by HDF5.
//
// Reads what solvers write: superblock version 2 or 3, object headers version 2, links in headers or in a
// fractal heap, attributes in headers, contiguous and compact datasets of numbers. Of anything else, and of
// any damage, it says that it cannot read it: HDF5 then can, or finds the words for what is wrong. Every byte
// is untrusted, and checksums are verified. The format: HDF5 File Format Specification, version 3.0.
//
//     objects::ObjectFile file(read, size);
//     for (const auto& link : file.group(file.root()).links) fmt::print("{}\n", link.name);
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/cgns/node.hpp"

namespace pcgns::objects {

/// A hard link.
struct Link {
  std::string name;
  std::optional<std::int64_t> order = {};  ///< Of creation, if the group tracks it.
  std::int64_t object = 0;                 ///< Address of what it leads to.
};

/// An attribute of a single text; other attributes that a CGNS group may have are without one.
struct Attribute {
  std::string name;
  std::optional<std::string> text = {};
};

struct Group {
  std::vector<Link> links;  ///< By order of creation if the group tracks it, otherwise by name.
  std::vector<Attribute> attributes;

  [[nodiscard]] const Attribute* attribute(std::string_view name) const;
};

/// Numbers of the types that CGNS has, without attributes.
struct Dataset {
  cgns::DataType type = cgns::DataType::MT;  ///< C1 is a signed byte, B1 an unsigned one.
  bool swapped = false;                      ///< Byte order differs from this machine's.
  std::vector<std::int64_t> extents = {};    ///< In the order of HDF5: last index fastest.
  std::optional<std::int64_t> offset = {};   ///< Of contiguous values in the file.
  std::vector<std::byte> compact = {};  ///< The values that are in the header instead, as they are stored.
  std::int64_t stored = 0;              ///< Bytes of the values.
};

/// All functions throw Unreadable for what this reader does not know and for what is damaged.
class ObjectFile {
 public:
  /// `most_read`: bytes that may be read in all, so that no structure can make it read for ever.
  /// @pre `read` outlives this.
  ObjectFile(const ReadAt& read, std::int64_t file_size, std::int64_t most_read)
      : ObjectFile(read, superblock_in(read, file_size), most_read) {}

  /// Address of the root group.
  [[nodiscard]] std::int64_t root() const { return root_; }
  /// End of allocation, in bytes, whatever follows.
  [[nodiscard]] std::int64_t end() const { return size_; }
  [[nodiscard]] Group group(std::int64_t address);
  [[nodiscard]] Dataset dataset(std::int64_t address);

 private:
  struct Superblock {
    std::int64_t end = 0;  ///< Of the file, whatever follows.
    std::int64_t root = 0;
  };
  struct Message {
    std::uint8_t type = 0;
    std::span<const std::byte> bytes = {};
  };
  /// The messages of an object header, and the blocks that they are in.
  struct Header {
    std::vector<Message> messages = {};
    std::vector<std::vector<std::byte>> blocks = {};
  };
  struct Continued {
    std::int64_t at = 0;
    std::int64_t size = 0;
  };

  ObjectFile(const ReadAt& read, const Superblock& superblock, std::int64_t most_read)
      : blocks_(read, superblock.end, most_read), size_(superblock.end), root_(superblock.root) {}
  [[nodiscard]] static Superblock superblock_in(const ReadAt& read, std::int64_t file_size);
  [[nodiscard]] Header header(std::int64_t address);
  void add_messages(std::span<const std::byte> bytes, bool has_order, Header& header,
                    std::vector<Continued>& continued);

  FileBlocks blocks_;
  std::int64_t size_;
  std::int64_t root_;
};

}  // namespace pcgns::objects
