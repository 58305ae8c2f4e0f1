#include "pcgns/plan/merge_copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "pcgns/plan/links.hpp"

namespace pcgns::plan {

namespace {

/// One extra that is met twice is the same as itself.
bool is_known_same(const tree::Extra& a, const tree::Extra& b) {
  if (a.file == b.file && a.path == b.path) return true;
  return a.content == b.content && !(a.content == Fingerprint{});
}

bool has_extras(const tree::Node& node) {
  return !node.extras.empty() || std::any_of(node.children.begin(), node.children.end(), has_extras);
}

void add_extras_below(tree::Node& to, const tree::Node& from) {
  add_extras(to, from);
  for (const auto& child : from.children) {
    if (!has_extras(child)) continue;
    if (auto* counterpart = to.child(child.name)) add_extras_below(*counterpart, child);
  }
}

/// The links within the output by their targets; nodes are taken from it as they are found.
class Targets {
 public:
  void add_links(const tree::Node& node, const std::string& path) {
    if (node.link && node.link->file.empty()) links_[tree::resolved(*node.link, {}).path].push_back(path);
    for (const auto& child : node.children) add_links(child, tree::join(path, child.name));
  }

  void remove_found(const tree::Node& node, const std::string& path) {
    links_.erase(path);
    if (node.link) remove_below(path + "/");
    for (const auto& child : node.children) remove_found(child, tree::join(path, child.name));
  }

  [[nodiscard]] const auto& links() const { return links_; }

 private:
  /// What lies behind a link to another file cannot be checked.
  void remove_below(const std::string& folder) {
    const auto begin = links_.lower_bound(folder);
    auto end = begin;
    while (end != links_.end() && end->first.starts_with(folder)) ++end;
    links_.erase(begin, end);
  }

  std::map<std::string, std::vector<std::string>> links_;
};

bool has_link(const tree::Node& node) {
  return node.link || std::any_of(node.children.begin(), node.children.end(), has_link);
}

}  // namespace

tree::Node copied_alone(const Job& job, int file, const tree::Node& node) {
  tree::Node copy{.name = node.name, .label = node.label, .extras = node.extras};
  if (node.link) {
    copy.type = tree::DataType::LK;
    copy.link = relinked(node.link, job.path_of(file), job.request.output);
  } else {
    copy.type = node.type;
    copy.dims = node.dims;
    copy.data = node.data;
    copy.array = node.array;
  }
  return copy;
}

tree::Node copied(const Job& job, int file, const tree::Node& node, const LeftOut& left_out) {
  auto copy = copied_alone(job, file, node);
  copy.children.reserve(node.children.size());
  for (const auto& child : node.children) {
    if (!left_out.contains(&child)) copy.children.push_back(copied(job, file, child, left_out));
  }
  return copy;
}

tree::Node copied_once(const Job& job, const Sources& sources, const LeftOut& left_out) {
  auto copy = copied(job, sources.front().file, *sources.front().node, left_out);
  for (auto source = sources.begin() + 1; source != sources.end(); ++source) {
    if (has_extras(*source->node)) add_extras_below(copy, *source->node);
  }
  return copy;
}

void add_extras(tree::Node& to, const tree::Node& from) {
  for (const auto& extra : from.extras) {
    const auto same = [&](const tree::Extra& e) { return e.kind == extra.kind && e.name == extra.name; };
    const auto found = std::find_if(to.extras.begin(), to.extras.end(), same);
    if (found == to.extras.end()) {
      to.extras.push_back(extra);
    } else if (!is_known_same(*found, extra)) {
      found->others_differ = true;
    }
  }
}

tree::Node link_to(const Job& job, int file, const tree::Node& node, const std::string& path) {
  tree::Node link{.name = node.name, .label = node.label, .type = tree::DataType::LK};
  // A reader does not follow a link to a link.
  link.link =
      node.link
          ? relinked(node.link, job.path_of(file), job.request.output)
          : std::make_shared<tree::Link>(tree::Link{seen_from(job.request.output, job.path_of(file)), path});
  return link;
}

void report_lost_extras(const tree::Node& node, const std::string& path, Notes& notes) {
  for (const auto& extra : node.extras) {
    if (!extra.others_differ) continue;
    const auto what = extra.kind == tree::Extra::Kind::object ? "private object" : "attribute";
    notes.add(Note::Kind::loss, "lost extras",
              fmt::format("{}: the {} '{}' is not the same in all files; the first file's is carried over",
                          path, what, extra.name));
  }
  for (const auto& child : node.children) report_lost_extras(child, tree::join(path, child.name), notes);
}

void report_lost_links(const tree::Node& output, Notes& notes) {
  if (!has_link(output)) return;
  Targets targets;
  targets.add_links(output, "/");
  targets.remove_found(output, "/");
  for (const auto& [target, links] : targets.links()) {
    for (const auto& link : links) {
      notes.add(Note::Kind::loss, "lost links",
                fmt::format("{}: links to {}, which is not in the output", link, target));
    }
  }
}

}  // namespace pcgns::plan
