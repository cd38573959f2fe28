#!/usr/bin/env python3
"""vendor.py gather LOCK CACHE OUT | unpack LOCK FROM WEB: the npm packages of a lock file as files.

gather takes them out of npm's cache into the folder OUT, named by their hash. unpack checks each against
the lock file and lays them out below WEB as `npm ci` would, without npm and without a network. Packages
for other machines are left out, so what was gathered is for machines like this one.
"""

import base64
import io
import json
import os
import platform
import shutil
import sys
import tarfile
import hashlib

CPU = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())


def meant(package):
    """Whether a package is for this machine."""
    return ("linux" in package.get("os", ["linux"]) and CPU in package.get("cpu", [CPU])
            and "glibc" in package.get("libc", ["glibc"]))


def wanted(lock):
    with open(lock, encoding="utf-8") as f:
        packages = json.load(f)["packages"]
    return {path: one for path, one in packages.items() if path and meant(one)}


def name_of(package):
    """The file of a package: its SHA-512 in hexadecimal digits."""
    kind, _, digest = package["integrity"].partition("-")
    if kind != "sha512":
        sys.exit(f"vendor.py: a hash of kind {kind}")
    return base64.b64decode(digest).hex()


def gather(lock, cache, out):
    os.makedirs(out, exist_ok=True)
    for path, one in wanted(lock).items():
        name = name_of(one)
        shutil.copyfile(f"{cache}/_cacache/content-v2/sha512/{name[:2]}/{name[2:4]}/{name[4:]}", f"{out}/{name}.tgz")
        os.utime(f"{out}/{name}.tgz", (0, 0))


def unpack(lock, source, web):
    shutil.rmtree(f"{web}/node_modules", ignore_errors=True)
    for path, one in sorted(wanted(lock).items()):
        name = name_of(one)
        with open(f"{source}/{name}.tgz", "rb") as f:
            data = f.read()
        if hashlib.sha512(data).hexdigest() != name:
            sys.exit(f"vendor.py: {path} is not what the lock file says")
        into = os.path.realpath(f"{web}/{path}")
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            for member in archive.getmembers():
                if not member.isfile():
                    continue
                inside = member.name.split("/", 1)[1]
                place = os.path.realpath(f"{into}/{inside}")
                if not place.startswith(into + "/"):
                    sys.exit(f"vendor.py: {path} reaches out of its folder")
                os.makedirs(os.path.dirname(place), exist_ok=True)
                with open(place, "wb") as f:
                    f.write(archive.extractfile(member).read())
                os.chmod(place, 0o755 if member.mode & 0o100 else 0o644)
        links = os.path.join(os.path.dirname(f"{web}/{path}"), ".bin")
        if "/@" in f"/{path}":
            links = os.path.join(os.path.dirname(os.path.dirname(f"{web}/{path}")), ".bin")
        for command, script in one.get("bin", {}).items():
            os.makedirs(links, exist_ok=True)
            os.chmod(f"{into}/{script}", 0o755)
            os.symlink(os.path.relpath(f"{into}/{script}", links), f"{links}/{command}")


def main(arguments):
    acts = {"gather": gather, "unpack": unpack}
    if len(arguments) != 4 or arguments[0] not in acts:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    acts[arguments[0]](*arguments[1:])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
