#include "pcgns/capi/detail/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/capi/detail/enum_names.hpp"

namespace pcgns::capi {

void refuse(Document& document, const std::string& node, std::string_view expected, std::string_view found) {
  throw Error(ErrorKind::usage,
              at(document.path(), node, fmt::format("expected {}, found {}", expected, found)));
}

std::string alternatives(const std::vector<std::string>& words) {
  std::string all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) all += i + 1 == words.size() ? " or " : ", ";
    all += words[i];
  }
  return all;
}

void require_donor_set(Document& document, const std::string& interface, CGNS_ENUMT(PointSetType_t) type) {
  if (type == CGNS_ENUMV(PointListDonor) || type == CGNS_ENUMV(CellListDonor)) return;
  refuse(document, interface, "donor points in a PointListDonor or CellListDonor",
         word_of(point_set_types, type));
}

}  // namespace pcgns::capi
