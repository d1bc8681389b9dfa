#!/usr/bin/env bash
# Counts the instructions of forms, and their peak memory: figures that repeat, whatever else the machine does.
#
#   bash scripts/instructions.sh                        every dialect, inputs that double: is the work linear?
#   bash scripts/instructions.sh floor                  beside the floor, for the inputs of the benchmark
#   bash scripts/instructions.sh memory                 peak resident memory over 4 x input + output
#   bash scripts/instructions.sh profile INPUT SIZE DIALECT [floor|read|text]
#                                                       where the instructions of one form go
#
# Needs valgrind, except for `memory`. Counts are of the release build, from entering to leaving the `counted`
# functions of crates/schema/examples/instructions.rs. Goals: doubling the input at most 2.1 times the instructions;
# at most 4 times the floor from text and twice it from a schema that was read.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --release --locked --package isoform-schema --example instructions
program=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release/examples/instructions
dialects="openai-strict gemini anthropic-strict json-schema json-schema-inline"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The instructions of one run: INPUT SIZE DIALECT WHAT.
count() {
  valgrind --tool=callgrind --toggle-collect="instructions::counted_$4*" --callgrind-out-file="$scratch/out" \
    "$program" "$@" 2>"$scratch/log" >"$scratch/printed"
  sed -n 's/.*Collected : *//p' "$scratch/log"
}
outcome() { cut -d' ' -f2 "$scratch/printed"; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }

case ${1:-linear} in
linear)
  printf '%-10s %6s %-19s %12s %12s %7s  %s\n' input n dialect 'n' '2n' '2n/n' outcome
  for input in 'chain 400' 'recursive 400' 'wide 800' 'union 400'; do
    read -r name size <<<"$input"
    for dialect in $dialects; do
      once=$(count "$name" "$size" "$dialect" read)
      twice=$(count "$name" $((2 * size)) "$dialect" read)
      printf '%-10s %6s %-19s %12s %12s %7s  %s\n' "$name" "$size" "$dialect" "$once" "$twice" "$(ratio "$twice" "$once")" "$(outcome)"
    done
  done
  ;;
floor)
  printf '%-10s %6s %-19s %12s %7s %7s  %s\n' input size dialect floor text read outcome
  for input in 'small 0' 'wide 200' 'deep 60' 'recursive 50' 'union 50' 'bomb 10' 'bomb 14' 'bomb 20'; do
    read -r name size <<<"$input"
    floor=$(count "$name" "$size" json-schema floor)
    for dialect in $dialects; do
      text=$(count "$name" "$size" "$dialect" text)
      read=$(count "$name" "$size" "$dialect" read)
      printf '%-10s %6s %-19s %12s %7s %7s  %s\n' "$name" "$size" "$dialect" "$floor" "$(ratio "$text" "$floor")" "$(ratio "$read" "$floor")" "$(outcome)"
    done
  done
  ;;
memory)
  printf '%-10s %6s %-19s %10s %10s %10s %7s\n' input size dialect 'bytes in' 'bytes out' 'peak' '/(4in+out)'
  for input in 'wide 20000' 'chain 20000' 'recursive 20000' 'recursive 50' 'bomb 20'; do
    read -r name size <<<"$input"
    for dialect in $dialects; do
      read -r in out before after <<<"$("$program" "$name" "$size" "$dialect" text)"
      awk -v n="$name" -v s="$size" -v d="$dialect" -v i="$in" -v o="$out" -v p=$(((after - before) * 1024)) \
        'BEGIN { printf "%-10s %6s %-19s %10d %10s %10d %7.2f\n", n, s, d, i, o, p, p / (4 * i + o) }'
    done
  done
  ;;
profile)
  count "$2" "$3" "$4" "${5:-read}"
  callgrind_annotate --auto=no --inclusive=no "$scratch/out" | sed -n '1,60p'
  echo
  callgrind_annotate --auto=no --inclusive=yes "$scratch/out" | sed -n '1,90p'
  ;;
*)
  echo "usage: $0 [linear|floor|memory|profile INPUT SIZE DIALECT [floor|read|text]]" >&2
  exit 2
  ;;
esac
