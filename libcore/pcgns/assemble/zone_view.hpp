// zone_view.hpp: zones of the inputs, and what is read in them without trusting it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pcgns/assemble/parts.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::assemble {

/// A Zone_t of an input whose tree is at hand.
struct ZoneView {
  int file = 0;  ///< Index into InputSet::files.
  const tree::Node* base = nullptr;
  const tree::Node* zone = nullptr;
};

/// In the order of the files. Zones that are kept links are not among them.
[[nodiscard]] std::vector<ZoneView> zones_of(const tree::InputSet& inputs);

[[nodiscard]] inline ZoneView view_of(const Part& part) { return {part.file, part.base, part.zone}; }

/// "/Base/Zone".
[[nodiscard]] std::string path_of(const ZoneView& zone);
[[nodiscard]] const std::string& file_of(const tree::InputSet& inputs, const ZoneView& zone);
/// "out_0.cgns:/Base/Zone".
[[nodiscard]] std::string place_of(const tree::InputSet& inputs, const ZoneView& zone);

/// An Error{input} about the node `below` a zone ("ZoneGridConnectivity/Join"; empty for the zone itself).
[[nodiscard]] Error error_at(const tree::InputSet& inputs, const ZoneView& zone, std::string_view below,
                             std::string_view why);

/// False for zones whose ZoneType says Unstructured.
[[nodiscard]] bool is_structured(const tree::Node& zone);

/// What Zone_t says of a structured zone, ghosts included.
struct Extents {
  int dimension = 3;                              ///< IndexDimension.
  std::array<std::int64_t, 3> cells = {1, 1, 1};  ///< 1 beyond `dimension`.
};

/// Throws Error{input} unless Zone_t has 1 to 3 rows of vertices and cells that fit together.
[[nodiscard]] Extents extents_of(const tree::InputSet& inputs, const ZoneView& zone);

/// The integers of `node`, which lies at `below`. Throws Error{input} unless they are `count` of type I4 or
/// I8, and Error{internal} if the values were not read.
[[nodiscard]] std::vector<std::int64_t> integers_at(const tree::InputSet& inputs, const ZoneView& zone,
                                                    std::string_view below, const tree::Node& node,
                                                    std::size_t count);

/// A join of a zone, and where it lies.
struct Join {
  const tree::Node* node = nullptr;
  std::string below;       ///< "ZoneGridConnectivity/Join".
  std::string donor;       ///< The name of the zone that it leads to, without a base.
  std::string donor_base;  ///< Empty: the base of the zone.

  [[nodiscard]] const std::string& base_of_donor(const tree::Node& base) const {
    return donor_base.empty() ? base.name : donor_base;
  }
};

/// The joins that name a zone: GridConnectivity1to1_t and, unless `only_1to1`, GridConnectivity_t.
[[nodiscard]] std::vector<Join> joins_of(const tree::Node& zone, bool only_1to1 = false);

/// The number that `digits` writes; nothing if it is not only digits or too long for 63 bits.
[[nodiscard]] std::optional<std::int64_t> number_of(std::string_view digits);

/// Cells as users know them, 1-based and inclusive: "[1:8] x [5:8] x [1:6]".
[[nodiscard]] std::string text_of_cells(const std::array<Range, 3>& cells, int dimension);
/// "16 x 8 x 6".
[[nodiscard]] std::string text_of_extents(const std::array<std::int64_t, 3>& extents, int dimension);

/// Originals that come to light part by part.
class Originals {
 public:
  explicit Originals(Convention convention) : convention_(convention) {}

  /// The one of this name, made if need be with the kind and dimension of `part`; the parts of one zone must
  /// agree in them. The reference holds until the next call.
  [[nodiscard]] Original& of(const tree::InputSet& inputs, const ZoneView& part, const std::string& name);

  [[nodiscard]] std::vector<Original> take() { return std::move(originals_); }

 private:
  Convention convention_;
  std::vector<Original> originals_;
  std::map<std::pair<std::string, std::string>, std::size_t> index_;  ///< By base and name.
};

}  // namespace pcgns::assemble
