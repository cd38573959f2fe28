#!/usr/bin/env python3
"""lock.py: the npm lock file holds versions and integrity hashes, no download addresses, and every
package that another one names, so that `npm ci` of any version takes it on any kind of machine."""

import json
import os
import sys


def main():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../web/package-lock.json")
    with open(path, encoding="utf-8") as f:
        text = f.read()
    packages = {name: p for name, p in json.loads(text)["packages"].items() if name}
    faults = []
    for name, package in packages.items():
        if "resolved" in package:
            faults.append(f"{name} has a download address")
        if "integrity" not in package:
            faults.append(f"{name} has no integrity hash")
        for other in [*package.get("dependencies", {}), *package.get("optionalDependencies", {})]:
            if not any(known.endswith("node_modules/" + other) for known in packages):
                faults.append(f"{name} needs {other}, which is missing")
    for fault in faults:
        print(f"web/package-lock.json: {fault}")
    print(f"{len(packages)} packages")
    return 1 if faults or not packages else 0


if __name__ == "__main__":
    sys.exit(main())
