// zone_node.hpp: a Zone_t without its solutions.
#pragma once

#include <string>

#include "cgns_file.hpp"
#include "form.hpp"
#include "zone.hpp"

namespace heat {

/// What a zone is called in the file, as the zone `index` (from 1) of it.
std::string name_in_file(const Layout& layout, const Zone& zone, Form form, int index);

/// Writes a zone: its points, where the grid ends, and which part of the whole it is. Gives its index.
int write_zone(const CgnsFile& file, int base, const Layout& layout, const Zone& zone, Form form,
               const std::string& name);

}  // namespace heat
