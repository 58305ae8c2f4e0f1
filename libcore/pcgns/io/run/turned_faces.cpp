#include "pcgns/io/run/turned_faces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/io/number_table.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::io {

namespace {

/// Maps faces of a piece to their cells in the piece. All are found in one pass over its NFACE_n.
class CellSides {
 public:
  /// Requests faces.
  void want(std::span<const std::int64_t> faces) { faces_.insert(faces_.end(), faces.begin(), faces.end()); }

  /// Reads the cells of the piece. Throws Error with file and node if the offsets are invalid, or values
  /// cannot be read. @pre `side` has no parents.
  void look(Source& source, const cgns::InputSet& inputs, const plan::Turned::Side& side);

  /// The piece's number of the cell of `face`, negative if the cell lists the face with a minus; 0 if two
  /// cells of the piece have the face, or none.
  [[nodiscard]] std::int64_t cell_of(std::int64_t face) const;

 private:
  void read_cells(Source& source, const cgns::InputSet& inputs, const plan::Turned::Side& side,
                  std::int64_t begin, std::int64_t count);
  void enter(std::int64_t value, std::int64_t cell);
  void mark_faces();
  [[nodiscard]] std::size_t mark_of(std::int64_t face) const {
    return (static_cast<std::uint64_t>(face) - static_cast<std::uint64_t>(faces_.front())) >> shift_;
  }

  std::vector<std::int64_t> faces_;  ///< Sorted by `look`.
  std::vector<std::int64_t> cells_;  ///< By face; 0: none yet.
  std::vector<bool> marks_;  ///< By mark_of: false if none of its faces is requested, as most are not.
  int shift_ = 0;
  std::vector<std::byte> scratch_;
  std::vector<std::int64_t> offsets_;
  std::vector<std::int64_t> values_;
};

constexpr std::int64_t most_at_once = 65536;
constexpr std::size_t most_marks = std::size_t{1} << 23U;  // 1 MiB: stays in the cache of a processor
constexpr auto two_cells = std::numeric_limits<std::int64_t>::min();

/// Throws unless `offsets` ascend within the values.
void require_sound(const cgns::InputSet& inputs, const plan::Turned::Side& side,
                   const std::vector<std::int64_t>& offsets) {
  const auto& values = inputs.arrays[static_cast<std::size_t>(side.cell_faces)];
  const bool sound = offsets.front() >= 0 && offsets.back() <= cgns::count_of(values.dims) &&
                     std::is_sorted(offsets.begin(), offsets.end());
  if (sound) return;
  const auto& array = inputs.arrays[static_cast<std::size_t>(side.cell_offsets)];
  const auto file = array.file < 0 ? "memory" : inputs.files[static_cast<std::size_t>(array.file)].path;
  throw input_error(file, array.path, "does not ascend within the values");
}

void CellSides::look(Source& source, const cgns::InputSet& inputs, const plan::Turned::Side& side) {
  std::sort(faces_.begin(), faces_.end());
  faces_.erase(std::unique(faces_.begin(), faces_.end()), faces_.end());
  cells_.assign(faces_.size(), 0);
  if (faces_.empty()) return;
  mark_faces();
  for (std::int64_t begin = 0; begin < side.cells; begin += most_at_once)
    read_cells(source, inputs, side, begin, std::min(most_at_once, side.cells - begin));
}

void CellSides::mark_faces() {
  shift_ = 0;
  while (mark_of(faces_.back()) >= most_marks) ++shift_;
  marks_.assign(mark_of(faces_.back()) + 1, false);
  for (const auto face : faces_) marks_[mark_of(face)] = true;
}

void CellSides::read_cells(Source& source, const cgns::InputSet& inputs, const plan::Turned::Side& side,
                           std::int64_t begin, std::int64_t count) {
  read_integers(source, inputs, side.cell_offsets, begin, count + 1, scratch_, offsets_);
  require_sound(inputs, side, offsets_);
  std::size_t next = 1;  // End of the current cell.
  for (auto at = offsets_.front(); at < offsets_.back();) {
    const auto size = std::min(most_at_once, offsets_.back() - at);
    read_integers(source, inputs, side.cell_faces, at, size, scratch_, values_);
    for (const auto value : values_) {
      while (offsets_[next] <= at) ++next;
      const bool is_head = side.has_heads && at == offsets_[next - 1];
      if (!is_head) enter(value, side.first_cell + begin + static_cast<std::int64_t>(next) - 1);
      ++at;
    }
  }
}

void CellSides::enter(std::int64_t value, std::int64_t cell) {
  if (value == two_cells) return;
  const auto face = value < 0 ? -value : value;
  if (face < faces_.front() || face > faces_.back() || !marks_[mark_of(face)]) return;
  const auto found = std::lower_bound(faces_.begin(), faces_.end(), face);
  if (*found != face) return;
  auto& known = cells_[static_cast<std::size_t>(found - faces_.begin())];
  known = known != 0 ? two_cells : value < 0 ? -cell : cell;
}

std::int64_t CellSides::cell_of(std::int64_t face) const {
  const auto found = std::lower_bound(faces_.begin(), faces_.end(), face);
  if (found == faces_.end() || *found != face) return 0;
  const auto cell = cells_[static_cast<std::size_t>(found - faces_.begin())];
  return cell == two_cells ? 0 : cell;
}

using Side = plan::Turned::Side;

constexpr std::int64_t most_in_piece = 65536;

/// A range of entries of a Turned::Border.
struct Piece {
  std::size_t turned = 0;
  const plan::Turned::Border* border = nullptr;
  std::int64_t begin = 0;
  std::int64_t count = 0;
};

class Finder {
 public:
  Finder(par::Session& session, const cgns::InputSet& inputs, const plan::Plan& plan, Source& source,
         Budget memory)
      : session_(session),
        inputs_(inputs),
        plan_(plan),
        source_(source),
        table_(inputs, source, memory.share(2)) {
    // Counts faces, their numbers and cells of both sides, sent and received.
    most_in_batch_ = std::max(most_in_piece, memory.share(192).bytes());
  }

