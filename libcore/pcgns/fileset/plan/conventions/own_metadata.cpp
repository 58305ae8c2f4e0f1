#include "pcgns/fileset/plan/conventions/own_metadata.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <unordered_set>

#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/fileset/plan/conventions/conventions.hpp"

namespace pcgns::fileset {

bool is_metadata(const cgns::Node& node) {
  constexpr std::array<std::string_view, 10> names = {
      ":CGNS#GlobalNumbering", ":CGNS#LocalNumbering", ":CGNS#Ppart",   ":CGNS#Distribution",
      "CellLoc2Glob",          "FaceLoc2Glob",         "PointLoc2Glob", "NeighbourProcessors",
      ":PCGNS#Ghosts",         own_nodes_name};
  if (node.name == "ZoneRind" && node.label == "Rind_t") return true;
  // What a link leads to is not known.
  if (node.label != "UserDefinedData_t" && !node.link) return false;
  return node.name.starts_with("maia#") || std::find(names.begin(), names.end(), node.name) != names.end();
}

bool is_metadata(const cgns::Node& parent, const cgns::Node& node) {
  return is_metadata(node) || (parent.name == ".Solver#Param" && node.name == "proc") ||
         (parent.name == solver_data_name && (node.name == "source" || node.name == "loc2glob"));
}

void remove_metadata(cgns::Node& node, std::string_view path) {
  const auto slash = path.find('/');
  auto* child = node.child(path.substr(0, slash));
  if (child == nullptr) return;
  if (slash != std::string_view::npos) {
    remove_metadata(*child, path.substr(slash + 1));
    if (!child->children.empty() || child->label != "UserDefinedData_t") return;
  }
  std::erase_if(node.children, [&](const cgns::Node& n) { return &n == child; });
}

namespace {

constexpr std::string_view version_of_all_zones = "1";  ///< All files record all zones.
constexpr std::string_view last_version = "2";
constexpr std::string_view version_name = "Version";
constexpr std::string_view count_name = "NumberOfPartitions";
constexpr std::string_view zone_count_name = "NumberOfZones";
constexpr std::string_view size_name = "Size";

/// The metadata of one file.
class MetadataOfFile {
 public:
  MetadataOfFile(const std::string& file, std::string path, const cgns::Node& node)
      : file_(file), path_(std::move(path)), node_(node) {}

  [[nodiscard]] OwnMetadata read() const {
    const auto* node = node_.child(version_name);
    OwnMetadata metadata{.version = node == nullptr ? "" : cgns::text_of(*node), .zones = {}, .file = file_};
    const bool has_all_zones = metadata.version == version_of_all_zones;
    if (!has_all_zones && metadata.version != last_version)
      throw input_error(file_, path_,
                        fmt::format("is not of version {} or {}, the only supported ones",
                                    version_of_all_zones, last_version));
    metadata.partitions = number(node_, path_, count_name);
    if (const auto* digest = node_.child(source_digest_name)) metadata.digest = cgns::text_of(*digest);
    read_zones(metadata.zones);
    const auto recorded = std::ssize(metadata.zones);
    metadata.zone_count = has_all_zones ? recorded : number(node_, path_, zone_count_name);
    if (recorded > metadata.zone_count)
      throw input_error(file_, cgns::join(path_, zone_count_name),
                        fmt::format("is {}, but {} zones are recorded", metadata.zone_count, recorded));
    return metadata;
  }

