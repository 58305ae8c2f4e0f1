#include "pcgns/assemble/assembly_match.hpp"

#include <fmt/format.h>

namespace pcgns::assemble {

namespace {

/// Longer names are not matched with patterns: std::regex recurses over the text.
constexpr std::size_t longest_name = 1024;

std::string_view last_component(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool is_called(std::string_view path, std::string_view name) {
  if (path == name) return true;
  return path.size() > name.size() && path.ends_with(name) && path[path.size() - name.size() - 1] == '/';
}

bool fits(const std::optional<std::regex>& pattern, std::string_view text) {
  if (!pattern) return true;
  return text.size() <= longest_name && std::regex_match(text.begin(), text.end(), *pattern);
}

class Matcher {
 public:
  Matcher(const tree::InputSet& inputs, const Request& request, const std::vector<ZoneView>& zones)
      : inputs_(inputs), request_(request), zones_(zones), matches_(zones.size()) {
    for (std::size_t i = 0; i < zones.size(); ++i) by_path_[path_of(zones[i])].push_back(i);
  }

  void name(const AssemblyPart& part) {
    auto& match = matches_[zone_of(part)];
    if (match.part != nullptr) throw error(part.place, fmt::format("is the zone of {}", match.part->place));
    match.part = &part;
    match.original = part.original;
  }

  void apply(const AssemblyRule& rule) {
    bool any = false;
    for (std::size_t i = 0; i < zones_.size(); ++i) {
      const auto& zone = zones_[i];
      std::smatch groups;
      if (!is_meant(rule, zone, groups)) continue;
      any = true;
      if (matches_[i].part == nullptr && matches_[i].rule == nullptr)
        matches_[i] = by_rule(rule, zone, groups);
    }
    if (!any) throw error(rule.place, "no zone of the inputs matches");
  }

  [[nodiscard]] std::vector<AssemblyMatch> take() { return std::move(matches_); }

 private:
  [[nodiscard]] Error error(std::string_view place, std::string_view why) const {
    return input_error(request_.assembly_path, place, why);
  }

  [[nodiscard]] bool is_meant(const AssemblyRule& rule, const ZoneView& zone, std::smatch& groups) const {
    const auto& name = zone.zone->name;
    return name.size() <= longest_name && std::regex_match(name, groups, rule.zone) &&
           fits(rule.base, zone.base->name) && fits(rule.file, last_component(file_of(inputs_, zone)));
  }

  [[nodiscard]] AssemblyMatch by_rule(const AssemblyRule& rule, const ZoneView& zone,
                                      const std::smatch& groups) const {
    AssemblyMatch match{
        .rule = &rule, .original = groups.format(rule.original), .rank = groups.format(rule.rank)};
    if (match.original.empty() || match.original.find('/') != std::string::npos) {
      throw error(rule.place + "/original",
                  fmt::format("gives '{}' for {}", match.original, place_of(inputs_, zone)));
    }
    if (!rule.rank.empty() && !number_of(match.rank)) {
      throw error(rule.place + "/rank",
                  fmt::format("gives '{}' for {}, which is no number", match.rank, place_of(inputs_, zone)));
    }
    return match;
  }

  [[nodiscard]] std::size_t zone_of(const AssemblyPart& part) const {
    const auto path = part.zone.starts_with('/') ? part.zone : "/" + part.zone;
    const auto named = by_path_.find(path);
    std::vector<std::size_t> found;
    if (named != by_path_.end()) {
      for (const auto i : named->second) {
        if (part.file.empty() || is_called(file_of(inputs_, zones_[i]), part.file)) found.push_back(i);
      }
    }
    const auto in = part.file.empty() ? std::string() : fmt::format(" {}", part.file);
    if (found.empty()) throw error(part.place, fmt::format("there is no zone {} in the inputs{}", path, in));
    if (found.size() == 1) return found.front();
    throw error(part.place,
                fmt::format("{} is in {} and in {}: 'file' must say which is meant", path,
                            file_of(inputs_, zones_[found[0]]), file_of(inputs_, zones_[found[1]])));
  }

  const tree::InputSet& inputs_;
  const Request& request_;
  const std::vector<ZoneView>& zones_;
  std::unordered_map<std::string, std::vector<std::size_t>> by_path_;
  std::vector<AssemblyMatch> matches_;
};

}  // namespace

std::vector<AssemblyMatch> matches(const tree::InputSet& inputs, const Request& request,
                                   const AssemblyFile& assembly, const std::vector<ZoneView>& zones) {
  Matcher matcher(inputs, request, zones);
  for (const auto& part : assembly.parts) matcher.name(part);
  for (const auto& rule : assembly.rules) matcher.apply(rule);
  return matcher.take();
}

}  // namespace pcgns::assemble
