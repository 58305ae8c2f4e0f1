#!/usr/bin/env bats
# Names, labels, texts and file names that try to move the cursor or to forge lines, and bytes that are not UTF-8.

# shellcheck disable=SC2154  # merge is of bats.bash
bats_require_minimum_version 1.5.0
load ../bats

setup() {
  need_python
  verify=$PCGNS_BIN_DIR/pcgns-verify
  name=$'evil\nforged\e[31m\xff.cgns'
  cd "$BATS_FILE_TMPDIR" || return
  [[ -e $name ]] || "$PCGNS_PYTHON" "$BATS_TEST_DIRNAME/hostile.py" "$name"
}

# is_tame COMMAND...: what it prints on both streams, whatever it thinks of the file, is UTF-8 without any control
# character but the end of a line; foreign text is there, and has forged no line.
is_tame() {
  "$@" >output 2>&1 || true
  "$PCGNS_PYTHON" - <<'END'
import unicodedata
text = open("output", "rb").read().decode()
wrong = [c for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")]
assert not wrong, (wrong, text)
assert "forged" in text, text
assert not [line for line in text.split("\n") if line.startswith("forged")], text
END
}

@test "foreign text cannot forge lines or move the cursor, in any format of check" {
  local format
  for format in text json junit sarif; do
    is_tame "$verify" check --severity note --format "$format" "$name"
  done
  "$verify" check --severity note --format junit "$name" >report || true
  "$PCGNS_PYTHON" -c 'import xml.etree.ElementTree as t; t.parse("report")'
  "$verify" check --severity note --json "$name" >report || true
  "$PCGNS_PYTHON" -c 'import json; assert "\\xff" in json.load(open("report"))["name"]'
}

@test "the other programs and their errors print harmless lines, too" {
  is_tame "$verify" check --each "$name" $'none\nforged\e.cgns'
  is_tame "$verify" digest --tree "$name"
  is_tame "$verify" digest --json --tree "$name"
  is_tame "$verify" info "$name"
  is_tame "$verify" info --tree "$name"
  is_tame "$verify" compare "$name" --with plain.cgns
  is_tame "$verify" compare --json "$name" --with plain.cgns
  is_tame "$verify" digest $'none\nforged\e.cgns'
  is_tame "$verify" digest --$'no\nforged\e'
  is_tame "$merge" -o out.cgns --json "$name" plain.cgns
  is_tame "$merge" -o "out$name" --explain tame.cgns
}

@test "programs that write parts or another storage print harmless lines, too" {
  local repartition=$PCGNS_BIN_DIR/pcgns-repartition restripe=$PCGNS_BIN_DIR/pcgns-restripe
  is_tame "$repartition" --parts 2 --json -o 'p_%d.cgns' "$name"
  is_tame "$repartition" --parts 2 --single-file -vv -o "p$name" tame.cgns
  is_tame "$repartition" --parts 2 --plan --json -o p.cgns $'none\nforged\e.cgns'
  is_tame "$restripe" --json -o r.cgns "$name"
  is_tame "$restripe" -vv -o "r$name" tame.cgns
  is_tame "$PCGNS_BIN_DIR/pcgns-bench" plot "$name"
}
