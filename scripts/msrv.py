#!/usr/bin/env python3
"""Fails when a library crate's normal dependency wants a newer Rust than the crate itself promises.

A library crate is a workspace member that has a library and declares `rust-version`; members with `publish = false`
and members with nothing but binaries are not held to it. Reads `cargo metadata`; prints what it looked at.
"""

import json
import subprocess
import sys


def version(text):
    parts = [int(part) for part in text.split(".")]
    return tuple(parts + [0] * (3 - len(parts)))


def normal_dependencies(metadata):
    """For each package id, the ids it depends on in a normal build (no build or dev dependencies)."""
    return {
        node["id"]: [
            dep["pkg"]
            for dep in node["deps"]
            if any(kind["kind"] is None for kind in dep["dep_kinds"])
        ]
        for node in metadata["resolve"]["nodes"]
    }


def closure(start, edges):
    seen, todo = set(), list(edges[start])
    while todo:
        package = todo.pop()
        if package not in seen:
            seen.add(package)
            todo.extend(edges[package])
    return seen


def main():
    run = ["cargo", "metadata", "--format-version", "1", "--locked"]
    metadata = json.loads(subprocess.run(run, check=True, stdout=subprocess.PIPE).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    edges = normal_dependencies(metadata)
    faults = []
    for member in metadata["workspace_members"]:
        package = packages[member]
        has_library = any("lib" in target["kind"] for target in package["targets"])
        if package["publish"] == [] or not has_library:
            continue
        promised = package["rust_version"]
        if promised is None:
            faults.append(f"{package['name']} is a library and declares no rust-version")
            continue
        found = closure(member, edges)
        newest = max((version(packages[dep]["rust_version"] or "1.0") for dep in found), default=(1, 0, 0))
        print(f"{package['name']}: promises {promised}, {len(found)} normal dependencies, newest wants "
              f"{'.'.join(map(str, newest))}")
        for dep in sorted(found, key=lambda dep: packages[dep]["name"]):
            wanted = packages[dep]["rust_version"]
            if wanted and version(wanted) > version(promised):
                faults.append(f"{package['name']} promises Rust {promised}, but {packages[dep]['name']} "
                              f"{packages[dep]['version']} wants {wanted}")
    for fault in faults:
        print(f"msrv: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
