// current_values.cpp: small nodes below the current node: texts, classes, rind, states.
#include <fmt/format.h>

#include "pcgns/capi/detail/arguments.hpp"
#include "pcgns/capi/detail/calls.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

Step writes_text(const char* name, const char* label, const char* value) {
  return [=](Document& document, const Spot& node) {
    const auto path = cgns::join(node.path, name_from(name));
    document.put(node, cgns::text_node(name, label, text_from(document, path, value)));
  };
}

/// Throws Error{usage} for numbers that are not counts, and for a node with arrays, whose extents they
/// change.
void require_planes(Document& document, const Spot& node, const int* planes, int count) {
  const auto path = cgns::join(node.path, "Rind");
  for (int i = 0; planes != nullptr && i < count; ++i) {
    if (planes[i] < 0) refuse(document, path, "numbers of planes", fmt::format("{}", planes[i]));
  }
  const int arrays = node->label == "Elements_t" ? 0 : count_labelled(node, "DataArray_t");
  if (arrays > 0)
    refuse(document, path, "no arrays, whose extents rind would change", fmt::format("{}", arrays));
}

/// A text below a node; a missing one is empty.
char* text_below(Document& document, const Spot& node, const char* name) {
  const auto child = child_named(node, name);
  return new_text(child ? text(document, child) : "");
}

/// A description below a new node, unless it is empty.
void describe(cgns::Node& node, const char* name, const char* value) {
  if (value != nullptr && *value != '\0')
    node.children.push_back(cgns::text_node(name, "Descriptor_t", value));
}

/// The descriptors of a node, without those that are part of its definition and have calls of their own.
std::vector<Spot> descriptors_of(const Spot& node) {
  constexpr std::array own = {std::pair("ReferenceState_t", "ReferenceStateDescription"),
                              std::pair("ConvergenceHistory_t", "NormDefinitions"),
                              std::pair("ZoneSubRegion_t", "BCRegionName"),
                              std::pair("ZoneSubRegion_t", "GridConnectivityRegionName")};
  std::vector<Spot> all;
  for (auto& child : node->children) {
    const auto is_part = [&](const auto& part) {
      return node->label == part.first && child.name == part.second;
    };
    if (child.label == "Descriptor_t" && std::none_of(own.begin(), own.end(), is_part))
      all.push_back({&child, cgns::join(node.path, child.name), node.file});
  }
  return all;
}

}  // namespace

int cg_ndescriptors(int* ndescriptors) {
  return at_node([&](Document&, const Spot& node) { give(ndescriptors, descriptors_of(node).size()); });
}

int cg_descriptor_read(int D, char* name, char** value) {
  return at_node([&](Document& document, const Spot& node) {
    const auto all = descriptors_of(node);
    if (D < 1 || D > std::ssize(all))
      throw NotFound(ErrorKind::usage, fmt::format("has no descriptor number {}", D));
    const auto& descriptor = all[static_cast<std::size_t>(D - 1)];
    give_name(name, descriptor->name);
    *value = new_text(text(document, descriptor));
  });
}

int cg_descriptor_write(const char* name, const char* value) {
  return at_node(writes_text(name, "Descriptor_t", value));
}

int cg_nuser_data(int* nuser_data) { return at_node(counts("UserDefinedData_t", nuser_data)); }
int cg_user_data_read(int index, char* name) { return at_node(names("UserDefinedData_t", index, name)); }
int cg_user_data_write(const char* name) { return at_node(creates("UserDefinedData_t", name, nullptr)); }
int cg_nintegrals(int* nintegrals) { return at_node(counts("IntegralData_t", nintegrals)); }
int cg_integral_read(int index, char* name) { return at_node(names("IntegralData_t", index, name)); }
int cg_integral_write(const char* name) { return at_node(creates("IntegralData_t", name, nullptr)); }

int cg_rind_read(int* planes) {
  return at_node([&](Document& document, const Spot& node) {
    const auto count = 2 * index_dimension_here();
    if (can_have(node, "Rind_t") && !child_labelled(node, "Rind_t")) {
      if (planes != nullptr) std::fill_n(planes, count, 0);
    } else {
      give_values(document, required(document, node, "Rind_t"), count, cgns::DataType::I4, planes);
    }
  });
}