  [[nodiscard]] std::vector<std::vector<std::int64_t>> run() {
    faces_.resize(plan_.turned.size());
    const auto pieces = cut();
    for (auto first = pieces.begin(); first != pieces.end();) {
      auto behind = first;
      std::int64_t entries = 0;
      while (behind != pieces.end() && entries + behind->count <= most_in_batch_) entries += behind++->count;
      run({first, behind});
      first = behind;
    }
    for (auto& list : faces_) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    return std::move(faces_);
  }

 private:
  [[nodiscard]] const cgns::Array& array_of(int index) const {
    return inputs_.arrays.at(static_cast<std::size_t>(index));
  }
  [[nodiscard]] std::int64_t count_of(int index) const { return cgns::count_of(array_of(index).dims); }

  [[noreturn]] void fail(int index, const std::string& why) const {
    const auto& array = array_of(index);
    const auto file = array.file < 0 ? "memory" : inputs_.files[static_cast<std::size_t>(array.file)].path;
    throw coded(input_error(file, array.path, why), "S0104");
  }

  void require_integers(int index) const {
    const auto type = array_of(index).type;
    if (type != cgns::DataType::I4 && type != cgns::DataType::I8)
      fail(index, fmt::format("is {}, not I4 or I8", to_string(type)));
  }

  void check(const Side& side) const {
    require_integers(side.faces);
    if (side.parents >= 0) {
      require_integers(side.parents);
      const auto& dims = array_of(side.parents).dims;
      if (dims.size() != 2 || (dims[1] != 2 && dims[1] != 4))
        fail(side.parents, "does not have 2 or 4 columns");
    } else {
      require_integers(side.cell_faces);
      require_integers(side.cell_offsets);
      if (count_of(side.cell_offsets) <= side.cells)
        fail(side.cell_offsets,
             fmt::format("has {} values for {} cells", count_of(side.cell_offsets), side.cells));
    }
    for (const auto& section : plan_.numberings.at(static_cast<std::size_t>(side.numbering)).sections) {
      if (section.numbers >= 0) require_integers(section.numbers);
      if (section.numbers >= 0 && count_of(section.numbers) < section.count)
        fail(section.numbers,
             fmt::format("has {} values, but {} are needed", count_of(section.numbers), section.count));
    }
  }

  /// By index into Plan::turned: whether an array needs to know. Most plans move some arrays of a zone only.
  [[nodiscard]] std::vector<bool> used() const {
    std::vector<bool> used(plan_.turned.size());
    for (const auto& move : plan_.indexed) {
      for (const auto turned : {move.turned, move.turned_values})
        if (turned >= 0) used[static_cast<std::size_t>(turned)] = true;
    }
    return used;
  }

  [[nodiscard]] std::vector<Piece> cut() const {
    std::vector<Piece> pieces;
    const auto is_used = used();
    for (std::size_t i = 0; i < plan_.turned.size(); ++i) {
      if (!is_used[i]) continue;
      for (const auto& border : plan_.turned[i].borders) {
        check(border.here);
        check(border.there);
        const auto total = count_of(border.here.faces);
        if (count_of(border.there.faces) != total)
          fail(border.there.faces, fmt::format("does not have {} values", total));
        for (std::int64_t begin = 0; begin < total; begin += most_in_piece)
          pieces.push_back({i, &border, begin, std::min(most_in_piece, total - begin)});
      }
    }
    return pieces;
  }

