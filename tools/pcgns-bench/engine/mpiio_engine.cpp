// MPI-IO, collective: each array through a file view of this rank's box.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "pcgns-bench/engine/one_file.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/info.hpp"

namespace pcgns::bench {

namespace {

class MpiIoEngine : public Engine {
 public:
  explicit MpiIoEngine(const Task& task) : task_(task) {}

  void create(const std::string& path) override {
    offsets_ = make_file(task_, path, task_.problem.is_plain);
    open_with(path, MPI_MODE_WRONLY);
  }
  void open(const std::string& path) override {
    offsets_ = look_into_file(task_, path, task_.problem.is_plain);
    open_with(path, MPI_MODE_RDONLY);
  }
  void write(Range arrays, std::span<Block> blocks) override {
    each_array(arrays, blocks, [&](const io::Slab* slab, int count, MPI_Datatype type) {
      const auto turned = slab != nullptr && !is_dense(*slab) ? packed(*slab) : std::vector<std::byte>();
      const void* values = slab == nullptr ? nullptr : turned.empty() ? slab->memory : turned.data();
      MPI_Status status;
      check(MPI_File_write_all(file_, values, count, type, &status), "cannot write");
      check_count(status, count, type);
    });
  }
  void read(Range arrays, std::span<Block> blocks) override {
    each_array(arrays, blocks, [&](const io::Slab* slab, int count, MPI_Datatype type) {
      const bool turns = slab != nullptr && !is_dense(*slab);
      std::vector<std::byte> turned(turns ? bytes_of(*slab).size() : 0);
      void* values = slab == nullptr ? nullptr : turns ? turned.data() : slab->memory;
      MPI_Status status;
      check(MPI_File_read_all(file_, values, count, type, &status), "cannot read");
      check_count(status, count, type);
      if (turns) unpack_all(*slab, turned);
    });
  }
  void close() override {
    if (writes_ && task_.options.syncs) check(MPI_File_sync(file_), "cannot sync to the device");
    check(MPI_File_close(&file_), "cannot close");
    if (failure_) throw Error(*failure_);
  }
  [[nodiscard]] std::vector<std::int64_t> offsets() const override { return offsets_; }

 private:
  void open_with(const std::string& path, int mode) {
    path_ = path;
    writes_ = mode == MPI_MODE_WRONLY;
    failure_.reset();
    MPI_Info info = par::info_of(task_.options.hints);
    check(MPI_File_open(task_.comm, path.c_str(), mode, info, &file_), "cannot open through MPI-IO");
    MPI_Info_free(&info);
    // Collective: it fails everywhere or nowhere.
    if (failure_) throw Error(*failure_);
  }

  /// The values of the box as one type, which lies in the file as the array wants it.
  static MPI_Datatype view_of(const io::FileBox& box, MPI_Datatype value) {
    const auto reversed = [](const std::vector<std::int64_t>& extents) {
      return std::vector<int>(extents.rbegin(), extents.rend());
    };
    const auto dims = reversed(box.dims);
    const auto count = reversed(box.count);
    const auto begin = reversed(box.begin);
    MPI_Datatype view = MPI_DATATYPE_NULL;
    MPI_Type_create_subarray(static_cast<int>(dims.size()), dims.data(), count.data(), begin.data(),
                             MPI_ORDER_C, value, &view);
    return view;
  }

  /// Every rank takes part in every array, and goes on after a failure: the calls are collective.
  template <typename Transfer>
  void each_array(Range arrays, std::span<Block> blocks, const Transfer& transfer) {
    place(blocks, offsets_);
    for (auto array = arrays.begin; array < arrays.end; ++array) {
      const auto index = static_cast<std::size_t>(array);
      const auto found = std::find_if(blocks.begin(), blocks.end(),
                                      [&](const Block& block) { return block.array == array; });
      MPI_Datatype value = MPI_DATATYPE_NULL;
      MPI_Type_contiguous(cgns::size_of(task_.problem.arrays[index].type), MPI_BYTE, &value);
      const auto* const slab = found == blocks.end() ? nullptr : &found->slab;
      MPI_Datatype view = MPI_DATATYPE_NULL;
      if (slab == nullptr) {
        MPI_Type_dup(value, &view);
      } else {
        view = view_of(slab->box, value);
      }
      MPI_Type_commit(&value);
      MPI_Type_commit(&view);
      check(MPI_File_set_view(file_, offsets_[index], value, view, "native", MPI_INFO_NULL),
            "cannot set a view");
      transfer(slab, slab == nullptr ? 0 : static_cast<int>(cgns::count_of(slab->box.count)), value);
      MPI_Type_free(&view);
      MPI_Type_free(&value);
    }
    if (failure_) throw Error(*failure_);
  }

  void check(int code, std::string_view what) {
    if (code == MPI_SUCCESS || failure_) return;
    std::array<char, MPI_MAX_ERROR_STRING> text = {};
    int length = 0;
    MPI_Error_string(code, text.data(), &length);
    failure_ = Error(ErrorKind::io, fmt::format("{}: {}: {}", what, path_, text.data()));
  }

  /// Open MPI reports success on a full disk.
  void check_count(const MPI_Status& status, int wanted, MPI_Datatype type) {
    int count = 0;
    MPI_Get_count(&status, type, &count);
    if (count != wanted && !failure_)
      failure_ = Error(ErrorKind::io, fmt::format("{}: {} of {} values were moved", path_, count, wanted));
  }

  Task task_;
  std::string path_;
  bool writes_ = false;
  std::vector<std::int64_t> offsets_;
  MPI_File file_ = MPI_FILE_NULL;
  std::optional<Error> failure_;
};

}  // namespace

std::unique_ptr<Engine> mpiio_engine(const Task& task) { return std::make_unique<MpiIoEngine>(task); }

}  // namespace pcgns::bench
