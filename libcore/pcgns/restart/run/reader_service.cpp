#include "pcgns/restart/run/reader_service.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/par/point_to_point.hpp"

namespace pcgns::restart {

namespace {

constexpr std::int64_t largest_block = 4 * mebi;
/// Blocks that a rank asks for at once, and answers that a reader has under way.
constexpr std::size_t most_blocks = 4;
/// An answer begins with 1 for a failure, which the Error follows, or 0.
constexpr std::int64_t head_size = 8;
constexpr std::int64_t error_room = 16 * kibi;

constexpr auto requests_tag = static_cast<int>(par::Tag::reads);
constexpr auto values_tag = static_cast<int>(par::Tag::read_values);

std::vector<std::byte> answer_of(const Error& failure) {
  auto text = bytes_of_error(failure);
  // A shortened one lacks only what reports add.
  if (std::ssize(text) > error_room)
    text = bytes_of_error(Error(failure.kind(), std::string(failure.what()).substr(0, error_room / 2)));
  std::vector<std::byte> answer(head_size + text.size());
  answer.front() = std::byte{1};
  std::ranges::copy(text, answer.begin() + head_size);
  return answer;
}

std::int64_t room_for(std::int64_t bytes) { return head_size + std::max(bytes, error_room); }

}  // namespace

ReaderService::ReaderService(par::Session& session, const cgns::InputSet& inputs, std::vector<int> readers,
                             Budget memory)
    : session_(session),
      inputs_(inputs),
      readers_(std::move(readers)),
      block_(round_up(memory.buffer(4 * most_blocks, largest_block), std::int64_t{64})),
      source_(inputs, memory.share(8), io::Source::Reads::itself) {
  for (const auto& file : inputs.files) walkers_.push_back(file.reader);
  MPI_Comm_dup(session.comm(), &comm_);
  if (std::ranges::binary_search(readers_, session.rank())) service_.emplace([this] { serve(); });
}

ReaderService::~ReaderService() {
  int is_finalized = 0;
  MPI_Finalized(&is_finalized);
  if (is_finalized != 0) return;
  service_.reset();
  // Whoever asked has posted its receive.
  for (auto& answer : answers_) MPI_Wait(&answer.sending, MPI_STATUS_IGNORE);
  MPI_Comm_free(&comm_);
}

ReaderService::Pause::Pause(ReaderService* service) : service_(service) {
  if (service_ != nullptr) service_->pauses_ = true;
}
ReaderService::Pause::~Pause() {
  if (service_ != nullptr) service_->pauses_ = false;
}

bool ReaderService::is_read_remotely(int array) const {
  const auto file = inputs_.array(array).file;
  return !pauses_ && file >= 0 && file < static_cast<int>(walkers_.size());
}

bool ReaderService::read_file(int array, std::int64_t offset, std::span<std::byte> to) {
  if (!is_read_remotely(array)) return false;
  const auto file = inputs_.array(array).file;
  std::vector<Block> blocks;
  const auto end = offset + std::ssize(to);
  for (auto begin = offset; begin < end;) {
    const auto number = begin / block_;
    const auto next = std::min(end, (number + 1) * block_);
    const auto reader = readers_[static_cast<std::size_t>((file + number) % std::ssize(readers_))];
    blocks.push_back(
        {.reader = reader,
         .request = {array, 1, begin, next, next - begin},
         .to = to.subspan(static_cast<std::size_t>(begin - offset), static_cast<std::size_t>(next - begin))});
    begin = next;
  }
  read(blocks);
  return true;
}

bool ReaderService::read_values(int array, Range elements, std::span<std::byte> to) {
  if (!is_read_remotely(array)) return false;
  const auto& facts = inputs_.array(array);
  const std::int64_t width = cgns::size_of(facts.type);
  std::vector<Block> blocks;
  for (auto begin = elements.begin; begin < elements.end;) {
    const auto next = std::min(elements.end, begin + std::max<std::int64_t>(1, block_ / width));
    blocks.push_back({.reader = walkers_[static_cast<std::size_t>(facts.file)],
                      .request = {array, 0, begin, next, (next - begin) * width},
                      .to = to.subspan(static_cast<std::size_t>((begin - elements.begin) * width),
                                       static_cast<std::size_t>((next - begin) * width))});
    begin = next;
  }
  read(blocks);
  return true;
}

void ReaderService::read(std::span<const Block> blocks) {
  for (; !blocks.empty(); blocks = blocks.subspan(std::min(most_blocks, blocks.size())))
    read_some(blocks.first(std::min(most_blocks, blocks.size())));
}

/// Room for the answers; empty for blocks that this rank reads.
std::vector<std::vector<std::byte>> ReaderService::buffers_for(std::span<const Block> blocks) {
  std::vector<std::vector<std::byte>> buffers(blocks.size());
  expected_bytes_ = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i].reader == session_.rank()) continue;
    buffers[i].resize(static_cast<std::size_t>(room_for(blocks[i].request.bytes)));
    expected_bytes_ += std::ssize(buffers[i]);
  }
  note_buffers();
  return buffers;
}

