// zone_view.hpp: validated access to the zones of untrusted inputs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/fileset/plan/pieces.hpp"

namespace pcgns::fileset {

/// A Zone_t of an input whose tree was read.
struct ZoneView {
  int file = 0;  ///< Index into InputSet::files.
  const cgns::Node* base = nullptr;
  const cgns::Node* zone = nullptr;
};

/// In file order, without zones that are kept as links.
[[nodiscard]] std::vector<ZoneView> zones_of(const cgns::InputSet& inputs);

[[nodiscard]] inline ZoneView view_of(const Piece& piece) { return {piece.file, piece.base, piece.zone}; }

/// "/Base/Zone".
[[nodiscard]] std::string path_of(const ZoneView& zone);
[[nodiscard]] const std::string& file_of(const cgns::InputSet& inputs, const ZoneView& zone);
/// "out_0.cgns:/Base/Zone".
[[nodiscard]] std::string place_of(const cgns::InputSet& inputs, const ZoneView& zone);

/// Error{input} about the node `below` a zone ("ZoneGridConnectivity/Join"; empty for the zone itself).
[[nodiscard]] Error error_at(const cgns::InputSet& inputs, const ZoneView& zone, std::string_view below,
                             std::string_view why);

/// False for zones whose ZoneType is Unstructured.
[[nodiscard]] bool is_structured(const cgns::Node& zone);

/// Extents of a structured zone from Zone_t, ghosts included.
struct Extents {
  int dimension = 3;                              ///< IndexDimension.
  std::array<std::int64_t, 3> cells = {1, 1, 1};  ///< 1 beyond `dimension`.
};

/// Throws Error{input} unless Zone_t has 1 to 3 rows of consistent vertex and cell counts.
[[nodiscard]] Extents extents_of(const cgns::InputSet& inputs, const ZoneView& zone);

/// The integers of `node` at `below`. Throws Error{input} unless they are `count` values of type I4 or I8,
/// and Error{internal} if the values were not read.
[[nodiscard]] std::vector<std::int64_t> integers_at(const cgns::InputSet& inputs, const ZoneView& zone,
                                                    std::string_view below, const cgns::Node& node,
                                                    std::size_t count);

/// An interface of a zone, and its path.
struct Interface {
  const cgns::Node* node = nullptr;
  std::string below;       ///< "ZoneGridConnectivity/Join".
  std::string donor;       ///< Name of the donor zone, without a base.
  std::string donor_base;  ///< Empty: the same base.

  [[nodiscard]] const std::string& base_of_donor(const cgns::Node& base) const {
    return donor_base.empty() ? base.name : donor_base;
  }
};

/// Interfaces with a donor: GridConnectivity1to1_t and, unless `only_1to1`, GridConnectivity_t.
[[nodiscard]] std::vector<Interface> interfaces_of(const cgns::Node& zone, bool only_1to1 = false);

/// The number written as `digits`; empty if there are other characters or more than 63 bits.
[[nodiscard]] std::optional<std::int64_t> number_of(std::string_view digits);

/// Cells in user notation, 1-based and inclusive: "[1:8] x [5:8] x [1:6]".
[[nodiscard]] std::string text_of_cells(const std::array<Range, 3>& cells, int dimension);
/// "16 x 8 x 6".
[[nodiscard]] std::string text_of_extents(const std::array<std::int64_t, 3>& extents, int dimension);

/// Originals, created as their pieces are found.
class Originals {
 public:
  explicit Originals(Convention convention) : convention_(convention) {}

  /// The original called `name`, created with the kind and dimension of `piece` if new; all pieces must agree
  /// in them. The reference is valid until the next call.
  [[nodiscard]] Original& of(const cgns::InputSet& inputs, const ZoneView& piece, const std::string& name);

  [[nodiscard]] std::vector<Original> take() { return std::move(originals_); }

 private:
  Convention convention_;
  std::vector<Original> originals_;
  std::map<std::pair<std::string, std::string>, std::size_t> index_;  ///< By base and name.
};

/// New names of the zones of one file, by "/Base/Zone".
using Renamed = std::unordered_map<std::string, std::string>;

/// Renames zones in the tables of BaseIterativeData_t below `root`, which may name zones of other bases, and
/// those `elsewhere`, in other files.
void rename_in_tables(cgns::Node& root, const Renamed& renamed, const Renamed& elsewhere = {});

}  // namespace pcgns::fileset
