// particles.cpp: the steps of planning that merge particle zones of one name from the files of many ranks.
//
// Particles with global numbers of pcgns-repartition, or identifiers from 1 on, get the places that these
// give; others follow each other in the order of the files.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "pcgns/base/words.hpp"
#include "pcgns/cgns/compare_trees.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/fileset/plan/planning.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"
#include "pcgns/fileset/plan/unite/per_rank.hpp"
#include "pcgns/fileset/plan/zone_view.hpp"

namespace pcgns::fileset {

namespace {

using cgns::Node;

/// A particle zone of one file.
struct Share {
  int file = 0;
  Node* base = nullptr;
  Node* zone = nullptr;
  std::int64_t count = 0;
};

/// The particle zones of one name.
struct Cloud {
  std::string path;  ///< "/Base/Zone"
  std::vector<Share> shares;
};

bool has_value_each(const Node& node, std::int64_t count) {
  return node.label == "DataArray_t" && !node.link && cgns::size_of(node.type) > 0 &&
         node.dims == std::vector<std::int64_t>{count};
}

/// Calls visit(path below the zone, array) for the arrays with a value for each of `count` particles.
template <typename SomeNode, typename Visit>
void each_array(SomeNode& zone, std::int64_t count, const Visit& visit) {
  for (auto& container : zone.children) {
    if (!cgns::holds_particles(container)) continue;
    for (auto& node : container.children) {
      if (has_value_each(node, count)) visit(cgns::join(container.name, node.name), node);
    }
  }
}

Error wrong(const cgns::InputSet& inputs, const Share& share, const std::string& below,
            const std::string& why) {
  const auto path = cgns::path_of_zone(share.base->name, share.zone->name);
  return input_error(inputs.files[static_cast<std::size_t>(share.file)].path,
                     below.empty() ? path : cgns::join(path, below), why);
}

/// The node of partition metadata `name`, or null.
const Node* metadata_of(const Share& share, std::string_view name) {
  const auto* metadata = share.zone->child(numbering_name);
  return metadata == nullptr ? nullptr : metadata->child(name);
}

/// The global numbers of the particles, or null.
const Node* numbers_of(const Share& share) {
  const auto* numbers = metadata_of(share, particle_name);
  const bool is_sound = numbers != nullptr && numbers->is_bulk() && cgns::is_integer(numbers->type) &&
                        numbers->dims == std::vector<std::int64_t>{share.count};
  return is_sound ? numbers : nullptr;
}

/// True for global numbers of no particles, too.
bool is_numbered(const Share& share) {
  return numbers_of(share) != nullptr || (share.count == 0 && metadata_of(share, particle_name) != nullptr);
}

/// How many particles all files have together, if pcgns-repartition recorded it.
std::optional<std::int64_t> total_of(const Share& share) {
  if (numbers_of(share) == nullptr) return std::nullopt;
  const auto* total = metadata_of(share, particle_count_name);
  return total == nullptr ? std::nullopt : number_of(cgns::text_of(*total));
}

/// Where one share records global numbers, all do, and the same total.
void require_recorded_alike(const cgns::InputSet& inputs, const Cloud& cloud) {
  const auto recorded = std::find_if(cloud.shares.begin(), cloud.shares.end(), [](const Share& share) {
    return share.count > 0 && metadata_of(share, particle_name) != nullptr;
  });
  if (recorded == cloud.shares.end()) return;
  const auto below = cgns::join(numbering_name, particle_name);
  const auto below_total = cgns::join(numbering_name, particle_count_name);
  const auto text_of_total = [](const Share& share) {
    const auto* total = metadata_of(share, particle_count_name);
    return total == nullptr ? std::string("missing") : cgns::text_of(*total);
  };
  const auto total = text_of_total(*recorded);
  for (const auto& share : cloud.shares) {
    if (share.count == 0) continue;
    if (numbers_of(share) == nullptr)
      throw coded(
          wrong(inputs, share, below, fmt::format("must be {} integers, one for each particle", share.count)),
          "S0104");
    if (text_of_total(share) == total) continue;
    throw coded(wrong(inputs, share, below_total,
                      fmt::format("is {}, but {} in {}", text_of_total(share), total,
                                  inputs.files[static_cast<std::size_t>(recorded->file)].path)),
                "S0104");
  }
}

/// The zones that several files have, or that have global numbers.
std::vector<Cloud> clouds_of(cgns::InputSet& inputs) {
  std::vector<Cloud> clouds;
  for (std::size_t file = 0; file < inputs.trees.size(); ++file) {
    for (auto& base : inputs.trees[file].children) {
      for (auto& zone : base.children) {
        const auto size = cgns::integers_in(&zone);
        if (zone.label != "ParticleZone_t" || zone.link || !size || size->size() != 1) continue;
        const auto path = cgns::path_of_zone(base.name, zone.name);
        auto cloud =
            std::find_if(clouds.begin(), clouds.end(), [&](const Cloud& c) { return c.path == path; });
        if (cloud == clouds.end()) cloud = clouds.insert(clouds.end(), {path, {}});
        cloud->shares.push_back({static_cast<int>(file), &base, &zone, size->front()});
      }
    }
  }
  std::erase_if(clouds, [](const Cloud& cloud) {
    return cloud.shares.size() < 2 && !is_numbered(cloud.shares.front());
  });
  return clouds;
}

void add_arrays(const Node& node, std::vector<int>& arrays) {
  if (node.is_bulk()) arrays.push_back(node.array);
  for (const auto& child : node.children) add_arrays(child, arrays);
}

void set_count(Node& zone, std::int64_t total) {
  if (total > std::numeric_limits<std::int32_t>::max()) zone.type = cgns::DataType::I8;
  zone.data = cgns::integer_node("", "", {1}, {total}, zone.type).data;
}

/// Counts the particles of all shares in the widest type that one has.
void widen_counts(const Cloud& cloud) {
  const auto is_wide = [](const Share& share) { return share.zone->type == cgns::DataType::I8; };
  if (std::none_of(cloud.shares.begin(), cloud.shares.end(), is_wide)) return;
  for (const auto& share : cloud.shares) {
    share.zone->type = cgns::DataType::I8;
    set_count(*share.zone, share.count);
  }
}

/// The zone as if it had one particle, without its values, and what merges and partitions note.
Node emptied(const Share& share) {
  auto zone = *share.zone;
  set_count(zone, 1);
  std::erase_if(zone.children, [](const Node& child) {
    return child.name == numbering_name || child.name == per_rank_name;
  });
  each_array(zone, share.count, [&](const std::string&, Node& node) {
    node.dims = {1};
    node.array = -1;
    node.data.clear();
  });
  return zone;
}

bool is_of_particles(const Node& child) {
  return cgns::holds_particles(child) || cgns::is_zone_iterative(child.label);
}

/// `zone`, which has no particles and so says nothing of their arrays and time steps: these are those of
/// `like`.
Node with_arrays_like(const Node& like, const Node& zone) {
  auto made = like;
  made.extras = zone.extras;
  std::erase_if(made.children, [](const Node& child) { return !is_of_particles(child); });
  for (const auto& child : zone.children)
    if (!is_of_particles(child)) made.children.push_back(child);
  return made;
}

std::optional<cgns::Difference> difference(const cgns::InputSet& inputs, const Survey& survey, const Share& a,
                                           const Share& b, const Node& of_a, const Node& of_b) {
  const auto folder = [&](const Share& share) {
    return cgns::folder_of(inputs.files[static_cast<std::size_t>(share.file)].path);
  };
  return cgns::first_difference(of_a, of_b, {survey.contents, folder(a), folder(b)});
}

bool are_same(const cgns::InputSet& inputs, const Survey& survey, const Cloud& cloud) {
  const auto& first = cloud.shares.front();
  return std::all_of(cloud.shares.begin() + 1, cloud.shares.end(), [&](const Share& share) {
    return !difference(inputs, survey, first, share, *first.zone, *share.zone);
  });
}

/// Gives the coordinates of all shares the bounding box of all.
void unite_boxes(const Cloud& cloud) {
  for (const auto& places : cloud.shares.front().zone->children) {
    Sources boxes;
    for (const auto& share : cloud.shares) {
      if (const auto* other = share.zone->child(places.name)) boxes.push_back({share.file, other});
    }
    const auto box = united_bounding_box(boxes);
    for (std::size_t i = 0; box && i < cloud.shares.size(); ++i)
      if (auto* other = cloud.shares[i].zone->child(places.name)) other->data = *box;
  }
}

/// What the zone has at a path, with its values; `otherwise` if it does not have it.
std::string brief_at(const Node& zone, const std::string& below, const std::string& otherwise) {
  const auto* node = below.empty() ? &zone : cgns::find(zone, below);
  return node == nullptr || node->type == cgns::DataType::MT ? otherwise : cgns::brief(*node);
}

/// Besides the values of their particles, all must say the same.
void require_alike(const cgns::InputSet& inputs, const Survey& survey, const Cloud& cloud) {
  const auto& first = cloud.shares.front();
  // As if of one particle: arrays of no values are the same, whatever their types.
  const auto like = meaning_of(emptied(first));
  for (const auto& share : cloud.shares) {
    for (const auto& child : share.zone->children) {
      const bool is_listed = cgns::holds_particles(child) &&
                             std::any_of(child.children.begin(), child.children.end(), cgns::is_point_set);
      if (is_listed)
        throw wrong(inputs, share, child.name, "has values of some particles only, which cannot be merged");
    }
    const auto found = difference(inputs, survey, first, share, like, meaning_of(emptied(share)));
    if (!found) continue;
    throw wrong(inputs, share, found->path,
                fmt::format("is {}, but {} in {}; particle zones of one name must have the same arrays",
                            brief_at(*share.zone, found->path, found->b),
                            brief_at(*first.zone, found->path, found->a),
                            inputs.files[static_cast<std::size_t>(first.file)].path));
  }
}

/// The zones of all files as one of one particle. `first`: a share with particles, if any has some.
Node united(Planning& is, const Survey& survey, Cloud cloud, const Share& first) {
  auto request = is.merge;
  request.output = is.inputs.files[static_cast<std::size_t>(cloud.shares.front().file)].path;
  const Selection all(is.inputs, {});  // Selections apply to whole zones.
  MergeJob job{
      .inputs = is.inputs, .survey = survey, .request = request, .selection = all, .notes = is.notes};
  PerRank per_rank(cloud.path);
  const auto like = emptied(first);
  std::deque<Node> zones;
  Sources sources;
  std::ranges::stable_sort(cloud.shares, {}, [](const Share& share) { return share.count == 0; });
  for (const auto& share : cloud.shares) {
    auto& zone = zones.emplace_back(emptied(share));
    if (share.count == 0 && first.count > 0) zone = with_arrays_like(like, zone);
    if (const auto* kept = share.zone->child(per_rank_name)) per_rank.take_over({{share.file, kept}});
    sources.push_back({share.file, &zone});
  }
  auto zone = unite(job, sources, cloud.path, per_rank).value();
  if (auto kept = per_rank.node(job)) zone.children.push_back(*std::move(kept));
  is.notes = std::move(job.notes);
  return zone;
}

/// Where the shares, which have the same arrays, have global numbers or identifiers; empty if nowhere.
std::string place_of_identifiers(const Share& share) {
  if (numbers_of(share) != nullptr) return cgns::join(numbering_name, particle_name);
  constexpr std::array<std::string_view, 3> names = {"ParticleIdentifier", "ParticleID", "ParticleId"};
  std::string found;
  each_array(std::as_const(*share.zone), share.count, [&](const std::string& below, const Node& node) {
    const bool is_name = std::find(names.begin(), names.end(), node.name) != names.end();
    if (found.empty() && is_name && cgns::is_integer(node.type) && node.is_bulk()) found = below;
  });
  return found;
}

/// The sources of an array of all shares, placed by `numbers` (an array of each share) or one after another.
plan::Composite composite_of(const Cloud& cloud, const std::string& below, std::int64_t total,
                             const std::vector<int>& numbers) {
  plan::Composite composite;
  std::int64_t before = 0;
  for (std::size_t i = 0; i < cloud.shares.size(); ++i) {
    const auto& share = cloud.shares[i];
    const int source = cgns::find(*share.zone, below)->array;
    if (numbers.empty()) {
      composite.boxes.push_back({.source = source,
                                 .source_extents = {share.count, 1, 1},
                                 .target_extents = {total, 1, 1},
                                 .target_begin = {before, 0, 0},
                                 .count = {share.count, 1, 1}});
    } else {
      composite.indexed.push_back({.source = source,
                                   .numbers = numbers[i],
                                   .count = share.count,
                                   .part = static_cast<int>(i),
                                   .may_share = true});
    }
    before += share.count;
  }
  return composite;
}

/// Gives `zone`, made by united(), all particles, with arrays in `composites`.
void put_particles(cgns::InputSet& inputs, std::vector<plan::Composite>& composites, const Cloud& cloud,
                   std::int64_t total, const std::vector<int>& numbers, Node& zone) {
  const auto& first = cloud.shares.front();
  set_count(zone, total);
  // Not those of the merged zone: an array of another size, which stays as it is, may have `total` values.
  each_array(std::as_const(*first.zone), first.count, [&](const std::string& below, const Node& array) {
    auto& node = *zone.child(below.substr(0, below.find('/')))->child(array.name);
    node.dims = {total};
    if (total == 0) return;
    node.array = static_cast<int>(inputs.arrays.size());
    inputs.arrays.push_back({.file = -1,
                             .path = cgns::join(cloud.path, below),
                             .type = node.type,
                             .dims = node.dims,
                             .composite = static_cast<int>(composites.size())});
    composites.push_back(composite_of(cloud, below, total, numbers));
  });
}

/// What the steps find out one after the other.
class Clouds {
 public:
  Needs ask_contents(Planning& is) {
    if (!is.merge.only_links) clouds_ = clouds_of(is.inputs);
    Needs needs;
    for (const auto& cloud : clouds_) {
      widen_counts(cloud);
      for (const auto& share : cloud.shares) add_arrays(*share.zone, needs.contents);
    }
    return needs;
  }

