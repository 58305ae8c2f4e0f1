// shared_points.hpp: compares or averages the values of points that several pieces hold.
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::io {

/// Two pieces' values of one point.
struct TwoValues {
  /// Their difference: of reals, I4 and I8; with NaN, infinite if of coordinates, and otherwise 0. Finite
  /// between finite numbers.
  double absolute = 0;
  double relative = 0;                    ///< Related to the larger one.
  std::int64_t position = -1;             ///< In the array of the output, 0-based; -1: none.
  std::array<double, 2> values = {};      ///< NaN: neither real nor I4 nor I8.
  std::array<int, 2> sources = {-1, -1};  ///< Indices into InputSet::arrays.

  /// True if it is to be reported rather than `other`, whatever the order in which both are found.
  [[nodiscard]] bool precedes(const TwoValues& other) const;
  /// False where nothing says how far the values are apart: one is not a finite number.
  [[nodiscard]] bool is_measured() const;
};

/// The difference of `a` and `b`, values of an array like `target`.
[[nodiscard]] TwoValues two_values(const plan::Target& target, const std::byte* a, const std::byte* b);

/// Differences in one array of the output.
struct ArrayDifferences {
  std::int64_t count = 0;
  std::int64_t unmeasured = 0;  ///< Of `count`.
  double absolute = 0;          ///< The largest of those that are measured.
  double relative = 0;          ///< The same.
  TwoValues largest = {};       ///< By absolute difference.
  TwoValues in_zone = {};       ///< The same of coordinates, without ghost planes around the zone.
  void add(const TwoValues& difference, bool is_in_zone);
  void add(const ArrayDifferences& other);
};

/// Coordinates of a ghost layer that differ from those of the pieces that own the vertices.
struct GhostDifferences {
  std::int64_t count = 0;
  TwoValues largest = {};
  std::string text = {};  ///< On `largest`, if it contradicts the owner (Agreement::explain).
  void add(const GhostDifferences& other);
};

/// Result of a comparison of shared points.
struct SharedDifferences {
  std::int64_t compared = 0;               ///< Number of values.
  std::map<int, ArrayDifferences> arrays;  ///< By index into Plan::targets; only those with differences.
  std::int64_t ghosts_compared = 0;
  std::map<int, GhostDifferences> ghosts;  ///< The same.

  /// `difference` is at a position of target `target`.
  void add(const plan::Plan& plan, int target, const TwoValues& difference);
  void add_ghost(int target, const TwoValues& difference) { ghosts[target].add({1, difference}); }
  void add(const SharedDifferences& other);
};

/// SharedDifferences for people.
struct SharedSummary {
  std::int64_t compared = 0;
  std::int64_t differing = 0;
  std::int64_t unmeasured = 0;  ///< Of `differing`: a value is not a finite real or integer.
  std::int64_t arrays = 0;      ///< With differences.
  double largest = 0;           ///< Absolute difference, of those that are measured.
  double largest_relative = 0;
  std::string where = {};  ///< Output path of the array with the largest difference, or with any.

  /// Of arrays with coordinates that contradict those of the owners.
  struct Ghosts {
    std::int64_t compared = 0;
    std::int64_t differing = 0;
    std::string example = {};
  };
  Ghosts ghosts = {};

  void add(const SharedSummary& other);
  /// "3 of 40 values at shared points differ between pieces, in 2 arrays, …"
  [[nodiscard]] std::string text() const;
  /// What there is to warn of: `text` and what is wrong in ghost layers.
  [[nodiscard]] std::vector<std::string> warnings() const;
};
[[nodiscard]] SharedSummary summary_of(const SharedDifferences& differences, const plan::Plan& plan);

/// By index into Plan::targets.
using SharedSummaries = std::map<int, SharedSummary>;
/// Of each array of structured zones with values that several pieces have. `differences`: of all ranks, found
/// when all these arrays were moved.
[[nodiscard]] SharedSummaries summaries_of_boxes(const SharedDifferences& differences,
                                                 const plan::Plan& plan);

/// The sum over all ranks; the same for any number of ranks. @note Collective.
[[nodiscard]] SharedDifferences summed_up(MPI_Comm comm, const SharedDifferences& mine);

/// Whether what pieces have for the same points agrees as Plan::shared_limits demand.
class Agreement {
 public:
  /// `memory`: bytes for looking at the coordinates of a zone. The referenced objects must outlive this one.
  Agreement(par::Session& session, const plan::Plan& plan, const cgns::InputSet& inputs, Budget memory)
      : session_(session), plan_(plan), inputs_(inputs), memory_(memory) {}

  /// The sentence on a coordinate that differs by too much, if there is one. `differences`: of all ranks.
  /// Reads the coordinates of zones with differences, once. @note Collective.
  [[nodiscard]] std::optional<std::string> contradiction_in(const SharedDifferences& differences);

  /// Keeps and explains the ghost layers that contradict the owners of their vertices. @note Collective.
  void explain(SharedDifferences& differences);

  /// Throws Error{input} on every rank if there is a contradiction, or any difference with
  /// SharedLimits::strict. @note Collective.
  void require(const SharedDifferences& differences);

 private:
  [[nodiscard]] double allowed(int target, const TwoValues& found);
  [[nodiscard]] double largest_coordinate(int target);
  [[nodiscard]] std::vector<int> coordinates_beside(int target) const;
  [[nodiscard]] std::string sentence(int target, const TwoValues& found, double allowed) const;

  par::Session& session_;
  const plan::Plan& plan_;
  const cgns::InputSet& inputs_;
  Budget memory_;
  std::map<std::string, double> largest_;  ///< Coordinates by path of their GridCoordinates_t.
};

/// Means of shared values, each summed in the order in which its pieces are added. Values that agree in all
/// pieces stay unchanged, because a mean of equal values may be off by a bit.
class Averages {
 public:
  /// Adds `value` (R4 or R8) for the point at `place`; `first` is the value already there.
  void add(cgns::DataType type, std::int64_t place, const std::byte* first, const std::byte* value);
  /// Writes the means to `buffer`, which starts at place `begin`, and clears them.
  void settle(std::int64_t begin, std::span<std::byte> buffer);

 private:
  struct Sum {
    cgns::DataType type = cgns::DataType::R8;
    double sum = 0;
    int count = 1;
    bool differs = false;
  };
  std::unordered_map<std::int64_t, Sum> sums_;
};

}  // namespace pcgns::io
