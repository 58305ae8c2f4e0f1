#include "pcgns/file/detail/tree_writer.hpp"

#include <fmt/format.h>

#include <set>

#include "pcgns/base/grid.hpp"
#include "pcgns/h5/attributes.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"

namespace pcgns::file {

namespace {

constexpr std::size_t most_open_inputs = 8;

/// A relative file name is invalid in the output's folder.
h5::LinkValue copyable_link(hid_t group, const std::string& name) {
  auto value = h5::link_value(group, name);
  if (!value.file.empty() && !value.file.starts_with('/'))
    throw h5::Failure(
        "is a relative link to another file, which leads elsewhere from the folder of the output; give it an "
        "absolute path, or remove it from a copy of the input");
  return value;
}

void copy_link(hid_t from, const std::string& name, hid_t to) {
  const auto value = copyable_link(from, name);
  const auto made = value.file.empty()
                        ? H5Lcreate_soft(value.path.c_str(), to, name.c_str(), H5P_DEFAULT, H5P_DEFAULT)
                        : H5Lcreate_external(value.file.c_str(), value.path.c_str(), to, name.c_str(),
                                             H5P_DEFAULT, H5P_DEFAULT);
  h5::check(made, "cannot copy it");
}

/// Looks at an object and what is below it for what H5Ocopy would silently make void: references, links and
/// values that are elsewhere when seen from another folder.
class CopyableObjects {
 public:
  /// Throws h5::Failure if there is such a thing.
  void require(hid_t object) {
    for (const auto& name : h5::attribute_names(object)) {
      const auto attribute =
          h5::own(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose, "cannot open an attribute");
      require_plain(h5::own(H5Aget_type(attribute), H5Tclose, "cannot read an attribute"));
    }
    const auto kind = H5Iget_type(object);
    if (kind == H5I_DATASET) require_own_values(object);
    if (kind == H5I_GROUP) require_members(object);
  }

 private:
  static void require_plain(hid_t type) {
    if (H5Tdetect_class(type, H5T_REFERENCE) > 0) throw h5::Failure(h5::why_no_references);
  }

  static void require_own_values(hid_t dataset) {
    require_plain(h5::own(H5Dget_type(dataset), H5Tclose, "cannot read the type"));
    const auto creation = h5::own(H5Dget_create_plist(dataset), H5Pclose, "cannot read the layout");
    if (H5Pget_layout(creation) == H5D_VIRTUAL || H5Pget_external_count(creation) > 0)
      throw h5::Failure(
          "has values in other files; put them into a copy of the input (h5repack -l OBJECT:CONTI)");
  }

  void require_members(hid_t group) {
    for (const auto& link : h5::links_of(group)) {
      try {
        if (link.kind != h5::LinkKind::hard) {
          (void)copyable_link(group, link.name);
        } else if (seen_.insert(link.object).second) {
          require(h5::open_object(group, link.object));
        }
      } catch (const h5::Failure& failure) {
        throw h5::Failure(fmt::format("{}: {}", link.name, failure.what()));
      }
    }
  }