  /// Zones that are the same in all files are no shares.
  void take_contents(Planning& is, const Survey& survey) {
    std::erase_if(clouds_, [&](const Cloud& cloud) {
      return !is_numbered(cloud.shares.front()) && are_same(is.inputs, survey, cloud);
    });
    for (auto& cloud : clouds_) {
      require_recorded_alike(is.inputs, cloud);
      empty_.push_back(cloud);
      const auto is_empty = [](const Share& share) { return share.count == 0; };
      if (!std::ranges::all_of(cloud.shares, is_empty)) {
        std::erase_if(cloud.shares, is_empty);
      } else if (is_numbered(cloud.shares.front()) && !is.request.allow_missing) {
        throw coded(wrong(is.inputs, cloud.shares.front(), std::string(numbering_name),
                          "numbers particles, but no file has any"),
                    "S0104");
      }
      unite_boxes(cloud);
      require_alike(is.inputs, survey, cloud);
      zones_.push_back(united(is, survey, empty_.back(), cloud.shares.front()));
    }
  }

  /// Global numbers must be complete; identifiers need not be.
  Needs ask_identifiers(Planning& is) {
    Needs needs;
    for (const auto& cloud : clouds_) {
      NumberSet set{
          .what = cloud.path + ": particles", .members = {}, .may_share = true, .may_be_refused = true};
      if (const auto total = total_of(cloud.shares.front())) {
        set.total = *total;
        set.may_be_refused = is.request.allow_missing;
      }
      identifiers_.push_back(place_of_identifiers(cloud.shares.front()));
      if (identifiers_.back().empty()) continue;
      for (const auto& share : cloud.shares)
        set.members.push_back({.numbers = cgns::find(*share.zone, identifiers_.back())->array});
      needs.numberings.push_back(std::move(set));
    }
    return needs;
  }

