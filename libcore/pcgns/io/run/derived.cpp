#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/cgns/elements.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/io/derived.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/kernel/conversion.hpp"
#include "pcgns/kernel/digest.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::io {

namespace {

class IntegerStream {
 public:
  /// Streams array `array` from value `begin` on. @pre It is I4 or I8.
  IntegerStream(Source& source, const cgns::InputSet& inputs, int array, std::int64_t begin);

  [[nodiscard]] std::int64_t left() const { return end_ - at_; }
  /// Returns the next value, appends the next ones to `to`, or skips them. Throw Error{input} beyond the end.
  std::int64_t next() {
    if (at_ >= buffer_end_) fill();
    return buffer_[static_cast<std::size_t>(at_++ - buffer_begin_)];
  }
  void take(std::int64_t count, std::vector<std::int64_t>& to);
  void skip(std::int64_t count);

 private:
  void fill();

  Source& source_;
  const cgns::InputSet& inputs_;
  int array_;
  std::int64_t at_;
  std::int64_t end_;
  std::int64_t buffer_begin_ = 0;
  std::int64_t buffer_end_ = 0;
  std::vector<std::int64_t> buffer_;
  std::vector<std::byte> bytes_;
};

constexpr std::int64_t most_values = 32768;

IntegerStream::IntegerStream(Source& source, const cgns::InputSet& inputs, int array, std::int64_t begin)
    : source_(source),
      inputs_(inputs),
      array_(array),
      at_(begin),
      end_(cgns::count_of(inputs.arrays[static_cast<std::size_t>(array)].dims)) {}

void IntegerStream::take(std::int64_t count, std::vector<std::int64_t>& to) {
  while (count > 0) {
    if (at_ >= buffer_end_) fill();
    const auto some = std::min(count, buffer_end_ - at_);
    const auto from = buffer_.begin() + (at_ - buffer_begin_);
    to.insert(to.end(), from, from + some);
    at_ += some;
    count -= some;
  }
}

void IntegerStream::skip(std::int64_t count) { at_ += count; }

void IntegerStream::fill() {
  const auto& array = inputs_.arrays[static_cast<std::size_t>(array_)];
  if (at_ < 0 || at_ >= end_) {
    throw input_error(inputs_.files[static_cast<std::size_t>(array.file)].path, array.path,
                      "ends in the middle of an element");
  }
  buffer_begin_ = at_;
  buffer_end_ = std::min(end_, at_ + most_values);
  const auto count = static_cast<std::size_t>(buffer_end_ - buffer_begin_);
  const std::int64_t width = cgns::size_of(array.type);
  buffer_.resize(count);
  bytes_.resize(count * static_cast<std::size_t>(width));
  source_.read(array_, {buffer_begin_ * width, buffer_end_ * width}, bytes_);
  if (width == sizeof(std::int64_t)) {
    std::memcpy(buffer_.data(), bytes_.data(), bytes_.size());
  } else {
    kernel::widen(kernel::Narrow::signed32, bytes_, std::as_writable_bytes(std::span(buffer_)));
  }
}

/// Number of nodes of an element whose first value in an old or mixed connectivity is `head`; 0 or less if
/// invalid.
std::int64_t nodes_after(std::int64_t head, bool mixed) {
  if (!mixed) return head;
  const auto nodes = cgns::nodes_of_type();
  return head >= 0 && head < std::ssize(nodes) ? nodes[static_cast<std::size_t>(head)] : 0;
}

using cgns::DataType;
using cgns::Derived;
using Kind = cgns::Derived::Kind;

constexpr std::int64_t values_at_once = 65536;  // values converted at once

Error wrong(const cgns::InputSet& inputs, const cgns::Array& array, const std::string& why) {
  return input_error(inputs.files[static_cast<std::size_t>(array.file)].path, array.path, why);
}

template <typename Value>
std::vector<Value> values_in(std::span<const std::byte> bytes) {
  std::vector<Value> values(bytes.size() / sizeof(Value));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

template <typename Wide, typename Narrow, typename... Rounding>
void narrow(const cgns::InputSet& inputs, const cgns::Array& array, std::int64_t first,
            std::span<const std::byte> from, std::span<std::byte> to, Rounding&... rounding) {
  const auto wide = values_in<Wide>(from);
  std::vector<Narrow> values(wide.size());
  const auto misfit = kernel::narrow(wide, std::span(values), rounding...);
  if (misfit) {
    throw wrong(inputs, array,
                fmt::format("value {}, which is {}, does not fit in {}", first + *misfit + 1,
                            wide[static_cast<std::size_t>(*misfit)], cgns::to_string(array.type)));
  }
  if (!values.empty()) std::memcpy(to.data(), values.data(), to.size());
}

void change_type(const cgns::InputSet& inputs, const cgns::Array& array, std::int64_t first,
                 std::span<const std::byte> from, std::span<std::byte> to) {
  const auto type = inputs.array(array.derived->source).type;
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

/// Traverses the elements of a section, from the first of a block on.
class Elements {
 public:
  Elements(Source& source, const cgns::InputSet& inputs, const cgns::Array& array)
      : source_(source), inputs_(inputs), derived_(*array.derived), array_(array) {}

  /// The block that contains `place`; start(block) is the position of its first element.
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
    IntegerStream stream(source_, inputs_, derived_.source, begin_of(number) + number * Derived::block);
    for (auto at = begin_of(number); at < values.end;) {
      const auto nodes = length(stream);
      copy(stream, {at, at + nodes}, values, to);
      at += nodes;
    }
  }

  void offsets(Range values, std::vector<std::int64_t>& to) {
    const auto last_block = std::max<std::int64_t>(0, std::ssize(derived_.begins) - 2);
    const auto number = std::min(values.begin / Derived::block, last_block);
    const auto counts_before = derived_.mixed ? 0 : number * Derived::block;
    IntegerStream stream(source_, inputs_, derived_.source, begin_of(number) + counts_before);
    const bool counts = derived_.mixed || derived_.kind == Kind::starts;  // what precedes the nodes
    auto at = begin_of(number) + (counts ? counts_before : 0);
    for (auto element = number * Derived::block; element < values.end; ++element) {
      if (element >= values.begin) to.push_back(at);
      if (element + 1 == values.end) break;
      const auto nodes = length(stream);
      stream.skip(nodes);
      at += nodes + (counts ? 1 : 0);
    }
  }

  void old_connectivity(Range values, std::vector<std::int64_t>& to) {
    const auto number =
        block_of(values.begin, [&](std::int64_t b) { return begin_of(b) + b * Derived::block; });
    IntegerStream offsets(source_, inputs_, derived_.offsets, number * Derived::block);
    IntegerStream nodes(source_, inputs_, derived_.source, begin_of(number));
    auto begin = offsets.next();
    for (auto at = begin + number * Derived::block; at < values.end;) {
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

  /// Nodes of the next element; already validated when the blocks were computed.
  [[nodiscard]] std::int64_t length(IntegerStream& stream) const {
    const auto nodes = nodes_after(stream.next(), derived_.mixed);
    if (nodes <= 0) throw wrong(inputs_, array_, "has changed while it was being read");
    return nodes;
  }

  /// Copies the intersection of `wanted` and `there`, the next values of the stream.
  static void copy(IntegerStream& stream, Range there, Range wanted, std::vector<std::int64_t>& to) {
    const auto common = intersect(there, wanted);
    if (common.empty()) return stream.skip(there.size());
    stream.skip(common.begin - there.begin);
    stream.take(common.size(), to);
    stream.skip(there.end - common.end);
  }

  Source& source_;
  const cgns::InputSet& inputs_;
  const Derived& derived_;
  const cgns::Array& array_;
};

void read_elements(Source& source, const cgns::InputSet& inputs, const cgns::Array& array, Range values,
                   std::span<std::byte> to) {
  Elements elements(source, inputs, array);
  std::vector<std::int64_t> numbers;
  numbers.reserve(static_cast<std::size_t>(values.size()));
  if (array.derived->kind == Kind::connectivity) elements.connectivity(values, numbers);
  if (array.derived->kind == Kind::offsets || array.derived->kind == Kind::starts)
    elements.offsets(values, numbers);
  if (array.derived->kind == Kind::old_connectivity) elements.old_connectivity(values, numbers);
  const auto bytes = std::as_bytes(std::span(numbers));
  if (array.type == DataType::I4)
    return narrow<std::int64_t, std::int32_t>(inputs, array, values.begin, bytes, to);
  std::copy(bytes.begin(), bytes.end(), to.begin());
}

}  // namespace

void convert_values(const cgns::InputSet& inputs, int array, std::int64_t first,
                    std::span<const std::byte> from, std::span<std::byte> to) {
  const auto& facts = inputs.array(array);
  change_type(inputs, facts, first, from, to);
  if (facts.derived->reversed) kernel::reverse_words(to, cgns::word_size(facts.type));
}

void read_derived(Source& source, const cgns::InputSet& inputs, int array, Range elements,
                  std::span<std::byte> to) {
  const auto& facts = inputs.array(array);
  const auto width = cgns::size_of(facts.type);
  const auto from_width = cgns::size_of(inputs.array(facts.derived->source).type);
  std::vector<std::byte> from;
  for (auto at = elements.begin; at < elements.end; at += values_at_once) {
    const Range part{at, std::min(at + values_at_once, elements.end)};
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

namespace {

constexpr std::int64_t shared_piece = 1 << 20;  // values looked at by one rank at once

void require_lasting_type(const cgns::InputSet& inputs, const cgns::Section& section, std::int64_t element,
                          std::int64_t type) {
  if (!section.changes_types || type <= cgns::element_type::nface) return;
  throw wrong(inputs, inputs.array(section.connectivity),
              fmt::format("element {} of the section has type {}, which {}", element + 1, type,
                          cgns::is_polygon_before));
}

/// Traverses a whole section and validates it.
std::vector<std::int64_t> walk_old(Source& source, const cgns::InputSet& inputs,
                                   const cgns::Section& section) {
  const auto& array = inputs.array(section.connectivity);
  IntegerStream stream(source, inputs, section.connectivity, 0);
  std::vector<std::int64_t> begins;
  std::int64_t at = 0;
  for (std::int64_t element = 0; element < section.elements; ++element) {
    if (element % Derived::block == 0) begins.push_back(at);
    const auto head = stream.left() > 0 ? stream.next() : 0;
    if (section.mixed) require_lasting_type(inputs, section, element, head);
    const auto nodes = nodes_after(head, section.mixed);
    if (nodes <= 0 || nodes > stream.left())
      throw wrong(inputs, array, fmt::format("element {} of the section is invalid", element + 1));
    stream.skip(nodes);
    at += nodes + (section.mixed ? 1 : 0);
  }
  if (stream.left() > 0) throw wrong(inputs, array, "has more values than its elements have");
  begins.push_back(at);
  return begins;
}

std::vector<std::int64_t> walk_new(Source& source, const cgns::InputSet& inputs,
                                   const cgns::Section& section) {
  const auto& array = inputs.array(section.offsets);
  if (cgns::count_of(array.dims) != section.elements + 1)
    throw wrong(
        inputs, array,
        fmt::format("does not have one value more than the number of elements, {}", section.elements));
  IntegerStream stream(source, inputs, section.offsets, 0);
  std::vector<std::int64_t> begins;
  auto at = stream.next();
  bool is_sound = at == 0;
  for (std::int64_t element = 0; element < section.elements && is_sound; ++element) {
    if (element % Derived::block == 0) begins.push_back(at);
    const auto end = stream.next();
    is_sound = end > at;
    at = end;
  }
  if (!is_sound || at != cgns::count_of(inputs.array(section.connectivity).dims))
    throw wrong(inputs, array,
                "its values do not ascend from 0 to the number of nodes in ElementConnectivity");
  begins.push_back(at);
  return begins;
}

Extremes joined(const Extremes& a, const Extremes& b) {
  return {std::min(a.least, b.least), std::max(a.largest, b.largest)};
}

}  // namespace

std::vector<std::vector<std::int64_t>> begins_of(par::Session& session, const cgns::InputSet& inputs,
                                                 const std::vector<cgns::Section>& sections, Budget memory) {
  constexpr auto step = "looking at the elements";
  session.enter(step);
  ByteWriter writer;
  par::collectively(session.comm(), step, [&] {
    Source source(inputs, memory.share(4));
    for (auto i = static_cast<std::size_t>(session.rank()); i < sections.size();
         i += static_cast<std::size_t>(session.size())) {
      writer.put(sections[i].is_old() ? walk_old(source, inputs, sections[i])
                                      : walk_new(source, inputs, sections[i]));
      session.alive();
    }
  });
  const auto all = par::gather_all(session.comm(), writer.take());
  std::vector<ByteReader> readers(all.begin(), all.end());
  std::vector<std::vector<std::int64_t>> begins(sections.size());
  for (std::size_t i = 0; i < sections.size(); ++i) readers[i % readers.size()].get(begins[i]);
  return begins;
}

std::vector<Extremes> extremes_of(par::Session& session, const cgns::InputSet& inputs,
                                  const std::vector<int>& arrays, Budget memory) {
  constexpr auto step = "looking at the integers";
  session.enter(step);
  const Extremes none{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
  std::vector<Extremes> extremes(arrays.size(), none);
  par::collectively(session.comm(), step, [&] {
    Source source(inputs, memory.share(4));
    std::int64_t turn = 0;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      const auto count = cgns::count_of(inputs.array(arrays[i]).dims);
      for (std::int64_t at = 0; at < count; at += shared_piece) {
        if (turn++ % session.size() != session.rank()) continue;
        IntegerStream stream(source, inputs, arrays[i], at);
        for (auto left = std::min(shared_piece, count - at); left > 0; --left) {
          const auto value = stream.next();
          extremes[i] = joined(extremes[i], {value, value});
        }
        session.alive();
      }
    }
  });
  std::vector<Extremes> result(arrays.size(), none);
  for (const auto& theirs : par::gather_all(session.comm(), extremes)) {
    for (std::size_t i = 0; i < theirs.size(); ++i) result[i] = joined(result[i], theirs[i]);
  }
  return result;
}

}  // namespace pcgns::io
