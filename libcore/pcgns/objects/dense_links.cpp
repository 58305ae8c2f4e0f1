// A fractal heap has the links, a B-tree lists where in the heap each of them is.
#include <algorithm>
#include <array>
#include <bit>

#include "pcgns/objects/detail/cursor.hpp"
#include "pcgns/objects/detail/dense_links.hpp"

namespace pcgns::objects {

namespace {

constexpr std::size_t most_depth = 32;
constexpr std::size_t most_id = 16;
/// Of a block with objects; HDF5 makes blocks of 64 KiB at most for links.
constexpr std::uint64_t most_block = 1U << 24U;

/// Bytes that a number up to `limit` takes.
std::size_t bytes_for(std::uint64_t limit) { return (std::bit_width(limit | 1U) - 1) / 8 + 1; }

/// Where an object is in the heap.
struct Place {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// A heap of objects in blocks, whose sizes double from row to row of a table.
class Heap {
 public:
  Heap(FileBlocks& file, std::int64_t address) : file_(file), address_(address) {
    const auto bytes = file.get(address, header_size);
    require_checksum(bytes);
    Cursor fields(bytes);
    fields.require("FRHP");
    fields.require_number(1, 0);
    id_size_ = fields.number(2);
    fields.require_number(2, 0);  // no filters
    has_checksums_ = (fields.number(1) & 2U) != 0;
    largest_object_ = fields.number(4);
    fields.skip(8);
    fields.require_number(8, no_address);  // no object alone in the file
    fields.skip(2 * 8);
    managed_ = fields.number(8);
    fields.skip(7 * 8);
    width_ = fields.number(2);
    first_ = fields.number(8);
    largest_ = fields.number(8);
    bits_ = fields.number(2);
    fields.skip(2);
    root_ = fields.count(8);
    rows_ = fields.number(2);
    const bool is_sound = std::has_single_bit(width_) && std::has_single_bit(first_) &&
                          std::has_single_bit(largest_) && first_ <= largest_ && largest_ <= most_block &&
                          bits_ >= 8 && bits_ <= 63 && id_size_ >= 3 && id_size_ <= most_id;
    if (!is_sound) give_up();
  }

  [[nodiscard]] std::size_t id_size() const { return id_size_; }

  [[nodiscard]] Place place_of(std::span<const std::byte> id) const {
    Cursor fields(id);
    fields.require_number(1, 0);  // among the others: neither alone in the file nor in the identifier itself
    Place place{.offset = fields.number(offset_bytes())};
    place.size = fields.number(std::min(bytes_for(largest_), bytes_for(largest_object_)));
    if (place.offset >= managed_ || place.size > largest_object_) give_up();
    return place;
  }

  /// The block at an offset of the heap, which has `place`, and the place's offset in it.
  [[nodiscard]] std::span<const std::byte> get(Place place) {
    if (place.offset < begin_ || place.offset >= begin_ + block_.size()) load(place.offset);
    const auto at = place.offset - begin_;
    if (at > block_.size() || place.size > block_.size() - at) give_up();
    return std::span<const std::byte>(block_).subspan(at, place.size);
  }

 private:
  static constexpr std::int64_t header_size = 146;

  [[nodiscard]] std::size_t offset_bytes() const { return (bits_ + 7) / 8; }
  [[nodiscard]] std::uint64_t size_of_row(std::uint64_t row) const {
    return row < 2 ? first_ : first_ << (row - 1);
  }

  void load(std::uint64_t offset) {
    if (rows_ == 0) return load_block(root_, 0, first_, offset);
    search(root_, 0, rows_, offset, 0);
  }

  /// Looks in the table at `address` for the block with an offset.
  void search(std::int64_t address, std::uint64_t begin, std::uint64_t rows, std::uint64_t offset,
              std::size_t depth) {
    if (depth > most_depth || rows > 64) give_up();
    std::uint64_t before = begin;
    std::uint64_t entry = 0;
    std::uint64_t row = 0;
    for (; row < rows; ++row) {
      const auto bytes = width_ * size_of_row(row);
      if (offset < before + bytes) break;
      before += bytes;
      entry += width_;
    }
    if (row == rows) give_up();
    const auto size = size_of_row(row);
    entry += (offset - before) / size;
    before += (offset - before) / size * size;
    const auto child = entry_of(address, begin, rows * width_, entry);
    if (size <= largest_) return load_block(child, before, size, offset);
    // A table that covers so many bytes.
    search(child, before, std::bit_width(size) - std::bit_width(first_ * width_) + 1, offset, depth + 1);
  }

  /// What follows the head of a block or table with the offset `begin`.
  [[nodiscard]] Cursor inside(std::span<const std::byte> bytes, std::string_view signature,
                              std::uint64_t begin) const {
    Cursor fields(bytes);
    fields.require(signature);
    fields.require_number(1, 0);
    fields.require_number(8, static_cast<std::uint64_t>(address_));
    fields.require_number(offset_bytes(), begin);
    return fields;
  }

