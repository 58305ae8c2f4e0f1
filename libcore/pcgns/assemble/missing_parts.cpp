#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "pcgns/assemble/conventions.hpp"
#include "pcgns/assemble/seacas_joins.hpp"

namespace pcgns::assemble {

namespace {

/// Conventions by which the name of a zone stands for one part in the whole set.
bool has_unique_names(Convention convention) {
  return convention != Convention::cassiopee && convention != Convention::assembly_file;
}

std::optional<PartName> name_by(Convention convention, std::string_view zone_name) {
  if (convention == Convention::seacas) return seacas_name(zone_name);
  if (convention == Convention::maia || convention == Convention::own) return maia_name(zone_name);
  return std::nullopt;
}

using ZonesByPath = std::unordered_map<std::string, const ZoneView*>;

ZonesByPath by_path(const Search& search, const std::vector<ZoneView>& zones) {
  ZonesByPath paths;
  for (const auto& zone : zones) {
    const auto [found, is_new] = paths.try_emplace(path_of(zone), &zone);
    if (is_new) continue;
    const auto why =
        fmt::format("this part is there twice; {} has it too", file_of(search.inputs, *found->second));
    throw coded(error_at(search.inputs, zone, "", why), "S0102");
  }
  return paths;
}

/// Parts that joins of other parts lead to must be there.
void require_donors(const Search& search, const std::vector<ZoneView>& zones, const ZonesByPath& paths,
                    Convention convention) {
  std::set<std::string> reported;
  for (const auto& zone : zones) {
    for (const auto& join : joins_of(*zone.zone)) {
      if (!name_by(convention, join.donor)) continue;
      const auto path = fmt::format("/{}/{}", join.base_of_donor(*zone.base), join.donor);
      if (paths.contains(path) || !reported.insert(path).second) continue;
      // Of a zone of SEACAS, only its parts tell the extents.
      const bool may_shrink = convention == Convention::seacas && search.request.allow_missing;
      report_missing(
          search, fmt::format("{}: the part is missing; the join {}/{} leads to it{}", path,
                              place_of(search.inputs, zone), join.below,
                              may_shrink ? "; its zone becomes as large as the parts that are there" : ""));
    }
  }
}

/// All ranks that zones name as theirs.
std::set<std::int64_t> ranks_of(const Search& search, const std::vector<Original>& originals,
                                Convention convention) {
  std::set<std::int64_t> ranks;
  for (const auto& original : originals) {
    for (const auto& part : original.parts) ranks.insert(part.rank);
  }
  if (convention != Convention::cassiopee) return ranks;
  for (const auto& zone : zones_of(search.inputs)) {
    if (const auto rank = cassiopee_rank(search.inputs, zone)) ranks.insert(*rank);
  }
  return ranks;
}

/// Ranks below the highest that have neither a zone nor a file.
void require_ranks(const Search& search, const std::vector<Original>& originals, Convention convention) {
  auto ranks = ranks_of(search, originals, convention);
  if (search.inputs.trees.size() < 2 || ranks.empty()) return;
  const auto highest = *ranks.rbegin();
  for (std::size_t i = 0; i < search.inputs.trees.size(); ++i) ranks.insert(search.inputs.files[i].number);
  std::int64_t next = 0;
  for (const auto rank : ranks) {
    if (rank > highest) break;
    if (rank > next) {
      const auto which =
          rank == next + 1 ? fmt::format(" {}", next) : fmt::format("s {} to {}", next, rank - 1);
      report_missing(search,
                     fmt::format("there is neither a file nor a part of rank{} of 0 to {}", which, highest));
    }
    next = std::max(next, rank + 1);
  }
}

/// "x.cgns.4.2" says that there are four files.
void require_files(const Search& search) {
  std::map<std::string, std::set<std::int64_t>> sets;
  std::map<std::string, std::int64_t> counts;
  for (std::size_t i = 0; i < search.inputs.trees.size(); ++i) {
    const auto& path = search.inputs.files[i].path;
    const auto file = file_of_set(path);
    if (!file) continue;
    const auto [count, is_new] = counts.try_emplace(file->stem, file->count);
    if (count->second != file->count) {
      const auto why =
          fmt::format("is one of {} files, as its name says; others of {}", file->count, count->second);
      throw coded(input_error(path, "", why), "S0106");
    }
    sets[file->stem].insert(file->rank);
  }
  for (const auto& [stem, ranks] : sets) {
    std::int64_t next = 0;
    for (const auto rank : ranks) next += rank == next ? 1 : 0;
    if (next == counts[stem]) continue;
    const auto width = fmt::format("{}", counts[stem]).size();
    report_missing(search, fmt::format("{}.{}.{:0{}} is missing: {} of {} files are there", stem,
                                       counts[stem], next, width, ranks.size(), counts[stem]));
  }
}

}  // namespace

void report_missing(const Search& search, const std::string& text) {
  if (!search.request.allow_missing) throw Error(ErrorKind::input, text, {.code = "S0101"});
  search.notes.add(plan::Note::Kind::warning, "missing parts", text);
}

void require_all_parts(const Search& search, const std::vector<ZoneView>& zones,
                       const std::vector<Original>& originals, Convention convention) {
  if (convention == Convention::seacas) require_files(search);
  if (has_unique_names(convention)) require_donors(search, zones, by_path(search, zones), convention);
  if (convention != Convention::assembly_file) require_ranks(search, originals, convention);
}

}  // namespace pcgns::assemble
