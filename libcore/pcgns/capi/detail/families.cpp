// families.cpp: families of a base or of the current node, their names, boundary conditions and geometry.
#include <fmt/format.h>

#include "pcgns/capi/detail/arguments.hpp"
#include "pcgns/capi/detail/calls.hpp"
#include "pcgns/cgns/labels.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

/// FamilyName_t of the node itself, or AdditionalFamilyName_t.
constexpr const char* name_label = "FamilyName_t";
constexpr const char* further_label = "AdditionalFamilyName_t";
constexpr const char* geometry_label = "GeometryReference_t";
constexpr const char* part_label = "GeometryEntity_t";

int in_family(int fn, int B, int F, const Step& step) {
  return in_base(fn, B, [&](Document& document, const Spot& base) {
    step(document, child_at(document, base, "Family_t", F));
  });
}

/// Of families, for which callers have room.
constexpr std::size_t longest_path = 660;

void give_path(char* to, const std::string& path) {
  if (to != nullptr) *std::copy_n(path.begin(), std::min(path.size(), longest_path), to) = '\0';
}

Step reads_family(int F, char* name, int* nboco, int* ngeos) {
  return [=](Document& document, const Spot& parent) {
    const auto family = child_at(document, parent, "Family_t", F);
    give_name(name, family->name);
    give(nboco, count_labelled(family, "FamilyBC_t"));
    give(ngeos, count_labelled(family, geometry_label));
  };
}

Step reads_name(const char* label, int N, char* name, char* family) {
  return [=](Document& document, const Spot& node) {
    const auto child = child_at(document, node, label, N);
    give_name(name, child->name);
    give_path(family, text(document, child));
  };
}

Step writes_name(const char* label, const char* name, const char* family) {
  return [=](Document& document, const Spot& node) {
    const auto path = cgns::join(node.path, name_from(name));
    document.put(node, cgns::text_node(name, label, text_from(document, path, family)));
  };
}

/// The same below a node that can have it.
Step writes_name_here(const char* label, const char* name, const char* family) {
  return [=](Document& document, const Spot& node) {
    require_parent(document, node, label);
    writes_name(label, name, family)(document, node);
  };
}

bool has_named_nodes(Document& document) { return cgns::families_are_node_names(stated_version(document)); }

std::string own_family(Document& document, const Spot& node) {
  const auto child = required(document, node, name_label);
  const auto value = text(document, child);
  return value.empty() && has_named_nodes(document) ? child->name : value;
}

/// In such files both name and value are the family, which readers of either form find.
Step writes_own_family(const char* family) {
  return [=](Document& document, const Spot& node) {
    require_parent(document, node, name_label);
    const auto value = text_from(document, cgns::join(node.path, "FamilyName"), family);
    put_only(document, node,
             cgns::text_node(has_named_nodes(document) ? value : "FamilyName", name_label, value));
  };
}

Step reads_geometry(int G, char* name, char** file, char* cad_name, int* nparts) {
  return [=](Document& document, const Spot& family) {
    const auto geometry = child_at(document, family, geometry_label, G);
    const auto file_node = child_labelled(geometry, "GeometryFile_t");
    const auto format = child_labelled(geometry, "GeometryFormat_t");
    give_name(name, geometry->name);
    give_name(cad_name, format ? text(document, format) : "");
    give(nparts, count_labelled(geometry, part_label));
    if (file != nullptr) *file = new_text(file_node ? text(document, file_node) : "");
  };
}

Step writes_geometry(const char* name, const char* file, const char* cad_name, int* G) {
  return [=](Document& document, const Spot& family) {
    require_parent(document, family, geometry_label);
    cgns::Node node{.name = name_from(name), .label = geometry_label};
    const auto path = cgns::join(family.path, node.name);
    const auto format = text_from(document, path, cad_name);
    if (format.size() > 32)
      refuse(document, path, "a format of at most 32 characters", fmt::format("{}", format.size()));
    node.children.push_back(
        cgns::text_node("GeometryFile", "GeometryFile_t", text_from(document, path, file)));
    node.children.push_back(cgns::text_node("GeometryFormat", "GeometryFormat_t", format));
    give(G, number_of(family, document.put(family, std::move(node))));
  };
}

/// A name, or the names in a path that begins with that of the base: "/Base/Family/Family".
std::vector<std::string> families_in(const std::string& path, const std::string& base) {
  const auto above = "/" + base + "/";
  const bool is_path = path.find('/') != std::string::npos;
  if (is_path && !path.starts_with(above))
    throw Error(ErrorKind::usage, fmt::format("the path {} of a family does not begin with {}", path, above));
  std::vector<std::string> names;
  for (std::size_t begin = is_path ? above.size() : 0; begin < path.size();) {
    const auto end = std::min(path.find('/', begin), path.size());
    if (end > begin) names.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  if (path.size() > longest_path)
    throw Error(ErrorKind::usage,
                fmt::format("the path of a family has more than {} characters", longest_path));
  if (names.empty()) throw Error(ErrorKind::usage, fmt::format("\"{}\" names no family", path));
  return names;
}

Step in_geometry(int G, const Step& step) {
  return [=](Document& document, const Spot& family) {
    step(document, child_at(document, family, geometry_label, G));
  };
}

}  // namespace

