#include "pcgns/fileset/plan/structured/box_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/fileset/plan/conventions/conventions.hpp"

namespace pcgns::fileset {

namespace {

constexpr std::int64_t largest_number = std::int64_t{1} << 62;

bool is_integer(const cgns::Node& node) { return cgns::is_integer(node.type); }

const cgns::Node* numbers_of(const cgns::Node& zone, std::string_view name) {
  const auto* numbering = zone.child(numbering_name);
  const auto* numbers = numbering == nullptr || numbering->link ? nullptr : numbering->child(name);
  return numbers == nullptr || numbers->link ? nullptr : numbers;
}

std::int64_t product(const Index3& extents) { return cgns::count_of({extents.begin(), extents.end()}); }

Index3 vertices_of(const Extents& extents) {
  Index3 vertices = {1, 1, 1};
  for (std::size_t d = 0; d < static_cast<std::size_t>(extents.dimension); ++d)
    vertices[d] = extents.cells[d] + 1;
  return vertices;
}

/// Indices of the first number and of its neighbours in j and k.
std::vector<std::int64_t> places_of(const Extents& extents) {
  const auto vertices = vertices_of(extents);
  std::vector<std::int64_t> places = {0};
  if (extents.dimension > 1) places.push_back(vertices[0]);
  if (extents.dimension > 2) places.push_back(vertices[0] * vertices[1]);
  return places;
}

/// The numbers at those indices.
std::vector<std::int64_t> corner_of(const Search& search, const ZoneView& zone, const Extents& extents) {
  const auto& node = *numbers_of(*zone.zone, "Vertex");
  const auto below = cgns::join(numbering_name, node.name);
  const auto count = product(vertices_of(extents));
  if (!is_integer(node) || cgns::count_of(node.dims) != count) {
    throw error_at(search.inputs, zone, below, fmt::format("is not {} integers (I4 or I8)", count));
  }
  const auto values = node.is_bulk() ? std::vector<std::int64_t>() : cgns::integers_of(node);
  std::vector<std::int64_t> numbers;
  for (const auto place : places_of(extents)) {
    numbers.push_back(node.is_bulk() ? search.numbers.at({node.array, place})
                                     : values[static_cast<std::size_t>(place)]);
    if (numbers.back() >= 1 && numbers.back() <= largest_number) continue;
    throw error_at(search.inputs, zone, below, fmt::format("has the number {}", numbers.back()));
  }
  return numbers;
}

/// A vertex box and the extents of its zone; the last extent is only a lower bound.
struct Position {
  Index3 low = {};
  Index3 whole = {1, 1, 1};
};

std::optional<Position> position_of(const std::vector<std::int64_t>& corner, const Index3& vertices) {
  const auto last = corner.size() - 1;
  Index3 strides = {1, 1, 1};
  Position position;
  for (std::size_t d = 0; d < last; ++d) {
    strides[d + 1] = corner[d + 1] - corner[0];
    position.whole[d] = strides[d + 1] / strides[d];
    if (position.whole[d] < vertices[d] || strides[d + 1] % strides[d] != 0) return std::nullopt;
  }
  auto rest = corner[0] - 1;
  for (auto d = last + 1; d-- > 0; rest %= strides[d]) position.low[d] = rest / strides[d];
  for (std::size_t d = 0; d < last; ++d) {
    if (position.low[d] + vertices[d] > position.whole[d]) return std::nullopt;
  }
  position.whole[last] = position.low[last] + vertices[last];
  return position;
}

std::string text_of(const WrongNumber& wrong) {
  return fmt::format("number {} is {}, expected {} in the box given by the first numbers of the piece",
                     wrong.index + 1, wrong.number, wrong.expected);
}

/// Makes the boxes of one piece.
class PieceBoxes {
 public:
  PieceBoxes(const cgns::InputSet& inputs, const Original& original, const Piece& piece,
             std::vector<BoxNumbers>& boxes)
      : inputs_(inputs), original_(original), piece_(piece), boxes_(boxes) {}

  void add() {
    add("Vertex", {box(1, true)});
    add("Cell", {box(1, false)});
    if (original_.dimension == 3) add("Face", faces());
  }

 private:
  /// The cells of the piece, plus one in the directions set in `more`.
  [[nodiscard]] BoxNumbers box(std::int64_t first, const std::array<bool, 3>& more) const {
    BoxNumbers box{.first = first};
    for (std::size_t d = 0; d < static_cast<std::size_t>(original_.dimension); ++d) {
      const std::int64_t one = more[d] ? 1 : 0;
      box.low[d] = piece_.cells[d].begin;
      box.count[d] = piece_.cells[d].size() + one;
      box.whole[d] = original_.cells[d] + one;
    }
    return box;
  }
  [[nodiscard]] BoxNumbers box(std::int64_t first, bool more) const {
    return box(first, std::array{more, more, more});
  }

  /// All i faces, then all j faces, then all k faces.
  [[nodiscard]] std::vector<BoxNumbers> faces() const {
    std::vector<BoxNumbers> made;
    std::int64_t first = 1;
    std::int64_t begin = 0;
    for (std::size_t d = 0; d < 3; ++d) {
      made.push_back(box(first, std::array{d == 0, d == 1, d == 2}));
      made.back().begin = begin;
      begin += made.back().size();
      if (__builtin_add_overflow(first, product(made.back().whole), &first)) {
        throw error_at(inputs_, view_of(piece_), "",
                       fmt::format("is a piece of {}, which has too many faces", original_.name));
      }
    }
    return made;
  }

