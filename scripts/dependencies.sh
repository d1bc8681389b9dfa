#!/usr/bin/env bash
# Fails when the default build of the facade pulls in more crates than a first-time user should have to compile,
# or one that is known to be heavy. Ours are not counted.
set -euo pipefail
cd "$(dirname "$0")/.."

most=16
heavy='^(jsonschema|clap|tokio|reqwest|hyper|fancy-regex|regex-automata|chrono|openssl.*|rustls|url|icu_.*) '

listed=$(cargo tree --locked --package isoform --edges normal --prefix none --format '{p}' \
  | sed 's/ (\*)$//' | grep -v '^isoform' | sort -u)
count=$(printf '%s\n' "$listed" | grep -c . || true)
printf 'the facade pulls in %s crates (at most %s):\n%s\n' "$count" "$most" "$(printf '%s\n' "$listed" | sed 's/^/  /')"
if printf '%s\n' "$listed" | grep -E "$heavy"; then
  echo "dependencies: the crates above are heavy and belong behind a feature" >&2
  exit 1
fi
if [ "$count" -gt "$most" ]; then
  echo "dependencies: $count crates are more than $most" >&2
  exit 1
fi