  void merge(Planning& is, const Survey& survey) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < clouds_.size(); ++i) {
      const auto& cloud = clouds_[i];
      const auto* proof = !identifiers_[i].empty() ? &survey.numberings[next++] : nullptr;
      const bool is_numbered = proof != nullptr && !proof->refusal;
      std::int64_t total = 0;
      std::vector<int> numbers;
      for (const auto& share : cloud.shares) {
        total += share.count;
        if (is_numbered) numbers.push_back(cgns::find(*share.zone, identifiers_[i])->array);
      }
      if (is_numbered) total = proof->total;
      if (!is_numbered || numbers_of(cloud.shares.front()) == nullptr)
        note(is, cloud, is_numbered, proof != nullptr ? proof->refusal : std::nullopt);
      put_particles(is.inputs, is.merged.composites.arrays, cloud, total, numbers, zones_[i]);
      *empty_[i].shares.front().zone = std::move(zones_[i]);
    }
    for (const auto& cloud : empty_) remove_others(cloud);
  }

 private:
  static void note(Planning& is, const Cloud& cloud, bool is_numbered, const std::optional<Error>& refusal) {
    const auto how = is_numbered ? std::string("by their identifiers")
                     : refusal   ? fmt::format("one after another, because {}", refusal->what())
                                 : std::string("one after another");
    is.notes.add(plan::Note::Kind::info, "particles",
                 fmt::format("{}: particles of {} are merged {}", cloud.path,
                             plural(std::ssize(cloud.shares), "file"), how));
  }

  static void remove_others(const Cloud& cloud) {
    const auto name = cloud.path.substr(cloud.path.rfind('/') + 1);
    for (auto share = cloud.shares.begin() + 1; share != cloud.shares.end(); ++share)
      std::erase_if(share->base->children, [&](const Node& node) { return node.name == name; });
  }

  std::vector<Cloud> clouds_;
  std::vector<Cloud> empty_;              ///< The same with the zones that have no particles.
  std::vector<Node> zones_;               ///< Made of all shares, without particles.
  std::vector<std::string> identifiers_;  ///< Where each cloud has them.
};

}  // namespace

std::vector<PlanningStep> particle_steps() {
  const auto clouds = std::make_shared<Clouds>();
  return {{[clouds](Planning& is) { return clouds->ask_contents(is); },
           [clouds](Planning& is, const Survey& survey) { clouds->take_contents(is, survey); }},
          {[clouds](Planning& is) { return clouds->ask_identifiers(is); },
           [clouds](Planning& is, const Survey& survey) { clouds->merge(is, survey); }}};
}

}  // namespace pcgns::fileset
