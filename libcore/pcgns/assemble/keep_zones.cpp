#include "pcgns/assemble/keep_zones.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "pcgns/assemble/zone_names.hpp"
#include "pcgns/assemble/zone_view.hpp"
#include "pcgns/sids/labels.hpp"

namespace pcgns::assemble {

namespace {

constexpr std::size_t longest_name = 32;

using Namesakes = std::map<std::string, std::vector<ZoneView>>;  // by "Base/Zone"

Namesakes namesakes_of(const tree::InputSet& inputs) {
  Namesakes namesakes;
  for (const auto& zone : zones_of(inputs)) {
    namesakes[tree::join(zone.base->name, zone.zone->name)].push_back(zone);
  }
  std::erase_if(namesakes, [](const auto& entry) { return entry.second.size() < 2; });
  return namesakes;
}

std::vector<int> coordinates_of(const tree::Node& zone) {
  std::vector<int> arrays;
  for (const auto& grid : zone.children) {
    if (grid.label != "GridCoordinates_t" || grid.link) continue;
    for (const auto& node : grid.children) {
      if (node.is_bulk()) arrays.push_back(node.array);
    }
  }
  return arrays;
}

bool are_equally_large(const tree::Node& a, const tree::Node& b) {
  return a.dims == b.dims && a.data == b.data && is_structured(a) == is_structured(b);
}

bool is_same_zone(const plan::Survey& survey, const tree::Node& a, const tree::Node& b) {
  if (!are_equally_large(a, b)) return false;
  const auto one = coordinates_of(a);
  const auto other = coordinates_of(b);
  return std::equal(one.begin(), one.end(), other.begin(), other.end(), [&](int x, int y) {
    const auto hash = survey.contents.find(x);
    const auto other_hash = survey.contents.find(y);
    return hash != survey.contents.end() && other_hash != survey.contents.end() &&
           hash->second == other_hash->second;
  });
}

/// A name that no zone of the base has yet.
std::string name_of_part(const std::string& zone, std::int64_t rank, std::set<std::string>& taken) {
  for (std::int64_t i = 0;; ++i) {
    const auto suffix = fmt::format(".P{}.N{}", rank, i);
    auto name = zone.substr(0, longest_name - std::min(longest_name, suffix.size())) + suffix;
    if (taken.insert(name).second) return name;
  }
}

/// By base and old name, the new names in each file.
using NewNames = std::map<std::pair<std::string, std::string>, std::map<int, std::string>>;

/// What a donor is called now; the old name if nobody knows which of its parts is meant.
std::string new_donor(const NewNames& names, const std::pair<std::string, std::string>& donor, int file) {
  const auto found = names.find(donor);
  if (found == names.end()) return donor.second;
  const auto in_file = found->second.find(file);
  if (in_file != found->second.end()) return in_file->second;
  return found->second.size() == 1 ? found->second.begin()->second : donor.second;
}

void rename_donors(const tree::InputSet& inputs, int file, const tree::Node& base, tree::Node& zone,
                   const NewNames& names, plan::Notes& notes) {
  for (const auto& join : joins_of(zone)) {
    const std::pair donor{join.base_of_donor(base), join.donor};
    if (!names.contains(donor)) continue;
    const auto name = new_donor(names, donor, file);
    if (name == join.donor) {
      notes.add(plan::Note::Kind::warning, "joins that lead to several zones",
                error_at(inputs, {file, &base, &zone}, join.below,
                         fmt::format("leads to {}, which is now several zones in one file", join.donor))
                    .what());
      continue;
    }
    auto& node = *zone.child(join.below.substr(0, join.below.find('/')))
                      ->child(join.below.substr(join.below.find('/') + 1));
    const auto text = join.donor_base.empty() ? name : join.donor_base + "/" + name;
    const auto made = tree::text_node(node.name, node.label, text);
    node.dims = made.dims;
    node.data = made.data;
  }
}

void rename_in_file(tree::InputSet& inputs, int file, const NewNames& names, plan::Notes& notes) {
  for (auto& base : inputs.trees[static_cast<std::size_t>(file)].children) {
    Renamed renamed;
    for (auto& zone : base.children) {
      if (!sids::is_zone(zone.label) || zone.link) continue;
      rename_donors(inputs, file, base, zone, names, notes);
    }
    for (auto& zone : base.children) {
      const auto found = names.find({base.name, zone.name});
      if (!sids::is_zone(zone.label) || found == names.end()) continue;
      const auto name = found->second.find(file);
      if (name == found->second.end()) continue;
      notes.add(plan::Note::Kind::info, "zones with new names",
                fmt::format("{}:/{}/{}: becomes {}", inputs.files[static_cast<std::size_t>(file)].path,
                            base.name, zone.name, name->second));
      renamed[zone.name] = name->second;
      zone.name = name->second;
    }
    rename_in_tables(base, renamed);
  }
}

}  // namespace

std::vector<int> arrays_to_tell_apart(const tree::InputSet& inputs) {
  std::vector<int> arrays;
  for (const auto& [path, zones] : namesakes_of(inputs)) {
    const bool alike = std::all_of(zones.begin(), zones.end(), [&](const ZoneView& zone) {
      return are_equally_large(*zones.front().zone, *zone.zone);
    });
    for (std::size_t i = 0; alike && i < zones.size(); ++i) {
      const auto own = coordinates_of(*zones[i].zone);
      arrays.insert(arrays.end(), own.begin(), own.end());
    }
  }
  std::sort(arrays.begin(), arrays.end());
  arrays.erase(std::unique(arrays.begin(), arrays.end()), arrays.end());
  return arrays;
}

void rename_namesakes(tree::InputSet& inputs, const plan::Survey& survey, bool may_rename,
                      plan::Notes& notes) {
  std::map<std::string, std::set<std::string>> taken;  // by base
  for (const auto& zone : zones_of(inputs)) taken[zone.base->name].insert(zone.zone->name);
  NewNames names;
  for (const auto& [path, zones] : namesakes_of(inputs)) {
    const bool all_same = std::all_of(zones.begin() + 1, zones.end(), [&](const ZoneView& zone) {
      return is_same_zone(survey, *zones.front().zone, *zone.zone);
    });
    if (all_same) continue;
    if (!may_rename) {
      throw Error(ErrorKind::usage, fmt::format("--virtual: /{} is in {} files with different content, and "
                                                "links cannot give zones other names",
                                                path, zones.size()));
    }
    for (const auto& zone : zones) {
      const auto rank = inputs.files[static_cast<std::size_t>(zone.file)].number;
      names[{zone.base->name, zone.zone->name}][zone.file] =
          name_of_part(zone.zone->name, rank, taken[zone.base->name]);
    }
  }
  for (int file = 0; !names.empty() && file < static_cast<int>(inputs.trees.size()); ++file) {
    rename_in_file(inputs, file, names, notes);
  }
}

}  // namespace pcgns::assemble
