// file_set_state.hpp: what an open file set keeps.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "pcgns/io/source.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/restart/restart.hpp"

namespace pcgns::restart {

struct FileSet::State {
  State(par::Session& on, const fileset::OpenRequest& request, const Listener& listener)
      : session(on),
        memory(request.memory),
        files(fileset::open(on, request, fileset::OnDamage::error, listener)),
        mesh(fileset::required(fileset::whole_zones(on, files, request, listener))),
        source(files.inputs, memory.share(4)) {}

  /// Values of a slab that are adjacent in the file, or nearly so.
  struct Stretch {
    const io::Slab* slab = nullptr;
    Range values;
  };

  par::Session& session;
  Budget memory;
  fileset::Files files;
  fileset::WholeMesh mesh;
  io::Source source;
  std::optional<par::Session> alone = {};

  [[nodiscard]] mesh::Dataset dataset() const {
    return {.plan = mesh.plan, .inputs = files.inputs, .memory = memory.share(2)};
  }

  /// Throws the Error that pcgns-merge would on every rank if pieces have the same points at different
  /// places.
  /// @note Collective.
  void require_agreement();
  /// The slab with what its array adds.
  [[nodiscard]] io::Slab completed(const Wanted& wanted) const;
  [[nodiscard]] std::vector<Stretch> stretches_of(std::span<const io::Slab> slabs) const;
  /// @note Collective.
  void read_scattered(int array, std::span<const io::Slab> slabs);
  /// A slab of a target of any plan with these inputs. @note Local.
  void read_alone(const plan::Plan& plan, int target, const io::Slab& slab);
};

}  // namespace pcgns::restart