 private:
  void read_zones(std::map<std::string, OwnMetadata::Zone>& zones) const {
    for (const auto& zone : node_.children) {
      if (zone.label != "UserDefinedData_t") continue;
      const auto path = cgns::join(path_, zone.name);
      OwnMetadata::Zone recorded{.order = number(zone, path, "Order"),
                                 .pieces = number(zone, path, "NumberOfParts"),
                                 .size = size_of(zone, path),
                                 .sections = sections_of(zone),
                                 .file = file_};
      const auto name = zone_in_metadata(zone);
      if (!zones.emplace(name, std::move(recorded)).second)
        throw input_error(file_, path,
                          fmt::format("records the zone {}, which another node records, too", name));
    }
  }
  [[nodiscard]] static std::vector<std::string> sections_of(const cgns::Node& zone) {
    const auto* order = zone.child(section_order_name);
    const bool is_table = order != nullptr && order->type == cgns::DataType::C1 && order->dims.size() == 2 &&
                          !order->data.empty();
    return is_table ? cgns::rows_of(*order) : std::vector<std::string>();
  }
  [[nodiscard]] std::vector<std::int64_t> size_of(const cgns::Node& zone, const std::string& path) const {
    const auto* node = zone.child(size_name);
    if (node == nullptr) return {};
    auto values = cgns::integers_in(node);
    const auto below = cgns::join(path, size_name);
    if (!values || values->empty() || values->size() % 3 != 0 || values->size() > 9)
      throw input_error(file_, below, "does not have the values of a Zone_t");
    const auto boundary = values->back();
    if (values->size() == 3 && (boundary < 0 || boundary > values->front()))
      throw input_error(file_, below,
                        fmt::format("has {} boundary vertices; expected 0 to {}", boundary, values->front()));
    return *std::move(values);
  }
  [[nodiscard]] std::int64_t number(const cgns::Node& parent, const std::string& path,
                                    std::string_view name) const {
    const auto* node = parent.child(name);
    const bool is_integer = node != nullptr && cgns::is_integer(node->type);
    if (!is_integer || cgns::count_of(node->dims) != 1) {
      throw input_error(file_, path, fmt::format("has no {} with a single integer", name));
    }
    const auto value = cgns::integers_of(*node).front();
    if (value < 0) throw input_error(file_, cgns::join(path, name), fmt::format("is {}", value));
    return value;
  }

