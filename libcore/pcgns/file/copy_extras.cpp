#include "pcgns/file/copy_extras.hpp"

#include <fmt/format.h>

#include "pcgns/h5/attributes.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/links.hpp"

namespace pcgns::file {

namespace {

constexpr std::size_t most_open_files = 8;

void copy_link(hid_t from, const std::string& name, hid_t to) {
  const auto value = h5::link_value(from, name);
  // The name of another file is relative to a folder in which the output is not.
  if (!value.file.empty() && !value.file.starts_with('/'))
    throw h5::Failure("is a relative link to another file");
  const auto made = value.file.empty()
                        ? H5Lcreate_soft(value.path.c_str(), to, name.c_str(), H5P_DEFAULT, H5P_DEFAULT)
                        : H5Lcreate_external(value.file.c_str(), value.path.c_str(), to, name.c_str(),
                                             H5P_DEFAULT, H5P_DEFAULT);
  h5::check(made, "cannot copy it");
}

void copy_object(hid_t from, const std::string& name, hid_t to) {
  if (h5::link_of(from, name).kind != h5::LinkKind::hard) return copy_link(from, name, to);
  h5::check(H5Ocopy(from, name.c_str(), to, name.c_str(), H5P_DEFAULT, H5P_DEFAULT), "cannot copy it");
}

void copy_data_attribute(hid_t from, const std::string& name, const h5::Handle& to) {
  if (!to) throw h5::Failure("the node has no values in the output");
  const auto data = h5::own(H5Dopen2(from, " data", H5P_DEFAULT), H5Dclose, "cannot open the values");
  h5::copy_attribute(data, name, to);
}

}  // namespace

ExtraCopier::ExtraCopier(const tree::InputSet& inputs) : inputs_(inputs), files_(most_open_files) {}

void ExtraCopier::copy(const tree::Extra& extra, hid_t group, const h5::Handle& data) {
  const auto file = files_.get(inputs_.files.at(static_cast<std::size_t>(extra.file)).path);
  try {
    const auto from =
        h5::own(H5Gopen2(file->id, extra.path.c_str(), H5P_DEFAULT), H5Gclose, "cannot open the node");
    switch (extra.kind) {
      case tree::Extra::Kind::attribute:
        return h5::copy_attribute(from, extra.name, group);
      case tree::Extra::Kind::data_attribute:
        return copy_data_attribute(from, extra.name, data);
      case tree::Extra::Kind::object:
        return copy_object(from, extra.name, group);
    }
  } catch (const h5::Failure& failure) {
    throw h5::Failure(fmt::format("'{}' of {}:{}: {}", extra.name, file->path, extra.path, failure.what()));
  }
}

}  // namespace pcgns::file