int cg_rind_write(const int* planes) {
  return at_node([&](Document& document, const Spot& node) {
    require_parent(document, node, "Rind_t");
    require_planes(document, node, planes, 2 * index_dimension_here());
    document.put(node, node_with("Rind", "Rind_t", cgns::DataType::I4, {2 * index_dimension_here()}, planes));
  });
}

int cg_ordinal_read(int* ordinal) {
  return at_node([&](Document& document, const Spot& node) {
    const bool is_absent = can_have(node, "Ordinal_t") && !child_labelled(node, "Ordinal_t");
    give(ordinal, is_absent ? 0 : integers(document, required(document, node, "Ordinal_t")).at(0));
  });
}

int cg_ordinal_write(int ordinal) {
  return at_node([&](Document& document, const Spot& node) {
    require_parent(document, node, "Ordinal_t");
    document.put(node, cgns::integer_node("Ordinal", "Ordinal_t", {1}, {ordinal}));
  });
}

int cg_dataclass_read(CGNS_ENUMT(DataClass_t) * dataclass) {
  return read_enum_here("DataClass_t", data_classes, dataclass);
}
int cg_dataclass_write(CGNS_ENUMT(DataClass_t) dataclass) {
  return write_enum_here("DataClass", "DataClass_t", data_classes, dataclass);
}

int cg_gridlocation_read(CGNS_ENUMT(GridLocation_t) * location) {
  return at_node([&](Document& document, const Spot& node) {
    require_parent(document, node, "GridLocation_t");
    give(location, location_of(document, node));
  });
}
int cg_gridlocation_write(CGNS_ENUMT(GridLocation_t) location) {
  return at_node([&](Document& document, const Spot& node) {
    require_parent(document, node, "GridLocation_t");
    require_location_here(document, node, location);
    if (const auto zone = zone_here())
      require_fields_fit(document, node, "GridLocation", extents_at(document, zone, node, location));
    put_location(document, node, location);
  });
}

int cg_state_read(char** value) {
  return at_node([&](Document& document, const Spot& node) {
    *value = text_below(document, required(document, node, "ReferenceState_t"), "ReferenceStateDescription");
  });
}

int cg_state_write(const char* value) {
  return at_node([&](Document& document, const Spot& node) {
    require_parent(document, node, "ReferenceState_t");
    cgns::Node state{.name = "ReferenceState", .label = "ReferenceState_t"};
    describe(state, "ReferenceStateDescription", value);
    document.put(node, std::move(state));
  });
}

int cg_convergence_read(int* iterations, char** value) {
  return at_node([&](Document& document, const Spot& node) {
    const auto history = required(document, node, "ConvergenceHistory_t");
    const auto count = integers(document, history);
    give(iterations, count.empty() ? 0 : count.front());
    *value = text_below(document, history, "NormDefinitions");
  });
}

int cg_convergence_write(int iterations, const char* value) {
  return at_node([&](Document& document, const Spot& node) {
    require_parent(document, node, "ConvergenceHistory_t");
    const auto* name = node->label == "CGNSBase_t" ? "GlobalConvergenceHistory" : "ZoneConvergenceHistory";
    auto history = cgns::integer_node(name, "ConvergenceHistory_t", {1}, {iterations});
    describe(history, "NormDefinitions", value);
    document.put(node, std::move(history));
  });
}

int cg_rotating_read(float* rate, float* center) {
  return at_node([&](Document& document, const Spot& node) {
    const auto rotating = required(document, node, "RotatingCoordinates_t");
    give_reals(document, rotating, "RotationRateVector", physical_dimension_here(), rate);
    give_reals(document, rotating, "RotationCenter", physical_dimension_here(), center);
  });
}

int cg_rotating_write(const float* rate, const float* center) {
  return at_node([&](Document& document, const Spot& node) {
    require_parent(document, node, "RotatingCoordinates_t");
    const auto dimension = physical_dimension_here();
    document.put(node, {.name = "RotatingCoordinates",
                        .label = "RotatingCoordinates_t",
                        .children = {reals_node("RotationCenter", dimension, center),
                                     reals_node("RotationRateVector", dimension, rate)}});
  });
}
