#!/usr/bin/env python3
"""tools_test.py: the tools that guard the project see what they are there to see."""

import importlib.machinery
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
sys.path[:0] = [HERE, os.path.join(ROOT, "tools")]
sys.dont_write_bytecode = True

import embed  # noqa: E402
import hardened  # noqa: E402
import po  # noqa: E402
import rooms  # noqa: E402

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def file(self, name, text):
        path = os.path.join(self.folder.name, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        return path


class Sentences(Folder):
    def of(self, name, text):
        return [sentence for _, sentence in po.sentences(self.file(name, text))]

    def test_c_marks_and_calls_are_found_with_their_literals_joined(self):
        text = 'N_("a" "b"); words(lang, "c\\n"); say(&out, l(1, 2), "d {n}", &holes);'
        self.assertEqual(self.of("x.c", text), ["ab", "c\n", "d {n}"])

    def test_both_branches_of_a_choice_are_sentences_and_what_it_compares_is_not(self):
        self.assertEqual(self.of("x.c", 'words(lang, same(a, "no") ? "b" : N_("c"));')[:2], ["b", "c"])
        self.assertEqual(self.of("x.ts", 't(kind === "no" ? "b" : "c")'), ["b", "c"])

    def test_comments_strings_and_other_functions_are_no_sentences(self):
        text = '/* N_("no") */ // words(l, "no")\nx = "N_(\\"no\\")"; other("no"); words(lang, id);'
        self.assertEqual(self.of("x.c", text), [])
        self.assertEqual(self.of("x.svelte", '<p title="no">don\'t {cat("no")} {x.t("no")}</p>'), [])

    def test_the_page_may_quote_in_three_ways(self):
        self.assertEqual(self.of("x.svelte", "{t(\"a\")} {t('b')} {t(`c`, { seat: \"no\" })}"),
                         ["a", "b", "c"])


class Catalogue(Folder):
    def faults(self, catalogue, source):
        path = self.file("fr.po", HEADER + catalogue)
        return po.check(path, po.read_catalogue(path), [self.file("x.c", source)])[0]

    def test_a_whole_catalogue_has_no_faults(self):
        entry = 'msgid "{n} {n?card|cards}"\nmsgstr "{n} {n?carte|cartes}\u202f!"\n'
        self.assertEqual(self.faults(entry, 'N_("{n} {n?card|cards}")'), [])

    def test_a_sentence_that_is_missing_is_told(self):
        self.assertIn("not in", self.faults("", 'N_("a")')[0])

    def test_an_entry_that_is_stale_or_empty_is_told(self):
        self.assertIn("used nowhere", self.faults('msgid "a"\nmsgstr "b"\n', "")[0])
        self.assertIn("not translated", self.faults('msgid "a"\nmsgstr ""\n', 'N_("a")')[0])

    def house(self, house, own, *sources):
        """The faults of a house with one game, `ships`, and these sources [(path, text)]."""
        path = self.file("po/fr.po", HEADER + house)
        self.file("src/games/ships/fr.po", HEADER + own)
        files = [self.file(name, text) for name, text in sources]
        return po.check(path, po.read_catalogues(path), files)[0]

    def test_a_game_is_told_by_its_own_catalogue_and_the_house(self):
        a, b = 'msgid "a"\nmsgstr "1"\n\n', 'msgid "b"\nmsgstr "2"\n'
        rules, page = ("src/games/ships/x.c", 'N_("a")'), ("web/src/games/ships/X.svelte", '{t("b")}')
        other = ("src/games/goods/x.c", 'N_("b")')
        self.assertEqual(self.house("", a + b, rules, page), [])
        self.assertEqual(self.house(b, a, rules, page, other), [])
        self.assertIn("ships/fr.po: « b »", self.house("", a, rules, page)[0])
        self.assertIn("told by one game only: « b »", self.house(b, a, rules, page)[0])
        self.assertIn("not in", self.house("", a + b, rules, page, other)[0])
        self.assertIn("used nowhere: « b »", self.house("", a + b, rules)[0])
        self.assertIn("already: « b »", self.house(b, a + b, rules, page, other)[0])

    def test_what_two_catalogues_have_is_translated_alike(self):
        path = self.file("po/fr.po", HEADER)
        self.file("src/games/ships/fr.po", HEADER + 'msgid "a"\nmsgstr "1"\n')
        self.file("src/games/goods/fr.po", HEADER + 'msgid "a"\nmsgstr "1"\n')
        self.assertEqual(len(po.read_catalogues(path)), 2)
        out = os.path.join(self.folder.name, "out")
        po.write_c(po.read_catalogues(path), out)
        with open(out, encoding="ascii") as f:
            self.assertIn("words_fr_count = 1;", f.read())
        self.file("src/games/goods/fr.po", HEADER + 'msgid "a"\nmsgstr "2"\n')
        with self.assertRaises(po.Fault):
            po.read_catalogues(path)

    def test_entries_are_moved_to_the_game_that_tells_them(self):
        a, b = '# note\nmsgid "a"\nmsgstr "1"', 'msgid "b {n}"\nmsgstr "2 {n}"'
        path = self.file("po/fr.po", f"{HEADER}{a}\n\n# --- part\n\n{b}\n")
        own = os.path.join(self.folder.name, "src/games/ships/fr.po")
        files = [self.file("src/games/ships/x.c", 'N_("a") N_("b {n}")'),
                 self.file("src/core/x.c", 'N_("b {n}")')]
        self.assertEqual(po.place(path, files), 1)
        self.assertEqual([e for _, e, _ in po.read_catalogue(path)], ["b {n}"])
        self.assertEqual([e for _, e, _ in po.read_catalogue(own)], ["a"])
        self.assertEqual(po.check(path, po.read_catalogues(path), files)[0], [])
        self.assertEqual(po.place(path, files), 0)
        with open(own, encoding="utf-8") as f:
            self.assertIn("# note\nmsgid", f.read())

    def test_holes_must_be_the_same(self):
        entry = 'msgid "{n} of {seat}"\nmsgstr "{n} de {other}"\n'
        self.assertIn("holes differ", self.faults(entry, 'N_("{n} of {seat}")')[0])

    def test_french_typography_is_seen(self):
        for wrong in ("l'or", "Vite !", "Vite!", "Ici: tout", "« non »"):
            self.assertTrue(po.typography(wrong), wrong)
        for right in ("l’or", "Vite\u202f!", "Ici\u202f: tout", "«\u202foui\u202f»", "«\u00a0negoce: 1\u00a0»", "{n?un|des}"):
            self.assertIsNone(po.typography(right), right)

    def test_an_entry_given_twice_or_fuzzy_is_refused(self):
        for text in ('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n', '#, fuzzy\nmsgid "a"\nmsgstr "b"\n'):
            with self.assertRaises(po.Fault):
                po.read_catalogue(self.file("fr.po", HEADER + text))

    def test_a_sentence_belongs_to_the_part_of_the_page_that_tells_it(self):
        parts = {"src/games/rum/rules.c": "rum", "src/games/rum/data.c": "rest",
                 "web/src/games/rum/rules/text.ts": "rum", "web/src/games/rum/about.ts": "rest",
                 "web/src/games/index.ts": "shell", "src/games/games.c": "rest",
                 "src/server/answer.c": "rest", "web/src/pages/Lobby.svelte": "rest", "src/cli/play.c": None}
        for path, part in parts.items():
            self.assertEqual(po.part_of(path), part, path)
        out = os.path.join(self.folder.name, "out")
        files = [self.file(name, f't("{said}")') for name, said in
                 (("web/src/games/rum/a.ts", "one"), ("web/src/games/tea/a.ts", "two"),
                  ("web/src/b.ts", "two"))]
        po.write_parts([(1, "one", "un"), (2, "two", "deux"), (3, "three", "trois")], out, files)
        with open(out, encoding="utf-8") as f:
            self.assertEqual(json.load(f), {"names": {}, "rum": {"one": "un"}, "shell": {"two": "deux"}})

    def test_the_page_knows_ids_that_are_proper_names(self):
        entries = [(1, "Goa", "Goa"), (2, "Rum", "Rhum"), (3, "rum", "rhum"), (4, "Play", "Jouer"), (5, "Your turn", "À vous")]
        files = [self.file("src/games/rum/data.c", 'N_("Goa") N_("Rum") N_("Your turn") N_("Ceylon")'),
                 self.file("web/src/b.ts", 't("Play") t("rum")')]
        self.assertEqual(po.names(entries, files), {"goa": "Goa"})

    def test_the_table_and_the_page_get_the_same_words(self):
        path = self.file("fr.po", HEADER + 'msgid "b"\nmsgstr "é \\"x\\"?"\n\nmsgid "a"\n'
                         'msgstr "1"\n"2"\n')
        out = os.path.join(self.folder.name, "out")
        entries = po.read_catalogue(path)
        po.write_parts(entries, out, [self.file("x.c", 'N_("a") N_("b")')])
        with open(out, encoding="utf-8") as f:
            self.assertEqual(json.load(f), {"names": {}, "shell": {"a": "12", "b": 'é "x"?'}})
        po.write_c(entries, out)
        with open(out, encoding="ascii") as f:
            text = f.read()
        self.assertLess(text.index('{"a", "12"}'), text.index(r'{"b", "\303\251 \"x\"\?"}'))


class Embedding(Folder):
    def test_the_page_becomes_a_table_that_compiles_to_the_same_bytes(self):
        self.file("page/index.html", "<!doctype html>é")
        self.file("page/assets/app-0123abCD.js", "let x = 1;\n" * 500)
        page, out = os.path.join(self.folder.name, "page"), os.path.join(self.folder.name, "assets.c")
        self.assertEqual(embed.main([page, out, out + ".d"]), 0)
        program = self.file("main.c", '#include "server/assets.h"\n#include <stdio.h>\n'
                            "int main(void) { for (int i = 0; i < assets_count; i++)"
                            ' { printf("%s %s %d %d ", assets[i].path, assets[i].type,'
                            " assets[i].gzip, assets[i].immutable); if (!assets[i].gzip)"
                            " fwrite(assets[i].data, 1, assets[i].size, stdout);"
                            ' printf("\\n"); } }\n')
        binary = os.path.join(self.folder.name, "main")
        subprocess.run(["gcc", f"-I{ROOT}/src", "-Wall", "-Werror", program, out, "-o", binary],
                       check=True)
        told = subprocess.run([binary], capture_output=True, check=True).stdout.decode()
        self.assertEqual(told, "/assets/app-0123abCD.js text/javascript; charset=utf-8 1 1 \n"
                         "/index.html text/html; charset=utf-8 0 0 <!doctype html>é\n")


class Rooms(unittest.TestCase):
    SRC = os.path.join(ROOT, "src")

    def test_a_room_includes_only_from_rooms_before_it(self):
        self.assertIsNone(rooms.fault("table/x.c", "core/game.h", self.SRC))
        self.assertIsNone(rooms.fault("cli/serve.c", "server/server.h", self.SRC))
        self.assertIn("may not", rooms.fault("core/x.c", "games/games.h", self.SRC))
        self.assertIn("may not", rooms.fault("cli/play.c", "server/server.h", self.SRC))
        self.assertIn("may not", rooms.fault("wasm/x.c", "server/server.h", self.SRC))
        self.assertIn("not a file", rooms.fault("core/x.c", "game.h", self.SRC))

    def test_a_game_knows_no_other_game(self):
        self.assertIn("another", rooms.fault("games/voc/x.c", "games/byzanz/state.h", self.SRC))
        self.assertIsNone(rooms.fault("games/games.c", "games/byzanz/state.h", self.SRC))


class Hardened(Folder):
    def built(self, *flags):
        source, out = self.file("m.c", "int main(void) { return 0; }"), f"{self.folder.name}/m"
        subprocess.run(["gcc", *flags, source, "-o", out], check=True, capture_output=True)
        return hardened.missing(out)

    def test_each_missing_piece_of_armour_is_seen(self):
        bare = self.built("-no-pie", "-Wl,-z,norelro,-z,execstack,-z,lazy", "-fcf-protection=none")
        self.assertEqual(bare[:4], ["position-independent", "RELRO", "BIND_NOW", "a stack without code"])
        self.assertIn("stack protector", bare)
        self.assertIn("FORTIFY", bare)
        self.assertNotIn("RELRO", self.built("-Wl,-z,relro,-z,now"))


def runner():
    """tools/test, which has no ending."""
    loader = importlib.machinery.SourceFileLoader("runner", os.path.join(ROOT, "tools", "test"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("runner", loader))
    loader.exec_module(module)
    return module


class Runner(unittest.TestCase):
    """Steps and pieces of suites beside each other."""

    def setUp(self):
        self.test = runner()
        self.test.LANES, self.test.MOST = 4, {"browser": 2}
        self.test.STEPS, self.test.SUITES, self.test.NEEDS = {}, {}, {}
        self.lock, self.now, self.most, self.ran = threading.Lock(), {}, {}, []

    def piece(self, suite, name, works=lambda: True):
        def run():
            with self.lock:
                self.ran.append(f"{suite} {name}")
                self.now[suite] = self.now.get(suite, 0) + 1
                self.most[suite] = max(self.most.get(suite, 0), self.now[suite])
            threading.Event().wait(0.01)
            with self.lock:
                self.now[suite] -= 1
            good = works()
            return self.test.Result(int(good), int(not good), "" if good else "not ok 1 - it\n")

        return self.test.Piece(name, run, tries=2)

    def suite(self, suite, *names, works=lambda: True):
        self.test.SUITES[suite] = lambda: [self.piece(suite, name, works) for name in names]

    def step(self, name, works=lambda: True):
        self.test.STEPS[name] = self.piece(name, "", works).run

    def told(self, *names):
        """What is told of these, in that order."""
        told = []
        tally = self.test.Tally()
        tally.tell = lambda name, result, seconds: told.append((name, result.passed, result.failed))
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            out, sys.stdout = sys.stdout, nowhere
            try:
                self.test.run_suites(self.test.with_needs(names), tally)
            finally:
                sys.stdout = out
        return told

    def test_every_piece_is_run_once_and_few_browsers_at_once(self):
        self.suite("browser", *map(str, range(9)))
        self.suite("cli", *map(str, range(9)))
        self.assertEqual(sorted(self.told("browser", "cli")), [("browser", 9, 0), ("cli", 9, 0)])
        self.assertEqual(sorted(self.ran), sorted(f"{suite} {i}" for suite in ("browser", "cli") for i in range(9)))
        self.assertLessEqual(self.most["browser"], 2)
        self.assertLessEqual(self.most["cli"], 4)

    def test_what_is_needed_is_built_before_and_the_rest_runs_beside_it(self):
        built = threading.Event()
        self.step("build")
        self.step("build-asan", lambda: built.wait(60))
        self.suite("cli", "a", works=lambda: built.set() or True)
        self.suite("cli-asan", "a")
        self.test.NEEDS = {"build-asan": ["build"], "cli": ["build"], "cli-asan": ["build-asan"]}
        told = [name for name, _, failed in self.told("cli", "cli-asan") if not failed]
        self.assertEqual(told[0], "build")
        self.assertEqual(sorted(told[1:3]), ["build-asan", "cli"])
        self.assertEqual(told[3:], ["cli-asan"])

    def test_what_needs_a_build_that_failed_has_failed_and_is_not_run(self):
        self.step("build", lambda: False)
        self.step("build-asan")
        self.suite("cli-asan", "a")
        self.suite("wasm", "a")
        self.test.NEEDS = {"build-asan": ["build"], "cli-asan": ["build-asan"]}
        self.assertEqual(sorted(self.told("cli-asan", "wasm")),
                         [("build", 0, 1), ("build-asan", 0, 1), ("cli-asan", 0, 1), ("wasm", 1, 0)])
        self.assertEqual(sorted(self.ran), ["build ", "wasm a"])

    def test_a_suite_without_a_test_has_failed(self):
        self.suite("cli")
        self.assertEqual(self.told("cli"), [("cli", 0, 1)])

    def test_needs_are_steps_and_come_before(self):
        real = runner()
        order = [*real.STEPS, *real.SUITES]
        for name, needs in real.NEEDS.items():
            for need in needs:
                self.assertIn(need, real.STEPS)
                self.assertLess(order.index(need), order.index(name))
        self.assertEqual(real.with_needs(["fuzz"]), ["build", "build-clang", "fuzz"])

    def test_what_failed_beside_others_has_another_try(self):
        tries = iter([False, True])
        self.suite("cli", "a", works=lambda: next(tries))
        self.assertEqual(self.told("cli"), [("cli", 1, 0)])

    def test_what_fails_twice_has_failed(self):
        self.suite("cli", "a", works=lambda: False)
        self.assertEqual(self.told("cli"), [("cli", 0, 1)])

    def test_a_piece_that_breaks_is_a_failure(self):
        def breaks():
            raise OSError("gone")

        self.step("build", breaks)
        self.suite("cli", "a")
        self.assertEqual(sorted(self.told("build", "cli")), [("build", 0, 1), ("cli", 1, 0)])

    def test_what_is_run_once_exists(self):
        folder = os.path.join(ROOT, "tests")
        for name in runner().SAME:
            files = [os.path.join(folder, suite, name + ".test.mjs") for suite in ("cli", "server")]
            self.assertTrue(any(map(os.path.exists, files)), name)

    def test_the_long_ones_exist(self):
        """Each piece that is begun first is one of today's."""
        for name in runner().LONG:
            suite, file = name.split(": ")
            folder = suite.removesuffix("-asan")
            path = os.path.join(ROOT, "tests", folder, file + (".c" if folder == "unit" else ".test.mjs"))
            self.assertTrue(os.path.exists(path), name)


if __name__ == "__main__":
    unittest.main()
