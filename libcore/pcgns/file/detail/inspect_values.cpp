// Types, extents and storage of values.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "pcgns/base/bytes.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/file/detail/inspector.hpp"
#include "pcgns/file/private_objects.hpp"
#include "pcgns/h5/attributes.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/types.hpp"

namespace pcgns::file {

namespace {

using Place = FileFindings::Place;

constexpr int most_dimensions = 12;

bool is_everywhere(H5Z_filter_t filter) {
  return filter == H5Z_FILTER_DEFLATE || filter == H5Z_FILTER_SHUFFLE || filter == H5Z_FILTER_FLETCHER32;
}

/// Size by the extents; a double, because damaged extents may overflow.
double bytes_of(hid_t type, const std::vector<std::int64_t>& extents) {
  auto bytes = static_cast<double>(H5Tget_size(type));
  for (const auto extent : extents) bytes *= static_cast<double>(extent);
  return bytes;
}

struct Values {
  hid_t dataset;
  Place place;
  std::int64_t file_size;
  h5::Handle type;
  std::vector<std::int64_t> extents;
  h5::Keeping keeping;
};

std::string_view code_of_other_type(const Values& values, cgns::DataType type) {
  if (!h5::is_usual(values.type)) return "F0416";
  return H5Tget_size(values.type) < static_cast<std::size_t>(cgns::size_of(type)) ? "F0417" : "F0404";
}

void look_at_type(const Values& values, std::string_view name, FileFindings& found) {
  const auto type = cgns::data_type(name);
  if (!type || cgns::size_of(*type) == 0) return;
  if (!h5::convertible(values.type, *type)) {
    return found.add("F0403", values.place, fmt::format("values of {} bytes", H5Tget_size(values.type)),
                     std::string(name));
  }
  const auto storage = h5::storage(values.type, *type);
  if (storage == h5::Storage::other) found.add(code_of_other_type(values, *type), values.place);
  if (storage == h5::Storage::swapped) found.add("F0405", values.place);
}

/// False if there are no values to read.
bool look_at_extents(const Values& values, FileFindings& found) {
  const auto space = h5::own(H5Dget_space(values.dataset), H5Sclose, "cannot read the extents");
  const int rank = H5Sget_simple_extent_type(space) == H5S_SIMPLE ? H5Sget_simple_extent_ndims(space) : 0;
  if (rank < 1 || rank > most_dimensions) {
    found.add("F0406", values.place, fmt::format("{} dimensions", rank), "1 to 12");
    return false;
  }
  if (values.keeping.may_grow) found.add("F0408", values.place);
  if (std::find(values.extents.begin(), values.extents.end(), 0) == values.extents.end()) return true;
  found.add("F0407", values.place, fmt::format("{}", fmt::join(values.extents, " x ")));
  return false;
}

void look_at_filters(const Values& values, FileFindings& found) {
  const auto missing = h5::missing_filter(values.dataset);
  if (!missing.empty()) found.add("F0411", values.place, missing);
  const auto& filters = values.keeping.filters;
  // A filter that HDF5 lacks is not rare if all chunks skip it: no reader needs it.
  const auto rare = std::find_if(filters.begin(), filters.end(), [&](H5Z_filter_t filter) {
    return !is_everywhere(filter) && (!missing.empty() || H5Zfilter_avail(filter) > 0);
  });
  if (rare != filters.end()) found.add("F0412", values.place, fmt::format("filter {}", *rare));
}

/// Number of chunks by the extents; a double, as above.
double chunks_of(hid_t dataset, const std::vector<std::int64_t>& extents) {
  double count = 1;
  const auto chunk = h5::chunk_of(dataset);
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    count *= static_cast<double>(divide_up(extents.at(i), chunk[i]));
  }
  return count;
}

void look_at_chunks(const Values& values, FileFindings& found) {
  look_at_filters(values, found);
  const auto wanted = chunks_of(values.dataset, values.extents);
  if (static_cast<double>(values.keeping.chunks) == wanted) return;
  found.add("F0410", values.place, fmt::format("{} chunks", values.keeping.chunks),
            fmt::format("{:.0f}", wanted));
}

void look_at_contiguous(const Values& values, FileFindings& found) {
  const auto& keeping = values.keeping;
  if (keeping.external_files > 0)
    return found.add("F0409", values.place, fmt::format("{} files", keeping.external_files));
  const auto offset = h5::offset_of(values.dataset);
  if (!offset) return found.add("F0410", values.place, "no space in the file");
  const auto wanted = bytes_of(values.type, values.extents);
  if (static_cast<double>(keeping.stored) != wanted) {
    return found.add("F0414", values.place, fmt::format("{} bytes", keeping.stored),
                     fmt::format("{:.0f} bytes", wanted));
  }
  if (*offset > values.file_size || keeping.stored > values.file_size - *offset) {
    found.add("F0414", values.place, fmt::format("values up to byte {}", *offset + keeping.stored),
              fmt::format("{} bytes", values.file_size));
  }
}

void look_at_storage(const Values& values, FileFindings& found) {
  switch (values.keeping.layout) {
    case H5D_CHUNKED:
      return look_at_chunks(values, found);
    case H5D_CONTIGUOUS:
      return look_at_contiguous(values, found);
    case H5D_VIRTUAL:
      return found.add("F0415", values.place);
    default:
      return;
  }
}

}  // namespace

