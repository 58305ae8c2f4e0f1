// Mutations of HDF5 files, followed by a repair of their checksums, which would otherwise keep nearly all of
// them from being looked into. (Files with superblock 0 have none.)
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

extern "C" std::uint32_t H5_checksum_metadata(const void* data, std::size_t size, std::uint32_t start);
extern "C" std::size_t LLVMFuzzerMutate(unsigned char* data, std::size_t size, std::size_t most);

namespace {

/// A file with structures that have checksums; what is beyond its end is 0.
class File {
 public:
  explicit File(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] std::uint64_t number(std::size_t at, std::size_t size) const {
    std::uint64_t number = 0;
    if (at < bytes_.size()) std::memcpy(&number, bytes_.data() + at, std::min(size, bytes_.size() - at));
    return number;
  }

  /// Bytes before the checksum of the structure at `at`; 0: none, or none that is known.
  [[nodiscard]] std::size_t size_at(std::size_t at) const {
    constexpr std::size_t superblock = 44;
    const auto text = bytes_.substr(at);
    std::uint64_t size = 0;
    if (text.starts_with("OHDR")) size = header(at);
    if (text.starts_with("OCHK")) size = number(reference_to(at) + 8, 8) - 4;
    if (text.starts_with("FRHP")) size = heap_header;
    if (text.starts_with("BTHD")) size = tree_header;
    if (text.starts_with("BTLF")) size = leaf(at);
    if (text.starts_with("\211HDF\r\n\032\n") && number(at + 8, 1) >= 2) size = superblock;
    return size <= text.size() && size + 4 <= text.size() ? static_cast<std::size_t>(size) : 0;
  }

  /// Size of a heap's only block.
  [[nodiscard]] std::size_t block_at(std::size_t at) const {
    const auto text = bytes_.substr(at);
    if (!text.starts_with("FHDB")) return 0;
    const auto size = number(reference_to(at) - 20, 8);
    return size >= 32 && size <= text.size() ? static_cast<std::size_t>(size) : 0;
  }

 private:
  static constexpr std::size_t heap_header = 142;  ///< Bytes of headers without checksums.
  static constexpr std::size_t tree_header = 34;

  [[nodiscard]] std::uint64_t header(std::size_t at) const {
    const auto flags = number(at + 5, 1);
    const std::size_t prefix = 6 + ((flags & 0x20U) != 0 ? 16 : 0) + ((flags & 0x10U) != 0 ? 4 : 0);
    const std::size_t width = std::size_t{1} << (flags & 3U);
    return prefix + width + number(at + prefix, width);
  }
  /// Of a tree that has no other node; 16 bytes into its header is the address.
  [[nodiscard]] std::uint64_t leaf(std::size_t at) const {
    const auto tree = reference_to(at) - 16;
    return 6 + number(tree + 24, 2) * number(tree + 10, 2);
  }
  /// Where the address of `at` is; beyond the end if nowhere.
  [[nodiscard]] std::size_t reference_to(std::uint64_t at) const {
    const auto found = bytes_.find(std::string_view(reinterpret_cast<const char*>(&at), sizeof at));
    return std::min(found, bytes_.size() + 64);
  }

  std::string_view bytes_;
};

void repair_all(unsigned char* data, std::size_t size) {
  const File file({reinterpret_cast<const char*>(data), size});
  for (std::size_t at = 0; at + 8 < size; ++at) {
    std::uint32_t sum = 0;
    if (const auto bytes = file.size_at(at); bytes > 0) {
      sum = H5_checksum_metadata(data + at, bytes, 0);
      std::memcpy(data + at + bytes, &sum, sizeof sum);
    }
    if (const auto bytes = file.block_at(at); bytes > 0) {
      constexpr std::size_t before_sum = 17;
      std::memset(data + at + before_sum, 0, sizeof sum);
      sum = H5_checksum_metadata(data + at, bytes, 0);
      std::memcpy(data + at + before_sum, &sum, sizeof sum);
    }
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(unsigned char* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  // In a window, or else most mutations move everything that addresses point to.
  constexpr std::size_t window = 64;
  if (size <= window) return LLVMFuzzerMutate(data, size, most);
  const auto at = seed % (size - window);
  std::array<unsigned char, window> part{};
  std::copy_n(data + at, window, part.begin());
  LLVMFuzzerMutate(part.data(), window, window);
  std::copy_n(part.begin(), window, data + at);
  repair_all(data, size);
  return size;
}
