// document.hpp: an open CGNS file: its tree in memory, and where its arrays lie.
//
// The tree is the same on every rank, because every rank makes the same calls; nothing is sent for it. Where
// a new array lies in the file follows from the calls alone: ranks write into it at once, on their own. The
// nodes are written by one rank when the file is closed.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/capi/hints.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::capi {

enum class Mode { read, write, modify };

/// A node and the way to it.
struct Spot {
  tree::Node* node = nullptr;
  std::string path = {};       ///< "" for the root.
  std::string_view file = {};  ///< Of the document, for messages.

  [[nodiscard]] explicit operator bool() const { return node != nullptr; }
  [[nodiscard]] tree::Node* operator->() const { return node; }
};

/// A box of the values of a node, in memory; `slab.box` has begin and count, the rest is the node's.
struct Transfer {
  const tree::Node* node = nullptr;
  move::Slab slab = {};
};

enum class Direction { write, read };

class Document {
 public:
  /// Opens a file on all ranks of `comm`. Mode::write replaces an existing file, when it is closed.
  /// @note Collective.
  Document(MPI_Comm comm, const std::string& path, Mode mode, const Hints& hints);
  /// Local: an unfinished file is left, under its other name.
  ~Document();
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  /// Flushes the queue, writes the nodes and gives the file its name. Throws the same Error on all ranks if
  /// that cannot be; then the file is as it was before, if it was.
  /// @note Collective.
  void close();

  [[nodiscard]] Mode mode() const;
  [[nodiscard]] const std::string& path() const;
  [[nodiscard]] Spot root();

  /// Adds a child, or, in a file that is modified, replaces the values of the one of that name, which keeps
  /// its children. Throws Error{usage} if the file is only read, the name is none, or taken. The node stays
  /// where it is until the next call. @note All ranks alike.
  Spot put(const Spot& parent, tree::Node child);
  /// Removes a child. @note All ranks alike.
  void remove(const Spot& parent, const std::string& name);
  /// A node with room for values, for put(). @note All ranks alike.
  [[nodiscard]] tree::Node with_room(std::string name, std::string label, tree::DataType type,
                                     std::vector<std::int64_t> dims);

  /// Extents of the values of a node, wherever they lie; in CGNS order.
  [[nodiscard]] const std::vector<std::int64_t>& dims_of(const tree::Node& node) const;
  [[nodiscard]] tree::DataType type_of(const tree::Node& node) const;
  /// All values of a node. Local.
  [[nodiscard]] std::vector<std::byte> values_of(const tree::Node& node);

  /// Moves values, together with all ranks, or alone. `failure`: why this rank has nothing to move.
  /// @note Collective.
  void move_together(Direction direction, std::span<const Transfer> transfers,
                     const std::optional<Error>& failure);
  void move_alone(Direction direction, std::span<const Transfer> transfers);
  /// Keeps them for flush(). Local.
  void queue(Direction direction, std::span<const Transfer> transfers);
  /// Writes, then reads what all ranks have queued. @note Collective.
  void flush();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pcgns::capi
