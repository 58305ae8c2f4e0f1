// document_state.hpp: what an open file knows; for the sources of Document only.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "pcgns/base/fingerprint.hpp"
#include "pcgns/capi/arrays.hpp"
#include "pcgns/capi/document.hpp"
#include "pcgns/move/queue.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::capi {

struct Document::State {
  MPI_Comm comm = MPI_COMM_NULL;
  int rank = 0;
  Mode mode = Mode::read;
  std::string path;
  std::string part;  ///< What is written: the file itself where it is modified.
  Hints hints;
  tree::Node root;
  tree::Node before;  ///< As it is in the file that is modified.
  std::unique_ptr<Arrays> arrays;
  Hasher calls;  ///< Of everything that has changed the tree.
  std::unique_ptr<move::Queue> engine;
  struct Queued {
    int file = 0;
    move::Slab slab;
  };
  std::vector<Queued> queued[2];  ///< By Direction.
  std::optional<Error> damage;    ///< Why values of this file are not what they should be.

  void make_part();
  void write_nodes();
  void publish();
  void require_same_calls();
  move::Queue& queue();
  [[nodiscard]] std::vector<Queued> located(Direction direction, std::span<const Transfer> transfers);
  void move(Direction direction, const std::vector<Queued>& work, const std::optional<Error>& failure);
  [[nodiscard]] plan::Plan plan() const;
  void write(const std::function<void()>& step);
  void reuse_room(tree::Node& node, const tree::Node& old);
  void note(std::string_view what, const std::string& path_of_node, const tree::Node& node);
};

}  // namespace pcgns::capi
