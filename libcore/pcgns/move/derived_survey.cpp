#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/move/derived.hpp"
#include "pcgns/move/integer_stream.hpp"
#include "pcgns/move/source.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::move {

namespace {

constexpr std::int64_t block = tree::Derived::block;
constexpr std::int64_t shared_piece = 1 << 20;  // values looked at by one rank at once

const tree::Array& array_at(const tree::InputSet& inputs, int index) {
  return inputs.arrays[static_cast<std::size_t>(index)];
}

Error wrong(const tree::InputSet& inputs, const tree::Array& array, const std::string& why) {
  return input_error(inputs.files[static_cast<std::size_t>(array.file)].path, array.path, why);
}

/// Goes through a whole section and looks whether it is one.
std::vector<std::int64_t> walk_old(Source& source, const tree::InputSet& inputs,
                                   const plan::Section& section) {
  const auto& array = array_at(inputs, section.connectivity);
  IntegerStream stream(source, inputs, section.connectivity, 0);
  std::vector<std::int64_t> begins;
  std::int64_t at = 0;
  for (std::int64_t element = 0; element < section.elements; ++element) {
    if (element % block == 0) begins.push_back(at);
    const auto nodes = stream.left() > 0 ? nodes_after(stream.next(), section.mixed) : 0;
    if (nodes <= 0 || nodes > stream.left())
      throw wrong(inputs, array, fmt::format("element {} of the section is none", element + 1));
    stream.skip(nodes);
    at += nodes + (section.mixed ? 1 : 0);
  }
  if (stream.left() > 0) throw wrong(inputs, array, "has more values than its elements have");
  begins.push_back(at);
  return begins;
}

std::vector<std::int64_t> walk_new(Source& source, const tree::InputSet& inputs,
                                   const plan::Section& section) {
  const auto& array = array_at(inputs, section.offsets);
  if (tree::count_of(array.dims) != section.elements + 1)
    throw wrong(inputs, array,
                fmt::format("has not one value more than there are elements, {}", section.elements));
  IntegerStream stream(source, inputs, section.offsets, 0);
  std::vector<std::int64_t> begins;
  auto at = stream.next();
  bool is_sound = at == 0;
  for (std::int64_t element = 0; element < section.elements && is_sound; ++element) {
    if (element % block == 0) begins.push_back(at);
    const auto end = stream.next();
    is_sound = end > at;
    at = end;
  }
  if (!is_sound || at != tree::count_of(array_at(inputs, section.connectivity).dims))
    throw wrong(inputs, array,
                "its values do not ascend from 0 to the number of nodes in ElementConnectivity");
  begins.push_back(at);
  return begins;
}

plan::Extremes joined(const plan::Extremes& a, const plan::Extremes& b) {
  return {std::min(a.least, b.least), std::max(a.largest, b.largest)};
}

}  // namespace

std::vector<std::vector<std::int64_t>> begins_of(par::Session& session, const tree::InputSet& inputs,
                                                 const std::vector<plan::Section>& sections,
                                                 std::int64_t memory) {
  constexpr auto step = "looking at the elements";
  session.enter(step);
  ByteWriter writer;
  par::collectively(session.comm(), step, [&] {
    Source source(inputs, memory / 4);
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

std::vector<plan::Extremes> extremes_of(par::Session& session, const tree::InputSet& inputs,
                                        const std::vector<int>& arrays, std::int64_t memory) {
  constexpr auto step = "looking at the integers";
  session.enter(step);
  const plan::Extremes none{std::numeric_limits<std::int64_t>::max(),
                            std::numeric_limits<std::int64_t>::min()};
  std::vector<plan::Extremes> extremes(arrays.size(), none);
  par::collectively(session.comm(), step, [&] {
    Source source(inputs, memory / 4);
    std::int64_t turn = 0;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      const auto count = tree::count_of(array_at(inputs, arrays[i]).dims);
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
  std::vector<plan::Extremes> result(arrays.size(), none);
  for (const auto& bytes : par::gather_all(session.comm(), std::as_bytes(std::span(extremes)))) {
    std::vector<plan::Extremes> theirs(arrays.size());
    if (!bytes.empty()) std::memcpy(theirs.data(), bytes.data(), bytes.size());
    for (std::size_t i = 0; i < theirs.size(); ++i) result[i] = joined(result[i], theirs[i]);
  }
  return result;
}

}  // namespace pcgns::move
