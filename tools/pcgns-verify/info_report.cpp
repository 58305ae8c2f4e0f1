#include "pcgns-verify/info_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "common/parts.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/cgns/zone_shape.hpp"

namespace pcgns::tool {

namespace {

using nlohmann::ordered_json;
using namespace verify::info;

constexpr std::size_t columns = 80;

/// "1,234,567".
std::string grouped(std::int64_t number) {
  auto text = std::to_string(number);
  for (auto at = std::ssize(text) - 3; at > 0; at -= 3) text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

std::string counted(std::int64_t count, std::string_view thing) {
  const auto words = plural(count, thing);
  return grouped(count) + words.substr(words.find(' '));
}

std::string vertices_of(std::int64_t count) {
  return grouped(count) + (count == 1 ? " vertex" : " vertices");
}

/// "  title: word word", continued on further lines, each indented below the first word.
std::string filled(const std::string& title, const std::vector<std::string>& words) {
  if (words.empty()) return "";
  constexpr std::size_t deepest = 24;
  auto line = "  " + title + ":";
  const std::string indent(line.size() < deepest ? line.size() : 5, ' ');
  std::string text;
  for (const auto& word : words) {
    if (line.size() + 1 + word.size() > columns && line != indent) {
      text += line + "\n";
      line = indent;
    }
    line += " " + word;
  }
  return text + line + "\n";
}

/// The same with commas after all but the last of `items`.
std::string list_of(const std::string& title, std::vector<std::string> items) {
  for (std::size_t i = 0; i + 1 < items.size(); ++i) items[i] += ",";
  return filled(title, items);
}

/// The first of `items`, and how many more there are.
std::vector<std::string> shortened(std::vector<std::string> items, std::int64_t most) {
  if (most == 0 || std::ssize(items) <= most) return items;
  const auto more = std::ssize(items) - most;
  items.resize(static_cast<std::size_t>(most));
  items.push_back(fmt::format("and {} more", grouped(more)));
  return items;
}

std::string size_of(const Zone& zone) {
  if (zone.label == "ParticleZone_t") return counted(zone.vertices, "particle");
  const auto cells = counted(zone.cells, "cell");
  if (zone.structured)
    return fmt::format("structured, {} vertices, {}", fmt::join(zone.extents, " x "), cells);
  const auto ghosts = zone.ghost_cells > 0 ? " and " + counted(zone.ghost_cells, "ghost cell") : "";
  return fmt::format("unstructured, {}, {}{}", vertices_of(zone.vertices), cells, ghosts);
}

std::string pieces_of(const Zone& zone) {
  const auto files = counted(zone.files, "file");
  if (zone.pieces == 0) return zone.files > 1 ? ", in " + files : "";
  return fmt::format(", {}{} in {}", zone.whole_size ? "" : "sum of ", counted(zone.pieces, "piece"), files);
}

std::string lines_of(const Zone& zone) {
  const auto size = size_of(zone) + pieces_of(zone);
  const auto one_line = fmt::format("    {}: {}\n", printable(zone.name), size);
  auto text = one_line.size() <= columns + 1 ? one_line
                                             : fmt::format("    {}:\n      {}\n", printable(zone.name), size);
  std::vector<std::string> types;
  for (const auto& [type, count] : zone.elements) types.push_back(fmt::format("{} {}", grouped(count), type));
  return text + list_of("    elements", types);
}

std::string zone_lines(const Base& base, std::int64_t most) {
  std::string text;
  const auto count = std::ssize(base.zones);
  const auto shown = most == 0 ? count : std::min(most, count);
  for (std::int64_t i = 0; i < shown; ++i) text += lines_of(base.zones[static_cast<std::size_t>(i)]);
  if (shown < count)
    text += fmt::format("    and {} more (--max 0 shows all)\n", counted(count - shown, "zone"));
  return text;
}

/// `count`: of so many alike.
std::string line_of(const Container& container, std::int64_t count, std::int64_t zones, std::int64_t most) {
  std::vector<std::string> fields;
  for (const auto& field : container.fields) {
    const auto some = field.zones < zones ? fmt::format(" in {} zones", grouped(field.zones)) : "";
    fields.push_back(fmt::format("{} {}{}", printable(field.name), cgns::to_string(field.type), some));
  }
  auto title = printable(container.name);
  if (count > 1) title += fmt::format(" and {} like it", grouped(count - 1));
  if (container.label != "GridCoordinates_t") title += fmt::format(" ({})", printable(container.location));
  return fields.empty() ? "  " + title + ": no arrays\n" : list_of(title, shortened(fields, most));
}

bool are_alike(const Container& a, const Container& b) {
  return a.label == b.label && a.location == b.location && a.fields == b.fields;
}

/// Solutions of many time steps have the same fields: the first of them stands for all, unless all are
/// wanted.
std::string solution_lines(const Base& base, std::int64_t zones, std::int64_t most) {
  std::vector<std::pair<const Container*, std::int64_t>> groups;
  for (const auto& solution : base.solutions) {
    const auto known =
        std::ranges::find_if(groups, [&](const auto& group) { return are_alike(*group.first, solution); });
    if (most > 0 && known != groups.end()) {
      ++known->second;
    } else {
      groups.emplace_back(&solution, 1);
    }
  }
  std::string text;
  const auto shown = most == 0 ? std::ssize(groups) : std::min(most, std::ssize(groups));
  for (const auto& [solution, count] : std::span(groups).first(static_cast<std::size_t>(shown)))
    text += line_of(*solution, count, zones, most);
  std::int64_t more = 0;
  for (const auto& [_, count] : std::span(groups).subspan(static_cast<std::size_t>(shown))) more += count;
  return more == 0 ? text
                   : text + fmt::format("  and {} (--max 0 shows all)\n", counted(more, "more solution"));
}

std::string boundary_lines(const Base& base, std::int64_t most) {
  std::vector<std::string> items;
  for (const auto& boundary : base.boundaries) {
    items.push_back(fmt::format("{}{} {}{}", boundary.is_family ? "family " : "", printable(boundary.name),
                                printable(boundary.type),
                                boundary.count > 1 ? fmt::format(" x {}", boundary.count) : ""));
  }
  return list_of("boundary conditions", shortened(items, most));
}

std::string family_lines(const Base& base, std::int64_t most) {
  std::vector<std::string> items;
  for (const auto& family : base.families) {
    items.push_back(printable(family.type.empty() ? family.name : family.name + " " + family.type));
  }
  return list_of("families", shortened(items, most));
}

std::string interface_line(const Base& base) {
  std::vector<std::string> items;
  if (base.matching_interfaces > 0) items.push_back(grouped(base.matching_interfaces) + " one to one");
  if (base.other_interfaces > 0) items.push_back(grouped(base.other_interfaces) + " other");
  return list_of("interfaces", items);
}

std::string step_line(const Base& base) {
  if (!base.steps) return "";
  const auto& steps = *base.steps;
  if (!steps.first || !steps.last) return fmt::format("  time steps: {}\n", grouped(steps.count));
  return fmt::format("  time steps: {}, time {:g} to {:g}\n", grouped(steps.count), *steps.first,
                     *steps.last);
}

/// "2 zones: 60 vertices, 24 cells; 1 particle zone: 6 particles".
std::string sums_of(const Base& base) {
  std::int64_t zones = 0;
  std::int64_t vertices = 0;
  std::int64_t cells = 0;
  std::int64_t particles = 0;
  for (const auto& zone : base.zones) {
    const bool is_mesh = zone.label != "ParticleZone_t";
    zones += is_mesh ? 1 : 0;
    (is_mesh ? vertices : particles) += zone.vertices;
    cells += zone.cells;
  }
  const bool are_sums =
      std::any_of(base.zones.begin(), base.zones.end(), [](const Zone& zone) { return !zone.whole_size; });
  const auto clouds = std::ssize(base.zones) - zones;
  return fmt::format("{}{}: {}, {}{}", counted(zones, "zone"), are_sums ? ", sum of pieces" : "",
                     vertices_of(vertices), counted(cells, "cell"),
                     clouds == 0 ? ""
                                 : fmt::format("; {}: {}", counted(clouds, "particle zone"),
                                               counted(particles, "particle")));
}

std::string text_of(const Base& base, std::int64_t most) {
  auto text = fmt::format("base {}: {}-D cells in {}-D space\n", printable(base.name), base.cell_dimension,
                          base.physical_dimension);
  text += fmt::format("  {}\n", sums_of(base));
  text += zone_lines(base, most);
  const auto zones = [&] {
    std::int64_t occurrences = 0;
    for (const auto& zone : base.zones) occurrences += std::max(zone.pieces, zone.files);
    return occurrences;
  }();
  for (const auto& container : base.coordinates) text += line_of(container, 1, zones, most);
  text += solution_lines(base, zones, most);
  return text + step_line(base) + boundary_lines(base, most) + family_lines(base, most) +
         interface_line(base);
}

std::string partition_text(const verify::info::Report& info) {
  if (!info.refusal.empty()) {
    std::istringstream words("not recognised: " + printable(info.refusal));
    return filled("partition", {std::istream_iterator<std::string>(words), {}});
  }
  if (info.split.empty()) return "  partition: no partition metadata; every zone is taken as whole\n";
  std::int64_t pieces = 0;
  for (const auto& zone : info.split) pieces += std::ssize(zone.pieces);
  return fmt::format("  partition: {} of {}, recognised by {}\n", counted(pieces, "piece"),
                     counted(std::ssize(info.split), "zone"), to_string(info.split.front().convention));
}

std::string storage_text(const Storage& storage) {
  std::vector<std::string> layouts;
  for (const auto& layout : storage.layouts) {
    layouts.push_back(
        fmt::format("{} {} ({})", counted(layout.arrays, "array"), layout.name, format_size(layout.bytes)));
  }
  return list_of("storage", layouts);
}

/// "HDF5", "ADF (IEEE_BIG_32) in 2 files, HDF5 in 1 file": what `names` of all files have, with their
/// numbers.
std::string in_files(const std::map<std::string, std::int64_t>& names) {
  std::vector<std::string> texts;
  for (const auto& [name, files] : names)
    texts.push_back(names.size() == 1 ? name : fmt::format("{} in {}", name, counted(files, "file")));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string containers_of(const Storage& storage) {
  std::map<std::string, std::int64_t> names;
  for (const auto& [format, files] : storage.adf_formats) names[fmt::format("ADF ({})", format)] = files;
  if (storage.hdf5_files > 0) names["HDF5"] = storage.hdf5_files;
  return in_files(names);
}

std::string versions_of(const Storage& storage) {
  std::map<std::string, std::int64_t> names;
  for (const auto& [version, files] : storage.versions)
    names[version.empty() ? "no CGNS version" : "CGNS " + version] = files;
  return in_files(names);
}

std::string text_of(const verify::info::Report& info, std::int64_t most) {
  const auto files = std::ssize(info.inputs.names);
  auto text = fmt::format("{}: {}{}, {}, {}\n", printable(info.inputs.name()),
                          files > 1 ? counted(files, "file") + ", " : "", format_size(info.storage.bytes),
                          containers_of(info.storage), versions_of(info.storage));
  text += storage_text(info.storage);
  if (info.storage.linked_files > 0)
    text += "  links: to " + counted(info.storage.linked_files, "other file") + "\n";
  text += partition_text(info);
  for (const auto& base : info.bases) text += text_of(base, most);
  return text;
}

/// "  \"Wall\"", "  3 3"; empty if the values are many, or were not read.
std::string value_of(const cgns::Node& node) {
  if (node.data.empty()) return "";
  if (node.type == cgns::DataType::C1)
    return node.data.size() <= 40 ? "  \"" + printable(cgns::text_of(node)) + "\"" : "";
  const auto numbers = cgns::count_of(node.dims) <= 6 ? cgns::numbers_in(&node) : std::nullopt;
  return numbers ? fmt::format("  {:g}", fmt::join(*numbers, " ")) : "";
}

void add_tree(const cgns::Node& node, std::size_t depth, std::string& text) {
  const auto extents = node.dims.empty() ? "" : fmt::format("[{}]", fmt::join(node.dims, ", "));
  const auto type =
      node.type == cgns::DataType::MT ? "" : fmt::format("  {}{}", cgns::to_string(node.type), extents);
  text += fmt::format("{}{}  {}{}{}\n", std::string(2 * depth, ' '), printable(node.name),
                      printable(node.label), type, value_of(node));
  for (const auto& child : node.children) add_tree(child, depth + 1, text);
}

std::string trees_of(const verify::info::Report& info) {
  std::string text;
  for (std::size_t file = 0; file < info.trees.size(); ++file) {
    text += printable(info.inputs.names[file]) + "\n";
    for (const auto& node : info.trees[file].children) add_tree(node, 1, text);
  }
  return text;
}

ordered_json json_of(const Zone& zone) {
  ordered_json json = {{"name", zone.name},
                       {"label", zone.label},
                       {"structured", zone.structured},
                       {"extents", zone.extents},
                       {"vertices", zone.vertices},
                       {"cells", zone.cells},
                       {"whole_size", zone.whole_size},
                       {"pieces", zone.pieces},
                       {"files", zone.files}};
  if (zone.ghost_cells > 0) json["ghost_cells"] = zone.ghost_cells;
  json["elements"] = ordered_json::object();
  for (const auto& [type, count] : zone.elements) json["elements"][type] = count;
  return json;
}

ordered_json json_of(const std::vector<Container>& containers) {
  auto list = ordered_json::array();
  for (const auto& container : containers) {
    auto fields = ordered_json::array();
    for (const auto& field : container.fields) {
      fields.push_back({{"name", field.name}, {"type", cgns::to_string(field.type)}, {"zones", field.zones}});
    }
    list.push_back({{"name", container.name},
                    {"label", container.label},
                    {"location", container.location},
                    {"fields", std::move(fields)}});
  }
  return list;
}

/// JSON knows neither NaN nor infinity.
bool is_finite(const std::optional<double>& number) { return number && std::isfinite(*number); }

ordered_json json_of(const Base& base) {
  ordered_json json = {{"name", base.name},
                       {"cell_dimension", base.cell_dimension},
                       {"physical_dimension", base.physical_dimension},
                       {"zones", ordered_json::array()}};
  for (const auto& zone : base.zones) json["zones"].push_back(json_of(zone));
  json["coordinates"] = json_of(base.coordinates);
  json["solutions"] = json_of(base.solutions);
  json["boundaries"] = ordered_json::array();
  for (const auto& one : base.boundaries) {
    json["boundaries"].push_back(
        {{"name", one.name}, {"type", one.type}, {"family", one.is_family}, {"count", one.count}});
  }
  json["families"] = ordered_json::array();
  for (const auto& one : base.families) json["families"].push_back({{"name", one.name}, {"type", one.type}});
  json["interfaces"] = {{"one_to_one", base.matching_interfaces}, {"other", base.other_interfaces}};
  if (base.steps) {
    json["time_steps"] = {{"count", base.steps->count}};
    if (is_finite(base.steps->first)) json["time_steps"]["first"] = *base.steps->first;
    if (is_finite(base.steps->last)) json["time_steps"]["last"] = *base.steps->last;
  }
  return json;
}

ordered_json json_of(const Storage& storage) {
  const auto container = storage.adf_formats.empty() ? "HDF5"
                         : storage.hdf5_files == 0   ? "ADF"
                                                     : "HDF5 and ADF";
  ordered_json json = {
      {"container", container}, {"bytes", storage.bytes}, {"linked_files", storage.linked_files}};
  for (const auto& [format, files] : storage.adf_formats)
    json["adf_formats"].push_back({{"format", format}, {"files", files}});
  json["versions"] = ordered_json::array();
  for (const auto& [version, files] : storage.versions) {
    json["versions"].push_back({{"version", version}, {"files", files}});
  }
  json["layouts"] = ordered_json::array();
  for (const auto& one : storage.layouts) {
    json["layouts"].push_back({{"name", one.name}, {"arrays", one.arrays}, {"bytes", one.bytes}});
  }
  return json;
}

ordered_json json_of_partition(const verify::info::Report& info) {
  ordered_json json = {{"zones", ordered_json::array()}};
  if (!info.refusal.empty()) json["error"] = info.refusal;
  for (const auto& zone : info.split) {
    json["zones"].push_back({{"path", "/" + zone.base + "/" + zone.name},
                             {"convention", word_of(zone.convention)},
                             {"evidence", zone.evidence},
                             {"pieces", zone.pieces.size()}});
  }
  return json;
}

}  // namespace

Report info_report(const verify::info::Report& info, const InfoOptions& options) {
  Report report;
  report.text = options.tree ? trees_of(info) : text_of(info, options.most);
  auto& json = report.json();
  json = {{"schema", "pcgns-verify-info/1"},      {"name", info.inputs.name()},
          {"files", info.inputs.names.size()},    {"storage", json_of(info.storage)},
          {"partition", json_of_partition(info)}, {"bases", ordered_json::array()}};
  for (const auto& base : info.bases) json["bases"].push_back(json_of(base));
  return report;
}

}  // namespace pcgns::tool
