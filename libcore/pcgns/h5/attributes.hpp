// attributes.hpp: the attributes of groups and datasets.
#pragma once

#include <hdf5.h>

#include <optional>
#include <string>
#include <vector>

#include "pcgns/base/fingerprint.hpp"

namespace pcgns::h5 {

[[nodiscard]] int count_attributes(hid_t object);

[[nodiscard]] bool has_attribute(hid_t object, const char* name);

/// Sorted.
[[nodiscard]] std::vector<std::string> attribute_names(hid_t object);

/// The text of a string attribute, fixed or of variable length, without padding; nothing if `object` has none
/// of that name. Throws Failure if it is not a string.
[[nodiscard]] std::optional<std::string> text_attribute(hid_t object, const char* name);

/// A hash of type, extents and values; zero for what is kept elsewhere in the file (texts of variable length,
/// references).
[[nodiscard]] Fingerprint attribute_content(hid_t object, const std::string& name);

/// Makes the attribute `name` of `from` an attribute of `to`, in another file, strings of variable length
/// included. Throws Failure if it cannot be copied: references mean nothing in another file.
void copy_attribute(hid_t from, const std::string& name, hid_t to);

}  // namespace pcgns::h5
