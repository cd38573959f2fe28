"""hardened.py FILE: reads the ELF of the product and says what of its armour is missing.

Full RELRO and BIND_NOW, a position-independent file, a stack that is data, the stack protector,
FORTIFY, and on x86-64 the landing pads of CET. (Debian's crt1.o carries no CET note, so the linker
leaves the note out of every program; the pads themselves are what our compiler is asked for.)
"""
import re
import subprocess
import sys

ENDBR64 = bytes.fromhex("f30f1efa")


def readelf(option, file):
    return subprocess.run(["readelf", "-W", option, file], check=True, capture_output=True,
                          text=True).stdout


def segment(headers, name):
    """The flags of a program header, or None where there is none."""
    found = re.search(rf"^\s+{name}\s+(?:0x\w+\s+){{5}}([RWE ]{{3}})", headers, re.M)
    return found and found.group(1)


def first_bytes(file, symbol):
    """The first bytes of a function. The product is linked so that code lies where its segment says."""
    at = re.search(rf"^\s*\d+: (\w+)\s+\d+ FUNC\s+GLOBAL \w+\s+\d+ {symbol}$", readelf("-s", file), re.M)
    address = int(at.group(1), 16)
    for offset, begin, size in re.findall(
            r"^\s+LOAD\s+(0x\w+) (0x\w+) 0x\w+ (0x\w+)", readelf("-l", file), re.M):
        offset, begin, size = int(offset, 16), int(begin, 16), int(size, 16)
        if begin <= address < begin + size:
            with open(file, "rb") as f:
                f.seek(offset + address - begin)
                return f.read(len(ENDBR64))
    return b""


def missing(file):
    """What is missing, a line each."""
    headers, dynamic = readelf("-l", file), readelf("-d", file)
    symbols, head = readelf("-s", file), readelf("-h", file)
    wanted = {
        "position-independent": re.search(r"Type:\s+DYN", head),
        "RELRO": segment(headers, "GNU_RELRO"),
        "BIND_NOW": re.search(r"\(FLAGS\).*BIND_NOW|\(FLAGS_1\).*NOW", dynamic),
        "a stack without code": "E" not in (segment(headers, "GNU_STACK") or "E"),
        "stack protector": "__stack_chk_fail" in symbols,
        "FORTIFY": re.search(r"__\w+_chk@", symbols.replace("__stack_chk_fail", "")),
    }
    if "X86-64" in head:
        wanted["landing pads of CET"] = first_bytes(file, "main") == ENDBR64
    return [name for name, there in wanted.items() if not there]


if __name__ == "__main__":
    lacks = missing(sys.argv[1])
    for name in lacks:
        print(f"{sys.argv[1]} lacks: {name}")
    sys.exit(1 if lacks else 0)
