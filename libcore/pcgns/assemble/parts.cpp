#include "pcgns/assemble/parts.hpp"

#include <algorithm>
#include <unordered_map>

#include "pcgns/tree/node.hpp"

namespace pcgns::assemble {

/// Where the parts of a PartSet are, by zone and by name.
class PartIndex {
 public:
  explicit PartIndex(const std::vector<Original>& originals)
      : originals_(originals.data()), count_(originals.size()) {
    for (std::size_t i = 0; i < originals.size(); ++i) {
      for (std::size_t j = 0; j < originals[i].parts.size(); ++j) {
        add(originals[i].parts[j], {static_cast<int>(i), static_cast<int>(j)});
      }
    }
    for (auto& [name, named] : by_name_) std::stable_sort(named.begin(), named.end());
  }

  [[nodiscard]] bool is_of(const std::vector<Original>& originals) const {
    return originals.data() == originals_ && originals.size() == count_;
  }

  [[nodiscard]] PartSet::Place find(const tree::Node* zone) const {
    const auto found = by_zone_.find(zone);
    return found == by_zone_.end() ? PartSet::Place{} : found->second;
  }

  [[nodiscard]] PartSet::Place find(int file, const std::string& path) const {
    const auto found = by_name_.find(path);
    if (found == by_name_.end()) return {};
    const auto& named = found->second;
    const auto same_file = std::lower_bound(named.begin(), named.end(), Named{file, {}});
    return same_file != named.end() && same_file->file == file ? same_file->place : named.front().place;
  }

 private:
  struct Named {
    int file = 0;
    PartSet::Place place;
    friend bool operator<(const Named& a, const Named& b) { return a.file < b.file; }
  };

  void add(const Part& part, PartSet::Place place) {
    by_zone_.emplace(part.zone, place);
    if (part.base == nullptr || part.zone == nullptr) return;
    by_name_[tree::join(part.base->name, part.zone->name)].push_back({part.file, place});
  }

  const Original* originals_;
  std::size_t count_;
  std::unordered_map<const tree::Node*, PartSet::Place> by_zone_;
  std::unordered_map<std::string, std::vector<Named>> by_name_;  ///< By "Base/Zone"; sorted by file.
};

namespace {

const PartIndex& index_of(const PartSet& parts) {
  if (!parts.index || !parts.index->is_of(parts.originals)) {
    parts.index = std::make_shared<const PartIndex>(parts.originals);
  }
  return *parts.index;
}

}  // namespace

std::string_view to_string(Convention convention) {
  switch (convention) {
    case Convention::assembly_file:
      return "assembly file";
    case Convention::own:
      return "pcgns";
    case Convention::maia:
      return "Maia";
    case Convention::cassiopee:
      return "Cassiopée";
    case Convention::seacas:
      return "SEACAS";
    case Convention::xcore:
      return "XCore";
    case Convention::coordinates:
      return "coordinates";
    case Convention::whole:
      break;
  }
  return "whole zones";
}

PartSet::Place PartSet::place_of(const tree::Node* zone) const { return index_of(*this).find(zone); }

PartSet::Place PartSet::place_of(int file, std::string_view base_name, std::string_view zone_name) const {
  if (zone_name.starts_with('/')) zone_name.remove_prefix(1);
  const bool with_base = zone_name.find('/') != std::string_view::npos;
  return index_of(*this).find(file, with_base ? std::string(zone_name) : tree::join(base_name, zone_name));
}

}  // namespace pcgns::assemble
