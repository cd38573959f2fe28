#!/usr/bin/env python3
"""po.py: the catalogues, for the terminal, for the page, and checked against the sources.

The CATALOGUE of the house is po/fr.po. Each game has one of its own, src/games/GAME/fr.po, for what
only this game tells, in C or in its page; they are found beside the first and read with it.

po.py c CATALOGUE OUT       a C file with the table words.c searches: sorted by the bytes of the English
po.py parts CATALOGUE OUT FILE...
    one JSON object {part: {english: french}} for the page, by the sources that use a sentence: "shell"
    for what the first view may tell, "rest" for what every other page may, "people" and "table" for the
    pages about them, and a part a game for what only its own pages tell; and "names", {id: english}, what
    the games tell by a proper name, for who reads English and needs no other part
po.py check CATALOGUE FILE...
    Every sentence of the sources is in the catalogue and translated, no entry is used nowhere, a
    translation has the holes of its key, and both keep to the typography of their language. A game
    is told by its own catalogue and that of the house, which has nothing that only one game tells.
    Prints one line for each fault; exit 1 where there is one.
po.py place CATALOGUE FILE...
    moves each entry into the catalogue where it belongs

A sentence of the sources is a literal: N_("...") or words(lang, "...") or say(out, lang, "...") in C,
where neighbouring literals are joined, and t("...") or N_("...") in the page. A choice between
literals, `many ? "..." : "..."`, counts as both.
"""

import glob
import json
import os
import re
import sys

# Where the sentence stands among the arguments of each function, by kind of file.
C_CALLS = {"N_": 0, "words": 1, "say": 2}
PAGE_CALLS = {"N_": 0, "t": 0}

ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}


class Fault(Exception):
    """Something a person must mend, with the place where it stands."""


def unescape(body, where):
    """The string that the inside of a literal means, in C, in JavaScript and in a .po file."""
    out, i = [], 0
    while i < len(body):
        c = body[i]
        i += 1
        if c != "\\":
            out.append(c)
            continue
        c = body[i]
        i += 1
        if c == "\n":  # the line goes on
            continue
        if c == "u" and body[i : i + 1] == "{":
            end = body.index("}", i)
            out.append(chr(int(body[i + 1 : end], 16)))
            i = end + 1
        elif c == "u":
            out.append(chr(int(body[i : i + 4], 16)))
            i += 4
        elif c == "x":  # bytes spelled one by one are read together, below
            out.append(chr(0xDC00 + int(body[i : i + 2], 16)))
            i += 2
        else:
            out.append(ESCAPES.get(c, c))
    text = "".join(out)
    if re.search("[\udc00-\udcff]", text):
        try:
            text = text.encode("utf-8", "surrogateescape").decode("utf-8")
        except UnicodeError as e:
            raise Fault(f"{where}: a literal that is not UTF-8: {body}") from e
    return text


# --- the catalogue -------------------------------------------------------------------------------


def read_catalogue(path):
    """The entries [(place, english, french)] of one file in their order, without the header."""
    entries, entry, field = [], {}, None

    def finish():
        if entry and "msgid" in entry:
            if "msgstr" not in entry:
                raise Fault(f"{path}:{entry['line']}: this entry has no msgstr")
            if entry["msgid"] != "":
                if entry.get("fuzzy"):
                    raise Fault(f"{path}:{entry['line']}: fuzzy: « {entry['msgid']} »")
                entries.append((f"{path}:{entry['line']}", entry["msgid"], entry["msgstr"]))
        entry.clear()

    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            line = line.strip()
            if not line or line.startswith("#"):
                if "msgstr" in entry:
                    finish()
                    field = None
                if line.startswith("#,") and "fuzzy" in line:
                    entry["fuzzy"] = True
                continue
            match = re.fullmatch(r'(?:(\w+(?:\[\d+\])?)\s+)?"((?:[^"\\]|\\.)*)"', line)
            if not match or (match[1] is None and field is None):
                raise Fault(f"{path}:{number}: not a line of a catalogue: {line}")
            if match[1] is not None:
                if match[1] not in ("msgid", "msgstr"):
                    raise Fault(f"{path}:{number}: {match[1]} is not used here")
                if match[1] == "msgid" and "msgid" in entry:
                    finish()
                field = match[1]
                if field in entry:
                    raise Fault(f"{path}:{number}: a second {field}")
                if field == "msgid":
                    entry["line"] = number
                entry[field] = ""
            entry[field] += unescape(match[2], f"{path}:{number}")
        finish()
    seen = {}
    for place, english, _ in entries:
        if english in seen:
            raise Fault(f"{place}: also in {seen[english]}: « {english} »")
        seen[english] = place
    return entries


def game_of(path):
    """The game whose folder, in C or in the page, a file stands in; None: it is of the house."""
    found = re.search(r"(?:^|/)src/games/([a-z0-9]+)/", path)
    return found[1] if found else None


