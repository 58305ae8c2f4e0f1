#include "pcgns/file/update.hpp"

#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/file/detail/node_writer.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/links.hpp"

namespace pcgns::file {

namespace {

using cgns::DataType;
using cgns::Node;

constexpr const char* data_name = " data";
constexpr const char* old_name = " old data";
constexpr const char* old_node = " old node ";

h5::Handle access_properties() {
  auto access = h5::own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "cannot create a property list");
  h5::check(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_LATEST), "cannot set the format version");
  h5::switch_locking_off(access);
  return access;
}

bool is_same(const cgns::Link& a, const cgns::Link& b) { return a.file == b.file && a.path == b.path; }

class Update {
 public:
  Update(const plan::Plan& plan, const PlacedArrays& placed, h5::OutputFile& file)
      : plan_(plan), placed_(placed), file_(file), writer_(plan.format) {}

  void change_children(hid_t group, const Node& before, const Node& after) {
    const auto length = path_.size();
    for (const auto& child : after.children) {
      path_ += "/" + child.name;
      const auto* old = before.child(child.name);
      old == nullptr ? create(group, child) : change(group, *old, child);
      file_.require_written();
      path_.resize(length);
    }
    for (const auto& child : before.children) {
      if (after.child(child.name) == nullptr) obsolete_.push_back(path_ + "/" + child.name);
    }
  }

  /// Runs last: HDF5 would reuse the freed space for new objects, whose location is planned.
  void delete_obsolete() {
    for (const auto& path : obsolete_) {
      h5::check(H5Ldelete(file_.id(), path.c_str(), H5P_DEFAULT), "cannot delete an old node");
    }
  }

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  void create(hid_t parent, const Node& node) {
    const auto values = planned_values(plan_, node);
    const auto group = writer_.create(parent, node.name, node.label, node.link ? DataType::LK : values.type);
    if (node.link) return writer_.write_link(group, *node.link);
    if (values.exist()) write_values(group, node);
    change_children(group, {}, node);
  }

  void change(hid_t parent, const Node& old, const Node& node) {
    if (old.link && node.link && is_same(*old.link, *node.link)) return;
    if (old.link || node.link) return replace(parent, node);
    const auto group =
        h5::own(H5Gopen2(parent, node.name.c_str(), H5P_DEFAULT), H5Gclose, "cannot open the node");
    const bool same =
        old.type == node.type && old.dims == node.dims && old.data == node.data && old.array == node.array;
    const auto values = planned_values(plan_, node);
    if (old.label != node.label || !same) writer_.rewrite(group, node.label, values.type);
    if (!same) {
      if (h5::has_link(group, data_name)) {
        h5::check(H5Lmove(group, data_name, group, old_name, H5P_DEFAULT, H5P_DEFAULT),
                  "cannot replace the values");
        obsolete_.push_back(path_ + "/" + old_name);
      }
      if (values.exist()) write_values(group, node);
    }
    change_children(group, old, node);
  }

  /// A link, or a node that a link takes the place of. It keeps its space until all is written.
  void replace(hid_t parent, const Node& node) {
    const auto moved = old_node + node.name;
    h5::check(H5Lmove(parent, node.name.c_str(), parent, moved.c_str(), H5P_DEFAULT, H5P_DEFAULT),
              "cannot replace the node");
    obsolete_.push_back(path_.substr(0, path_.size() - node.name.size()) + moved);
    create(parent, node);
  }

  void write_values(hid_t group, const Node& node) {
    if (!node.is_bulk()) return static_cast<void>(writer_.write_values(group, node));
    const auto index = static_cast<std::size_t>(node.array);
    static_cast<void>(allocate(file_, writer_, group, plan_.targets[index], placed_.offsets[index]));
  }

  const plan::Plan& plan_;
  const PlacedArrays& placed_;
  h5::OutputFile& file_;
  NodeWriter writer_;
  std::string path_;
  std::vector<std::string> obsolete_;
};

}  // namespace

void update(const std::string& path, const cgns::Node& before, const plan::Plan& plan,
            const PlacedArrays& placed) {
  const h5::Quiet quiet;
  std::string node;
  try {
    const auto access = access_properties();
    h5::OutputFile file(path, access, {placed.bytes, 1});
    Update update(plan, placed, file);
    try {
      const auto root = h5::own(H5Gopen2(file.id(), "/", H5P_DEFAULT), H5Gclose, "cannot open the root");
      update.change_children(root, before, plan.output);
      update.delete_obsolete();
    } catch (const h5::Failure&) {
      node = update.path();
      throw;
    }
    file.close();
  } catch (const h5::Failure& failure) {
    throw Error(ErrorKind::io, at(path, node, failure.what()));
  }
}

}  // namespace pcgns::file
