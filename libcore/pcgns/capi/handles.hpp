// handles.hpp: what the C functions share: open files by number, the current node, defaults, the last error.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "pcgns/capi/document.hpp"
#include "pcgns/pcgnslib.h"

namespace pcgns::capi {

/// Thrown for a node that is not there where a function has a code of its own for that.
class NotFound : public Error {
  using Error::Error;
};

/// Runs `step` and makes a code of what it throws; the text is kept for cg_get_error.
int guarded(const std::function<void()>& step);
[[nodiscard]] const std::string& last_error();

/// Throws Error{usage} if `fn` is no open file.
[[nodiscard]] Document& document_of(int fn);
[[nodiscard]] int keep(std::unique_ptr<Document> document);
/// Forgets the file. Throws what Document::close throws. @note As that.
void close(int fn);
/// In the order in which they were opened.
[[nodiscard]] std::vector<Document*> open_documents();

/// What cgp_mpi_comm and its like have set.
struct Defaults {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Info info = MPI_INFO_NULL;
  CGNS_ENUMT(PIOmode_t) mode = CGP_COLLECTIVE;
};
[[nodiscard]] Defaults& defaults();

/// The current node: a file and the names from the root on.
struct Position {
  int fn = -1;
  std::vector<std::string> names = {};
};
[[nodiscard]] Position& position();
/// Throws Error{usage} if there is none, NotFound if the node is gone.
[[nodiscard]] Spot here();
[[nodiscard]] Document& document_here();

}  // namespace pcgns::capi