  const std::string& file_;
  std::string path_;
  const cgns::Node& node_;
};

bool are_same(const OwnMetadata::Zone& a, const OwnMetadata::Zone& b) {
  return a.order == b.order && a.pieces == b.pieces && a.size == b.size && a.sections == b.sections;
}

/// Adds the zones that a file records. Returns the file to whose records they do not belong; empty: none.
std::string add(const OwnMetadata& here, OwnMetadata& all) {
  if (here.version != all.version || here.partitions != all.partitions || here.digest != all.digest ||
      here.zone_count != all.zone_count)
    return all.file;
  for (const auto& [name, zone] : here.zones) {
    const auto [known, is_new] = all.zones.try_emplace(name, zone);
    if (!is_new && !are_same(known->second, zone)) return known->second.file;
  }
  return std::ssize(all.zones) <= all.zone_count ? "" : all.file;
}

/// Each zone has a place of its own among them.
void require_one_order(const OwnMetadata& metadata, const std::string& path) {
  std::map<std::int64_t, std::string_view> taken;
  const auto last = metadata.zone_count - 1;
  for (const auto& [name, zone] : metadata.zones) {
    const auto [known, is_new] = taken.emplace(zone.order, name);
    if (is_new && zone.order <= last) continue;
    throw input_error(zone.file, fmt::format("{}/{}/Order", path, name),
                      is_new ? fmt::format("is {}; expected 0 to {}", zone.order, last)
                             : fmt::format("is {}, as that of {}", zone.order, known->second));
  }
}

using CountsByPath = std::map<std::string, std::int64_t>;

/// Number of pieces of each zone, including whole zones.
CountsByPath counts_of(const std::vector<ZoneView>& all_zones, const std::vector<Original>& originals) {
  CountsByPath counts;
  for (const auto& zone : all_zones) counts[path_of(zone)] = 1;
  for (const auto& original : originals) {
    counts[original.path()] = std::ssize(original.pieces);
  }
  return counts;
}

void add_order(const Search& search, const OwnMetadata& metadata, Original& original) {
  const auto found = metadata.zones.find(original.name);
  if (found == metadata.zones.end()) {
    throw error_at(search.inputs, view_of(original.pieces.front()), "",
                   fmt::format("{} does not know a zone {}", own_metadata_name, original.name));
  }
  original.order = found->second.order;
  const auto& size = found->second.size;
  if (!original.structured && size.size() == 3) original.boundary_vertices = size.back();
  const auto dimension = static_cast<std::size_t>(original.dimension);
  if (original.structured && size.size() == 3 * dimension)
    std::copy(size.end() - original.dimension, size.end(), original.boundary_sizes.begin());
  original.sections = found->second.sections;
  for (const auto& piece : original.pieces) {
    if (piece.rank < metadata.partitions) continue;
    throw error_at(search.inputs, view_of(piece), "",
                   fmt::format("is of rank {}, but {} has only {} parts", piece.rank, own_metadata_name,
                               metadata.partitions));
  }
}

/// The first part records all zones, so it is missing if any is not recorded.
void require_records(const Search& search, const std::string& base, const OwnMetadata& metadata) {
  const auto recorded = std::ssize(metadata.zones);
  if (recorded == metadata.zone_count) return;
  report_missing(search, fmt::format("/{}: the first part is missing: {} of {} zones are recorded in {}",
                                     base, recorded, metadata.zone_count, own_metadata_name));
}

void require_counts(const Search& search, const std::string& base, const OwnMetadata& metadata,
                    const CountsByPath& counts) {
  for (const auto& [name, zone] : metadata.zones) {
    const auto path = fmt::format("/{}/{}", base, name);
    const auto found = counts.find(path);
    const auto count = found == counts.end() ? 0 : found->second;
    if (count == zone.pieces) continue;
    const auto text = fmt::format("{}: {} of {} pieces found, according to {}", path, count, zone.pieces,
                                  own_metadata_name);
    if (count > zone.pieces) throw Error(ErrorKind::input, text, {.code = "S0102"});
    count > 0 ? report_hole(search, text) : report_missing(search, text);
  }
}

/// Each rank has a file, or at least a piece in one: ranks without pieces have files, too.
void require_files(const Search& search, const std::string& base, const OwnMetadata& metadata,
                   const std::vector<Original>& originals) {
  const auto& trees = search.inputs.trees;
  const auto files = std::count_if(trees.begin(), trees.end(), [&](const cgns::Node& root) {
    const auto* node = root.child(base);
    return node != nullptr && node->child(own_metadata_name) != nullptr;
  });
  std::set<std::int64_t> ranks;
  for (const auto& original : originals) {
    for (const auto& piece : original.pieces)
      if (original.base == base) ranks.insert(piece.rank);
  }
  const bool may_lack_some = search.request.allow_missing || search.request.fill_holes || files < 2;
  const auto text = fmt::format("/{}: {} of {} files found, according to {}/{}", base, files,
                                metadata.partitions, own_metadata_name, count_name);
  if (files > metadata.partitions) throw Error(ErrorKind::input, text, {.code = "S0102"});
  if (may_lack_some || std::max(files, std::ssize(ranks)) >= metadata.partitions) return;
  report_missing(search, text);
}

/// Zones that are in no pieces have the recorded numbers of vertices and cells.
void require_whole_sizes(const std::vector<ZoneView>& all_zones, const std::vector<Original>& originals,
                         const std::string& base, const OwnMetadata& metadata) {
  std::unordered_set<const cgns::Node*> pieces;
  for (const auto& original : originals)
    for (const auto& piece : original.pieces) pieces.insert(piece.zone);
  for (const auto& view : all_zones)
    if (view.base->name == base && !pieces.contains(view.zone))
      require_recorded_size(metadata, base, *view.zone);
}

/// "5 x 3 x 2 vertices and 4 x 2 x 1 cells" of the values of a Zone_t.
std::string text_of_size(std::span<const std::int64_t> values) {
  const auto dimension = values.size() / 3;
  return fmt::format("{} vertices and {} cells", fmt::join(values.first(dimension), " x "),
                     fmt::join(values.subspan(dimension, dimension), " x "));
}

}  // namespace

std::string zone_in_metadata(const cgns::Node& node) {
  const auto* original = node.child(original_name_node);
  const bool is_text =
      original != nullptr && original->label == "Descriptor_t" && original->type == cgns::DataType::C1;
  return is_text ? cgns::text_of(*original) : node.name;
}

void require_recorded_size(const OwnMetadata& metadata, std::string_view base, const cgns::Node& zone) {
  const auto known = metadata.zones.find(zone.name);
  const auto found = cgns::integers_in(&zone);
  if (known == metadata.zones.end() || known->second.size.empty() || !found) return;
  const auto& recorded = known->second.size;
  const auto counts = recorded.size() / 3 * 2;
  if (found->size() == recorded.size() &&
      std::equal(recorded.begin(), recorded.begin() + counts, found->begin()))
    return;
  const auto path = fmt::format("/{}/{}/{}/{}", base, own_metadata_name, zone.name, size_name);
  throw coded(input_error(known->second.file, path,
                          fmt::format("records {}, but the pieces have {}", text_of_size(recorded),
                                      text_of_size(*found))),
              "S0104");
}

std::set<std::string> bases_with_own_metadata(const cgns::InputSet& inputs) {
  std::set<std::string> bases;
  for (const auto& root : inputs.trees) {
    for (const auto& base : root.children) {
      if (!base.link && base.child(own_metadata_name) != nullptr) bases.insert(base.name);
    }
  }
  return bases;
}

std::optional<OwnMetadata> own_metadata(const cgns::InputSet& inputs, std::string_view base_name) {
  std::optional<OwnMetadata> metadata;
  for (std::size_t i = 0; i < inputs.trees.size(); ++i) {
    const auto* base = inputs.trees[i].child(base_name);
    const auto* node = base == nullptr ? nullptr : base->child(own_metadata_name);
    if (node == nullptr || node->link) continue;
    const auto path = fmt::format("/{}/{}", base_name, own_metadata_name);
    auto here = MetadataOfFile(inputs.files[i].path, path, *node).read();
    if (!metadata) {
      metadata = std::move(here);
    } else if (const auto other = add(here, *metadata); !other.empty()) {
      throw input_error(inputs.files[i].path, path,
                        fmt::format("differs from that of {}: the files do not belong to one set", other));
    }
  }
  if (metadata) require_one_order(*metadata, fmt::format("/{}/{}", base_name, own_metadata_name));
  return metadata;
}

std::string source_digest(const cgns::InputSet& inputs) {
  std::set<std::string> bases;
  for (const auto& root : inputs.trees) {
    for (const auto& base : root.children) {
      if (base.label == "CGNSBase_t") bases.insert(base.name);
    }
  }
  std::set<std::string> digests;
  for (const auto& base : bases) {
    const auto metadata = own_metadata(inputs, base);
    digests.insert(metadata ? metadata->digest : std::string());
  }
  return digests.size() == 1 ? *digests.begin() : std::string();
}

void apply_own_metadata(const Search& search, const std::vector<ZoneView>& all_zones,
                        std::vector<Original>& originals) {
  const auto counts = counts_of(all_zones, originals);
  for (const auto& base : bases_with_own_metadata(search.inputs)) {
    const auto metadata = own_metadata(search.inputs, base);
    if (!metadata) continue;
    require_records(search, base, *metadata);
    require_counts(search, base, *metadata, counts);
    require_files(search, base, *metadata, originals);
    require_whole_sizes(all_zones, originals, base, *metadata);
    for (auto& original : originals) {
      if (original.base == base) add_order(search, *metadata, original);
    }
  }
}

}  // namespace pcgns::fileset
