#include "pcgns/move/turned_faces.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/base/error.hpp"

namespace pcgns::move {

namespace {

std::int64_t rows_of(const tree::InputSet& inputs, const plan::Turned::Side& side) {
  return tree::count_of(inputs.arrays[static_cast<std::size_t>(side.parents)].dims) / 2;
}

}  // namespace

TurnedFaces::TurnedFaces(const plan::Plan& plan, const tree::InputSet& inputs, Source& source,
                         std::int64_t memory)
    : plan_(plan),
      inputs_(inputs),
      source_(source),
      table_(inputs, source, memory / 2, 4096),
      most_(memory / 2 / static_cast<std::int64_t>(sizeof(std::int64_t))) {}

const std::vector<std::int64_t>& TurnedFaces::of(int index) {
  const auto found = faces_.find(index);
  if (found != faces_.end()) return found->second;
  auto faces = worked_out(plan_.turned.at(static_cast<std::size_t>(index)));
  if (kept_ + std::ssize(faces) > most_) {
    faces_.clear();
    kept_ = 0;
  }
  kept_ += std::ssize(faces);
  return faces_[index] = std::move(faces);
}

std::vector<std::int64_t> TurnedFaces::worked_out(const plan::Turned& turned) {
  std::vector<std::int64_t> faces;
  for (const auto& border : turned.borders) add_border(border, faces);
  std::sort(faces.begin(), faces.end());
  return faces;
}

void TurnedFaces::add_border(const plan::Turned::Border& border, std::vector<std::int64_t>& faces) {
  const auto here = list_of(border.here);
  const auto there = list_of(border.there);
  if (here.size() != there.size()) fail(border.there.faces, std::ssize(there));
  for (std::size_t i = 0; i < here.size(); ++i) {
    const auto mine = parents_of(border.here, here[i]);
    const auto other = parents_of(border.there, there[i]);
    const bool both_left = mine.right == 0 && other.right == 0;
    const bool both_right = mine.left == 0 && other.left == 0;
    if (both_left == both_right) continue;
    const auto cell = whole_number(border.here, both_left ? mine.left : mine.right);
    const auto opposite = whole_number(border.there, both_left ? other.left : other.right);
    if (cell > opposite) faces.push_back(here[i]);
  }
}

std::vector<std::int64_t> TurnedFaces::list_of(const plan::Turned::Side& side) {
  std::vector<std::int64_t> list;
  const auto count = tree::count_of(inputs_.arrays[static_cast<std::size_t>(side.faces)].dims);
  read_integers(source_, inputs_, side.faces, 0, count, scratch_, list);
  return list;
}

TurnedFaces::Parents TurnedFaces::parents_of(const plan::Turned::Side& side, std::int64_t face) {
  const auto rows = rows_of(inputs_, side);
  if (face < side.first || face - side.first >= rows) fail(side.faces, face);
  // The second column stands behind the first one.
  const plan::Numbering columns{{{.first = 0, .count = 2 * rows, .numbers = side.parents}}};
  table_.use(columns);
  return {table_.find(face - side.first), table_.find(face - side.first + rows)};
}

std::int64_t TurnedFaces::whole_number(const plan::Turned::Side& side, std::int64_t cell) {
  table_.use(plan_.numberings[static_cast<std::size_t>(side.numbering)]);
  const auto number = table_.find(cell);
  if (number == NumberTable::none) fail(side.parents, cell);
  return number;
}

void TurnedFaces::fail(int array, std::int64_t number) const {
  const auto& entry = inputs_.arrays[static_cast<std::size_t>(array)];
  const auto file = entry.file < 0 ? "memory" : inputs_.files[static_cast<std::size_t>(entry.file)].path;
  throw input_error(file, entry.path, fmt::format("{} is no number of its zone", number));
}

}  // namespace pcgns::move
