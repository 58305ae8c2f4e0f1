// Stored chunks: decoding fails, or gives the same bytes whatever was in the buffer.
//
// Input: a byte each for the type of the values, the filters, the mask, and the extents; then the stored
// chunk.
#include <array>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "pcgns/h5/h5.hpp"

namespace {

using namespace pcgns;

constexpr std::size_t header = 4;

const std::array types = {cgns::DataType::C1, cgns::DataType::I4, cgns::DataType::I8, cgns::DataType::R4,
                          cgns::DataType::R8};

/// Filters with fitting parameters; HDF5 sets those that depend on the type.
const std::array<std::vector<cgns::Filter>, 9> pipelines = {{{},
                                                             {{1, true, {6}}},
                                                             {{2, true, {}}, {1, true, {6}}},
                                                             {{3, false, {}}},
                                                             {{1, true, {6}}, {3, false, {}}},
                                                             {{2, true, {}}, {3, false, {}}, {1, true, {6}}},
                                                             {{5, true, {}}},
                                                             {{6, true, {2, 0}}},
                                                             {{6, true, {2, 0}}, {1, true, {6}}}}};

/// Each has a file in memory, and all of them together more than the fuzzer may take.
constexpr std::size_t most_codecs = 200;

h5::ChunkCodec& codec_for(unsigned type, unsigned filters, unsigned extents) {
  static std::map<std::array<unsigned, 3>, std::unique_ptr<h5::ChunkCodec>> codecs;
  if (codecs.size() == most_codecs) codecs.clear();
  auto& codec = codecs[{type, filters, extents}];
  if (!codec) {
    codec = std::make_unique<h5::ChunkCodec>(
        types.at(type), std::vector<std::int64_t>{1 + extents / 8, 1 + extents % 8}, pipelines.at(filters));
  }
  return *codec;
}

std::optional<std::vector<std::byte>> decoded(h5::ChunkCodec& codec, std::span<const std::byte> stored,
                                              unsigned mask, std::byte before) {
  std::vector<std::byte> values(static_cast<std::size_t>(codec.bytes()), before);
  try {
    codec.decode(stored, mask, values);
  } catch (const h5::Failure&) {
    return std::nullopt;
  }
  return values;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  if (size < header) return 0;
  const h5::Quiet quiet;
  const auto type = data[0] % types.size();
  const auto filters = data[1] % pipelines.size();
  // Bytes alone are not what Scale-Offset is for.
  if (type == 0 && filters >= 7) return 0;
  auto& codec = codec_for(static_cast<unsigned>(type), static_cast<unsigned>(filters), data[3] % 64);
  const auto stored = std::as_bytes(std::span(data, size)).subspan(header);
  const auto mask = data[2] & ((1U << pipelines.at(filters).size()) - 1);
  const auto one = decoded(codec, stored, mask, std::byte{0x55});
  if (one != decoded(codec, stored, mask, std::byte{0xaa})) std::abort();
  return 0;
}