  /// The rank that reads `arrays`: the reader of the first one that needs HDF5, otherwise round-robin by
  /// `turn`.
  [[nodiscard]] int reader_of(const std::vector<int>& arrays, std::size_t turn) const {
    for (const auto index : arrays) {
      if (source_.is_plain(index)) continue;
      return inputs_.files[static_cast<std::size_t>(array_of(index).file)].reader;
    }
    return static_cast<int>(turn % static_cast<std::size_t>(session_.size()));
  }

  [[nodiscard]] std::vector<int> arrays_of(const Side& side) const {
    std::vector<int> arrays = {side.parents};
    if (side.parents < 0) arrays = {side.cell_faces, side.cell_offsets};
    for (const auto& section : plan_.numberings[static_cast<std::size_t>(side.numbering)].sections) {
      if (section.numbers >= 0) arrays.push_back(section.numbers);
    }
    return arrays;
  }

  static const Side& side_of(const Piece& piece, std::size_t item) {
    return item % 2 == 0 ? piece.border->here : piece.border->there;
  }

  void run(std::span<const Piece> pieces) {
    // Item 2 i is the near side of piece i, item 2 i + 1 the far side.
    std::vector<int> readers(2 * pieces.size());
    for (std::size_t i = 0; i < readers.size(); ++i)
      readers[i] = reader_of({side_of(pieces[i / 2], i).faces}, i);
    const auto faces = gathered(pieces, readers, [&](std::size_t i, std::vector<std::int64_t>& to) {
      const auto& piece = pieces[i / 2];
      read_integers(source_, inputs_, side_of(piece, i).faces, piece.begin, piece.count, scratch_, to);
    });
    settle();
    for (std::size_t i = 0; i < readers.size(); ++i)
      readers[i] = cell_reader_of(side_of(pieces[i / 2], i), i);
    require_same_faces(pieces, readers, faces);
    look_at_cells(pieces, readers, faces);
    const auto cells = gathered(pieces, readers, [&](std::size_t i, std::vector<std::int64_t>& to) {
      const auto& side = side_of(pieces[i / 2], i);
      std::transform(faces[i].begin(), faces[i].end(), to.begin(),
                     [&](std::int64_t face) { return cell_at(side, face); });
    });
    settle();
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const auto& here = cells[2 * i];
      const auto& there = cells[2 * i + 1];
      for (std::size_t k = 0; k < here.size(); ++k) {
        const bool same_side = (here[k] > 0 && there[k] > 0) || (here[k] < 0 && there[k] < 0);
        if (same_side && std::abs(here[k]) > std::abs(there[k]))
          faces_[pieces[i].turned].push_back(faces[2 * i][k]);
      }
    }
  }

