#include "pcgns/assemble/own_marks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pcgns::assemble {

namespace {

constexpr std::string_view known_version = "1";
constexpr std::string_view version_name = "Version";
constexpr std::string_view count_name = "NumberOfPartitions";

/// The marks that one file has.
class MarksOfFile {
 public:
  MarksOfFile(const std::string& file, std::string path, const tree::Node& node)
      : file_(file), path_(std::move(path)), node_(node) {}

  [[nodiscard]] OwnMarks read() const {
    const auto* version = node_.child(version_name);
    if (version == nullptr || tree::text_of(*version) != known_version) {
      throw input_error(file_, path_,
                        fmt::format("is not of version {}, the only one that is known", known_version));
    }
    OwnMarks marks{.partitions = number(node_, path_, count_name), .zones = {}};
    if (const auto* digest = node_.child(source_digest_name)) marks.digest = tree::text_of(*digest);
    for (const auto& zone : node_.children) {
      if (zone.label != "UserDefinedData_t") continue;
      const auto path = tree::join(path_, zone.name);
      marks.zones[zone.name] = {.order = number(zone, path, "Order"),
                                .parts = number(zone, path, "NumberOfParts")};
    }
    return marks;
  }

 private:
  [[nodiscard]] std::int64_t number(const tree::Node& parent, const std::string& path,
                                    std::string_view name) const {
    const auto* node = parent.child(name);
    const bool is_integer =
        node != nullptr && (node->type == tree::DataType::I4 || node->type == tree::DataType::I8);
    if (!is_integer || tree::count_of(node->dims) != 1) {
      throw input_error(file_, path, fmt::format("has no {} that is one integer", name));
    }
    const auto value = tree::integers_of(*node).front();
    if (value < 0) throw input_error(file_, tree::join(path, name), fmt::format("is {}", value));
    return value;
  }

  const std::string& file_;
  std::string path_;
  const tree::Node& node_;
};

bool are_same(const OwnMarks& a, const OwnMarks& b) {
  const auto same_zone = [](const auto& x, const auto& y) {
    return x.first == y.first && x.second.order == y.second.order && x.second.parts == y.second.parts;
  };
  return a.partitions == b.partitions && a.digest == b.digest && a.zones.size() == b.zones.size() &&
         std::equal(a.zones.begin(), a.zones.end(), b.zones.begin(), same_zone);
}

using CountsByPath = std::map<std::string, std::int64_t>;

/// How many parts there are of each zone, whole zones included.
CountsByPath counts_of(const std::vector<ZoneView>& all_zones, const std::vector<Original>& originals) {
  CountsByPath counts;
  for (const auto& zone : all_zones) counts[path_of(zone)] = 1;
  for (const auto& original : originals) {
    counts[fmt::format("/{}/{}", original.base, original.name)] = std::ssize(original.parts);
  }
  return counts;
}

void add_order(const Search& search, const OwnMarks& marks, Original& original) {
  const auto found = marks.zones.find(original.name);
  if (found == marks.zones.end()) {
    throw error_at(search.inputs, view_of(original.parts.front()), "",
                   fmt::format("{} does not know a zone {}", own_marks_name, original.name));
  }
  original.order = found->second.order;
  for (const auto& part : original.parts) {
    if (part.rank < marks.partitions) continue;
    throw error_at(search.inputs, view_of(part), "",
                   fmt::format("is of rank {}, but {} knows only {} partitions", part.rank, own_marks_name,
                               marks.partitions));
  }
}

void require_counts(const Search& search, const std::string& base, const OwnMarks& marks,
                    const CountsByPath& counts) {
  for (const auto& [name, zone] : marks.zones) {
    const auto path = fmt::format("/{}/{}", base, name);
    const auto found = counts.find(path);
    const auto count = found == counts.end() ? 0 : found->second;
    if (count == zone.parts) continue;
    const auto text =
        fmt::format("{}: {} of {} parts are there, as {} says", path, count, zone.parts, own_marks_name);
    if (count > zone.parts) throw Error(ErrorKind::input, text, {.code = "S0102"});
    report_missing(search, text);
  }
}

}  // namespace

std::set<std::string> bases_with_own_marks(const tree::InputSet& inputs) {
  std::set<std::string> bases;
  for (const auto& root : inputs.trees) {
    for (const auto& base : root.children) {
      if (!base.link && base.child(own_marks_name) != nullptr) bases.insert(base.name);
    }
  }
  return bases;
}

std::optional<OwnMarks> own_marks(const tree::InputSet& inputs, std::string_view base_name) {
  std::optional<OwnMarks> marks;
  std::string first;
  for (std::size_t i = 0; i < inputs.trees.size(); ++i) {
    const auto* base = inputs.trees[i].child(base_name);
    const auto* node = base == nullptr ? nullptr : base->child(own_marks_name);
    if (node == nullptr || node->link) continue;
    const auto path = fmt::format("/{}/{}", base_name, own_marks_name);
    auto here = MarksOfFile(inputs.files[i].path, path, *node).read();
    if (!marks) {
      marks = std::move(here);
      first = inputs.files[i].path;
    } else if (!are_same(*marks, here)) {
      throw input_error(inputs.files[i].path, path,
                        fmt::format("differs from that of {}: the files are not of one set", first));
    }
  }
  return marks;
}

std::string source_digest(const tree::InputSet& inputs) {
  std::set<std::string> bases;
  for (const auto& root : inputs.trees) {
    for (const auto& base : root.children) {
      if (base.label == "CGNSBase_t") bases.insert(base.name);
    }
  }
  std::set<std::string> digests;
  for (const auto& base : bases) {
    const auto marks = own_marks(inputs, base);
    digests.insert(marks ? marks->digest : std::string());
  }
  return digests.size() == 1 ? *digests.begin() : std::string();
}

void apply_own_marks(const Search& search, const std::vector<ZoneView>& all_zones,
                     std::vector<Original>& originals) {
  const auto counts = counts_of(all_zones, originals);
  for (const auto& base : bases_with_own_marks(search.inputs)) {
    const auto marks = own_marks(search.inputs, base);
    if (!marks) continue;
    require_counts(search, base, *marks, counts);
    for (auto& original : originals) {
      if (original.base == base) add_order(search, *marks, original);
    }
  }
}

}  // namespace pcgns::assemble
