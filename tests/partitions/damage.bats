#!/usr/bin/env bats
# Damaged sets of parts: each kind is refused with 2, a message that names file, zone and reason, and no output.

load judge

@test "every kind of damage is refused, without a launcher" {
  judged damage.py
}

@test "some kinds of damage are refused on three ranks" {
  judged damage.py --ranks 3 part_is_missing pieces_overlap range_is_a_text file_is_cut_short joins_contradict \
    field_is_missing
}
