// memory_mesh.hpp: a mesh without files, for checks.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pcgns/verify/check/run/subject.hpp"

namespace pcgns::test {

/// A tree whose bulk arrays are at hand.
struct MemoryMesh {
  cgns::InputSet inputs;
  plan::Plan plan;

  MemoryMesh() {
    plan.output = {.name = "/"};
    plan.output.children.push_back(cgns::integer_node("Base", "CGNSBase_t", {2}, {3, 3}));
  }
  cgns::Node& base() { return plan.output.children.front(); }

  /// Adds a structured zone with coordinates `at`(i, j, k, direction).
  template <typename At>
  cgns::Node& add_blocks(const std::string& name, std::array<std::int64_t, 3> vertices, const At& at) {
    std::vector<std::int64_t> sizes(vertices.begin(), vertices.end());
    for (const auto extent : vertices) sizes.push_back(extent - 1);
    sizes.resize(9);
    base().children.push_back(cgns::integer_node(name, "Zone_t", {3, 3}, sizes));
    auto& zone = base().children.back();
    zone.children.push_back(cgns::text_node("ZoneType", "ZoneType_t", "Structured"));
    zone.children.push_back({.name = "GridCoordinates", .label = "GridCoordinates_t"});
    for (int direction = 0; direction < 3; ++direction) {
      std::vector<double> values;
      for (std::int64_t k = 0; k < vertices[2]; ++k) {
        for (std::int64_t j = 0; j < vertices[1]; ++j) {
          for (std::int64_t i = 0; i < vertices[0]; ++i) values.push_back(at(i, j, k, direction));
        }
      }
      const std::string axis = {"XYZ"[direction]};
      add_array(zone.children.back(), "/Base/" + name + "/GridCoordinates", "Coordinate" + axis,
                cgns::DataType::R8, {vertices[0], vertices[1], vertices[2]},
                std::as_bytes(std::span(values)));
    }
    return zone;
  }

  /// Adds a bulk array to `parent`, which lies at `path`.
  void add_array(cgns::Node& parent, const std::string& path, const std::string& name, cgns::DataType type,
                 const std::vector<std::int64_t>& dims, std::span<const std::byte> bytes,
                 const std::string& label = "DataArray_t") {
    const auto number = static_cast<int>(plan.targets.size());
    plan.targets.push_back({.path = path + "/" + name, .type = type, .dims = dims});
    plan.transfers.push_back({.source = number, .target = number, .count = cgns::count_of(dims)});
    inputs.arrays.push_back({.file = -1,
                             .path = path + "/" + name,
                             .type = type,
                             .dims = dims,
                             .values = std::make_shared<std::vector<std::byte>>(bytes.begin(), bytes.end())});
    parent.children.push_back({.name = name, .label = label, .type = type, .dims = dims, .array = number});
  }

  /// What a layer finds: "J0401 /Base/Zone: vertex (1, 1, 1), 3".
  template <typename Layer>
  std::vector<std::string> found_by(par::Session& session, const Layer& layer) const {
    const verify::check::Subject subject{.data = {.plan = plan, .inputs = inputs, .memory = 1 << 20},
                                         .file = "memory"};
    cgns::Findings findings;
    layer(session, subject, findings);
    std::vector<std::string> lines;
    for (const auto& finding : verify::check::gathered(session, findings)) {
      lines.push_back(finding.code + " " + finding.path + ": " + finding.position + ", " +
                      std::to_string(finding.count));
    }
    return lines;
  }
};

}  // namespace pcgns::test