std::optional<Error> ReaderService::read_own(std::span<const Block> blocks) {
  const auto read = [&] {
    for (const auto& block : blocks) {
      if (block.reader == session_.rank()) read_here(block.request, block.to);
    }
  };
  return par::failure_of(read, "reading");
}

void ReaderService::read_some(std::span<const Block> blocks) {
  // Nothing can fail between the first message and the wait for all of them.
  auto answers = buffers_for(blocks);
  par::PointToPoint asked(comm_, par::Tag::reads);
  par::PointToPoint expected(comm_, par::Tag::read_values);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (answers[i].empty()) continue;
    expected.receive(blocks[i].reader, answers[i]);
    asked.send(blocks[i].reader, std::as_bytes(std::span(&blocks[i].request, 1)));
    ++counts_.requests;
  }
  const auto failure = read_own(blocks);
  // Others may wait for this reader, whose own reads take long.
  if (service_) serve();
  asked.wait();
  expected.wait();
  expected_bytes_ = 0;
  if (failure) throw Error(*failure);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (!answers[i].empty()) take(answers[i], blocks[i].to);
  }
}

void ReaderService::read_here(const Request& request, std::span<std::byte> to) {
  const auto array = static_cast<int>(request.array);
  request.is_in_file != 0 ? source_.read_from_file(array, request.begin, to)
                          : source_.read_by_library(array, {request.begin, request.end}, to);
  counts_.bytes_read += request.bytes;
}

void ReaderService::take(const std::vector<std::byte>& answer, std::span<std::byte> to) {
  const auto content = std::span(answer).subspan(head_size);
  if (answer.front() != std::byte{0}) throw error_from(content);
  std::memcpy(to.data(), content.data(), to.size());
  counts_.bytes_received += std::ssize(to);
}

void ReaderService::serve() {
  std::vector<std::byte> request;
  int from = 0;
  forget_sent();
  while (answers_.size() < most_blocks && par::take_message(comm_, requests_tag, request, from)) {
    answer(request, from);
    forget_sent();
  }
}

void ReaderService::answer(std::span<const std::byte> request, int from) {
  Request wanted;
  std::memcpy(&wanted, request.data(), sizeof wanted);
  auto& answer = answers_.emplace_back();
  const auto failure = par::failure_of(
      [&] {
        answer.bytes.resize(static_cast<std::size_t>(head_size + wanted.bytes));
        read_here(wanted, std::span(answer.bytes).subspan(head_size));
      },
      "reading for another rank");
  if (failure) answer.bytes = answer_of(*failure);
  answer_bytes_ += std::ssize(answer.bytes);
  note_buffers();
  ++counts_.served;
  answer.sending = par::post(comm_, values_tag, from, answer.bytes, par::Sent::with_memory_free);
}

void ReaderService::forget_sent() {
  std::erase_if(answers_, [&](Answer& answer) {
    int done = 0;
    MPI_Test(&answer.sending, &done, MPI_STATUS_IGNORE);
    if (done != 0) answer_bytes_ -= std::ssize(answer.bytes);
    return done != 0;
  });
}

void ReaderService::note_buffers() {
  counts_.largest_buffers = std::max(counts_.largest_buffers, answer_bytes_ + expected_bytes_);
}

}  // namespace pcgns::restart
