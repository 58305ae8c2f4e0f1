// particles.hpp: assigns particles to the parts that own the nearest cells.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "pcgns/io/scratch_file.hpp"
#include "pcgns/mesh/coordinates.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/partition/distribute_zones.hpp"
#include "pcgns/partition/plan/nearest.hpp"
#include "pcgns/partition/run/direct_arrays.hpp"
#include "pcgns/partition/run/distribution.hpp"
#include "pcgns/partition/run/zone_mesh.hpp"

namespace pcgns::partition {

/// The cells of a base: their centres on this rank, with the ranks of the partition that get them.
struct CellCloud {
  std::vector<OwnedPoint> mine = {};  ///< Until they are in the tree.
  std::optional<PointTree> tree = {};
  std::vector<mesh::SpaceBox> shares = {};  ///< By rank: bounds of the centres there.
  std::int64_t cells = 0;                   ///< Of all ranks.
  std::vector<mesh::SpaceBox> boxes = {};   ///< Of the zones.
};

/// Collects the cells of all zones, then distributes the particles of all particle zones.
class ParticleDistribution {
 public:
  ParticleDistribution(par::Session& session, const mesh::Dataset& dataset, Mesh& mesh)
      : session_(session), dataset_(dataset), mesh_(mesh) {}

  /// `cells`: of a zone that is distributed, without ghosts. @note Collective.
  void add(const ZoneMesh& zone, const Distribution& cells, const DistributedZone& distributed);

  /// Fills Mesh::particles. @note Collective.
  void run(io::ScratchFile& scratch, DirectArrays& direct);

 private:
  void add_structured(std::size_t zone);
  void make_searchable(CellCloud& cloud);
  void find_nearest(const CellCloud& cloud, std::span<const std::array<double, 3>> points,
                    std::span<Nearest> nearest);
  void distribute(const cgns::Node& base, const cgns::Node& zone, io::ScratchFile& scratch,
                  DirectArrays& direct);
  [[nodiscard]] std::vector<std::int32_t> ranks_of(CellCloud& cloud, const cgns::Node& coordinates,
                                                   std::int64_t count, Range mine, std::int64_t& outside);

  par::Session& session_;
  const mesh::Dataset& dataset_;
  Mesh& mesh_;
  std::map<const cgns::Node*, CellCloud> clouds_;  ///< By base.
};

}  // namespace pcgns::partition
