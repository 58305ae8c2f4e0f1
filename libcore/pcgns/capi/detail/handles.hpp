// handles.hpp: shared state of the C functions: file handles, current node, defaults, last error.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/base/fingerprint.hpp"
#include "pcgns/capi/detail/document.hpp"
#include "pcgns/pcgnslib.h"
#include "pcgns/restart/partition.hpp"

namespace pcgns::capi {

/// Thrown for a missing node where a function has a specific code for that.
class NotFound : public Error {
  using Error::Error;
};

/// Thrown for a number that no child has.
class NoSuchNumber : public Error {
  using Error::Error;
};

/// Runs `step` and converts exceptions to a code; the text is kept for cg_get_error and given to the handler.
/// It names the file that the step asked for, and the node that it had reached.
int guarded(const std::function<void()>& step);
[[nodiscard]] const std::string& last_error();
/// The same for a step on open file `fn`.
int guarded_on(int fn, const std::function<void(Document&)>& step);
/// Throws Error{usage} before MPI_Init, where MPI would end the program.
void require_mpi();
/// What a binding has found wrong with an argument of the next call that moves values. @see
/// cgp_wrong_argument
void refuse_next(std::string_view text);
/// Throws Error{usage} with that text, once. Called where a failure of one rank becomes everybody's.
void take_refusal();
/// A message that also names the file and the node of the running call, unless it does.
[[nodiscard]] std::string with_place(const std::string& text);
/// The step has come to this node.
void reached(std::string_view path);

/// What cg_error_handler sets. Null: nothing is called.
using ErrorHandler = void (*)(int, char*);
void set_error_handler(ErrorHandler handler);
/// Calls it with the last error: 1 for an error, -1 before the program ends.
void tell_handler(int is_error);

/// Throws Error{usage} if `fn` is not an open file.
[[nodiscard]] Document& document_of(int fn);
[[nodiscard]] int keep(std::unique_ptr<Document> document);
/// A file that no other handle writes, with the hints of cgp_mpi_info. @note Collective.
[[nodiscard]] std::unique_ptr<Document> opened(MPI_Comm comm, const std::string& path, Mode mode);
/// The files `names` (Document) as a set, with the hints of cgp_mpi_info. @note Collective.
[[nodiscard]] std::unique_ptr<Document> opened_set(MPI_Comm comm, const std::vector<std::string>& names);
/// Closes the file and frees its number. Throws like Document::close. @note Collective.
void close(int fn);
/// Frees its number without making a file that is written appear. @note Collective.
void discard(int fn);
/// The parts of an open file, and the base that calls mean.
struct OpenPartition {
  int fn = 0;
  int base = 1;
  std::unique_ptr<restart::Partition> parts;
};
/// Throws Error{usage} if `p` is not a partition.
[[nodiscard]] OpenPartition& partition_of(int p);
[[nodiscard]] int keep(OpenPartition partition);
/// Frees the partition and its number.
void destroy_partition(int p);

/// Whether the values of a solution are at vertices or cells. Throws Error{usage} if parts have none there.
[[nodiscard]] restart::Entity field_entity(const Document& document, const Spot& solution);
/// The entity of solution `S`, which must be the same in all zones: the values of all pieces have one layout.
[[nodiscard]] restart::Entity common_entity(Document& document, int B, int S);

/// An array of the source of a partition that a new file gets, too.
struct Copied {
  int source = 0;
  cgns::Node node;  ///< Refers to the new array.
};
/// The planes of its last index that this rank moves, as a slab of `memory`, which gets the room.
[[nodiscard]] io::Slab share_of(const plan::Target& array, MPI_Comm comm, std::vector<std::byte>& memory);
/// @note Collective.
void copy_values(Document& out, restart::FileSet& source, const std::vector<Copied>& arrays);

/// In the order of opening.
[[nodiscard]] std::vector<Document*> open_documents();

/// Throws the same Error{usage} on every rank unless `hasher` is the same on all: `what` differ.
/// @note Collective.
void require_same_everywhere(MPI_Comm comm, const Hasher& hasher, std::string_view what);

/// Values set by cgp_mpi_comm and similar functions.
struct Defaults {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Info info = MPI_INFO_NULL;
  CGNS_ENUMT(PIOmode_t) mode = CGP_COLLECTIVE;
  bool rind_is_counted = false;  ///< Index 1 of ranges is the first value, not the first of the core.
  int compress = 0;              ///< What cg_set_compress said.
  std::int64_t alignment = 0;    ///< Of large arrays; 0: as the hints say.
  std::string wisdom = {};       ///< What cgp_wisdom_import read; empty: nothing.
};
[[nodiscard]] Defaults& defaults();

/// The current node: a file and the names on the path from the root.
struct Position {
  int fn = -1;
  std::vector<std::string> names = {};
  int lost_in = -1;  ///< Without a current node: the file in which the last path led nowhere.
};
[[nodiscard]] Position& position();
/// Throws Error{usage} if there is no current node, NotFound if it was deleted.
[[nodiscard]] Spot here();
[[nodiscard]] Document& document_here();

}  // namespace pcgns::capi
