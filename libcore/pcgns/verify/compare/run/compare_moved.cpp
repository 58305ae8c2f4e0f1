#include <algorithm>
#include <unordered_map>

#include "pcgns/base/bytes.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/plan/subplan.hpp"
#include "pcgns/verify/compare/run/compare_job.hpp"

namespace pcgns::verify::compare {

namespace {

/// File domains of boxes: small enough that the first side is still in a cache when compared with the second.
constexpr std::int64_t domain_of_boxes = 1 * mebi;
constexpr std::int64_t window_of_boxes = 8 * mebi;
/// Alignment of file domains and arrays: no value crosses a domain.
constexpr std::int64_t alignment = 64;

/// Widths of the values on both sides: equal, or one twice the other.
struct Widths {
  std::int64_t a = 1;
  std::int64_t b = 1;

  friend auto operator<=>(const Widths&, const Widths&) = default;
};

/// Arrays that are moved together, concatenated in a hypothetical file. Offsets count bytes of the narrower
/// side.
struct Batch {
  std::vector<int> pairs;
  std::vector<std::int64_t> places;  ///< Offset of each pair.
  std::int64_t end = 0;
};

/// Keeps the values of one side until the other side has arrived.
class KeepingSink : public io::Sink {
 public:
  explicit KeepingSink(std::int64_t width) : width_(width) {}

  void write(std::int64_t offset, std::span<const std::byte> bytes) override {
    auto& kept = kept_[offset / width_];
    if (!spare_.empty()) {  // reuses memory
      kept = std::move(spare_.back());
      spare_.pop_back();
    }
    kept.assign(bytes.begin(), bytes.end());
  }
  void sync() override {}
  void close() override {}

  /// The bytes written at `place`; return the buffer for reuse.
  [[nodiscard]] std::vector<std::byte> take(std::int64_t place) {
    const auto found = kept_.find(place);
    if (found == kept_.end())
      throw Error(ErrorKind::internal, "the two sides of a comparison are split differently");
    auto bytes = std::move(found->second);
    kept_.erase(found);
    return bytes;
  }
  void give_back(std::vector<std::byte> bytes) { spare_.push_back(std::move(bytes)); }

 private:
  std::int64_t width_;
  std::vector<std::vector<std::byte>> spare_;
  std::unordered_map<std::int64_t, std::vector<std::byte>> kept_;
};

/// Compares the second side with the kept values of the first.
class ComparingSink : public io::Sink {
 public:
  ComparingSink(const Batch& batch, Widths widths, KeepingSink& kept, CompareJob& job)
      : batch_(batch), widths_(widths), kept_(kept), job_(job) {}

  void write(std::int64_t offset, std::span<const std::byte> bytes) override {
    const auto place = offset / widths_.b;
    auto other = kept_.take(place);
    const Range run{place, place + static_cast<std::int64_t>(bytes.size()) / widths_.b};
    const auto after = std::upper_bound(batch_.places.begin(), batch_.places.end(), place);
    for (auto i = static_cast<std::size_t>(after - batch_.places.begin()) - 1; i < batch_.pairs.size(); ++i) {
      if (batch_.places[i] >= run.end) break;
      compare(i, run, other, bytes);
    }
    kept_.give_back(std::move(other));
  }
  void sync() override {}
  void close() override {}

 private:
  void compare(std::size_t i, Range run, std::span<const std::byte> a, std::span<const std::byte> b) {
    const int index = batch_.pairs[i];
    const auto unit = job_.size_a(index) / widths_.a;
    const auto begin = batch_.places[i];
    const auto part = intersect(run, {begin, begin + job_.count(index) * unit});
    if (part.empty()) return;
    const auto cut = [&](std::span<const std::byte> bytes, std::int64_t width) {
      return bytes.subspan(static_cast<std::size_t>((part.begin - run.begin) * width),
                           static_cast<std::size_t>(part.size() * width));
    };
    job_.compare(index, (part.begin - begin) / unit, cut(a, widths_.a), cut(b, widths_.b));
  }

