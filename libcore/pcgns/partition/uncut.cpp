#include "pcgns/partition/uncut.hpp"

#include <algorithm>

#include "pcgns/assemble/own_marks.hpp"
#include "pcgns/assemble/part_view.hpp"
#include "pcgns/partition/structured.hpp"

namespace pcgns::partition {

namespace {

/// Those of `zone`, asked one by one.
class Reasons {
 public:
  Reasons(const Mesh& mesh, const tree::Node& zone, FileBuilder& file)
      : mesh_(mesh), file_(file), place_(mesh.places.at(&zone)) {
    is_structured_ = place_ < mesh.zones.size() && mesh.zones[place_] == &zone;
  }

  [[nodiscard]] std::string of(const tree::Node& join, const std::string& below) {
    if (!is_structured_) return why_uncut(mesh_, mesh_.unstructured[place_], join);
    plan::Notes unheard;
    const PartJob job{mesh_, mesh_.part(mesh_.parts_of_zone[place_].front()), file_, unheard};
    return why_uncut(job, join, below);
  }
  [[nodiscard]] const std::string& path() const {
    return is_structured_ ? mesh_.decomposition.zones[place_].path : mesh_.unstructured[place_].path;
  }

 private:
  const Mesh& mesh_;
  FileBuilder& file_;
  std::size_t place_;
  bool is_structured_ = false;
};

}  // namespace

std::string why_uncut(const Mesh& mesh, const DealtZone& zone, const tree::Node& join) {
  if (std::none_of(join.children.begin(), join.children.end(),
                   [](const tree::Node& child) { return child.name.ends_with("Donor"); }))
    return "has no points of its donor";
  const bool is_named = join.type == tree::DataType::C1;
  if (is_named && mesh.zone_named(*zone.base, tree::text_of(join)) >= 0) return "leads to a structured zone";
  return {};
}

void add_uncut(const Mesh& mesh, const tree::Node& zone, FileBuilder& file, tree::Node& marks,
               plan::Notes& notes) {
  Reasons reasons(mesh, zone, file);
  // A label of its own: nobody takes the joins below for joins of the file.
  tree::Node uncut{.name = std::string(assemble::uncut_name), .label = "Uncut_t"};
  for (const auto& container : zone.children) {
    if (container.label != "ZoneGridConnectivity_t" || container.link) continue;
    auto kept = file.copied_alone(container);
    for (const auto& join : container.children) {
      const auto below = tree::join(container.name, join.name);
      const auto why = assemble::is_join(join) && !join.link ? reasons.of(join, below) : std::string();
      if (why.empty()) continue;
      notes.add(plan::Note::Kind::loss, "joins that cannot be cut",
                tree::join(reasons.path(), below) + ": " + why + ": it is kept for pcgns-merge alone");
      kept.children.push_back(file.copied(join));
    }
    if (!kept.children.empty()) uncut.children.push_back(std::move(kept));
  }
  if (!uncut.children.empty()) marks.children.push_back(std::move(uncut));
}

}  // namespace pcgns::partition
