// copy_extras.hpp: what other programs have put beside the CGNS content of a node goes into the output as it
// is.
#pragma once

#include "pcgns/file/open_files.hpp"
#include "pcgns/h5/handle.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::file {

/// Copies from input files, a few of which stay open.
class ExtraCopier {
 public:
  explicit ExtraCopier(const tree::InputSet& inputs);

  /// Copies the extra to `group`, or to its dataset `data` (where it has one). Throws h5::Failure if it
  /// cannot be copied.
  void copy(const tree::Extra& extra, hid_t group, const h5::Handle& data);

 private:
  const tree::InputSet& inputs_;
  OpenFiles files_;
};

}  // namespace pcgns::file
