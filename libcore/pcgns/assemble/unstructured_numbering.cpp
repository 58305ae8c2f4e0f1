#include <fmt/format.h>

#include <algorithm>

#include "pcgns/assemble/unstructured_mesh.hpp"

namespace pcgns::assemble {

namespace {

int added(std::vector<plan::Numbering>& numberings, plan::Numbering numbering) {
  numberings.push_back(std::move(numbering));
  return static_cast<int>(numberings.size()) - 1;
}

}  // namespace

Facts::Facts(const Job& job) : job_(job), sets_(job.number_sets) {
  if (sets_ != nullptr) return;
  own_ = number_sets(job.merge.inputs, job.parts);
  sets_ = &own_;
}

const NumberFacts* Facts::find(int original, std::string_view what) const {
  const auto by_original = [](const NumberSet& set, int value) { return set.original < value; };
  auto set = std::lower_bound(sets_->begin(), sets_->end(), original, by_original);
  for (; set != sets_->end() && set->original == original; ++set) {
    if (set->what != what) continue;
    const auto index = static_cast<std::size_t>(set - sets_->begin());
    return index < job_.numbers.size() ? &job_.numbers[index] : nullptr;
  }
  return nullptr;
}

Mesh::Mesh(Job& job, const Facts& facts, int original)
    : job_(job),
      facts_(facts),
      index_(original),
      original_(job.parts.originals.at(static_cast<std::size_t>(original))),
      path_(tree::join(tree::join("/", original_.base), original_.name)),
      parts_(views_of(job.merge.inputs, original_)) {
  const auto& inputs = job.merge.inputs;
  if (parts_.empty()) throw Error(ErrorKind::internal, fmt::format("{} has no parts", path_));
  vertex_numberings_.assign(parts_.size(), -1);
  element_numberings_.assign(parts_.size(), -1);
  vertices_ = this->facts(vertices_of(path_)).total;
  std::int64_t next = 1;
  for (auto& group : section_groups(inputs, parts_)) {
    auto known = this->facts(elements_of(tree::join(path_, group.name)));
    const auto total = known.total;
    sections_.push_back({.group = std::move(group), .first = next, .facts = std::move(known)});
    next += total;
  }
  cells_ = counted_cells();
}

/// As many as have numbers, or as the sections of cells have. MIXED sections may have other elements too.
std::int64_t Mesh::counted_cells() const {
  std::int64_t listed = 0;
  bool is_mixed = false;
  for (const auto& section : sections_) {
    if (dimension_of(section.group.type, cell_dimension()) != cell_dimension()) continue;
    listed += section.facts.total;
    is_mixed = is_mixed || section.group.type == sids::element_type::mixed;
  }
  const auto* cells = facts_.find(index_, cells_of(path_));
  if (cells == nullptr) return listed;
  if (listed != 0 && listed != cells->total && !is_mixed) {
    throw parts_.front().error(job_.merge.inputs, parts_.front().path,
                               fmt::format("belongs to a zone of {} cells by their numbers, but of {} by the "
                                           "elements of its sections",
                                           cells->total, listed));
  }
  return cells->total;
}

const NumberFacts& Mesh::facts(std::string_view what) const {
  const auto* found = facts_.find(index_, what);
  if (found == nullptr) throw Error(ErrorKind::internal, fmt::format("{} were not looked at", what));
  return *found;
}

std::int64_t Mesh::listed_elements() const {
  return sections_.empty() ? 0 : sections_.back().first - 1 + sections_.back().facts.total;
}

std::int64_t Mesh::last_element() const {
  const bool unlisted = std::any_of(parts_.begin(), parts_.end(),
                                    [&](const PartView& view) { return has_unlisted_cells(view); });
  return listed_elements() + (unlisted ? cells_ : 0);
}

bool Mesh::has_unlisted_cells(const PartView& view) const {
  if (!view.cell_numbers.exist()) return false;
  const bool listed =
      std::any_of(view.sections.begin(), view.sections.end(), [&](const LocalSection& section) {
        return dimension_of(section.type, view.cell_dimension) == view.cell_dimension && section.count > 0;
      });
  const bool named = std::any_of(view.sections.begin(), view.sections.end(), [](const LocalSection& section) {
    return section.node->child("ParentElements") != nullptr;
  });
  return !listed && named;
}

plan::Numbering Mesh::numbering_of_elements(const PartView& view) const {
  plan::Numbering numbering;
  std::int64_t last = 0;
  for (const auto& local : view.sections) {
    const auto all = local.count + local.ghosts;
    last = std::max(last, local.first + all - 1);
    const auto count = std::min(all, local.numbers.count);
    if (count <= 0) continue;
    const auto whole = std::find_if(sections_.begin(), sections_.end(), [&](const WholeSection& section) {
      return section.group.name == local.node->name;
    });
    numbering.sections.push_back({.first = local.first,
                                  .count = count,
                                  .numbers = local.numbers.array,
                                  .offset = whole->first - local.numbers.first});
  }
  if (has_unlisted_cells(view)) {
    numbering.sections.push_back({.first = last + 1,
                                  .count = view.cell_numbers.count,
                                  .numbers = view.cell_numbers.array,
                                  .offset = listed_elements() + 1 - view.cell_numbers.first});
  }
  return numbering;
}

int Mesh::vertex_numbering(int part) {
  auto& index = vertex_numberings_[static_cast<std::size_t>(part)];
  if (index >= 0) return index;
  const auto& numbers = this->part(part).vertex_numbers;
  plan::Numbering numbering;
  if (numbers.exist() && numbers.count > 0) {
    numbering.sections.push_back(
        {.first = 1, .count = numbers.count, .numbers = numbers.array, .offset = 1 - numbers.first});
  }
  return index = added(job_.numberings, std::move(numbering));
}

int Mesh::element_numbering(int part) {
  auto& index = element_numberings_[static_cast<std::size_t>(part)];
  if (index < 0) index = added(job_.numberings, numbering_of_elements(this->part(part)));
  return index;
}

int Mesh::numbering_at(const std::string& location, int part) {
  return location == "Vertex" ? vertex_numbering(part) : element_numbering(part);
}

std::int64_t Mesh::largest_at(const std::string& location) const {
  return location == "Vertex" ? vertices_ : last_element();
}

}  // namespace pcgns::assemble