int cg_nfamilies(int fn, int B, int* nfamilies) { return in_base(fn, B, counts("Family_t", nfamilies)); }
int cg_family_read(int fn, int B, int F, char* name, int* nboco, int* ngeos) {
  return in_base(fn, B, reads_family(F, name, nboco, ngeos));
}
int cg_family_write(int fn, int B, const char* name, int* F) {
  return in_base(fn, B, [&](Document& document, const Spot& base) {
    auto names = families_in(name_from(name), base->name);
    const auto last = std::move(names.back());
    names.pop_back();
    auto parent = base;
    for (const auto& above : names) parent = ensure(document, parent, above, "Family_t");
    creates("Family_t", last.c_str(), F)(document, parent);
  });
}

int cg_nfamily_names(int fn, int B, int F, int* nnames) {
  return in_family(fn, B, F, counts(name_label, nnames));
}
int cg_family_name_read(int fn, int B, int F, int N, char* name, char* family) {
  return in_family(fn, B, F, reads_name(name_label, N, name, family));
}
int cg_family_name_write(int fn, int B, int F, const char* name, const char* family) {
  return in_family(fn, B, F, writes_name(name_label, name, family));
}

int cg_fambc_read(int fn, int B, int F, int BC, char* name, CGNS_ENUMT(BCType_t) * type) {
  return in_family(fn, B, F, reads_enum("FamilyBC_t", BC, name, bc_types, type));
}
int cg_fambc_write(int fn, int B, int F, const char* name, CGNS_ENUMT(BCType_t) type, int* BC) {
  return in_family(fn, B, F, creates_enum("FamilyBC_t", name, bc_types, type, BC));
}

int cg_geo_read(int fn, int B, int F, int G, char* name, char** file, char* cad_name, int* nparts) {
  return in_family(fn, B, F, reads_geometry(G, name, file, cad_name, nparts));
}
int cg_geo_write(int fn, int B, int F, const char* name, const char* file, const char* cad_name, int* G) {
  return in_family(fn, B, F, writes_geometry(name, file, cad_name, G));
}
int cg_part_read(int fn, int B, int F, int G, int P, char* name) {
  return in_family(fn, B, F, in_geometry(G, names(part_label, P, name)));
}
int cg_part_write(int fn, int B, int F, int G, const char* name, int* P) {
  return in_family(fn, B, F, in_geometry(G, creates(part_label, name, P)));
}

int cg_famname_read(char* name) {
  return at_node([&](Document& document, const Spot& node) { give_path(name, own_family(document, node)); });
}
int cg_famname_write(const char* name) { return at_node(writes_own_family(name)); }
int cg_nmultifam(int* nfamilies) { return at_node(counts(further_label, nfamilies)); }
int cg_multifam_read(int N, char* name, char* family) {
  return at_node(reads_name(further_label, N, name, family));
}
int cg_multifam_write(const char* name, const char* family) {
  return at_node(writes_name_here(further_label, name, family));
}

int cg_node_nfamilies(int* nfamilies) { return at_node(counts("Family_t", nfamilies)); }
int cg_node_family_read(int F, char* name, int* nboco, int* ngeos) {
  return at_node(reads_family(F, name, nboco, ngeos));
}
int cg_node_family_write(const char* name, int* F) { return at_node(creates("Family_t", name, F)); }
int cg_node_nfamily_names(int* nnames) { return at_node(counts(name_label, nnames)); }
int cg_node_family_name_read(int N, char* name, char* family) {
  return at_node(reads_name(name_label, N, name, family));
}
int cg_node_family_name_write(const char* name, const char* family) {
  return at_node(writes_name(name_label, name, family));
}
int cg_node_fambc_read(int BC, char* name, CGNS_ENUMT(BCType_t) * type) {
  return at_node(reads_enum("FamilyBC_t", BC, name, bc_types, type));
}
int cg_node_fambc_write(const char* name, CGNS_ENUMT(BCType_t) type, int* BC) {
  return at_node(creates_enum("FamilyBC_t", name, bc_types, type, BC));
}
int cg_node_geo_read(int G, char* name, char** file, char* cad_name, int* nparts) {
  return at_node(reads_geometry(G, name, file, cad_name, nparts));
}
int cg_node_geo_write(const char* name, const char* file, const char* cad_name, int* G) {
  return at_node(writes_geometry(name, file, cad_name, G));
}
int cg_node_part_read(int G, int P, char* name) {
  return at_node(in_geometry(G, names(part_label, P, name)));
}
int cg_node_part_write(int G, const char* name, int* P) {
  return at_node(in_geometry(G, creates(part_label, name, P)));
}