  std::set<h5::ObjectId, h5::ObjectOrder> seen_;
};

void copy_object(hid_t from, const std::string& name, hid_t to) {
  const auto link = h5::link_of(from, name);
  if (link.kind != h5::LinkKind::hard) return copy_link(from, name, to);
  CopyableObjects().require(h5::open_object(from, link.object));
  try {
    h5::check(H5Ocopy(from, name.c_str(), to, name.c_str(), H5P_DEFAULT, H5P_DEFAULT), "cannot copy it");
  } catch (const h5::Failure& failure) {
    // Objects of a version that the output must not have.
    const auto why = std::string(failure.what());
    if (why.find("out of bounds") == std::string::npos) throw;
    throw h5::Failure(why +
                      "; only newer versions of HDF5 know its layout: give it another one in a copy of "
                      "the input (h5repack -l OBJECT:CONTI)");
  }
}

void copy_data_attribute(hid_t from, const std::string& name, const h5::Handle& to) {
  if (!to) throw h5::Failure("the node has no values in the output");
  const auto data = h5::own(H5Dopen2(from, " data", H5P_DEFAULT), H5Dclose, "cannot open the values");
  h5::copy_attribute(data, name, to);
}

}  // namespace

ExtraCopier::ExtraCopier(const cgns::InputSet& inputs) : inputs_(inputs), files_(most_open_inputs) {}

void ExtraCopier::copy(const cgns::Extra& extra, hid_t group, const h5::Handle& data) {
  const auto file = files_.get(inputs_.files.at(static_cast<std::size_t>(extra.file)).path);
  try {
    const auto from =
        h5::own(H5Gopen2(file->id, extra.path.c_str(), H5P_DEFAULT), H5Gclose, "cannot open the node");
    switch (extra.kind) {
      case cgns::Extra::Kind::attribute:
        return h5::copy_attribute(from, extra.name, group);
      case cgns::Extra::Kind::data_attribute:
        return copy_data_attribute(from, extra.name, data);
      case cgns::Extra::Kind::object:
        return copy_object(from, extra.name, group);
    }
  } catch (const h5::Failure& failure) {
    throw h5::Failure(fmt::format("'{}' of {}:{}: {}", extra.name, file->path, extra.path, failure.what()));
  }
}

using cgns::DataType;
using cgns::Node;

TreeWriter::TreeWriter(const plan::Plan& plan, const cgns::InputSet& inputs, const ChunksInPlace& chunks,
                       const Congruence& congruence, bool tight)
    : plan_(plan),
      chunks_(chunks),
      congruence_(congruence),
      writer_(plan.format, tight),
      extras_(inputs),
      offsets_(plan.targets.size(), -1) {}

void TreeWriter::write(h5::OutputFile& file, const Apart& apart) {
  const auto root = h5::own(H5Gopen2(file.id(), "/", H5P_DEFAULT), H5Gclose, "cannot open the root");
  file_ = &file;
  apart_ = &apart;
  writer_.write_root(root);
  finish(plan_.output, root, {});
}

std::vector<h5::ObjectId> TreeWriter::write_apart(h5::OutputFile& file, const Batch& batch) {
  file_ = &file;
  std::vector<h5::ObjectId> objects;
  for (const auto* node : batch.children) {
    path_ = batch.base + "/" + node->name;
    const auto values = planned_values(plan_, *node);
    const auto group =
        writer_.create_apart(file.id(), node->name, node->label, values.type, bytes_of_links(*node));
    write_contents(*node, group, values);
    objects.push_back(h5::id_of(group));
  }
  return objects;
}

void TreeWriter::write(hid_t parent, const Node& node) {
  if (node.link) return write_link(parent, node);
  if (adopted(parent, node)) return;
  const auto values = planned_values(plan_, node);
  const auto group = writer_.create(parent, node.name, node.label, values.type, bytes_of_links(node));
  write_contents(node, group, values);
}

bool TreeWriter::adopted(hid_t parent, const Node& node) {
  if (apart_ == nullptr || next_apart_ == apart_->nodes.size() || apart_->nodes[next_apart_] != &node)
    return false;
  h5::adopt(parent, node.name, apart_->objects[next_apart_++]);
  return true;
}

void TreeWriter::write_contents(const Node& node, hid_t group, const PlannedValues& values) {
  finish(node, group, values.exist() ? write_values(group, node) : h5::Handle());
}

/// Writes what follows the values: extras and children.
void TreeWriter::finish(const Node& node, hid_t group, const h5::Handle& data) {
  for (const auto& extra : node.extras) extras_.copy(extra, group, data);
  const auto length = path_.size();
  for (const auto& child : node.children) {
    path_ = path_ + "/" + child.name;
    write(group, child);
    file_->require_written();
    path_.resize(length);
  }
}

void TreeWriter::write_link(hid_t parent, const Node& node) {
  const auto group = writer_.create(parent, node.name, "", DataType::LK, bytes_of_links(node));
  writer_.write_link(group, *node.link);
  for (const auto& extra : node.extras) extras_.copy(extra, group, {});
}

h5::Handle TreeWriter::write_values(hid_t group, const Node& node) {
  if (!node.is_bulk()) return writer_.write_values(group, node);
  const auto& target = plan_.targets[static_cast<std::size_t>(node.array)];
  if (target.is_chunked())
    return write_chunks(group, target, chunks_.tables[static_cast<std::size_t>(node.array)]);
  const auto index = static_cast<std::size_t>(node.array);
  file_->place_array_modulo(congruence_.residues.empty() ? -1 : congruence_.residues[index],
                            congruence_.block);
  auto data = allocate(*file_, writer_, group, target, chunks_.arrays.empty() ? -1 : chunks_.arrays[index]);
  file_->place_array_modulo(-1, 1);
  offsets_[index] = *h5::offset_of(data);
  return data;
}

/// Builds the chunk index: HDF5 writes each chunk, and the driver discards the data.
h5::Handle TreeWriter::write_chunks(hid_t group, const plan::Target& target, const cgns::ChunkTable& table) {
  auto data = writer_.create_chunked(group, target);
  const Grid grid({target.dims.rbegin(), target.dims.rend()}, {target.chunk.rbegin(), target.chunk.rend()});
  for (std::size_t i = 0; i < table.offsets.size(); ++i) {
    const auto start = grid.box(static_cast<std::int64_t>(i)).start;
    const std::vector<hsize_t> origin(start.begin(), start.end());
    file_->place_chunk(table.offsets[i]);
    const std::byte nothing = {};
    h5::check(H5Dwrite_chunk(data, H5P_DEFAULT, table.masks[i], origin.data(),
                             static_cast<std::size_t>(table.sizes[i]), &nothing),
              "cannot enter a chunk");
  }
  return data;
}

h5::Handle allocate(h5::OutputFile& file, const NodeWriter& writer, hid_t group, const plan::Target& target,
                    std::int64_t place) {
  file.place_array(place);
  auto data = writer.allocate(group, target.type, target.dims);
  file.place_array(-1);
  const auto offset = h5::offset_of(data);
  if (!offset || (place >= 0 && *offset != place))
    throw h5::Failure("HDF5 did not allocate space for the values");
  return data;
}

}  // namespace pcgns::file
