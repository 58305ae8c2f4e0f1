// values.hpp: values that tell where they belong.
#pragma once

#include <string>

#include "pcgns/io/slab.hpp"

namespace pcgns::bench {

/// Each value is a function of its place in the array and of the number of the array.
void fill(const io::Slab& slab, int array);

/// Other values than those, so that nobody takes what was there for what was read.
void poison(const io::Slab& slab);

/// Throws Error{io} that names the place if a value is not what fill() writes.
void require_filled(const io::Slab& slab, int array, const std::string& name);

}  // namespace pcgns::bench
