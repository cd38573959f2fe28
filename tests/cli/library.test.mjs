// libnegoce: the example in Python plays through it, and a C program links against it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { negoce } from "./negoce.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const library = join(root, "build/src/library");
const folder = mkdtempSync(join(tmpdir(), "library-"));
after(() => rmSync(folder, { recursive: true }));
const run = (command, args) => execFileSync(command, args, { encoding: "utf8", cwd: root, timeout: 110000 });

test("the example in Python plays every game", () => {
  for (const [game, games] of [["byzanz", 20], ["batavia", 5], ["comptoir", 5], ["voc", 1]]) {
    const out = run("python3", ["examples/library.py", game, String(games), join(library, "libnegoce.so")]);
    assert.match(out, new RegExp(`^${game}: ${games} games\n(seat \\d: [-\\d.]+ points, \\d+ wins\n){4}$`));
  }
});

test("a C program plays a game by the header alone, and what is not possible changes nothing", () => {
  writeFileSync(join(folder, "mine.c"), `
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include "negoce.h"
int main(void) {
    assert(!negoce_start("chess", 2, NULL) && !negoce_start("byzanz", 9, NULL));
    assert(!negoce_start("byzanz", 3, "gains=nonsense"));
    NegocePosition *p = negoce_start("byzanz", 3, "gains=open");
    int32_t chance[NEGOCE_SEATS], points[NEGOCE_SEATS], rank[NEGOCE_SEATS];
    float before[NEGOCE_VECTOR], after[NEGOCE_VECTOR];
    uint8_t mask[NEGOCE_ACTIONS];
    uint64_t seed = 1;
    for (uint32_t turn; (turn = negoce_turn(p)); seed++) {
        int seat = __builtin_ctz(turn);
        if (seat == NEGOCE_CHANCE) {
            negoce_draw(p, seed);
            continue;
        }
        assert(negoce_apply(p, seat, "bid the moon"));
        assert(negoce_mask(p, seat, mask) == negoce_moves(p, seat));
        NegocePosition *other = negoce_copy(p); /* what is hidden is dealt anew: the seat sees no change */
        negoce_hide(other, seat);
        negoce_worth(other, chance);
        assert(chance[0] == 0 && chance[1] == 0 && chance[2] == 0); /* it sees everything, or nothing */
        negoce_guess(other, seat, seed);
        negoce_worth(other, chance);
        assert(chance[0] + chance[1] + chance[2] > 990);
        negoce_vector(p, seat, before);
        negoce_vector(other, seat, after);
        assert(memcmp(before, after, sizeof before) == 0);
        char move[200];
        strcpy(move, negoce_policy(p, seat, seed));
        assert(strcmp(move, negoce_policy(other, seat, seed)) == 0);
        negoce_free(other);
        negoce_worth(p, chance);
        assert(chance[0] >= 0 && chance[0] + chance[1] + chance[2] <= 1000);
        assert(!negoce_apply(p, seat, move));
    }
    negoce_score(p, points, rank);
    int winners = (rank[0] == 1) + (rank[1] == 1) + (rank[2] == 1);
    assert(winners > 0);
    negoce_worth(p, chance); /* a game that is over is certain */
    for (int seat = 0; seat < 3; seat++)
        assert(chance[seat] == (rank[seat] == 1 ? 1000 / winners : 0));
    negoce_free(p);
    puts("played");
}`);
  const mine = join(folder, "mine");
  run("cc", ["-Wall", "-Werror", "-o", mine, join(folder, "mine.c"), `-I${join(root, "src/library")}`, `-L${library}`, "-lnegoce", `-Wl,-rpath,${library}`]);
  assert.equal(run(mine, []), "played\n");
});

