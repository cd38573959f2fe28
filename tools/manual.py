#!/usr/bin/env python3
"""manual.py NEGOCE OUT VERSION: the manual pages and the completion of bash, made from what the command
itself says.

OUT/man1/negoce.1 and one page a subcommand (negoce-serve.1), the same in French under OUT/fr/man1, and
OUT/negoce.bash. The help of a subcommand is its only source: what it says is what the page says.
"""

import os
import re
import subprocess
import sys

WORDS = {
    "en": {"NAME": "NAME", "SYNOPSIS": "SYNOPSIS", "DESCRIPTION": "DESCRIPTION", "OPTIONS": "OPTIONS",
           "COMMANDS": "COMMANDS", "ACTS": "ACTS", "SEE": "SEE ALSO", "manual": "User Commands",
           "about": "trading games of the age of sail", "EXIT": "EXIT STATUS",
           "exit": "0: done; 1: what was asked failed; 2: the command line makes no sense."},
    "fr": {"NAME": "NOM", "SYNOPSIS": "SYNOPSIS", "DESCRIPTION": "DESCRIPTION", "OPTIONS": "OPTIONS",
           "COMMANDS": "COMMANDES", "ACTS": "ACTES", "SEE": "VOIR AUSSI", "manual": "Commandes",
           "about": "jeux de négoce de l’âge de la voile", "EXIT": "CODE DE RETOUR",
           "exit": "0 : fait ; 1 : ce qui fut demandé a échoué ; 2 : la ligne de commande n’a pas de sens."},
}


def say(negoce, lang, *words):
    run = subprocess.run([negoce, "--lang", lang, *words], capture_output=True, text=True, check=True)
    return run.stdout


def listed(lines):
    """Entries "  NAME  what it is for", their later lines indented; a long name has a line of its own:
    [(name, text)]."""
    found = []
    for line in lines:
        entry = re.match(r"  (\S.*?)(?:  +(\S.*))?$", line)
        if entry and not line.startswith("   "):
            found.append([entry[1], entry[2] or ""])
        elif found and line.strip():
            found[-1][1] += " " + line.strip()
    return [(name, text.strip()) for name, text in found]


def parts(text):
    """The paragraphs of a help."""
    return [block.split("\n") for block in text.strip("\n").split("\n\n")]


def commands(negoce, lang):
    return listed(parts(say(negoce, lang, "--help"))[1])


def described(negoce, lang, command):
    """(usage, what it does, [(option, text)], [(act, text)]) of a subcommand."""
    blocks = parts(say(negoce, lang, command, "--help"))
    usage = " ".join(line.strip() for line in blocks[0])
    about = " ".join(line.strip() for line in blocks[1])
    acts = listed(parts(say(negoce, lang, command))[1]) if command == "admin" else []
    return usage, about, listed(blocks[-1]), acts


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in ".'" else text


def entries(found):
    return "".join(f".TP\n.B {roff(name)}\n{roff(text)}\n" for name, text in found)


def head(name, lang, version):
    return f'.TH "{name.upper()}" "1" "" "Négoce {version}" "{WORDS[lang]["manual"]}"\n'


def page(negoce, lang, command, version):
    w = WORDS[lang]
    usage, about, options, acts = described(negoce, lang, command)
    out = head(f"negoce-{command}", lang, version)
    out += f".SH {w['NAME']}\nnegoce\\-{command} \\- {roff(about.split('. ')[0].rstrip('.'))}\n"
    out += f".SH {w['SYNOPSIS']}\n.B {roff(usage)}\n.SH {w['DESCRIPTION']}\n{roff(about)}\n"
    if acts:
        out += f".SH {w['ACTS']}\n{entries(acts)}"
    out += f".SH {w['OPTIONS']}\n{entries(options)}"
    out += f".SH \"{w['EXIT']}\"\n{roff(w['exit'])}\n.SH \"{w['SEE']}\"\n.BR negoce (1)\n"
    return out


