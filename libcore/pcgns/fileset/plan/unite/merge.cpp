// merge.cpp: unites the trees, then lists the transfers and notes.
#include "pcgns/fileset/plan/unite/merge.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "pcgns/cgns/elements.hpp"
#include "pcgns/cgns/interfaces.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/fileset/plan/unite/base.hpp"
#include "pcgns/fileset/plan/unite/job.hpp"
#include "pcgns/fileset/plan/unite/kept_links.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"
#include "pcgns/fileset/plan/unite/per_rank.hpp"

namespace pcgns::fileset {

namespace {

constexpr std::string_view library_version = "CGNSLibraryVersion";

bool is_version(const Group& group) {
  return group.name == library_version || group.name == "CGNSWritingLibraryVersion";
}

/// The newest input version: it determines what readers of the output must support.
cgns::Node newest_version(MergeJob& job, const Sources& sources) {
  const auto newest = std::max_element(sources.begin(), sources.end(), [](const Source& a, const Source& b) {
    return cgns::version_in(a.node) < cgns::version_in(b.node);
  });
  auto node = copied(job, newest->file, *newest->node);
  for (const auto& source : sources) add_extras(node, *source.node);
  if (newest->node->name != library_version) return node;
  const auto roots = roots_of(job.inputs);
  for (const auto& root : roots)
    require_one_meaning(job, root, roots[static_cast<std::size_t>(newest->file)]);
  return node;
}

std::optional<cgns::Node> unite_top(MergeJob& job, const Group& group, PerRank& per_rank) {
  const auto path = cgns::join("/", group.name);
  if (is_base(group)) return unite_base(job, group.sources, path);
  for (const auto& source : group.sources) require_base_kept(job, source, path);
  if (is_version(group)) return newest_version(job, group.sources);
  if (group.name != per_rank_name) return unite(job, group.sources, path, per_rank);
  per_rank.take_over(group.sources);
  return std::nullopt;
}

cgns::Node unite_roots(MergeJob& job) {
  cgns::Node root{.name = "HDF5 MotherNode", .label = "Root Node of HDF5 File"};
  PerRank per_rank("/");
  const auto roots = roots_of(job.inputs);
  for (const auto& source : roots) add_extras(root, *source.node);
  for (const auto& group : grouped_children(roots)) {
    if (auto node = unite_top(job, group, per_rank)) root.children.push_back(*std::move(node));
  }
  if (auto node = per_rank.node(job)) root.children.push_back(*std::move(node));
  return root;
}

void require_steps(const cgns::InputSet& inputs, const Steps& steps) {
  if (steps.which != Steps::Which::range) return;
  for (const auto& root : inputs.trees) {
    for (const auto& base : root.children) {
      const auto* const known = base.link ? base.link->outline.get() : &base;
      if (known != nullptr && known->child_labelled("BaseIterativeData_t") != nullptr) return;
    }
  }
  throw Error(ErrorKind::usage, "--steps: the inputs have no time steps");
}

template <typename Move>
void add_moves(std::vector<Move> moves, int target, std::vector<Move>& to) {
  for (auto& move : moves) {
    move.target = target;
    to.push_back(std::move(move));
  }
}

/// Adds every bulk array below a node to the targets, with its source.
class ArrayTargets {
 public:
  ArrayTargets(const cgns::InputSet& inputs, const std::vector<plan::Composite>& composites, plan::Plan& plan)
      : inputs_(inputs), composites_(composites), plan_(plan) {}

  /// `parent`: of `node`; null for the root.
  void list(cgns::Node& node, const std::string& path, const cgns::Node* parent = nullptr) {
    if (node.is_bulk()) {
      const int target = static_cast<int>(plan_.targets.size());
      plan_.targets.push_back({.path = path, .type = node.type, .dims = node.dims});
      // Particles with the same identifier in other places are not the same, either.
      if (parent != nullptr && holds_coordinates(*parent)) {
        plan_.targets.back().is_coordinate = true;
        plan_.targets.back().rind = cgns::integers_in(parent->child_labelled("Rind_t")).value_or(Dims{});
      }
      fill(node, target);
      node.array = target;
      node.data.clear();  // The output must not depend on which values were read with the trees.
    }
    for (auto& child : node.children) list(child, cgns::join(path, child.name), &node);
  }

 private:
  using Dims = std::vector<std::int64_t>;

  void fill(const cgns::Node& node, int target) {
    const int composite = inputs_.array(node.array).composite;
    if (composite < 0) {
      plan_.transfers.push_back({.source = node.array, .target = target, .count = cgns::count_of(node.dims)});
      return;
    }
    const auto& moves = composites_[static_cast<std::size_t>(composite)];
    add_moves(moves.boxes, target, plan_.boxes);
    add_moves(moves.indexed, target, plan_.indexed);
  }

