#!/usr/bin/env python3
"""embed.py PAGE OUT.c [DEPFILE]: the files of the folder PAGE as the table of src/server/assets.h.

A file is compressed where that saves a tenth and it does not fit one packet anyway. Names that carry
a hash of their content, as Vite gives to all of assets/, may be kept by a browser forever.
"""

import gzip
import hashlib
import os
import re
import sys

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".webmanifest": "application/manifest+json; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".webp": "image/webp",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".woff": "font/woff",
    ".wasm": "application/wasm",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
}

ONE_PACKET = 1400
HASHED = re.compile(r"^/assets/.*-[A-Za-z0-9_-]{8}\.\w+$")


def files_of(folder):
    """Every file below `folder`, as [(path in the page, path on disk)], sorted by bytes."""
    found = []
    for where, _, names in os.walk(folder):
        for name in names:
            full = os.path.join(where, name)
            found.append(("/" + os.path.relpath(full, folder).replace(os.sep, "/"), full))
    return sorted(found, key=lambda f: f[0].encode())


def packed(data):
    """(bytes to store, whether they are compressed)"""
    if len(data) > ONE_PACKET:
        small = gzip.compress(data, 9, mtime=0)
        if len(small) < len(data) * 9 // 10:
            return small, True
    return data, False


def c_bytes(data):
    lines = [data[i : i + 24] for i in range(0, len(data), 24)] or [b"\0"]
    return "\n".join("    " + "".join(f"{b}," for b in line) for line in lines)


def c_string(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main(arguments):
    if len(arguments) not in (2, 3):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    folder, out = arguments[:2]
    if not os.path.isfile(os.path.join(folder, "index.html")):
        print(f"{folder}/index.html is missing: `make build` builds the page first.", file=sys.stderr)
        return 1
    found = files_of(folder)
    arrays, rows = [], []
    for i, (path, full) in enumerate(found):
        kind = TYPES.get(os.path.splitext(path)[1].lower())
        if kind is None:
            print(f"{full}: no content type for this kind of file in tools/embed.py", file=sys.stderr)
            return 1
        with open(full, "rb") as f:
            data = f.read()
        stored, compressed = packed(data)
        etag = '"' + hashlib.sha256(data).hexdigest()[:20] + '"'
        arrays.append(f"static const unsigned char asset_{i}[] = {{\n{c_bytes(stored)}\n}};\n")
        rows.append(
            f"    {{{c_string(path)}, {c_string(kind)}, {c_string(etag)}, asset_{i}, {len(stored)}, "
            f"{str(compressed).lower()}, {str(bool(HASHED.match(path))).lower()}}},\n"
        )
    with open(out, "w", encoding="utf-8") as f:
        f.write('#include "server/assets.h"\n\n')
        f.write("\n".join(arrays))
        f.write(f"\nconst Asset assets[] = {{\n{''.join(rows)}}};\n\n")
        f.write(f"const int assets_count = {len(rows)};\n")
    if len(arguments) == 3:
        with open(arguments[2], "w", encoding="utf-8") as f:
            names = [full for _, full in found]
            f.write(f"{out}: " + " ".join(n.replace(" ", "\\ ") for n in names) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