test("whatever a C program asks amiss is refused or does nothing, and it plays on", () => {
  writeFileSync(join(folder, "amiss.c"), `
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include "negoce.h"
/* Plays \`p\` to its end by random moves. */
static void finish(NegocePosition *p, uint64_t seed) {
    for (uint32_t turn; (turn = negoce_turn(p)); seed = seed * 6364136223846793005u + 1) {
        int seat = __builtin_ctz(turn), n;
        if (seat == NEGOCE_CHANCE) {
            negoce_draw(p, seed);
            continue;
        }
        assert((n = negoce_moves(p, seat)) > 0);
        assert(!negoce_apply(p, seat, negoce_move(p, (int)(seed >> 33) % n)));
    }
}
int main(void) {
    uint8_t mask[NEGOCE_ACTIONS];
    char window[20000];
    for (int g = 0; negoce_game(g); g++) {
        NegocePosition *p = negoce_start(negoce_game(g), 4, "");
        uint32_t turn;
        for (uint64_t seed = 1; (turn = negoce_turn(p)) && (turn >> NEGOCE_CHANCE & 1); seed++)
            negoce_draw(p, seed);
        int seat = __builtin_ctz(turn), other = (seat + 1) % 4, place = 0;
        assert(negoce_apply(p, seat, NULL) && negoce_apply(p, seat, ""));
        assert(!negoce_bot(p, seat, NULL, 0, 1) && negoce_bot(p, seat, "shipowner", -5, 1));
        assert(!negoce_start(NULL, 4, NULL) && !negoce_policy(p, other, 1));

        /* The last mask stays the last mask, whatever is listed meanwhile. */
        assert(negoce_mask(p, seat, mask) > 0);
        while (!mask[place]) place++;
        char move[200];
        strcpy(move, negoce_action(p, place));
        assert(negoce_moves(p, other) >= 0 && negoce_moves(p, NEGOCE_CHANCE) >= 0);
        assert(negoce_action(p, place) && strcmp(move, negoce_action(p, place)) == 0);

        /* Guessed without being hidden, twice, or for somebody else. */
        for (uint64_t seed = 1; seed < 9; seed++) {
            NegocePosition *q = negoce_copy(p);
            strcpy(window, negoce_window(q, seat));
            if (seed & 1) negoce_hide(q, seat);
            negoce_guess(q, seat, seed);
            if (seed & 2) negoce_guess(q, seat, seed + 1);
            assert(strcmp(window, negoce_window(q, seat)) == 0);
            finish(q, seed);
            negoce_free(q);
            q = negoce_copy(p);
            negoce_hide(q, seat);
            negoce_hide(q, other);
            negoce_guess(q, other, seed);
            assert(!negoce_window(q, other) && !negoce_policy(q, other, seed));
            assert(strcmp(window, negoce_window(q, seat)) == 0);
            assert(negoce_apply(q, seat, move));
            NegocePosition *r = negoce_copy(q);
            negoce_guess(r, seat, seed);
            assert(!negoce_apply(r, seat, move));
            finish(r, seed);
            negoce_free(q);
            negoce_free(r);
        }
        negoce_free(p);
    }
    puts("played");
}`);
  const amiss = join(folder, "amiss");
  run("cc", ["-Wall", "-Werror", "-o", amiss, join(folder, "amiss.c"), `-I${join(root, "src/library")}`, `-L${library}`, "-lnegoce", `-Wl,-rpath,${library}`]);
  assert.equal(run(amiss, []), "played\n");
});

test("installed into a prefix, it is found by pkg-config", () => {
  const stage = join(folder, "stage");
  run("meson", ["install", "-C", join(root, "build"), "--no-rebuild", "--quiet", "--destdir", stage]);
  const found = (name) => run("find", [stage, "-name", name]).trim().split("\n")[0];
  const env = { ...process.env, PKG_CONFIG_SYSROOT_DIR: stage, PKG_CONFIG_PATH: dirname(found("negoce.pc")) };
  const flags = execFileSync("pkg-config", ["--cflags", "--libs", "negoce"], { encoding: "utf8", env }).trim().split(/\s+/);
  writeFileSync(join(folder, "games.c"), `#include <negoce.h>
#include <stdio.h>
int main(void) { for (int i = 0; negoce_game(i); i++) puts(negoce_game(i)); }`);
  const games = join(folder, "games");
  run("cc", ["-Wall", "-Werror", "-o", games, join(folder, "games.c"), ...flags]);
  const out = execFileSync(games, { encoding: "utf8", env: { LD_LIBRARY_PATH: dirname(found("libnegoce.so")) } });
  assert.deepEqual(out.trim().split("\n"), JSON.parse(negoce(["games", "--json"]).out).map(({ id }) => id));
});