  /// Both sides of an entry must be one face of the zone.
  void require_same_faces(std::span<const Piece> pieces, const std::vector<int>& readers,
                          const std::vector<std::vector<std::int64_t>>& faces) {
    const auto numbers = gathered(pieces, readers, [&](std::size_t i, std::vector<std::int64_t>& to) {
      table_.use(plan_.numberings[static_cast<std::size_t>(side_of(pieces[i / 2], i).numbering)]);
      std::ranges::transform(faces[i], to.begin(), [&](std::int64_t face) { return table_.find(face); });
    });
    settle();
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const auto& here = numbers[2 * i];
      const auto& there = numbers[2 * i + 1];
      for (std::size_t k = 0; k < here.size(); ++k) {
        const bool are_known = here[k] != NumberTable::none && there[k] != NumberTable::none;
        if (!are_known || here[k] == there[k]) continue;
        fail(pieces[i].border->here.faces,
             fmt::format("entry {} is the face {} of the zone, but that of the donor is the face {}",
                         pieces[i].begin + static_cast<std::int64_t>(k) + 1, here[k], there[k]));
      }
    }
  }

  /// One rank reads the NFACE_n of a piece, in one go.
  [[nodiscard]] int cell_reader_of(const Side& side, std::size_t turn) const {
    return reader_of(arrays_of(side), side.parents >= 0 ? turn : static_cast<std::size_t>(side.cell_faces));
  }

  void look_at_cells(std::span<const Piece> pieces, const std::vector<int>& readers,
                     const std::vector<std::vector<std::int64_t>>& faces) {
    std::map<int, const Side*> sides;
    sides_.clear();
    for (std::size_t i = 0; i < readers.size(); ++i) {
      const auto& side = side_of(pieces[i / 2], i);
      if (readers[i] != session_.rank() || side.parents >= 0) continue;
      sides[side.cell_faces] = &side;
      sides_[side.cell_faces].want(faces[i]);
    }
    for (const auto& one : sides) {
      attempt([&] { sides_[one.first].look(source_, inputs_, *one.second); });
      session_.alive();
    }
  }

  void settle() {
    session_.alive();
    par::agree(session_.comm(), "checking the faces between pieces", failure_);
  }

  /// The results of `read` for the items of each rank, on all ranks.
  template <typename Read>
  std::vector<std::vector<std::int64_t>> gathered(std::span<const Piece> pieces,
                                                  const std::vector<int>& readers, const Read& read) {
    std::vector<std::int64_t> mine;
    std::vector<std::int64_t> values;
    for (std::size_t i = 0; i < readers.size(); ++i) {
      if (readers[i] != session_.rank()) continue;
      values.assign(static_cast<std::size_t>(pieces[i / 2].count), 0);
      attempt([&] { read(i, values); });
      mine.insert(mine.end(), values.begin(), values.end());
    }
    const auto all = par::gather_all(session_.comm(), mine);
    std::vector<std::int64_t> used(all.size());
    std::vector<std::vector<std::int64_t>> items(readers.size());
    for (std::size_t i = 0; i < readers.size(); ++i) {
      const auto rank = static_cast<std::size_t>(readers[i]);
      const auto first = all[rank].begin() + used[rank];
      items[i].assign(first, first + pieces[i / 2].count);
      used[rank] += pieces[i / 2].count;
    }
    return items;
  }

  /// Number in the whole zone of the cell at a face, negative if it is in the second column of the parents; 0
  /// if the face has two cells in the piece, or none, or is in a section that does not tell its cells.
  std::int64_t cell_at(const Side& side, std::int64_t face) {
    if (side.parents < 0) {
      const auto cell = sides_.at(side.cell_faces).cell_of(face);
      return cell < 0 ? -number_of(side, -cell) : cell > 0 ? number_of(side, cell) : 0;
    }
    const auto count = array_of(side.parents).dims[0];  // ParentData has more columns.
    if (face < side.first || face - side.first >= count) {
      table_.use(plan_.numberings[static_cast<std::size_t>(side.numbering)]);
      if (table_.find(face) != NumberTable::none) return 0;
      fail(side.faces, fmt::format("{} is not a face of the piece", face));
    }
    const plan::Numbering parents{{{.first = 0, .count = 2 * count, .numbers = side.parents}}};
    table_.use(parents);
    const auto left = table_.find(face - side.first);
    const auto right = table_.find(count + face - side.first);
    if ((left == 0) == (right == 0)) return 0;
    const auto cell = number_of(side, left + right);
    return left != 0 ? cell : -cell;
  }

  /// Number in the whole zone of a cell of the piece.
  std::int64_t number_of(const Side& side, std::int64_t local) {
    table_.use(plan_.numberings[static_cast<std::size_t>(side.numbering)]);
    const auto cell = table_.find(local);
    if (cell == NumberTable::none || cell <= 0)
      fail(side.parents >= 0 ? side.parents : side.cell_faces,
           fmt::format("{} is not a cell of the piece", local));
    return cell;
  }

  template <typename Step>
  void attempt(const Step& step) {
    if (!failure_) failure_ = par::failure_of(step, "checking the faces between pieces");
  }

  par::Session& session_;
  const cgns::InputSet& inputs_;
  const plan::Plan& plan_;
  Source& source_;
  NumberTable table_;
  std::int64_t most_in_batch_ = 0;
  std::vector<std::byte> scratch_;
  std::vector<std::vector<std::int64_t>> faces_;
  std::map<int, CellSides> sides_;  ///< By Side::cell_faces, for the current pieces.
  std::optional<Error> failure_;
};

}  // namespace

std::vector<std::vector<std::int64_t>> find_turned(par::Session& session, const cgns::InputSet& inputs,
                                                   const plan::Plan& plan, Source& source, Budget memory) {
  if (plan.turned.empty()) return {};
  return Finder(session, inputs, plan, source, memory).run();
}

void TurnedBits::use(const std::vector<std::int64_t>& faces) {
  bits_.clear();
  if (faces.empty()) return;
  first_ = faces.front();
  bits_.resize(static_cast<std::size_t>(faces.back() - first_ + 1));
  for (const auto face : faces) bits_[static_cast<std::size_t>(face - first_)] = true;
}

}  // namespace pcgns::io