def game_catalogue(path, game):
    """Where the words of a game stand, beside the catalogue of the house."""
    root = os.path.dirname(os.path.dirname(path))
    return os.path.join(root, "src", "games", game, "fr.po")


def read_catalogues(path):
    """The entries of the house and of every game. What two games tell alike is translated alike."""
    entries, french = [], {}
    for file in [path, *sorted(glob.glob(game_catalogue(path, "*")))]:
        for place, english, translated in read_catalogue(file):
            first, known = french.setdefault(english, (place, translated))
            if known != translated:
                raise Fault(f"{place}: otherwise in {first}: « {english} »")
            entries.append((place, english, translated))
    return entries


def c_literal(text):
    """`text` as a C literal. Non-ASCII bytes are octal so that no later digit can join them."""
    out = []
    for byte in text.encode("utf-8"):
        if byte in b'"\\':
            out.append("\\" + chr(byte))
        elif byte == 0x3F:  # no trigraphs
            out.append("\\?")
        elif 0x20 <= byte < 0x7F:
            out.append(chr(byte))
        else:
            out.append(f"\\{byte:03o}")
    return '"' + "".join(out) + '"'


def write_c(entries, out):
    pairs = sorted({(e.encode("utf-8"), e, f) for _, e, f in entries if f})
    with open(out, "w", encoding="ascii") as f:
        f.write('#include "core/catalogue.h"\n\nconst WordPair words_fr[] = {\n')
        for _, english, french in pairs:
            f.write(f"    {{{c_literal(english)}, {c_literal(french)}}},\n")
        f.write("    {0, 0}};\n\n")
        f.write(f"const int words_fr_count = {len(pairs)};\n")


GAME_FILE = re.compile(r"src/games/(\w+)/(.+)$")
TOLD_BY_ALL = ("data.c", "about.ts")  # a game's pitch, variants and result: told where no table is open
# What the first view tells besides what the house says in its first word (which the page's build knows):
# the shell of the page, but for pages that are asked for. Refusals and whatever else the C tells come after it.
REST_FILE = re.compile(
    r"web/src/(offline/|rules/|replay/Gallery\.svelte$|pages/(SitePage|Learn|Lobby|MyGames|NewTable)\.svelte$"
    r"|shell/((BellBox|ClockChoice|GameRow|NameDialog|SeriesBox)\.svelte|level\.svelte\.ts)$)"
    r"|(^|/)src/(?!.*\.(ts|svelte)$)")
# Accounts, ratings and people: told where somebody looks at them.
PEOPLE_FILE = re.compile(
    r"web/src/(account|people)/|src/server/(accounts|errand|passkey|signin|ways)\.[ch]$|src/store/people\.c$"
    r"|src/core/feat\.h$|src/games/\w+/feats\.c$")
# A table, live or looked back at, and what surrounds it: told with its page. What other pages tell too stays
# in the shell.
TABLE_FILE = re.compile(
    r"web/src/(replay/(?!Gallery)|offline/handover|pages/(FairPage|ReplayPage|ReplaysPage|Result|TablePage|WaitingRoom)\.svelte$"
    r"|shell/(CourseChart|FairChain|FairDraws|Handover|Invite|Missed|Ranking|SourceTable|TableBar|TableMenu)\.svelte$"
    r"|shell/(record|sources)\.ts$"
    r"|lib/(Acts|Ask|AskBar|Ballot|Card|Chat|ChatEar|Counsel|Count|HelpPage|Herald|Hint|Hinted|Log|Mark|NextSteps|Note|OrderAhead"
    r"|Recap|Seats|SideTabs|Steps|TableFrame)\.svelte$"
    r"|lib/(analysis|coach|eye|flip|forced|place|replay|talk)\.svelte\.ts$|lib/(checking|lookingback|recap|screen)\.ts$)"
    r"|src/table/(absence|fair|handover|hint|order|replay|watch)\.c$|src/server/(absence|audience|counsel|founding|handover|invite|replay)\.c$|src/bots/analysis\.c$"
    r"|web/src/lib/[Aa]udience\.svelte|web/src/shell/PeopleHere\.svelte$"
    r"|src/server/manners\.c$|src/store/manners\.c$"
    r"|src/wasm/(counsel|founding)\.c$")
# What who runs a house is told.
TERMINAL_FILE = re.compile(
    r"src/cli/|src/store/(admin|copies|move|nats|nolog|replica|reports|sqlite|transfer|writer)\.c$"
    r"|src/server/(connection|desk|house|server|session)\.c$")


