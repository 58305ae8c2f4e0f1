// Parallel HDF5: every array by one H5Dwrite or H5Dread of each rank's box, collective or independent.

#include <hdf5.h>

#include <algorithm>
#include <optional>

#include "pcgns-bench/engine/one_file.hpp"
#include "pcgns-bench/scenario/cgns_plan.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/handle.hpp"
#include "pcgns/h5/types.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::bench {

namespace {

class Hdf5Engine : public Engine {
 public:
  Hdf5Engine(const Task& task, bool is_collective) : task_(task), is_collective_(is_collective) {
    for (const auto& target : cgns_plan(task.problem).targets) datasets_.push_back(target.path + "/ data");
  }

  void create(const std::string& path) override {
    offsets_ = make_file(task_, path, false);
    open_with(path, H5F_ACC_RDWR);
  }
  void open(const std::string& path) override {
    offsets_ = {};
    open_with(path, H5F_ACC_RDONLY);
  }
  void write(Range arrays, std::span<Block> blocks) override {
    each_array(arrays, blocks, [&](hid_t dataset, const io::Slab* slab, hid_t in_memory, hid_t in_file) {
      const auto turned = slab != nullptr && !is_dense(*slab) ? packed(*slab) : std::vector<std::byte>();
      const void* values = slab == nullptr ? &none_ : turned.empty() ? slab->memory : turned.data();
      h5::check(H5Dwrite(dataset, type_of(slab), in_memory, in_file, transfer_, values), "cannot write");
    });
  }
  void read(Range arrays, std::span<Block> blocks) override {
    each_array(arrays, blocks, [&](hid_t dataset, const io::Slab* slab, hid_t in_memory, hid_t in_file) {
      const bool turns = slab != nullptr && !is_dense(*slab);
      std::vector<std::byte> turned(turns ? bytes_of(*slab).size() : 0);
      void* values = slab == nullptr ? &none_ : turns ? turned.data() : slab->memory;
      h5::check(H5Dread(dataset, type_of(slab), in_memory, in_file, transfer_, values), "cannot read");
      if (turns) unpack_all(*slab, turned);
    });
  }
  void close() override {
    const h5::Quiet quiet;
    if (writes_ && task_.options.syncs) h5::check(H5Fflush(file_, H5F_SCOPE_GLOBAL), "cannot flush");
    h5::check(file_.close(), "cannot close the file");
  }
  [[nodiscard]] std::vector<std::int64_t> offsets() const override { return offsets_; }

 private:
  void open_with(const std::string& path, unsigned flags) {
    const h5::Quiet quiet;
    writes_ = flags == H5F_ACC_RDWR;
    const auto access = h5::own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "cannot create a property list");
    h5::check(H5Pset_fapl_mpio(access, task_.comm, MPI_INFO_NULL), "cannot use MPI-IO");
    h5::switch_locking_off(access);
    file_ = h5::own(H5Fopen(path.c_str(), flags, access), H5Fclose, "cannot open the file");
    transfer_ = h5::own(H5Pcreate(H5P_DATASET_XFER), H5Pclose, "cannot create a property list");
    h5::check(H5Pset_dxpl_mpio(transfer_, is_collective_ ? H5FD_MPIO_COLLECTIVE : H5FD_MPIO_INDEPENDENT),
              "cannot choose how to transfer");
  }

  [[nodiscard]] static hid_t type_of(const io::Slab* slab) {
    return h5::memory_type(slab == nullptr ? cgns::DataType::R8 : slab->memory_type);
  }

  static h5::Handle space_of(const Extents& extents) {
    const std::vector<hsize_t> dims(extents.rbegin(), extents.rend());
    return h5::own(H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr), H5Sclose,
                   "cannot create a dataspace");
  }

  static void select(hid_t space, const io::Slab* slab) {
    if (slab == nullptr) {
      h5::check(H5Sselect_none(space), "cannot select");
      return;
    }
    const std::vector<hsize_t> begin(slab->box.begin.rbegin(), slab->box.begin.rend());
    const std::vector<hsize_t> count(slab->box.count.rbegin(), slab->box.count.rend());
    h5::check(H5Sselect_hyperslab(space, H5S_SELECT_SET, begin.data(), nullptr, count.data(), nullptr),
              "cannot select");
  }

  /// In collective transfers every rank takes part in every array, and goes on after a failure.
  template <typename Transfer>
  void each_array(Range arrays, std::span<Block> blocks, const Transfer& transfer) {
    const h5::Quiet quiet;
    std::optional<Error> failure;
    for (auto array = arrays.begin; array < arrays.end; ++array) {
      const auto found = std::find_if(blocks.begin(), blocks.end(),
                                      [&](const Block& block) { return block.array == array; });
      const auto* const slab = found == blocks.end() ? nullptr : &found->slab;
      if (slab == nullptr && !is_collective_) continue;
      auto failed = par::failure_of([&] { move_one(static_cast<std::size_t>(array), slab, transfer); },
                                    "moving the values");
      if (failed && !failure) failure = std::move(failed);
    }
    if (failure) throw Error(*failure);
  }

  template <typename Transfer>
  void move_one(std::size_t array, const io::Slab* slab, const Transfer& transfer) {
    const auto dataset =
        h5::own(H5Dopen2(file_, datasets_[array].c_str(), H5P_DEFAULT), H5Dclose, "cannot open an array");
    const auto in_file = space_of(task_.problem.arrays[array].dims);
    select(in_file, slab);
    const auto in_memory = space_of(slab == nullptr ? Extents{1} : slab->box.count);
    if (slab == nullptr) select(in_memory, nullptr);
    transfer(dataset, slab, in_memory, in_file);
  }

  Task task_;
  bool is_collective_;
  bool writes_ = false;
  double none_ = 0;
  std::vector<std::string> datasets_;
  std::vector<std::int64_t> offsets_;
  h5::Handle file_;
  h5::Handle transfer_;
};

}  // namespace

std::unique_ptr<Engine> hdf5_collective_engine(const Task& task) {
  return std::make_unique<Hdf5Engine>(task, true);
}

std::unique_ptr<Engine> hdf5_independent_engine(const Task& task) {
  return std::make_unique<Hdf5Engine>(task, false);
}

}  // namespace pcgns::bench
