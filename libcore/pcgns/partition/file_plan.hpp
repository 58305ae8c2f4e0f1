// file_plan.hpp: the files of a repartitioned mesh, each as a plan of its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/partition/method.hpp"
#include "pcgns/partition/structured.hpp"

namespace pcgns::partition {

struct Request {
  std::int64_t partitions = 0;
  Constraints constraints;  ///< Of structured zones.
  Method method = Method::rcb;
  Style style = Style::maia;
  std::int64_t ghosts = 0;     ///< Layers of cells that a part has beyond a cut, as far as there are some.
  std::string plan = {};       ///< If not empty: a decomposition (saved_plan.hpp), which then counts alone.
  std::string plan_file = {};  ///< That it is from.
};

/// Small arrays (point lists, ranges) whose values cutting needs: indices into Plan::targets of `whole`.
[[nodiscard]] std::vector<int> arrays_to_read(const plan::Plan& whole);

/// The zones of `whole` and who gets which part of them; the arrays of unstructured ones are yet to be dealt
/// out (deal::deal_zones). `whole` must outlive it. Throws Error{input} for a zone that cannot be cut,
/// Error{usage} for constraints that cannot be kept.
[[nodiscard]] Mesh mesh_of(const plan::Plan& whole, const Request& request);

/// Numbers the parts of unstructured zones anew, behind those of structured ones.
void number_parts(Mesh& mesh);

/// How good the partition of all zones is; Quality::thinnest is that of structured ones.
[[nodiscard]] Quality quality_of(const Mesh& mesh);

/// The file of the ranks (0-based) `ranks`.
[[nodiscard]] plan::Plan file_of_ranks(const plan::Plan& whole, const Mesh& mesh, Range ranks,
                                       plan::Notes& notes);

}  // namespace pcgns::partition
