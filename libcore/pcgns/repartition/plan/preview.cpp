#include "pcgns/repartition/plan/preview.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "pcgns/partition/file_builder.hpp"

namespace pcgns::repartition {

namespace {

constexpr auto part_field = "Part";
/// Below a zone: what shows the mesh.
constexpr std::array<std::string_view, 6> shown = {
    "ZoneType_t", "GridCoordinates_t", "Elements_t", "ZoneBC_t", "FamilyName_t", "AdditionalFamilyName_t"};

class Preview {
 public:
  Preview(const plan::Plan& whole, const partition::Mesh& mesh, const std::vector<int>& parts)
      : whole_(whole), mesh_(mesh), parts_(parts), file_(whole) {}

  plan::Plan plan() {
    auto root = file_.copied_alone(whole_.output);
    for (const auto& child : whole_.output.children)
      root.children.push_back(child.label == "CGNSBase_t" ? base_of(child) : file_.copied(child));
    return file_.finish(std::move(root));
  }

 private:
  cgns::Node base_of(const cgns::Node& base) {
    auto copy = file_.copied_alone(base);
    for (const auto& child : base.children) {
      if (child.label == "Zone_t") {
        copy.children.push_back(zone_of(child));
      } else if (child.label == "Family_t") {
        copy.children.push_back(file_.copied(child));
      }
    }
    return copy;
  }

  cgns::Node zone_of(const cgns::Node& zone) {
    auto copy = file_.copied_alone(zone);
    for (const auto& child : zone.children) {
      const bool is_shown = std::find(shown.begin(), shown.end(), child.label) != shown.end();
      if (is_shown) copy.children.push_back(file_.copied(child));
    }
    const auto found = mesh_.places.find(&zone);
    if (found != mesh_.places.end()) add_parts(zone, found->second, copy);
    return copy;
  }

  void add_parts(const cgns::Node& zone, std::size_t place, cgns::Node& copy) {
    const bool is_structured = place < mesh_.zones.size() && mesh_.zones[place] == &zone;
    cgns::Node parts{.name = part_field, .label = "DataArray_t", .type = cgns::DataType::I4};
    const auto source = is_structured ? parts_[place] : mesh_.unstructured[place].ranks;
    if (is_structured) {
      const auto& size = mesh_.decomposition.zones[place];
      parts.dims.assign(size.cells.begin(), size.cells.begin() + size.dimension);
    } else {
      parts.dims = {partition::cells_of(mesh_.unstructured[place])};
    }
    const auto count = cgns::count_of(parts.dims);
    if (count == 0) return;
    file_.set_values(parts, {{.source = source, .count = count}});
    cgns::Node solution{.name = "Partition", .label = "FlowSolution_t"};
    while (copy.child(solution.name) != nullptr) solution.name += '_';
    solution.children.push_back(cgns::text_node("GridLocation", "GridLocation_t", "CellCenter"));
    solution.children.push_back(std::move(parts));
    copy.children.push_back(std::move(solution));
  }

  const plan::Plan& whole_;
  const partition::Mesh& mesh_;
  const std::vector<int>& parts_;
  partition::FileBuilder file_;
};

}  // namespace

plan::Plan preview_of(const plan::Plan& whole, const partition::Mesh& mesh, const std::vector<int>& parts) {
  return Preview(whole, mesh, parts).plan();
}

}  // namespace pcgns::repartition
