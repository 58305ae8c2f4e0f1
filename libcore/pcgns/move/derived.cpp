#include "pcgns/move/derived.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "pcgns/base/error.hpp"
#include "pcgns/kernel/byte_order.hpp"
#include "pcgns/kernel/digest.hpp"
#include "pcgns/move/integer_stream.hpp"
#include "pcgns/move/source.hpp"

namespace pcgns::move {

namespace {

using tree::DataType;
using tree::Derived;
using Kind = tree::Derived::Kind;

constexpr std::int64_t block = Derived::block;
constexpr std::int64_t piece = 65536;  // values converted at once

const tree::Array& array_at(const tree::InputSet& inputs, int index) {
  return inputs.arrays[static_cast<std::size_t>(index)];
}

Error wrong(const tree::InputSet& inputs, const tree::Array& array, const std::string& why) {
  return input_error(inputs.files[static_cast<std::size_t>(array.file)].path, array.path, why);
}

template <typename Value>
std::vector<Value> values_in(std::span<const std::byte> bytes) {
  std::vector<Value> values(bytes.size() / sizeof(Value));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

template <typename Wide, typename Narrow, typename... Rounding>
void narrow(const tree::InputSet& inputs, const tree::Array& array, std::int64_t first,
            std::span<const std::byte> from, std::span<std::byte> to, Rounding&... rounding) {
  const auto wide = values_in<Wide>(from);
  std::vector<Narrow> values(wide.size());
  const auto misfit = kernel::narrow(wide, std::span(values), rounding...);
  if (misfit) {
    throw wrong(inputs, array,
                fmt::format("value {}, which is {}, does not fit in {}", first + *misfit + 1,
                            wide[static_cast<std::size_t>(*misfit)], tree::to_string(array.type)));
  }
  if (!values.empty()) std::memcpy(to.data(), values.data(), to.size());
}

void change_type(const tree::InputSet& inputs, const tree::Array& array, std::int64_t first,
                 std::span<const std::byte> from, std::span<std::byte> to) {
  const auto type = array_at(inputs, array.derived->source).type;
  if (type == array.type) {
    std::copy(from.begin(), from.end(), to.begin());
  } else if (type == DataType::I4) {
    kernel::widen(kernel::Narrow::signed32, from, to);
  } else if (type == DataType::R4) {
    kernel::widen(kernel::Narrow::real32, from, to);
  } else if (type == DataType::I8) {
    narrow<std::int64_t, std::int32_t>(inputs, array, first, from, to);
  } else {
    kernel::Rounding rounding;
    narrow<double, float>(inputs, array, first, from, to, first, rounding);
    array.derived->rounding->add(rounding);
  }
}

/// Goes through the elements of a section from the first of a block on.
class Elements {
 public:
  Elements(Source& source, const tree::InputSet& inputs, const tree::Array& array)
      : source_(source), inputs_(inputs), derived_(*array.derived), array_(array) {}

  /// The block that has `place`, where its first element begins at start(block).
  template <typename Start>
  [[nodiscard]] std::int64_t block_of(std::int64_t place, const Start& start) const {
    std::int64_t first = 0;
    for (auto end = std::ssize(derived_.begins) - 1; end - first > 1;) {
      const auto middle = first + (end - first) / 2;
      (start(middle) <= place ? first : end) = middle;
    }
    return first;
  }

  void connectivity(Range values, std::vector<std::int64_t>& to) {
    const auto number = block_of(values.begin, [&](std::int64_t b) { return begin_of(b); });
    IntegerStream stream(source_, inputs_, derived_.source, begin_of(number) + number * block);
    for (auto at = begin_of(number); at < values.end;) {
      const auto nodes = length(stream);
      copy(stream, {at, at + nodes}, values, to);
      at += nodes;
    }
  }

  void offsets(Range values, std::vector<std::int64_t>& to) {
    const auto last_block = std::max<std::int64_t>(0, std::ssize(derived_.begins) - 2);
    const auto number = std::min(values.begin / block, last_block);
    IntegerStream stream(source_, inputs_, derived_.source,
                         begin_of(number) + (derived_.mixed ? 0 : number * block));
    auto at = begin_of(number);
    for (auto element = number * block; element < values.end; ++element) {
      if (element >= values.begin) to.push_back(at);
      if (element + 1 == values.end) break;
      const auto nodes = length(stream);
      stream.skip(nodes);
      at += nodes + (derived_.mixed ? 1 : 0);
    }
  }

  void old_connectivity(Range values, std::vector<std::int64_t>& to) {
    const auto number = block_of(values.begin, [&](std::int64_t b) { return begin_of(b) + b * block; });
    IntegerStream offsets(source_, inputs_, derived_.offsets, number * block);
    IntegerStream nodes(source_, inputs_, derived_.source, begin_of(number));
    auto begin = offsets.next();
    for (auto at = begin + number * block; at < values.end;) {
      const auto end = offsets.next();
      if (at >= values.begin) to.push_back(end - begin);
      ++at;
      copy(nodes, {at, at + end - begin}, values, to);
      at += end - begin;
      begin = end;
    }
  }

 private:
  [[nodiscard]] std::int64_t begin_of(std::int64_t number) const {
    return derived_.begins[static_cast<std::size_t>(number)];
  }

  /// Nodes of the next element. They were looked at before, when the blocks were found.
  [[nodiscard]] std::int64_t length(IntegerStream& stream) const {
    const auto nodes = nodes_after(stream.next(), derived_.mixed);
    if (nodes <= 0) throw wrong(inputs_, array_, "has changed while it was being read");
    return nodes;
  }

  /// What `wanted` has of the next values, which are `there`.
  static void copy(IntegerStream& stream, Range there, Range wanted, std::vector<std::int64_t>& to) {
    const auto common = intersect(there, wanted);
    if (common.empty()) return stream.skip(there.size());
    stream.skip(common.begin - there.begin);
    stream.take(common.size(), to);
    stream.skip(there.end - common.end);
  }

  Source& source_;
  const tree::InputSet& inputs_;
  const Derived& derived_;
  const tree::Array& array_;
};

void read_elements(Source& source, const tree::InputSet& inputs, const tree::Array& array, Range values,
                   std::span<std::byte> to) {
  Elements elements(source, inputs, array);
  std::vector<std::int64_t> numbers;
  numbers.reserve(static_cast<std::size_t>(values.size()));
  if (array.derived->kind == Kind::connectivity) elements.connectivity(values, numbers);
  if (array.derived->kind == Kind::offsets) elements.offsets(values, numbers);
  if (array.derived->kind == Kind::old_connectivity) elements.old_connectivity(values, numbers);
  const auto bytes = std::as_bytes(std::span(numbers));
  if (array.type == DataType::I4)
    return narrow<std::int64_t, std::int32_t>(inputs, array, values.begin, bytes, to);
  std::copy(bytes.begin(), bytes.end(), to.begin());
}

}  // namespace

void convert_values(const tree::InputSet& inputs, int array, std::int64_t first,
                    std::span<const std::byte> from, std::span<std::byte> to) {
  const auto& facts = array_at(inputs, array);
  change_type(inputs, facts, first, from, to);
  if (facts.derived->reversed) kernel::reverse_words(to, tree::word_size(facts.type));
}

void read_derived(Source& source, const tree::InputSet& inputs, int array, Range elements,
                  std::span<std::byte> to) {
  const auto& facts = array_at(inputs, array);
  const auto width = tree::size_of(facts.type);
  const auto from_width = tree::size_of(array_at(inputs, facts.derived->source).type);
  std::vector<std::byte> from;
  for (auto at = elements.begin; at < elements.end; at += piece) {
    const Range part{at, std::min(at + piece, elements.end)};
    const auto place = to.subspan(static_cast<std::size_t>((at - elements.begin) * width),
                                  static_cast<std::size_t>(part.size() * width));
    if (facts.derived->kind != Kind::values) {
      read_elements(source, inputs, facts, part, place);
      continue;
    }
    from.resize(static_cast<std::size_t>(part.size() * from_width));
    source.read(facts.derived->source, {part.begin * from_width, part.end * from_width}, from);
    convert_values(inputs, array, part.begin, from, place);
  }
}

}  // namespace pcgns::move
