// file_set_state.hpp: what an open file set keeps.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "pcgns/io/sink.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/restart/restart.hpp"
#include "pcgns/restart/run/number_index.hpp"
#include "pcgns/restart/run/reader_service.hpp"

namespace pcgns::restart {

struct FileSet::State {
  State(par::Session& on, const fileset::OpenRequest& request, const Listener& listener)
      : session(on),
        memory(request.memory),
        files(fileset::open(on, request, fileset::OnDamage::error, listener)),
        readers(made_readers(on, files, memory)),
        mesh(fileset::required(fileset::whole_zones(on, files, request, listener))),
        source(files.inputs, memory.share(4)),
        known(memory.share(8), true),
        numbers(files.inputs),
        numbers_alone(files.inputs) {}

  par::Session& session;
  Budget memory;
  fileset::Files files;
  std::shared_ptr<ReaderService> readers;  ///< Null: every rank reads for itself.
  fileset::WholeMesh mesh;
  io::Source source;
  io::KnownNumbers known;
  NumberIndex numbers;
  NumberIndex numbers_alone;  ///< For reads of `alone`, of which other ranks do not know.
  std::optional<par::Session> alone = {};

  /// From here on, what reads `files.inputs` reads through them. @note Collective.
  [[nodiscard]] static std::shared_ptr<ReaderService> made_readers(par::Session& session,
                                                                   fileset::Files& files, Budget memory);

  [[nodiscard]] mesh::Dataset dataset() {
    return {.plan = mesh.plan, .inputs = files.inputs, .memory = memory.share(2), .known = &known};
  }

  /// Throws the Error that pcgns-merge would on every rank if pieces have the same points at different
  /// places.
  /// @note Collective.
  void require_agreement();
  /// The slab with what its array adds.
  [[nodiscard]] io::Slab completed(const Wanted& wanted) const;
  /// Reads slabs of a target of numbered entities: the blocks that have some of them, each by one rank, which
  /// sends it. @note Collective.
  void read_scattered(int array, std::span<const io::Slab> slabs);
  struct Mover {
    par::Session& session;
    NumberIndex& numbers;
  };
  /// Moves the bytes of a target that are `wanted` (ascending), and some around them, to `sink`.
  /// @note Collective over the session of `mover`.
  void move_some(const Mover& mover, const plan::Plan& plan, int target, const std::vector<Range>& wanted,
                 io::Sink& sink);
  /// A slab of a target of any plan with these inputs. @note Local.
  void read_alone(const plan::Plan& plan, int target, const io::Slab& slab);
};

}  // namespace pcgns::restart