  const Batch& batch_;
  Widths widths_;
  KeepingSink& kept_;
  CompareJob& job_;
};

/// Moves and compares the arrays of one combination of widths.
class MovedComparison {
 public:
  MovedComparison(par::Session& session, const CompareSide& a, const CompareSide& b, Widths widths,
                  CompareJob& job)
      : session_(session), a_(a), b_(b), widths_(widths), job_(job), kept_(widths.a) {
    const auto widest = std::max(widths.a, widths.b);
    const bool scatters = !a.plan.indexed.empty() || !b.plan.indexed.empty();
    memory_ = std::min(a.memory.bytes(), b.memory.bytes());
    if (scatters) memory_ = memory_.without(io::bytes_of_program);
    const auto domain = memory_.buffer(8, scatters ? memory_.bytes() : domain_of_boxes);
    const auto window = memory_.buffer(4, scatters ? memory_.bytes() : window_of_boxes);
    domain_ = std::max(alignment, round_down(domain / widest, alignment));
    window_ = session.size() * domain_ * std::max<std::int64_t>(1, window / (domain_ * widest));
  }

  void add(int index) {
    const auto bytes = job_.count(index) * job_.size_a(index) / widths_.a;
    if (batch_.end + bytes > window_) flush();
    batch_.pairs.push_back(index);
    batch_.places.push_back(batch_.end);
    batch_.end = round_up(batch_.end + bytes, alignment);
  }

  void flush() {
    for (std::int64_t begin = 0; begin < batch_.end; begin += window_) {
      ComparingSink compared(batch_, widths_, kept_, job_);
      move(a_, true, begin, kept_);
      move(b_, false, begin, compared);
    }
    batch_ = {};
  }

 private:
  void move(const CompareSide& side, bool is_a, std::int64_t begin, io::Sink& sink) {
    const auto width = is_a ? widths_.a : widths_.b;
    std::vector<int> targets;
    std::vector<std::int64_t> offsets;
    for (std::size_t i = 0; i < batch_.pairs.size(); ++i) {
      const auto& pair = job_.pair(batch_.pairs[i]);
      targets.push_back(is_a ? pair.a.target : pair.b.target);
      offsets.push_back(batch_.places[i] * width);
    }
    const auto plan = plan::subplan(side.plan, targets);
    const Range window{begin * width, std::min(batch_.end, begin + window_) * width};
    const io::Task task{.plan = plan,
                        .inputs = side.inputs,
                        .offsets = offsets,
                        .end = batch_.end * width,
                        .done = without({0, batch_.end * width}, {window}),
                        .machine = {.ranks = session_.size(),
                                    .memory = memory_.share(2),
                                    .alignment = alignment,
                                    .buffer = domain_ * width}};
    (void)io::execute(session_, task, sink);
  }

  par::Session& session_;
  const CompareSide& a_;
  const CompareSide& b_;
  Widths widths_;
  CompareJob& job_;
  KeepingSink kept_;
  Budget memory_;            ///< For both sides.
  std::int64_t domain_ = 0;  ///< Bytes of the narrower side.
  std::int64_t window_ = 0;  ///< Bytes of the narrower side: what all ranks together keep of the first side.
  Batch batch_;
};

Widths widths_of(const CompareJob& job, int index) {
  const auto narrower = std::min(job.size_a(index), job.size_b(index));
  return {.a = job.size_a(index) / narrower, .b = job.size_b(index) / narrower};
}

}  // namespace

void compare_moved(par::Session& session, const CompareSide& a, const CompareSide& b,
                   std::span<const int> which, CompareJob& job) {
  std::map<Widths, std::vector<int>> by_widths;
  for (const int index : which) by_widths[widths_of(job, index)].push_back(index);
  for (const auto& [widths, pairs] : by_widths) {
    MovedComparison comparison(session, a, b, widths, job);
    for (const int index : pairs) comparison.add(index);
    comparison.flush();
  }
}

}  // namespace pcgns::verify::compare