  [[nodiscard]] std::int64_t entry_of(std::int64_t address, std::uint64_t begin, std::uint64_t entries,
                                      std::uint64_t entry) {
    const auto head = 4 + 1 + 8 + offset_bytes();
    if (table_at_ != address) {
      table_ = file_.get(address, static_cast<std::int64_t>(head + 8 * entries + checksum_size));
      require_checksum(table_);
      table_at_ = address;
    }
    auto fields = inside(table_, "FHIB", begin);
    fields.skip(8 * entry);
    return fields.count(8);
  }

  void load_block(std::int64_t address, std::uint64_t begin, std::uint64_t size, std::uint64_t offset) {
    if (offset < begin || offset - begin >= size) give_up();
    block_ = file_.get(address, static_cast<std::int64_t>(size));
    begin_ = begin;
    (void)inside(block_, "FHDB", begin);
    if (!has_checksums_) return;
    // Computed with zeros in its own place.
    const auto at = 4 + 1 + 8 + offset_bytes();
    auto checked = block_;
    std::fill_n(checked.begin() + static_cast<std::ptrdiff_t>(at), checksum_size, std::byte{0});
    checked.insert(checked.end(), block_.begin() + static_cast<std::ptrdiff_t>(at),
                   block_.begin() + static_cast<std::ptrdiff_t>(at + checksum_size));
    require_checksum(checked);
  }

  FileBlocks& file_;
  std::int64_t address_;
  std::size_t id_size_ = 0;
  bool has_checksums_ = false;
  std::uint64_t largest_object_ = 0;
  std::uint64_t managed_ = 0;  ///< Bytes of all blocks.
  std::uint64_t width_ = 0;    ///< Blocks of a row.
  std::uint64_t first_ = 0;    ///< Size of the blocks of the first two rows,
  std::uint64_t largest_ = 0;  ///< and of the largest block; beyond, an entry of the table is a table.
  std::uint64_t bits_ = 0;     ///< Of an offset.
  std::int64_t root_ = 0;
  std::uint64_t rows_ = 0;  ///< Of the table at the root; 0: a block is there.

  std::vector<std::byte> block_;  ///< The last one.
  std::uint64_t begin_ = 0;       ///< Its offset.
  std::vector<std::byte> table_;
  std::int64_t table_at_ = -1;
};

/// Version 2, with records of links.
class Tree {
 public:
  enum class Order : std::uint8_t { by_name = 5, by_creation = 6 };

  Tree(FileBlocks& file, std::int64_t address, Order order, std::size_t id_size)
      : file_(file), type_(static_cast<std::uint64_t>(order)), key_size_(order == Order::by_name ? 4 : 8) {
    const auto bytes = file.get(address, header_size);
    require_checksum(bytes);
    Cursor fields(bytes);
    fields.require("BTHD");
    fields.require_number(1, 0);
    fields.require_number(1, type_);
    node_size_ = fields.number(4);
    record_size_ = fields.number(2);
    depth_ = fields.number(2);
    fields.skip(2);
    root_ = static_cast<std::int64_t>(fields.number(8));
    records_ = fields.number(2);
    total_ = fields.number(8);
    if (record_size_ != key_size_ + id_size || node_size_ < 64 || node_size_ > (1U << 20U) || depth_ > 8)
      give_up();
    set_counts();
  }

  struct Record {
    std::uint64_t key = 0;  ///< Hash of the name, or order of creation.
    std::array<std::byte, most_id> id = {};

    friend bool operator==(const Record&, const Record&) = default;
  };
  /// By ascending keys.
  [[nodiscard]] std::vector<Record> records() {
    if (total_ > 0) visit(root_, records_, depth_);
    if (found_.size() != total_) give_up();
    return std::move(found_);
  }

 private:
  static constexpr std::int64_t header_size = 38;
  static constexpr std::uint64_t frame = 10;  ///< Signature, version, type, checksum.

  /// How many bytes the counts of records in a node and below it take, by level.
  void set_counts() {
    const auto most_in_leaf = (node_size_ - frame) / record_size_;
    count_bytes_ = bytes_for(most_in_leaf);
    below_bytes_ = {0};
    auto below = most_in_leaf;
    for (std::size_t level = 1; level <= depth_; ++level) {
      const auto pointer = 8 + count_bytes_ + below_bytes_.back();
      if (node_size_ < frame + pointer) give_up();
      const auto most = (node_size_ - frame - pointer) / (record_size_ + pointer);
      below = (most + 1) * below + most;
      below_bytes_.push_back(bytes_for(below));
    }
  }

