#include "pcgns/io/run/box_source.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/io/derived.hpp"
#include "pcgns/kernel/conversion.hpp"

namespace pcgns::io {

namespace {

/// Minimum share of wanted bytes for reading rows together with the holes between them.
constexpr std::int64_t least_share = 16;

/// Distance of neighbours along `dimension`, in values.
std::int64_t stride_of(const std::vector<std::int64_t>& extents, std::size_t dimension) {
  std::int64_t stride = 1;
  for (auto i = dimension + 1; i < extents.size(); ++i) stride *= extents[i];
  return stride;
}

/// The smallest range, in storage order, that contains `box`.
Range hull_of(const std::vector<std::int64_t>& extents, const Hyperslab& box) {
  Range hull{0, 1};
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const auto stride = stride_of(extents, i);
    hull.begin += box.start[i] * stride;
    hull.end += (box.start[i] + box.count[i] - 1) * stride;
  }
  return hull;
}

/// Position in the array of row `row` of the box.
std::int64_t place_of(const std::vector<std::int64_t>& extents, const Hyperslab& box, std::int64_t row) {
  auto place = box.start.back();
  for (auto i = std::ssize(extents) - 2; i >= 0; --i) {
    const auto d = static_cast<std::size_t>(i);
    place += (box.start[d] + row % box.count[d]) * stride_of(extents, d);
    row /= box.count[d];
  }
  return place;
}

}  // namespace

BoxSource::BoxSource(const cgns::InputSet& inputs, Budget memory, bool big_endian)
    : inputs_(inputs),
      memory_(memory),
      big_endian_(big_endian),
      source_(inputs, memory),
      chunks_(memory.bytes()) {}

void BoxSource::read(int array, const Hyperslab& box, std::span<std::byte> to) {
  if (volume(box) == 0) return;
  const auto& derived = inputs_.arrays[static_cast<std::size_t>(array)].derived;
  if (derived && derived->kind == cgns::Derived::Kind::values) return read_converted(array, box, to);
  if (inputs_.arrays[static_cast<std::size_t>(array)].chunks) return read_chunks(array, box, to);
  read_rows(array, box, 0, to);
}

void BoxSource::read_converted(int array, const Hyperslab& box, std::span<std::byte> to) {
  const auto& facts = inputs_.arrays[static_cast<std::size_t>(array)];
  const auto source = facts.derived->source;
  const auto width = cgns::size_of(inputs_.arrays[static_cast<std::size_t>(source)].type);
  std::vector<std::byte> values(static_cast<std::size_t>(volume(box) * width));
  read(source, box, values);
  // Rows are contiguous in the array, too, so positions are known.
  const auto row = box.count.back();
  const auto to_width = cgns::size_of(facts.type);
  const auto bytes = std::span<const std::byte>(values);
  for (std::int64_t i = 0; i < volume(box) / row; ++i) {
    convert_values(
        inputs_, array, place_of(c_order(facts.dims), box, i),
        bytes.subspan(static_cast<std::size_t>(i * row * width), static_cast<std::size_t>(row * width)),
        to.subspan(static_cast<std::size_t>(i * row * to_width), static_cast<std::size_t>(row * to_width)));
  }
}

/// Reads the box in few large pieces; splits at `dimension` and faster ones.
void BoxSource::read_rows(int array, const Hyperslab& box, std::size_t dimension, std::span<std::byte> to) {
  const auto& facts = inputs_.arrays[static_cast<std::size_t>(array)];
  const auto extents = c_order(facts.dims);
  const std::int64_t width = cgns::size_of(facts.type);
  const auto hull = hull_of(extents, box);
  if (hull.size() == volume(box)) return source_.read(array, {hull.begin * width, hull.end * width}, to);
  if (hull.size() * width <= memory_.buffer(16, 4 * mebi) && volume(box) * least_share >= hull.size()) {
    scratch_.resize(static_cast<std::size_t>(hull.size() * width));
    source_.read(array, {hull.begin * width, hull.end * width}, scratch_);
    // As if the array started at the hull.
    auto room = extents;
    room.front() = box.count.front();
    Hyperslab whole{box.start, box.count};
    return copy_common({whole, room}, scratch_, {box, box.count}, to, static_cast<int>(width));
  }
  const auto part_bytes = to.size() / static_cast<std::size_t>(box.count[dimension]);
  auto part = box;
  part.count[dimension] = 1;
  for (std::int64_t i = 0; i < box.count[dimension]; ++i, ++part.start[dimension]) {
    read_rows(array, part, dimension + 1, to.subspan(static_cast<std::size_t>(i) * part_bytes, part_bytes));
  }
}

void BoxSource::read_chunks(int array, const Hyperslab& box, std::span<std::byte> to) {
  const auto& facts = inputs_.arrays[static_cast<std::size_t>(array)];
  const Grid grid(c_order(facts.dims), c_order(facts.chunk));
  for (const auto index : grid.touching(box)) {
    const auto slab = grid.box(index);
    copy_common({slab, grid.whole_box()}, chunk(array, index), {box, box.count}, to,
                cgns::size_of(facts.type));
  }
}

std::span<const std::byte> BoxSource::chunk(int array, std::int64_t index) {
  return chunks_.get(array, index, codec_of(array).bytes(),
                     [&](std::span<std::byte> values) { decode(array, index, values); });
}

template <typename Use>
void BoxSource::with_chunk(int array, std::int64_t index, const Use& use) {
  const auto& facts = inputs_.arrays[static_cast<std::size_t>(array)];
  try {
    use(codec_of(array), facts.chunks->masks[static_cast<std::size_t>(index)]);
  } catch (const h5::Failure& failure) {
    throw input_error(inputs_.files[static_cast<std::size_t>(facts.file)].path, facts.path,
                      fmt::format("chunk {}: {}", index + 1, failure.what()));
  }
}

void BoxSource::require_sound(int array, std::int64_t index, std::span<const std::byte> stored) {
  with_chunk(array, index,
             [&](h5::ChunkCodec& codec, std::uint32_t mask) { codec.require_sound(stored, mask); });
}

void BoxSource::decode(int array, std::int64_t index, std::span<std::byte> values) {
  const auto& facts = inputs_.arrays[static_cast<std::size_t>(array)];
  stored_.resize(static_cast<std::size_t>(facts.chunks->sizes[static_cast<std::size_t>(index)]));
  read_stored(array, index, stored_);
  with_chunk(array, index,
             [&](h5::ChunkCodec& codec, std::uint32_t mask) { codec.decode(stored_, mask, values); });
  if (facts.swapped) kernel::reverse_words(values, cgns::word_size(facts.type));
}

void BoxSource::read_stored(int array, std::int64_t index, std::span<std::byte> to) {
  source_.read_from_file(
      array, inputs_.arrays[static_cast<std::size_t>(array)].chunks->offsets[static_cast<std::size_t>(index)],
      to);
}

h5::ChunkCodec& BoxSource::codec_of(int array) {
  const auto& facts = inputs_.arrays[static_cast<std::size_t>(array)];
  if (codec_ && codec_of_ != array) {
    const auto& other = inputs_.arrays[static_cast<std::size_t>(codec_of_)];
    if (other.type != facts.type || other.chunk != facts.chunk || other.filters != facts.filters)
      codec_.reset();
  }
  if (!codec_) {
    const h5::Quiet quiet;
    codec_ = std::make_unique<h5::ChunkCodec>(facts.type, c_order(facts.chunk), facts.filters, big_endian_);
  }
  codec_of_ = array;
  return *codec_;
}

}  // namespace pcgns::io
