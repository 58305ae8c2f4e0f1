#include "pcgns/queue/detail/team.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <new>

#include "pcgns/par/collective.hpp"
#include "pcgns/par/node.hpp"
#include "pcgns/par/node_memory.hpp"

namespace pcgns::queue {

namespace {

/// A value may extend beyond its file block by this many bytes.
constexpr std::int64_t overhang = 64;
constexpr std::int64_t most_per_node = 512 * mebi;
constexpr int aggregators_on_many_nodes = 4;
/// Minimum buffer bytes per rank where many ranks share a processor: switching between them costs more than
/// cache misses.
constexpr std::int64_t least_share = 256 * kibi;
/// Shared buffers per aggregator.
constexpr std::int64_t aggregator_buffers = 2;
/// Progress of a rank and its buffers; stored in front of the buffers.
struct Steps {
  par::NodeProgress::State copied;
  std::array<par::NodeProgress::State, aggregator_buffers> moved;
  std::atomic<std::int64_t> taken = 0;  ///< Only the first aggregator's counter is used.
};
static_assert(std::atomic<std::int64_t>::is_always_lock_free);
constexpr std::int64_t page = 4 * kibi;
constexpr std::int64_t head = page;
static_assert(sizeof(Steps) <= head);

std::int64_t least_buffer(const QueueOptions& options) { return std::min(options.buffer, least_share); }

/// Size of one buffer, for any offset within a page.
std::int64_t buffer_bytes(const QueueOptions& options) {
  return round_up(options.buffer + overhang, page) + page;
}

/// Rounds up to a page. MPI memory may begin anywhere in a page, but at the same offset on every rank,
/// because pages are mapped.
std::byte* next_page(void* memory) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  return static_cast<std::byte*>(memory) + (page - address % page) % page;
}

}  // namespace

Team::Team(MPI_Comm comm, const QueueOptions& options) : options_(options), rank_(par::rank_in(comm)) {
  find_nodes(comm);
  find_processors();
  // Nodes may have different numbers, but the sizes of file blocks that follow must be the same on all ranks.
  const bool is_same = is_on_one_node();
  choose_aggregators(is_same ? processors_ : static_cast<int>(par::all_min(comm_, processors_)));
}

Team Team::neighbours(const QueueOptions& options) const {
  Team team(options);
  MPI_Comm_split(comm_, processor_, rank_, &team.comm_);
  team.rank_ = par::rank_in(team.comm_);
  const int size = par::size_of(team.comm_);
  team.node_ = team.comm_;
  team.node_of_.resize(static_cast<std::size_t>(size));
  // Further aggregators would only wait for the processor.
  team.options_.aggregators_per_node = 1;
  team.options_.buffer = std::max(options.buffer, size * least_buffer(options));
  team.choose_aggregators(1);
  return team;
}

void Team::find_nodes(MPI_Comm comm) {
  if (options_.ranks_per_node > 0) {
    MPI_Comm_split(comm, rank_ / options_.ranks_per_node, 0, &node_);
  } else {
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node_);
  }
  node_of_.resize(static_cast<std::size_t>(par::size_of(comm)));
  if (par::size_of(node_) == size()) {
    comm_ = node_;  // creating a communicator costs as much as several other calls
    return;
  }
  MPI_Comm_dup(comm, &comm_);
  node_of_ = par::gather_each(comm_, static_cast<int>(par::all_min(node_, rank_)));
}

void Team::find_processors() {
  const auto found = par::find_processors(node_);
  processors_ = options_.processors > 0 ? options_.processors : found.count;
  const int ranks = par::size_of(node_);
  if (ranks <= processors_ || !found.all_may_use_all) return;
  const auto turn = static_cast<std::size_t>(std::int64_t{par::rank_in(node_)} * processors_ / ranks);
  processor_ = found.numbers[turn % found.numbers.size()];
}

bool Team::is_on_one_node() const {
  return std::all_of(node_of_.begin(), node_of_.end(), [](int node) { return node == 0; });
}

void Team::choose_aggregators(int processors) {
  std::map<int, int> taken;
  const int most = options_.aggregators_per_node > 0 ? options_.aggregators_per_node
                   : is_on_one_node()                ? size()
                                                     : aggregators_on_many_nodes;
  // Round-robin over nodes, so that a few writers are spread over nodes.
  std::vector<std::pair<int, int>> candidates;
  for (int rank = 0; rank < size(); ++rank) {
    const int turn = taken[node_of_[static_cast<std::size_t>(rank)]]++;
    if (turn < most) candidates.emplace_back(turn, rank);
  }
  std::sort(candidates.begin(), candidates.end());
  if (options_.writers > 0)
    candidates.resize(std::min(candidates.size(), static_cast<std::size_t>(options_.writers)));
  for (const auto& [turn, rank] : candidates) aggregators_.push_back(rank);
  std::sort(aggregators_.begin(), aggregators_.end());
  const auto me = std::find(aggregators_.begin(), aggregators_.end(), rank_);
  if (me != aggregators_.end()) turn_ = static_cast<int>(me - aggregators_.begin());

  std::map<int, std::int64_t> per_node;
  std::int64_t crowd = 1;
  for (const int aggregator : aggregators_) {
    crowd = std::max(crowd, ++per_node[node_of_[static_cast<std::size_t>(aggregator)]]);
  }
  options_.alignment = round_up(std::max<std::int64_t>(options_.alignment, 1), 64);
  // Ranks that share a processor share its cache.
  const auto share = std::max(options_.buffer / divide_up(crowd, processors), least_buffer(options_));
  const auto room = std::min(most_per_node / (aggregator_buffers * crowd), gibi);
  options_.buffer = std::max(round_down(std::min(share, room), options_.alignment), options_.alignment);
}

