#include "pcgns/capi/detail/calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace pcgns::capi {

namespace {

/// The nodes on the path to the current node.
Spot ancestor_here(std::string_view label) {
  auto spot = document_here().root();
  for (const auto& name : position().names) {
    spot = child_named(spot, name);
    if (!spot || spot->label == label) return spot;
  }
  return {};
}

Spot base_here() {
  auto base = ancestor_here("CGNSBase_t");
  if (!base) throw Error(ErrorKind::usage, "the current node is not below a base");
  return base;
}

}  // namespace

int in_base(int fn, int B, const Step& step) {
  return guarded_on(fn, [&](Document& document) {
    const auto base = base_at(document, B);
    step(document, base);
  });
}

int in_zone(int fn, int B, int Z, const Step& step) {
  return guarded_on(fn, [&](Document& document) {
    const auto zone = zone_at(document, B, Z);
    step(document, zone);
  });
}

int at_node(const Step& step) {
  return guarded([&] {
    auto& document = document_here();
    const auto node = here();
    try {
      step(document, node);
    } catch (const NoSuchNumber& error) {
      throw NotFound(error.kind(), error.what());
    }
  });
}

void each_option(const char* options, std::string_view example,
                 const std::function<void(const std::string&, const std::string&)>& take) {
  std::string_view text = options == nullptr ? "" : options;
  std::vector<std::string> keys;
  while (!text.empty()) {
    const auto entry = text.substr(0, text.find(';'));
    text.remove_prefix(std::min(text.size(), entry.size() + 1));
    const auto equals = entry.find('=');
    if (entry.empty()) continue;
    if (equals == std::string_view::npos)
      throw Error(ErrorKind::usage, fmt::format("'{}' is not an option such as {}", entry, example));
    keys.emplace_back(entry.substr(0, equals));
    if (std::ranges::count(keys, keys.back()) > 1)
      throw Error(ErrorKind::usage, fmt::format("'{}' is given twice", keys.back()));
    take(keys.back(), std::string(entry.substr(equals + 1)));
  }
}

Step counts(const char* label, int* count) {
  return [=](Document&, const Spot& parent) { give(count, count_labelled(parent, label)); };
}

Step names(const char* label, int number, char* name) {
  return [=](Document& document, const Spot& parent) {
    give_name(name, child_at(document, parent, label, number)->name);
  };
}

Step creates(const char* label, const char* name, int* number) {
  return [=](Document& document, const Spot& parent) {
    require_parent(document, parent, label);
    give(number, number_of(parent, document.put(parent, {.name = name_from(name), .label = label})));
  };
}

void give_values(Document& document, const Spot& spot, cgns::DataType type, void* to) {
  if (to == nullptr) throw Error(ErrorKind::usage, at(document.path(), spot.path, "the memory is NULL"));
  const auto transfer = whole_array(*spot.node, document.dims_of(*spot.node), type, to);
  document.move_alone(Direction::read, {&transfer, 1});
}

void give_values(Document& document, const Spot& spot, std::int64_t most, cgns::DataType type, void* to) {
  const auto count = cgns::count_of(document.dims_of(*spot.node));
  if (count > most)
    throw input_error(document.path(), spot.path, fmt::format("has {} values, not {}", count, most));
  give_values(document, spot, type, to);
}

cgns::Node reals_node(const char* name, std::int64_t count, const float* values) {
  return node_with(name, "DataArray_t", cgns::DataType::R4, {count}, values);
}

void give_reals(Document& document, const Spot& parent, const char* name, std::int64_t most, float* to) {
  if (const auto array = child_named(parent, name); array && to != nullptr)
    give_values(document, array, most, cgns::DataType::R4, to);
}

int cell_dimension(Document& document, int B) {
  return static_cast<int>(integers(document, base_at(document, B)).at(0));
}

int physical_dimension(Document& document, int B) {
  return static_cast<int>(integers(document, base_at(document, B)).at(1));
}

Spot zone_here() { return ancestor_here("Zone_t"); }
Spot particle_zone_here() { return ancestor_here("ParticleZone_t"); }

int cell_dimension_here() { return static_cast<int>(integers(document_here(), base_here()).at(0)); }

int physical_dimension_here() { return static_cast<int>(integers(document_here(), base_here()).at(1)); }

int index_dimension_here() {
  if (particle_zone_here()) return 1;
  if (const auto zone = zone_here()) return zone_size(document_here(), zone).index_dim;
  return cell_dimension_here();
}

}  // namespace pcgns::capi
