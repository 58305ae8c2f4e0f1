// old_sections.cpp: the step of planning that makes sections without ElementStartOffset readable by element.
#include "pcgns/cgns/elements.hpp"
#include "pcgns/fileset/plan/planning.hpp"
#include "pcgns/fileset/plan/unstructured/piece_view.hpp"

namespace pcgns::fileset {

namespace {

/// Adds `node` if it is such a section. Invalid ones are reported where pieces are looked at.
void add_old(const LocalSection& local, const std::string& path, std::vector<cgns::Section>& sections) {
  const auto* connectivity = local.node->child("ElementConnectivity");
  const auto range = small_integers(local.node->child("ElementRange"));
  const bool is_sound = local.is_old() && range.size() == 2 && range[0] >= 1 && range[1] >= range[0];
  if (!is_sound || connectivity == nullptr || !connectivity->is_bulk()) return;
  if (!cgns::is_integer(connectivity->type)) return;
  sections.push_back({.path = path,
                      .connectivity = connectivity->array,
                      .elements = range[1] - range[0] + 1,
                      .mixed = local.type == cgns::element_type::mixed});
}

std::vector<cgns::Section> old_sections(const PieceSet& pieces) {
  std::vector<cgns::Section> sections;
  for (const auto& original : pieces.originals) {
    for (const auto& piece : original.pieces) {
      for (const auto& node : piece.zone->children) {
        const auto type = small_integers(&node);
        if (node.label != "Elements_t" || node.link || type.empty()) continue;
        add_old({.node = &node, .type = static_cast<int>(type[0]), .numbers = {}},
                cgns::join(original.path(), node.name), sections);
      }
    }
  }
  return sections;
}

/// Adds an array of where the elements of `section` begin.
void add_starts(cgns::InputSet& inputs, const cgns::Section& section, std::vector<std::int64_t> begins) {
  using Kind = cgns::Derived::Kind;
  auto starts = cgns::derived_array(inputs, {.kind = section.mixed ? Kind::offsets : Kind::starts,
                                             .source = section.connectivity,
                                             .mixed = section.mixed,
                                             .begins = std::move(begins)});
  starts.type = cgns::DataType::I8;
  cgns::set_extent(starts, section.elements + 1);
  inputs.arrays[static_cast<std::size_t>(section.connectivity)].starts =
      static_cast<int>(inputs.arrays.size());
  inputs.arrays.push_back(std::move(starts));
}

}  // namespace

PlanningStep old_section_step() {
  return {[](Planning& is) -> Needs { return {.old_sections = old_sections(is.pieces)}; },
          [](Planning& is, const Survey& survey) {
            for (std::size_t i = 0; i < survey.begins.size(); ++i)
              add_starts(is.inputs, is.asked.old_sections[i], survey.begins[i]);
          }};
}

}  // namespace pcgns::fileset
