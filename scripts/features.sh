#!/usr/bin/env bash
# Builds each library crate with no features, with each feature alone, and with all of them.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo metadata --format-version 1 --locked --no-deps | python3 -c '
import json, sys
for package in json.load(sys.stdin)["packages"]:
    if package["publish"] == []:
        continue
    features = sorted(name for name in package["features"] if name != "default")
    sets = ["--no-default-features"] + [f"--no-default-features --features {name}" for name in features]
    for flags in sets + (["--all-features"] if features else []):
        print(package["name"], flags)
' | while read -r package flags; do
  echo "feature matrix: $package $flags"
  # shellcheck disable=SC2086 # the flags are several words
  cargo check --quiet --locked --package "$package" $flags </dev/null
done