  void visit(std::int64_t address, std::uint64_t records, std::size_t level) {
    // Without empty nodes, with ascending keys and few equal ones, no node is visited without end.
    if (address < 0 || records == 0 || records > node_size_ || found_.size() > total_) give_up();
    const auto pointer = level == 0 ? 0 : 8 + count_bytes_ + below_bytes_[level - 1];
    const auto used =
        frame - checksum_size + records * record_size_ + (level == 0 ? 0 : (records + 1) * pointer);
    if (used + checksum_size > node_size_) give_up();
    const auto node = file_.get(address, static_cast<std::int64_t>(node_size_));
    const auto bytes = std::span<const std::byte>(node).first(used + checksum_size);
    require_checksum(bytes);
    Cursor own(bytes);
    own.require(level == 0 ? "BTLF" : "BTIN");
    own.require_number(1, 0);
    own.require_number(1, type_);
    Cursor children(bytes.subspan(frame - checksum_size + records * record_size_));
    for (std::uint64_t i = 0; i <= records; ++i) {
      if (level > 0) {
        const auto child = children.count(8);
        const auto count = children.number(count_bytes_);
        children.skip(below_bytes_[level - 1]);
        visit(child, count, level - 1);
      }
      if (i < records) add(own);
    }
  }

  void add(Cursor& fields) {
    Record record{.key = fields.number(key_size_)};
    // A few of very many names have the same hash; more would let a node be visited again and again.
    constexpr int most_of_one_hash = 8;
    equal_ = !found_.empty() && record.key == found_.back().key ? equal_ + 1 : 0;
    // HDF5 would not find it.
    const bool descends = !found_.empty() && record.key < found_.back().key;
    if (descends || equal_ >= (type_ == static_cast<std::uint64_t>(Order::by_name) ? most_of_one_hash : 1))
      give_up();
    std::ranges::copy(fields.take(record_size_ - key_size_), record.id.begin());
    found_.push_back(record);
  }

  FileBlocks& file_;
  std::uint64_t type_;
  std::size_t key_size_;
  std::uint64_t node_size_ = 0;
  std::uint64_t record_size_ = 0;
  std::size_t depth_ = 0;
  std::int64_t root_ = 0;
  std::uint64_t records_ = 0;
  std::uint64_t total_ = 0;
  std::size_t count_bytes_ = 0;
  std::vector<std::size_t> below_bytes_;
  std::vector<Record> found_;
  int equal_ = 0;  ///< Records before the last one with its key.
};

}  // namespace

Link link_in(std::span<const std::byte> message) {
  Cursor fields(message);
  fields.require_number(1, 1);
  const auto flags = fields.number_up_to(1, 0x1F);
  if ((flags & 8U) != 0) fields.require_number(1, 0);  // a hard link
  Link link;
  if ((flags & 4U) != 0) link.order = fields.count(8);
  if ((flags & 16U) != 0) (void)fields.number_up_to(1, 1);  // ASCII, UTF-8
  link.name = fields.text(fields.number(std::size_t{1} << (flags & 3U)));
  const bool can_be_found = !link.name.empty() && link.name != "." &&
                            link.name.find_first_of(std::string_view("/\0", 2)) == std::string::npos;
  if (!can_be_found) give_up();
  link.object = fields.count(8);
  return link;
}

void add_dense_links(FileBlocks& file, std::span<const std::byte> link_info, std::vector<Link>& links) {
  Cursor fields(link_info);
  fields.require_number(1, 0);
  const auto flags = fields.number_up_to(1, 3);
  if ((flags & 1U) != 0) (void)fields.count(8);
  const auto heap_at = fields.number(8);
  const auto names_at = fields.number(8);
  const auto orders_at = (flags & 2U) != 0 ? fields.number(8) : no_address;
  if (heap_at == no_address) return;
  Heap heap(file, static_cast<std::int64_t>(heap_at));
  const auto records_of = [&](std::uint64_t address, Tree::Order order) {
    return Tree(file, static_cast<std::int64_t>(address), order, heap.id_size()).records();
  };
  auto records = records_of(names_at, Tree::Order::by_name);
  const auto place_of = [&](const Tree::Record& record) {
    return heap.place_of(std::span(record.id).first(heap.id_size()));
  };
  // Each block is read once.
  std::ranges::sort(records, {}, [&](const Tree::Record& record) { return place_of(record).offset; });
  for (auto& record : records) {
    const auto& link = links.emplace_back(link_in(heap.get(place_of(record))));
    if (checksum_of(std::as_bytes(std::span(link.name))) != record.key) give_up();
    record.key = static_cast<std::uint64_t>(link.order.value_or(0));
  }
  if ((flags & 2U) == 0) return;
  // HDF5 lists links by this tree and finds them by the other one.
  std::ranges::sort(records, {}, &Tree::Record::key);
  if (records != records_of(orders_at, Tree::Order::by_creation)) give_up();
}

}  // namespace pcgns::objects