  void add(std::string_view name, const std::vector<BoxNumbers>& boxes) {
    const auto* node = numbers_of(*piece_.zone, name);
    if (node == nullptr) return;
    std::int64_t count = 0;
    for (const auto& one : boxes) count += one.size();
    if (!is_integer(*node) || cgns::count_of(node->dims) != count) {
      throw error_at(inputs_, view_of(piece_), cgns::join(numbering_name, name),
                     fmt::format("is not {} integers (I4 or I8)", count));
    }
    for (auto one : boxes) {
      one.array = node->array;
      if (node->is_bulk()) {
        boxes_.push_back(one);
      } else {
        check(*node, one);
      }
    }
  }

  /// Checks values that are in the tree.
  void check(const cgns::Node& node, const BoxNumbers& box) const {
    const auto values = cgns::integers_of(node);
    const auto piece =
        std::span(values).subspan(static_cast<std::size_t>(box.begin), static_cast<std::size_t>(box.size()));
    if (const auto wrong = first_wrong(box, 0, piece)) {
      throw error_at(inputs_, view_of(piece_), cgns::join(numbering_name, node.name), text_of(*wrong));
    }
  }

  const cgns::InputSet& inputs_;
  const Original& original_;
  const Piece& piece_;
  std::vector<BoxNumbers>& boxes_;
};

}  // namespace

bool is_numbered_only(const cgns::Node& zone) {
  return is_structured(zone) && !is_empty_piece(zone) && numbers_of(zone, "Vertex") != nullptr &&
         zone.child(numbering_name)->child("CellRange") == nullptr;
}

std::vector<ValueAt> numbers_to_read(const cgns::InputSet& inputs, const Request& request) {
  std::vector<ValueAt> wanted;
  const auto by = request.convention.value_or(Convention::maia);
  const bool counts = by == Convention::maia || by == Convention::own;
  if (!request.assembly.empty() || !counts) return wanted;
  for (const auto& zone : zones_of(inputs)) {
    if (!is_numbered_only(*zone.zone)) continue;
    const auto& node = *numbers_of(*zone.zone, "Vertex");
    const auto extents = extents_of(inputs, zone);
    if (!node.is_bulk() || !is_integer(node) || cgns::count_of(node.dims) != product(vertices_of(extents))) {
      continue;
    }
    for (const auto place : places_of(extents)) wanted.push_back({node.array, place});
  }
  return wanted;
}

void add_cells_by_numbers(const Search& search, const ZoneView& zone, Original& original, Piece& piece) {
  const auto extents = extents_of(search.inputs, zone);
  const auto position = position_of(corner_of(search, zone, extents), vertices_of(extents));
  const auto below = cgns::join(numbering_name, "Vertex");
  if (!position) {
    throw error_at(search.inputs, zone, below,
                   "does not contain the global numbers of a box of vertices, i fastest");
  }
  const auto last = static_cast<std::size_t>(extents.dimension) - 1;
  for (std::size_t d = 0; d <= last; ++d) {
    piece.cells[d] = {position->low[d], position->low[d] + extents.cells[d]};
    const auto cells = position->whole[d] - 1;
    if (original.pieces.empty()) original.cells[d] = cells;
    if (d == last) original.cells[d] = std::max(original.cells[d], cells);
    if (original.cells[d] == cells || d == last) continue;
    throw error_at(
        search.inputs, zone, below,
        fmt::format("gives {} with {} cells in direction {}, but {} in {}", original.name, cells, d + 1,
                    original.cells[d], place_of(search.inputs, view_of(original.pieces.front()))));
  }
}

std::optional<WrongNumber> first_wrong(const BoxNumbers& box, std::int64_t from,
                                       std::span<const std::int64_t> numbers) {
  for (std::size_t i = 0; i < numbers.size();) {
    const auto at = from + static_cast<std::int64_t>(i);
    const auto row = at / box.count[0];
    const auto j = box.low[1] + row % box.count[1];
    const auto k = box.low[2] + row / box.count[1];
    auto expected = box.first + box.low[0] + at % box.count[0] + box.whole[0] * (j + box.whole[1] * k);
    const auto end = i + static_cast<std::size_t>(box.count[0] - at % box.count[0]);
    for (; i < std::min(end, numbers.size()); ++i, ++expected) {
      if (numbers[i] == expected) continue;
      return WrongNumber{box.begin + from + static_cast<std::int64_t>(i), numbers[i], expected};
    }
  }
  return std::nullopt;
}

Error wrong_number(const cgns::InputSet& inputs, const BoxNumbers& box, const WrongNumber& wrong) {
  const auto& array = inputs.array(box.array);
  const auto file = array.file < 0 ? std::string() : inputs.files[static_cast<std::size_t>(array.file)].path;
  return input_error(file, array.path, text_of(wrong));
}

std::vector<BoxNumbers> box_numbers(const cgns::InputSet& inputs, const PieceSet& pieces) {
  std::vector<BoxNumbers> boxes;
  for (const auto& original : pieces.originals) {
    const bool by_maia = original.convention == Convention::maia || original.convention == Convention::own;
    if (!by_maia || !original.structured) continue;
    for (const auto& piece : original.pieces) {
      if (is_numbered_only(*piece.zone)) PieceBoxes(inputs, original, piece, boxes).add();
    }
  }
  return boxes;
}

}  // namespace pcgns::fileset