  const cgns::InputSet& inputs_;
  const std::vector<plan::Composite>& composites_;
  plan::Plan& plan_;
};

/// Names every array with values that no piece provides.
void report_holes(const plan::Plan& plan, std::vector<plan::Note>& notes) {
  std::vector<std::string> paths;
  for (const auto target : plan.targets_with_holes())
    paths.push_back(plan.targets[static_cast<std::size_t>(target)].path);
  if (paths.empty()) return;
  notes.push_back(
      {plan::Note::Kind::loss,
       fmt::format("values of missing pieces (NaN, or the smallest integer): {}", fmt::join(paths, ", "))});
}

/// How solutions and elements of high order are interpolated (CGNS 5.0) holds for every partition.
void report_interpolation(const cgns::Node& node, const std::string& path, Notes& notes) {
  if (node.label == "ElementInterpolation_t" || node.label == "SolutionInterpolation_t")
    notes.add(plan::Note::Kind::info, "interpolation",
              fmt::format("{}: {} is carried over unchanged", path, node.label));
  if (node.label == "Zone_t" || node.label == "ParticleZone_t") return;
  for (const auto& child : node.children) report_interpolation(child, cgns::join(path, child.name), notes);
}

void report_lost_donors(const cgns::Node& output, bool is_suspicion, Notes& notes) {
  for (const auto& [path, donor] : cgns::donors_nowhere(output)) {
    auto text = fmt::format("{}: donor zone {} does not exist", path, donor);
    if (is_suspicion) {
      notes.suspect("lost donors", text + "; is a file missing? --expect N says how many there are");
    } else {
      notes.add(plan::Note::Kind::warning, "lost donors", std::move(text));
    }
  }
}

using Names = std::set<std::string>;

Names names_labelled(const cgns::Node& base, std::string_view label) {
  Names names;
  for (const auto& child : base.children) {
    if (child.label == label) names.insert(child.name);
  }
  return names;
}

/// The names in "Wall", "Walls/Upper", "Base/Wall" or "/Base/Wall".
std::vector<std::string> names_in(std::string_view path) {
  std::vector<std::string> names;
  if (path.starts_with('/')) path.remove_prefix(1);
  for (auto slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/')) {
    names.emplace_back(path.substr(0, slash));
    path.remove_prefix(slash + 1);
  }
  names.emplace_back(path);
  return names;
}

/// The families that zones, conditions, families and other nodes below `node` name: each with those above it.
void add_families(const cgns::Node& node, Names& paths) {
  for (const auto& child : node.children) {
    const bool names_one = child.label == "FamilyName_t" || child.label == "AdditionalFamilyName_t";
    if (names_one && child.type == cgns::DataType::C1) paths.insert(cgns::text_of(child));
    add_families(child, paths);
  }
}

/// Families of families, too.
void add_families_there(const cgns::Node& node, Names& families) {
  for (const auto& child : node.children) {
    if (child.label != "Family_t") continue;
    families.insert(child.name);
    add_families_there(child, families);
  }
}

/// Of the families that `paths` name, those of `base`, whose own ones are `there`.
Names families_in(const cgns::Node& base, const Names& paths, const Names& there) {
  Names families;
  for (const auto& path : paths) {
    const auto names = names_in(path);
    const bool begins_with_base = names.size() > 1 && names.front() == base.name;
    const bool is_here = begins_with_base || names.size() == 1 || there.contains(names.front());
    if (is_here) families.insert(names.begin() + (begins_with_base ? 1 : 0), names.end());
  }
  return families;
}

/// The families that each base names, in the order of the bases.
std::vector<Names> families_named(const cgns::Node& output) {
  std::vector<Names> named;
  for (const auto& base : output.children) add_families(base, named.emplace_back());
  return named;
}

/// The paths that `base` names, and those of other bases that begin with its name.
Names paths_of(const cgns::Node& base, const cgns::Node& output, const std::vector<Names>& named) {
  Names paths;
  for (std::size_t i = 0; i < named.size(); ++i) {
    const auto& other = output.children[i];
    for (const auto& path : named[i]) {
      const auto names = names_in(path);
      const bool is_foreign =
          names.size() > 1 && names.front() == base.name && other.child(names.front()) == nullptr;
      if (&other == &base || is_foreign) paths.insert(path);
    }
  }
  return paths;
}

/// A base without families, or one that names none, is the way of its writer and no sign of a missing file.
void suspect_families(const cgns::Node& base, const Names& paths, Notes& notes) {
  const auto there = names_labelled(base, "Family_t");
  Names all;
  add_families_there(base, all);
  const auto named = families_in(base, paths, there);
  if (there.empty() || named.empty()) return;
  for (const auto& family : named) {
    if (all.contains(family)) continue;
    notes.suspect("families", fmt::format("/{}: family {} is named, but does not exist", base.name, family));
  }
  for (const auto& family : there) {
    if (named.contains(family)) continue;
    notes.suspect("unused families", fmt::format("/{}: no zone names the family {}", base.name, family));
  }
}

/// Zones that time steps name.
void suspect_zone_pointers(const cgns::Node& base, Notes& notes) {
  const auto* iterative = base.child_labelled("BaseIterativeData_t");
  const auto* pointers = iterative == nullptr ? nullptr : iterative->child("ZonePointers");
  if (pointers == nullptr || pointers->type != cgns::DataType::C1 || pointers->data.empty()) return;
  const auto there = names_labelled(base, "Zone_t");
  Names reported;
  for (const auto& name : cgns::rows_of(*pointers)) {
    const auto slash = name.find('/');
    if (slash != std::string::npos && name.substr(0, slash) != base.name) continue;  // of another base
    const auto zone = name.substr(slash == std::string::npos ? 0 : slash + 1);
    if (zone.empty() || zone == "Null" || there.contains(zone) || !reported.insert(zone).second) continue;
    notes.suspect("zone pointers", fmt::format("/{}/{}/ZonePointers: zone {} does not exist", base.name,
                                               iterative->name, zone));
  }
}

/// A file may state how many zones its base has in all files.
void suspect_zone_counts(const MergeJob& job, const cgns::Node& base, Notes& notes) {
  const auto there = std::ssize(names_labelled(base, "Zone_t"));
  for (std::size_t i = 0; i < job.inputs.trees.size(); ++i) {
    const auto* input = job.inputs.trees[i].child(base.name);
    const auto* iterative = input == nullptr ? nullptr : input->child_labelled("BaseIterativeData_t");
    const auto counts = cgns::integers_in(iterative == nullptr ? nullptr : iterative->child("NumberOfZones"));
    if (!counts || counts->empty() || std::ranges::max(*counts) <= there) continue;
    notes.suspect("zone counts",
                  at(job.path_of(static_cast<int>(i)), cgns::join("/" + base.name, iterative->name),
                     fmt::format("NumberOfZones is {}, but there are only {} zones in all files",
                                 std::ranges::max(*counts), there)));
  }
}

/// Signs that files of the set are missing. @pre All zones of the inputs are in the output.
void suspect_missing_zones(MergeJob& job, const cgns::Node& output) {
  report_lost_donors(output, true, job.notes);
  const auto named = families_named(output);
  for (const auto& base : output.children) {
    if (base.label != "CGNSBase_t") continue;
    suspect_families(base, paths_of(base, output, named), job.notes);
    suspect_zone_pointers(base, job.notes);
    // In a base of pieces the number counts pieces.
    if (!job.zone_order.contains(base.name)) suspect_zone_counts(job, base, job.notes);
  }
}

void report_losses(MergeJob& job) {
  for (const auto& loss : job.inputs.losses) {
    job.notes.add(plan::Note::Kind::loss, "loss " + loss.why,
                  at(job.path_of(loss.file), loss.path, loss.why));
  }
}

}  // namespace

plan::Plan merge(const cgns::InputSet& inputs, const Survey& survey, const MergeRequest& request,
                 MergedPieces pieces) {
  require_steps(inputs, request.steps);
  const Selection selection(inputs, request);
  MergeJob job{.inputs = inputs,
               .survey = survey,
               .request = request,
               .selection = selection,
               .notes = {},
               .zone_order = std::move(pieces.zone_order)};

  plan::Plan plan{.output = unite_roots(job)};
  ArrayTargets(inputs, pieces.composites.arrays, plan).list(plan.output, "/");
  plan.numberings = std::move(pieces.composites.numberings);
  plan.ragged = std::move(pieces.composites.ragged);
  plan.turned = std::move(pieces.composites.turned);
  plan.shared_points = pieces.shared;
  plan.shared_limits = pieces.limits;
  plan.has_holes = pieces.has_holes;

  report_losses(job);
  report_lost_extras(plan.output, "/", job.notes);
  report_lost_links(plan.output, job.notes);
  report_interpolation(plan.output, "/", job.notes);
  if (request.only.empty() && request.omit.empty() && inputs.trees.size() > 1) {
    suspect_missing_zones(job, plan.output);
  } else {
    report_lost_donors(plan.output, false, job.notes);
  }
  plan.notes = std::move(pieces.notes);
  report_holes(plan, plan.notes);
  for (auto& note : job.notes.folded()) plan.notes.push_back(std::move(note));
  return plan;
}

namespace {

void add_arrays(const cgns::Node& node, std::vector<int>& arrays) {
  if (node.is_bulk()) arrays.push_back(node.array);
  for (const auto& child : node.children) add_arrays(child, arrays);
}

/// True for per-rank nodes, too: their content is compared with that of an earlier merge; and for time steps,
/// which files may name differently.
bool is_compared(const Group& group) {
  return group.sources.size() > 1 || group.name == per_rank_name ||
         group.sources.front().node->label == "BaseIterativeData_t";
}

void add_compared(const std::vector<Group>& groups, std::vector<int>& arrays) {
  for (const auto& group : groups) {
    if (!is_compared(group)) continue;
    for (const auto& source : group.sources) add_arrays(*source.node, arrays);
  }
}

}  // namespace

std::vector<int> arrays_to_compare(const cgns::InputSet& inputs) {
  std::vector<int> arrays;
  auto groups = grouped_children(roots_of(inputs));
  for (const auto& base : groups) {
    if (is_base(base)) add_compared(grouped_children(base.sources), arrays);
  }
  std::erase_if(groups, is_base);
  add_compared(groups, arrays);
  std::sort(arrays.begin(), arrays.end());
  arrays.erase(std::unique(arrays.begin(), arrays.end()), arrays.end());
  return arrays;
}

}  // namespace pcgns::fileset
