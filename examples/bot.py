#!/usr/bin/env python3
"""A bot for Négoce: plays any game by docs/bot-protocol.md, one legal move at random.

    negoce arena byzanz --bots "exec:python3 examples/bot.py,trader,trader" --games 30

`choose` is the place for your own ideas: it gets what the seat may see and the legal moves."""
import json
import random
import sys


def choose(game, players, seat, picture, legal):
    """One of the moves of `legal`; `picture` is the table as this seat sees it (docs/protocol.md)."""
    return random.choice(legal)


def main():
    game, players, seat, picture, legal = "", 0, 0, {}, []
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "turn":
            game, players, seat = rest.split()
            picture, legal = {}, []
        elif word == "picture":
            picture = json.loads(rest)
        elif word == "legal":
            legal.append(rest)
        elif word == "go":
            print("move", choose(game, int(players), int(seat), picture, legal), flush=True)


main()
