// The outline: unite the trees, then list what goes where, then say what the user should know.

#include "pcgns/plan/merge.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/plan/merge_base.hpp"
#include "pcgns/plan/merge_copy.hpp"
#include "pcgns/plan/merge_nodes.hpp"
#include "pcgns/sids/joins.hpp"

namespace pcgns::plan {

namespace {

bool is_version(const Group& group) {
  return group.name == "CGNSLibraryVersion" || group.name == "CGNSWritingLibraryVersion";
}

double version_of(const Source& source) {
  const auto& node = *source.node;
  const bool is_real = node.type == tree::DataType::R4 || node.type == tree::DataType::R8;
  return is_real && !node.data.empty() ? tree::reals_of(node).front() : 0;
}

/// Who reads the output must know what the newest of the inputs needs.
tree::Node newest_version(const Job& job, const Sources& sources) {
  const auto newest = std::max_element(sources.begin(), sources.end(), [](const Source& a, const Source& b) {
    return version_of(a) < version_of(b);
  });
  auto node = copied(job, newest->file, *newest->node);
  for (const auto& source : sources) add_extras(node, *source.node);
  return node;
}

std::optional<tree::Node> unite_top(Job& job, const Group& group, PerRank& per_rank) {
  const auto path = tree::join("/", group.name);
  if (is_base(group)) return unite_base(job, group.sources, path);
  if (is_version(group)) return newest_version(job, group.sources);
  if (group.name != per_rank_name) return unite(job, group.sources, path, per_rank);
  per_rank.take_over(group.sources);
  return std::nullopt;
}

tree::Node unite_roots(Job& job) {
  tree::Node root{.name = "HDF5 MotherNode", .label = "Root Node of HDF5 File"};
  PerRank per_rank("/");
  const auto roots = roots_of(job.inputs);
  for (const auto& source : roots) add_extras(root, *source.node);
  for (const auto& group : grouped_children(roots)) {
    if (auto node = unite_top(job, group, per_rank)) root.children.push_back(*std::move(node));
  }
  if (auto node = per_rank.node(job)) root.children.push_back(*std::move(node));
  return root;
}

void require_steps(const tree::InputSet& inputs, const Steps& steps) {
  if (steps.which != Steps::Which::range) return;
  for (const auto& root : inputs.trees) {
    for (const auto& base : root.children) {
      if (base.child_labelled("BaseIterativeData_t") != nullptr) return;
    }
  }
  throw Error(ErrorKind::usage, "--steps: the inputs have no steps");
}

template <typename Move>
void add_moves(std::vector<Move> moves, int target, std::vector<Move>& to) {
  for (auto& move : moves) {
    move.target = target;
    to.push_back(std::move(move));
  }
}

/// Gives every bulk array below a node its place among the targets, and what fills it.
class Targets {
 public:
  Targets(const tree::InputSet& inputs, const std::vector<Composite>& composites, Plan& plan)
      : inputs_(inputs), composites_(composites), plan_(plan) {}

  void list(tree::Node& node, const std::string& path) {
    if (node.is_bulk()) {
      const int target = static_cast<int>(plan_.targets.size());
      plan_.targets.push_back({.path = path, .type = node.type, .dims = node.dims});
      fill(node, target);
      node.array = target;
      node.data.clear();  // Whether values came along must not change the output.
    }
    for (auto& child : node.children) list(child, tree::join(path, child.name));
  }

 private:
  void fill(const tree::Node& node, int target) {
    const int composite = inputs_.arrays[static_cast<std::size_t>(node.array)].composite;
    if (composite < 0) {
      plan_.transfers.push_back({.source = node.array, .target = target, .count = tree::count_of(node.dims)});
      return;
    }
    const auto& moves = composites_[static_cast<std::size_t>(composite)];
    add_moves(moves.boxes, target, plan_.boxes);
    add_moves(moves.indexed, target, plan_.indexed);
  }

  const tree::InputSet& inputs_;
  const std::vector<Composite>& composites_;
  Plan& plan_;
};

void report_lost_donors(const tree::Node& output, Notes& notes) {
  for (const auto& [path, donor] : sids::donors_nowhere(output)) {
    notes.add(Note::Kind::warning, "lost donors", fmt::format("{}: there is no donor zone {}", path, donor));
  }
}

void report_losses(Job& job) {
  for (const auto& loss : job.inputs.losses) {
    job.notes.add(Note::Kind::loss, "loss " + loss.why, at(job.path_of(loss.file), loss.path, loss.why));
  }
}

}  // namespace

Plan merge(const tree::InputSet& inputs, const Survey& survey, const MergeRequest& request,
           Composites composites, std::vector<Note> notes) {
  require_steps(inputs, request.steps);
  const Selection selection(inputs, request);
  Job job{.inputs = inputs, .survey = survey, .request = request, .selection = selection, .notes = {}};

  Plan plan{.output = unite_roots(job)};
  Targets(inputs, composites.arrays, plan).list(plan.output, "/");
  plan.numberings = std::move(composites.numberings);
  plan.ragged = std::move(composites.ragged);
  plan.turned = std::move(composites.turned);
  plan.shared_points = request.shared_points;
  plan.has_holes = request.has_holes;

  report_losses(job);
  report_lost_extras(plan.output, "/", job.notes);
  report_lost_links(plan.output, job.notes);
  report_lost_donors(plan.output, job.notes);
  plan.notes = std::move(notes);
  for (auto& note : job.notes.folded()) plan.notes.push_back(std::move(note));
  return plan;
}

}  // namespace pcgns::plan
