#!/usr/bin/env python3
"""rooms.py: the order of rooms. A room of src/ includes only from rooms before it, a game from no other
game, and every include of ours is written from src/. Prints a line a fault; exit 1 where there is one.
"""

import os
import re
import sys

# Rooms of one row stand side by side and do not know each other.
ORDER = [["core"], ["games"], ["bots"], ["guests"], ["table"], ["people"], ["store"], ["server", "cli", "wasm", "library"]]
LEVEL = {room: level for level, row in enumerate(ORDER) for room in row}
# The command is the roof over both: it alone may call the server, through this one door.
DOORS = {("cli/serve.c", "server/server.h")}

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


def game_of(path):
    """The game a path below src/ belongs to, or None: games/byzanz/rules.c is of byzanz."""
    parts = path.split("/")
    return parts[1] if parts[0] == "games" and len(parts) > 2 else None


def fault(path, included, src):
    """What is wrong with this include, or None."""
    if not os.path.isfile(os.path.join(src, included)):
        return "is not a file below src/"
    here, there = path.split("/")[0], included.split("/")[0]
    if there not in LEVEL:
        return f"{there} is not a room"
    if here == there:
        mine, other = game_of(path), game_of(included)
        if mine and other and mine != other:
            return f"a game does not know another: {mine} includes {other}"
        return None
    if (path, included) in DOORS or LEVEL[there] < LEVEL[here]:
        return None
    return f"{here} may not include from {there}"


def main():
    src = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "src")
    faults = files = 0
    for where, _, names in os.walk(src):
        for name in sorted(names):
            if not name.endswith((".c", ".h")):
                continue
            path = os.path.relpath(os.path.join(where, name), src)
            files += 1
            if path.split("/")[0] not in LEVEL:
                print(f"src/{path}: not in a room")
                faults += 1
                continue
            with open(os.path.join(where, name), encoding="utf-8") as f:
                text = f.read()
            for match in INCLUDE.finditer(text):
                wrong = fault(path, match[1], src)
                if wrong:
                    line = text.count("\n", 0, match.start(1)) + 1
                    print(f'src/{path}:{line}: "{match[1]}": {wrong}')
                    faults += 1
    print(f"{files} files")
    return 1 if faults or not files else 0


if __name__ == "__main__":
    sys.exit(main())