def part_of(path):
    """The part of the page that tells the sentences of a source file; None: only the terminal does."""
    if TERMINAL_FILE.search(path):
        return None
    if PEOPLE_FILE.search(path):
        return "people"
    if TABLE_FILE.search(path):
        return "table"
    game = GAME_FILE.search(path)
    if game and game[2] not in TOLD_BY_ALL:
        return game[1]
    return "rest" if game or REST_FILE.search(path) else "shell"


def names(entries, files):
    """The ids that words.c tells with a capital, {id: english}: those of the tables of the games."""
    known = {english for _, english, _ in entries}
    told = {sentence for file in files if re.search(r"src/games/\w+/\w+\.c$", file) for _, sentence in sentences(file)}
    found = (name for name in told & known if re.fullmatch(r"[A-Z][a-z]+", name))
    return {name.lower(): name for name in found if name.lower() not in known}


def write_parts(entries, out, files):
    users = {}
    for file in files:
        for _, sentence in sentences(file):
            users.setdefault(sentence, set()).add(part_of(file))
    parts = {}
    for _, english, french in entries:
        told = users.get(english, set()) - {None}
        for part in told & {"shell"} or told & {"rest"} or told:
            parts.setdefault(part, {})[english] = french
    parts["names"] = names(entries, files)
    with open(out, "w", encoding="utf-8") as f:
        json.dump(parts, f, ensure_ascii=False, indent=1, sort_keys=True)
        f.write("\n")


# --- the sentences of the sources ----------------------------------------------------------------

C_TOKEN = re.compile(
    r"""(?P<gap>\s+|//[^\n]*|/\*.*?\*/)|"(?P<s>(?:[^"\\\n]|\\.)*)"|'(?:[^'\\\n]|\\.)*'|(?P<w>\w+)|.""",
    re.S,
)
# A lone quote in the prose of a .svelte file opens no literal that matters: a literal is only looked
# for inside the brackets of a call.
PAGE_CALL = re.compile(r"(?<![\w$.])(t|N_)\(")
PAGE_TOKEN = re.compile(
    r"""(?P<gap>\s+|//[^\n]*|/\*.*?\*/)|(?P<q>["'`])(?P<s>(?:(?!(?P=q))[^\\]|\\.)*)(?P=q)|(?P<w>[\w$]+)|.""",
    re.S,
)


def tokens(regex, text, start=0):
    """(kind, value, offset): 's' a literal, 'w' a word, 'p' anything else; gaps are left out."""
    for match in regex.finditer(text, start):
        if match["gap"] is not None:
            continue
        if match["s"] is not None:
            yield "s", match["s"], match.start()
        elif match["w"] is not None:
            yield "w", match["w"], match.start()
        else:
            yield "p", match[0], match.start()


def argument(stream, wanted):
    """The tokens of argument number `wanted`; `stream` stands behind the opening bracket."""
    depth, index, out = 0, 0, []
    for kind, value, offset in stream:
        if kind == "p" and value in "([{":
            depth += 1
        elif kind == "p" and value in ")]}":
            depth -= 1
            if depth < 0:
                break
        elif kind == "p" and value == "," and depth == 0:
            index += 1
            continue
        if index == wanted:
            out.append((kind, value, offset))
        elif index > wanted:
            break
    return out


def literals(argument_tokens, where):
    """The sentences of one argument: a literal that is the whole of it, or a branch of a choice.
    What is handed to a function on the way is no sentence, unless that function only marks it."""
    out, previous, calls = [], None, []
    for kind, value, _ in argument_tokens:
        if kind == "s":
            if not any(calls):
                if previous == "s" and out:
                    out[-1] += unescape(value, where)
                elif previous in (None, "?", ":", "("):
                    out.append(unescape(value, where))
            previous = "s"
            continue
        if kind == "p" and value == "(":
            calls.append(bool(previous and re.match(r"\w", previous) and previous != "N_"))
        elif kind == "p" and value == ")" and calls:
            calls.pop()
        previous = value
    return out