void look_at_values(const GroupView& node, hid_t dataset, std::string_view type, FileFindings& found) {
  if (H5Iget_type(dataset) != H5I_DATASET) return;
  const Values values{.dataset = dataset,
                      .place = {node.file.path, node.path},
                      .file_size = node.file.state.size,
                      .type = h5::own(H5Dget_type(dataset), H5Tclose, "cannot read the type of the values"),
                      .extents = h5::extents_of(dataset),
                      .keeping = h5::keeping_of(dataset)};
  look_at_type(values, type, found);
  if (look_at_extents(values, found)) look_at_storage(values, found);
}

namespace {

using Place = FileFindings::Place;

struct TextRule {
  const char* name;
  std::size_t size;
};
constexpr std::array<TextRule, 3> texts = {{{"name", 33}, {"label", 33}, {"type", 3}}};
constexpr std::size_t usual_attributes = texts.size();

bool has(const GroupView& node, std::string_view name) {
  return std::any_of(node.links.begin(), node.links.end(),
                     [&](const auto& link) { return link.name == name; });
}

std::string bytes_of(hid_t attribute, hid_t type) {
  std::string bytes(H5Tget_size(type), '\0');
  h5::check(H5Aread(attribute, type, bytes.data()), "cannot read an attribute");
  return bytes;
}

/// Empty if it is not fixed-length text.
std::optional<std::string> look_at_text(hid_t group, const TextRule& rule, const Place& place,
                                        FileFindings& found) {
  const auto attribute =
      h5::own(H5Aopen(group, rule.name, H5P_DEFAULT), H5Aclose, "cannot open an attribute");
  const auto type = h5::own(H5Aget_type(attribute), H5Tclose, "cannot read an attribute");
  const auto space = h5::own(H5Aget_space(attribute), H5Sclose, "cannot read an attribute");
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 ||
      H5Sget_simple_extent_npoints(space) != 1) {
    found.add("F0202", place, rule.name);
    return std::nullopt;
  }
  const auto size = H5Tget_size(type);
  if (H5Tget_strpad(type) == H5T_STR_SPACEPAD) found.add("F0205", place, rule.name);
  const auto bytes = bytes_of(attribute, type);
  const auto end = bytes.find('\0');
  const auto what = fmt::format("{} has {} bytes", rule.name, size);
  if (end == std::string::npos && size + 1 != rule.size) {
    found.add("F0203", place, what, fmt::format("{}", rule.size));
  } else if (size != rule.size) {
    found.add("F0204", place, what, fmt::format("{}", rule.size));
  }
  return bytes.substr(0, end);
}

bool is_one_integer(hid_t group) {
  const auto attribute = h5::own(H5Aopen(group, "flags", H5P_DEFAULT), H5Aclose, "cannot open an attribute");
  const auto type = h5::own(H5Aget_type(attribute), H5Tclose, "cannot read an attribute");
  const auto space = h5::own(H5Aget_space(attribute), H5Sclose, "cannot read an attribute");
  return H5Tget_class(type) == H5T_INTEGER && H5Sget_simple_extent_npoints(space) == 1;
}

void look_at_others(const GroupView& node, FileFindings& found) {
  const bool has_flags = h5::has_attribute(node.group, "flags");
  if (!has_flags || !is_one_integer(node.group)) found.add("F0208", {node.file.path, node.path});
  const auto usual = usual_attributes + (has_flags ? 1 : 0);
  if (h5::count_attributes(node.group) > static_cast<int>(usual)) {
    found.add("F0209", {node.file.path, node.path});
  }
}

void require_found(hid_t group, const h5::LinkEntry& entry) {
  const auto found = h5::link_of(group, entry.name);
  if (found.kind == entry.kind && h5::same(found.object, entry.object)) return;
  throw h5::Failure(fmt::format("'{}' is another object in the list of links than by its name", entry.name));
}

std::string rooted(const std::string& path) { return path.starts_with('/') ? path : "/" + path; }

}  // namespace

void require_sound_group(const GroupView& node, Progress& progress) {
  (void)h5::own(H5Gget_create_plist(node.group), H5Pclose, "cannot read how the group was made");
  for (const auto& entry : node.links) {
    progress.tick();
    require_found(node.group, entry);
  }
}

void look_at_attributes(const GroupView& node, FileFindings& found) {
  const Place place{node.file.path, node.path};
  std::array<std::optional<std::string>, texts.size()> values;
  bool complete = true;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (h5::has_attribute(node.group, texts[i].name)) {
      values[i] = look_at_text(node.group, texts[i], place, found);
      continue;
    }
    found.add("F0201", place, fmt::format("no {}", texts[i].name));
    complete = false;
  }
  const auto name = node.path.substr(node.path.rfind('/') + 1);
  if (values[0] && *values[0] != name) found.add("F0206", place, "'" + *values[0] + "'", "'" + name + "'");
  if (values[2] && !cgns::data_type(*values[2])) found.add("F0207", place, "'" + *values[2] + "'");
  if (complete) look_at_others(node, found);
}

void look_at_link_node(const GroupView& node, FileFindings& found) {
  const Place place{node.file.path, node.path};
  const bool is_more = std::any_of(node.links.begin(), node.links.end(), [](const auto& link) {
    return link.name == " data" || !is_private(link.name);
  });
  if (is_more) found.add("F0509", place);
  if (!has(node, " link")) return found.add("F0504", place);
  const auto link = link_of_node(node.group);
  const auto path = link_text(node.group, " path");
  const auto file = link_text(node.group, " file");
  if ((path.empty() || rooted(path) == link.path) && file == link.file) return;
  found.add("F0505", place, describe({file, rooted(path)}), describe(link));
}

}  // namespace pcgns::file
