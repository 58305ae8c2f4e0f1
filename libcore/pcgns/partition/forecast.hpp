// forecast.hpp: estimates the sizes and neighbours of pieces before they are made.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/partition/partition.hpp"

namespace pcgns::partition {

/// What one part gets of one zone.
struct PieceForecast {
  std::string zone;  ///< "/Base/Zone"
  std::int64_t rank = 0;
  std::vector<std::int64_t> first = {};  ///< Of a structured zone: its box of cells, 1-based and inclusive.
  std::vector<std::int64_t> last = {};
  std::int64_t cells = 0;
  std::int64_t vertices = 0;    ///< Of an unstructured zone.
  std::int64_t neighbours = 0;  ///< Pieces it shares interfaces with; counts itself if it is self-connected.
  std::vector<std::int64_t> neighbour_ranks = {};  ///< Of those pieces.
  std::int64_t cut_faces = 0;                      ///< Faces it shares with other pieces of its zone.
  std::int64_t bytes = 0;                          ///< Of the arrays with a value per vertex, cell or face.
};

struct Forecast {
  std::vector<std::int64_t> neighbours = {};  ///< By part: other parts that its pieces share interfaces with.
  std::int64_t most_bytes = 0;                ///< Of a rank.
  std::int64_t least_bytes = 0;
  std::vector<PieceForecast> structured = {};
  std::vector<PieceForecast> unstructured = {};
};

/// Forecast of all pieces of `mesh`, with each piece if `lists_pieces`. Throws Error{input} for invalid
/// interfaces. @pre The cells of unstructured zones are assigned.
[[nodiscard]] Forecast forecast_of(const Mesh& mesh, bool lists_pieces);

}  // namespace pcgns::partition