def sentences(path):
    """[(place, sentence)] of one source file."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    out = []
    if path.endswith((".c", ".h")):
        stream = list(tokens(C_TOKEN, text))
        calls = [
            (stream[i + 2 :], C_CALLS[stream[i][1]], stream[i][2])
            for i in range(len(stream) - 1)
            if stream[i][0] == "w" and stream[i][1] in C_CALLS and stream[i + 1][:2] == ("p", "(")
        ]
    else:
        calls = [
            (tokens(PAGE_TOKEN, text, m.end()), PAGE_CALLS[m[1]], m.start())
            for m in PAGE_CALL.finditer(text)
        ]
    for stream, wanted, offset in calls:
        where = f"{path}:{text.count(chr(10), 0, offset) + 1}"
        for sentence in literals(argument(stream, wanted), where):
            out.append((where, sentence))
    return out


# --- the check -----------------------------------------------------------------------------------


def holes(sentence):
    """The names of the holes of a sentence: {n?card|cards} counts as n."""
    return {m.split("?")[0] for m in re.findall(r"\{([^{}]*)\}", sentence)}


def typography(french):
    """What a French reader would stumble over, or None."""
    text = re.sub(r"\{(\w+)\?([^{}|]*)\|([^{}]*)\}", r"\2 \3", french)
    text = re.sub(r"\S+://\S+", "", text)
    text = re.sub(r"«[\u00a0\u202f]\w+: \w+[\u00a0\u202f]»", "", text)  # a line as a file has it
    if re.search(r"\w'\w", text):
        return "write ’ for '"
    if re.search(r"[ \u00a0][;:!?](?![\w-])", text):
        return "a narrow no-break space (U+202F) goes before ; : ! ?"
    if re.search(r"\w[;!?](?!\w)|[\w)]:(\s|$)", text):
        return "a narrow no-break space (U+202F) goes before ; : ! ?"
    if re.search(r"«[^\u00a0\u202f]|[^\u00a0\u202f]»", text):
        return "a no-break space goes inside « »"
    return None


def users(files):
    """Who tells each sentence, {sentence: {game or None: place}}."""
    used = {}
    for file in files:
        for where, sentence in sentences(file):
            used.setdefault(sentence, {}).setdefault(game_of(file), where)
    return used


def belongs(told_by):
    """The games whose catalogues a sentence of these users stands in; none: that of the house."""
    return set(told_by) if len(told_by) == 1 and None not in told_by else set()


def check(path, entries, files):
    used = users(files)
    known = {}  # {sentence: the catalogues that have it, by game}
    for place, english, _ in entries:
        known.setdefault(english, set()).add(game_of(place))
    faults = check_sources(path, used, known)
    for place, english, french in entries:
        game, told_by = game_of(place), used.get(english, {})
        if not told_by or (game and game not in told_by):
            faults.append(f"{place}: used nowhere: « {english} »")
        elif game is None and belongs(told_by):
            faults.append(f"{place}: told by one game only: « {english} » (po.py place moves it)")
        elif game and None in known[english]:
            faults.append(f"{place}: in {path} already: « {english} »")
        if not french:
            faults.append(f"{place}: not translated: « {english} »")
            continue
        if holes(english) != holes(french):
            faults.append(f"{place}: the holes differ: « {english} », « {french} »")
        stumble = typography(french)
        if stumble:
            faults.append(f"{place}: {stumble}: « {french} »")
    return faults, len(used)


def check_sources(path, used, known):
    """Every sentence is in the catalogue of the house or of the game that tells it."""
    faults = []
    for sentence, told_by in used.items():
        for game, where in told_by.items():
            if not known.get(sentence, set()) & {None, game}:
                catalogue = game_catalogue(path, game) if game else path
                faults.append(f"{where}: not in {catalogue}: « {sentence} »")
        where = next(iter(told_by.values()))
        if re.search(r"\w'\w", sentence):
            faults.append(f"{where}: write ’ for ' in « {sentence} »")
    return faults


# --- moving entries to where they belong -----------------------------------------------------------


def blocks(path):
    """The paragraphs of a catalogue with the English each translates; None: a comment or the header."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        found = re.search(r'^msgid ((?:"(?:[^"\\]|\\.)*"\s*)+)', block, re.M)
        parts = re.findall(r'"((?:[^"\\]|\\.)*)"', found[1]) if found else []
        yield block, "".join(unescape(p, path) for p in parts) or None


def place(path, files):
    used = users(files)
    header = next(blocks(path))[0]
    header = re.sub(r"^#.*\n", "", header, flags=re.M)
    kept, taken = [], {}
    for block, english in blocks(path):
        games = belongs(used.get(english, {})) if english else set()
        for game in games:
            taken.setdefault(game, []).append(block)
        if not games:
            kept.append(block)
    for game, moved in taken.items():
        own = game_catalogue(path, game)
        with open(own, "a", encoding="utf-8") as f:
            if not f.tell():
                f.write(f"# The French of {game}, beside po/fr.po.\n{header}\n")
            f.writelines(f"\n{block}\n" for block in moved)
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n\n".join(kept) + "\n")
    return sum(map(len, taken.values()))


def main(arguments):
    if len(arguments) < 3 or arguments[0] not in ("c", "parts", "check", "place"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    task, path, rest = arguments[0], arguments[1], arguments[2:]
    try:
        if task == "place":
            print(f"{place(path, sorted(rest))} moved")
            return 0
        entries = read_catalogues(path)
        if task == "c":
            write_c(entries, rest[0])
        elif task == "parts":
            write_parts(entries, rest[0], rest[1:])
        else:
            faults, count = check(path, entries, sorted(rest))
            for fault in faults:
                print(fault)
            if faults:
                return 1
            print(f"{count} sentences, {len(entries)} translated")
    except Fault as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
