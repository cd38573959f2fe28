#!/usr/bin/env python3
"""Plays games of Négoce through libnegoce: a seat at random against traders.

    python3 examples/library.py [GAME [GAMES [LIBRARY]]]      byzanz, 1000, build/src/library/libnegoce.so
"""
import ctypes
import random
import sys

GAME = sys.argv[1] if len(sys.argv) > 1 else "byzanz"
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
LIBRARY = sys.argv[3] if len(sys.argv) > 3 else "build/src/library/libnegoce.so"
PLAYERS, SEATS, CHANCE, VECTOR, ACTIONS = 4, 6, 6, 512, 4096

negoce = ctypes.CDLL(LIBRARY)
POSITION, TEXT, SEED = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint64
for name, result, arguments in [
    ("start", POSITION, [TEXT, ctypes.c_int, TEXT]),
    ("free", None, [POSITION]),
    ("turn", ctypes.c_uint32, [POSITION]),
    ("draw", None, [POSITION, SEED]),
    ("apply", TEXT, [POSITION, ctypes.c_int, TEXT]),
    ("policy", TEXT, [POSITION, ctypes.c_int, SEED]),
    ("mask", ctypes.c_int, [POSITION, ctypes.c_int, ctypes.c_void_p]),
    ("action", TEXT, [POSITION, ctypes.c_int]),
    ("vector", None, [POSITION, ctypes.c_int, ctypes.c_void_p]),
    ("score", None, [POSITION, ctypes.c_void_p, ctypes.c_void_p]),
]:
    function = getattr(negoce, f"negoce_{name}")
    function.restype, function.argtypes = result, arguments

mask = (ctypes.c_uint8 * ACTIONS)()
vector = (ctypes.c_float * VECTOR)()
points, rank = (ctypes.c_int32 * SEATS)(), (ctypes.c_int32 * SEATS)()


def learner(position, seat):
    """The place for a network: `vector` is what the seat may know, `mask` what it may do."""
    negoce.negoce_vector(position, seat, vector)
    negoce.negoce_mask(position, seat, mask)
    return negoce.negoce_action(position, random.choice([i for i in range(ACTIONS) if mask[i]]))


def play(seed):
    """A whole game; returns the points of each seat and who won."""
    random.seed(seed)
    position = negoce.negoce_start(GAME.encode(), PLAYERS, None)
    assert position, "this game cannot be played so"
    while turn := negoce.negoce_turn(position):
        seat = (turn & -turn).bit_length() - 1
        if seat == CHANCE:
            negoce.negoce_draw(position, random.getrandbits(64))
            continue
        move = learner(position, seat) if seat == 0 else negoce.negoce_policy(position, seat, random.getrandbits(64))
        refused = negoce.negoce_apply(position, seat, move)
        assert refused is None, refused
    negoce.negoce_score(position, points, rank)
    negoce.negoce_free(position)
    return list(points[:PLAYERS]), [rank[seat] == 1 for seat in range(PLAYERS)]


total, wins = [0] * PLAYERS, [0] * PLAYERS
for game in range(GAMES):
    for seat, (score, won) in enumerate(zip(*play(game))):
        total[seat] += score
        wins[seat] += won
print(f"{GAME}: {GAMES} games")
for seat in range(PLAYERS):
    print(f"seat {seat}: {total[seat] / GAMES:.2f} points, {wins[seat]} wins")