def front(negoce, lang, version):
    w = WORDS[lang]
    known = commands(negoce, lang)
    out = head("negoce", lang, version)
    out += f".SH {w['NAME']}\nnegoce \\- {roff(w['about'])}\n"
    out += f".SH {w['SYNOPSIS']}\n.B negoce\n.I COMMAND\n\\&...\n"
    out += f".SH {w['DESCRIPTION']}\n{roff(' '.join(parts(say(negoce, lang, '--help'))[-1]))}\n"
    out += f".SH {w['COMMANDS']}\n{entries(known)}"
    out += f".SH \"{w['EXIT']}\"\n{roff(w['exit'])}\n.SH \"{w['SEE']}\"\n"
    out += ",\n".join(f".BR negoce\\-{name} (1)" for name, _ in known) + "\n"
    return out


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def completion(negoce):
    """Names for both languages, and what each is for in the one the reader has."""
    out = ["# bash completion of negoce; made by tools/manual.py from what the command says of itself",
           "declare -gA _negoce_words _negoce_fr _negoce_en"]

    def tell(place, both):
        names = [name.split(" ")[0] for name, _ in both["en"]]
        out.append(f"_negoce_words[{place}]={quoted(' '.join(names))}")
        for lang, found in both.items():
            for name, text in found:
                out.append(f"_negoce_{lang}[{place}/{name.split(' ')[0]}]={quoted(text)}")

    tell("commands", {lang: commands(negoce, lang) for lang in WORDS})
    for command, _ in commands(negoce, "en"):
        told = {lang: described(negoce, lang, command) for lang in WORDS}
        tell(command, {lang: one[2] for lang, one in told.items()})
        if command == "admin":
            tell("acts", {lang: one[3] for lang, one in told.items()})
    return "\n".join(out) + "\n" + COMPLETE


COMPLETE = r'''
# Takes the names of one place that begin as the word does. Where the shell is about to list several, each
# comes with what it is for.
_negoce_take() {
    local place=$1 word=$2 name about
    mapfile -t COMPREPLY < <(compgen -W "${_negoce_words[$place]}" -- "$word")
    [ "${COMP_TYPE:-9}" = 63 ] && [ ${#COMPREPLY[@]} -gt 1 ] || return 0
    local told=()
    for name in "${COMPREPLY[@]}"; do
        case ${LC_ALL:-${LC_MESSAGES:-${LANG:-}}} in
        fr*) about=${_negoce_fr[$place/$name]} ;;
        *) about=${_negoce_en[$place/$name]} ;;
        esac
        told+=("$name  ${about:0:$((${COLUMNS:-80} - 24))}")
    done
    COMPREPLY=("${told[@]}")
}

_negoce() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]:-}
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        _negoce_take commands "$word"
        return
    fi
    case $before in
    --lang) mapfile -t COMPREPLY < <(compgen -W "fr en" -- "$word"); return ;;
    --log) mapfile -t COMPREPLY < <(compgen -W "text json" -- "$word"); return ;;
    --data) mapfile -t COMPREPLY < <(compgen -d -- "$word"); return ;;
    --config | --terms | --contact | --certificate | --key)
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
        ;;
    esac
    if [[ $word == -* ]]; then
        [ -n "${_negoce_words[$command]:-}" ] && _negoce_take "$command" "$word"
    elif [ "$command" = admin ] && [ "$COMP_CWORD" -eq 2 ]; then
        _negoce_take acts "$word"
    elif [ "$command" = help ]; then
        [ "$COMP_CWORD" -eq 2 ] && _negoce_take commands "$word"
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -o filenames -o bashdefault -F _negoce negoce
'''


def main(arguments):
    if len(arguments) != 3:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    negoce, out, version = arguments
    for lang, folder in (("en", "man1"), ("fr", "fr/man1")):
        os.makedirs(f"{out}/{folder}", exist_ok=True)
        pages = {"negoce": front(negoce, lang, version)}
        for command, _ in commands(negoce, lang):
            pages[f"negoce-{command}"] = page(negoce, lang, command, version)
        for name, text in pages.items():
            with open(f"{out}/{folder}/{name}.1", "w", encoding="utf-8") as f:
                f.write(text)
    with open(f"{out}/negoce.bash", "w", encoding="utf-8") as f:
        f.write(completion(negoce))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
