// What files of several CGNS versions must not have in one file.

#include <fmt/format.h>

#include "pcgns/cgns/elements.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/fileset/plan/unite/job.hpp"

namespace pcgns::fileset {

namespace {

/// Why a section of a file of `version` means something else in one of the version `newest`; or empty.
std::string_view change_of_meaning(const cgns::Node& section, double version, double newest) {
  const auto kind = cgns::integers_in(&section);
  if (!kind || kind->empty()) return {};
  const auto type = kind->front();
  if (cgns::number_of_today(type, version) != cgns::number_of_today(type, newest))
    return "its type has the number of another version; pcgns-restripe --cgns-version gives all files one";
  if (type > cgns::element_type::nface && cgns::polygon_types_differ(version, newest))
    return "its type is a polygon before CGNS 3.2 and another element since";
  const bool is_old_form = cgns::is_ragged(type) && section.child("ElementStartOffset") == nullptr;
  const bool expects_offsets = version != newest && !cgns::is_before_offsets(newest);
  return is_old_form && !cgns::has_offsets(version) && expects_offsets
             ? "it has no ElementStartOffset; pcgns-restripe --cgns-version gives all files one form"
             : "";
}

/// Path, from `node`, of a family whose name is that of its node; empty if there is none.
std::string family_in_name(const cgns::Node& node) {
  for (const auto& child : node.children) {
    if (child.link) continue;
    if (cgns::is_named_family(child)) return child.name;
    if (const auto below = family_in_name(child); !below.empty()) return child.name + "/" + below;
  }
  return {};
}

/// Requires that the content of one file means the same in the newest version of all.
class OneMeaning {
 public:
  OneMeaning(MergeJob& job, const Source& file, const Source& newest)
      : job_(job), file_(file), newest_(newest), version_(version_at(file)), of_all_(version_at(newest)) {}

  void require(const std::string& path, const cgns::Node& zone) const {
    if (const auto family = families_become_values() ? family_in_name(zone) : ""; !family.empty()) {
      refuse(cgns::join(path, family),
             "its name is that of the family; pcgns-restripe --cgns-version gives all files one form");
    }
    if (zone.label != "Zone_t") return;
    look_at_link(path, zone);
    for (const auto& section : zone.children) {
      if (section.label != "Elements_t") continue;
      if (section.link) {
        look_at_link(cgns::join(path, section.name), section);
        continue;
      }
      const auto why = change_of_meaning(section, version_, of_all_);
      if (!why.empty()) refuse(cgns::join(path, section.name), why);
    }
  }

  /// What a link to another file leads to is not known.
  void look_at_link(const std::string& path, const cgns::Node& node) const {
    const bool has_families = node.label != "Elements_t";
    const bool may_change =
        cgns::may_change_meaning(version_, of_all_) || (has_families && families_become_values());
    if (!node.link || node.link->file.empty() || !may_change) return;
    job_.notes.add(plan::Note::Kind::warning, "links of other versions",
                   at(job_.path_of(file_.file), path,
                      fmt::format("is a link that is kept, of a file of CGNS {:.2g}, in one of CGNS {:.2g}: "
                                  "what it leads to may be misread; pcgns-restripe "
                                  "--cgns-version gives all files one version",
                                  version_, of_all_)));
  }

 private:
  static double version_at(const Source& source) {
    return cgns::version_in(source.node->child("CGNSLibraryVersion"));
  }

  /// In the file, families are names of nodes.
  [[nodiscard]] bool families_become_values() const {
    return cgns::families_are_node_names(version_) && !cgns::families_are_node_names(of_all_);
  }

  void refuse(const std::string& path, std::string_view why) const {
    throw input_error(job_.path_of(file_.file), path,
                      fmt::format("cannot be in one file with {}, of CGNS {:.2g}: {}",
                                  job_.path_of(newest_.file), of_all_, why));
  }

  MergeJob& job_;
  const Source& file_;
  const Source& newest_;
  double version_;
  double of_all_;
};

}  // namespace

void require_one_meaning(MergeJob& job, const Source& file, const Source& newest) {
  const OneMeaning meaning(job, file, newest);
  for (const auto& base : file.node->children) {
    if (base.label == "CGNSBase_t") meaning.look_at_link(cgns::join("/", base.name), base);
    for (const auto& zone : base.children) {
      const auto path = cgns::join(cgns::join("/", base.name), zone.name);
      if (!cgns::is_zone(zone.label) || job.selection.keeps_zone(path)) meaning.require(path, zone);
    }
  }
}

}  // namespace pcgns::fileset
