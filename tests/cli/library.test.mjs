// libnegoce: the example in Python plays through it, and a C program links against it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

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
        negoce_guess(other, seat, seed);
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
    assert(rank[0] == 1 || rank[1] == 1 || rank[2] == 1);
    negoce_free(p);
    puts("played");
}`);
  const mine = join(folder, "mine");
  run("cc", ["-Wall", "-Werror", "-o", mine, join(folder, "mine.c"), `-I${join(root, "src/library")}`, `-L${library}`, "-lnegoce", `-Wl,-rpath,${library}`]);
  assert.equal(run(mine, []), "played\n");
});