bool Team::reaches(int rank) const {
  return rank == rank_ || (window_ != MPI_WIN_NULL && node_of_[static_cast<std::size_t>(rank)] ==
                                                          node_of_[static_cast<std::size_t>(rank_)]);
}

std::int64_t Team::buffers() const { return aggregator_buffers * std::ssize(aggregators_); }

std::size_t Team::buffer_of(std::int64_t number) const {
  return static_cast<std::size_t>(number % buffers());
}

std::byte* Team::buffer(std::int64_t number, std::int64_t place) const {
  const auto buffer = buffer_of(number);
  const auto of_aggregator = static_cast<std::int64_t>(buffer / aggregators_.size());
  return segments_[buffer % aggregators_.size()] + of_aggregator * buffer_bytes(options_) + place % page;
}

std::byte* Team::own_buffer(std::int64_t place) {
  private_.grow(page + buffer_bytes(options_), 0);
  return next_page(private_.data()) + place % page;
}

void Team::share_buffers() {
  if (!segments_.empty()) return;
  segments_.resize(aggregators_.size());
  const auto mine = page + head + (turn_ < 0 ? 0 : aggregator_buffers * buffer_bytes(options_));
  window_ = par::shared_window(node_, mine);
  if (window_ == MPI_WIN_NULL) {
    own_.resize(static_cast<std::size_t>(mine));
    if (turn_ >= 0) segments_[static_cast<std::size_t>(turn_)] = next_page(own_.data());
    return;
  }
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
  find_segments();
}

void Team::find_segments() {
  const auto segment_of = [&](int place) {
    MPI_Aint bytes = 0;
    int unit = 0;
    void* begin = nullptr;
    MPI_Win_shared_query(window_, place, &bytes, &unit, &begin);
    return next_page(begin);
  };
  std::vector<par::NodeProgress::State*> copied;
  std::vector<par::NodeProgress::State*> moved(static_cast<std::size_t>(buffers()));
  for (int rank = 0; rank < size(); ++rank) {
    if (!reaches(rank)) continue;
    auto* segment = segment_of(static_cast<int>(copied.size()));
    auto* steps = reinterpret_cast<Steps*>(segment);
    if (rank == rank_) new (steps) Steps;
    copied.push_back(&steps->copied);
    if (rank == rank_) rank_in_node_ = copied.size() - 1;
    const auto aggregator = std::lower_bound(aggregators_.begin(), aggregators_.end(), rank);
    if (aggregator == aggregators_.end() || *aggregator != rank) continue;
    const auto turn = static_cast<std::size_t>(aggregator - aggregators_.begin());
    segments_[turn] = segment + head;
    for (std::size_t i = 0; i < aggregator_buffers; ++i)
      moved[i * aggregators_.size() + turn] = &steps->moved[i];
    if (turn == 0) taken_ = &steps->taken;
  }
  copied_ = {std::move(copied), node_, processors_};
  moved_ = {std::move(moved), node_, processors_};
  static_cast<void>(par::all_max(node_, 0));  // no rank reads counters before they exist
}

void Team::tell_copied(std::int64_t number) {
  if (window_ == MPI_WIN_NULL) return;
  MPI_Win_sync(window_);
  copied_.tell(rank_in_node_, past_ + number);
}

void Team::wait_until_copied(std::int64_t number) const {
  if (window_ == MPI_WIN_NULL || number <= 0) return;
  copied_.wait_for_all(past_ + number);
  MPI_Win_sync(window_);
}

void Team::tell_moved(std::int64_t number) {
  if (window_ == MPI_WIN_NULL) return;
  MPI_Win_sync(window_);
  moved_.tell(buffer_of(number), past_ + number + 1);
}

void Team::wait_until_moved(std::int64_t number) const {
  if (window_ == MPI_WIN_NULL || !reaches_buffer(number)) return;
  moved_.wait_for(buffer_of(number), past_ + number + 1);
  MPI_Win_sync(window_);
}

bool Team::is_moved(std::int64_t number) const {
  if (!moved_.is_at(buffer_of(number), past_ + number + 1)) return false;
  MPI_Win_sync(window_);
  return true;
}

std::int64_t Team::take() { return taken_->fetch_add(1) + std::ssize(aggregators_); }

void Team::end_flush(std::int64_t file_blocks) {
  wait_until_copied(file_blocks);
  const auto first = std::max<std::int64_t>(file_blocks - std::ssize(aggregators_), 0);
  for (auto number = first; number < file_blocks; ++number) wait_until_moved(number);
  past_ += file_blocks;
  // No rank may begin the next flush before all are ready for it.
  if (window_ == MPI_WIN_NULL || turn_ < 0) return;
  for (std::int64_t buffer = turn_; buffer < buffers(); buffer += std::ssize(aggregators_))
    moved_.tell(buffer_of(buffer), past_);  // unconditional, so that no counter lags behind
  if (turn_ == 0) *taken_ = 0;
}

void Team::close() {
  if (window_ != MPI_WIN_NULL) {
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
  }
  if (node_ != MPI_COMM_NULL && node_ != comm_) MPI_Comm_free(&node_);
  if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
  node_ = MPI_COMM_NULL;
}

}  // namespace pcgns::queue
