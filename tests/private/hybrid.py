#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# hybrid.py ADOUBED ADOUBE: a player at a traditional set beside a virtual board (OL 20), on a running daemon. The moves of
# the virtual board come over the private listener, and they are the game; the set follows them, and where it does not
# in time, the arbiter alone is told. A daemon that is killed and started again has the same game and the same alerts.
"""Hybrid play: the moves of a virtual board, by the network."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../feeds"))
from hall import PATIENCE_S, Hall, eventually, free_port, wait_for  # noqa: E402

# What the hands at the set play.
GAME = '[Event "?"]\n[Result "*"]\n\n1. e4 e5 *\n'

CONFIG = """[event]
name = Club
round = 1
[time]
control = 5400+30
[rules]
overlay = hybrid
"""

EARLY, SMALL = "hybrid-virtual-move-early", "hybrid-increment-too-small"


class Desk:
    """Who speaks for the platform: an arbiter's token."""

    def __init__(self, hall, port):
        self.port = port
        self.tokens = {role: self.token(hall, role) for role in ("arbiter", "viewer")}

    @staticmethod
    def token(hall, role):
        return subprocess.run([hall.adoube, "token", "--file", hall.path("tokens"), "add", role, role], check=True,
                              capture_output=True, text=True).stdout.strip()

    def ask(self, method, path, body=None, role="arbiter"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        connection.request(method, path, json.dumps(body) if body else None,
                           {"Authorization": "Bearer " + self.tokens[role], "Content-Type": "application/json"})
        answer = connection.getresponse()
        got = answer.status, json.loads(answer.read() or "{}")
        connection.close()
        return got

    def say(self, event, role="arbiter"):
        return self.ask("POST", "/api/v1/orders", {"cmd": "tell", "table": 1, "event": event}, role)

    def made(self, move, own=False):
        """Somebody has made it on the virtual board; own: the player at this set."""
        status, answer = self.say({"op": "virtual", "move": move, "own": own})
        assert status == 200, (move, status, answer)

    def alerts(self):
        status, answer = self.ask("GET", "/api/v1/alerts")
        assert status == 200, (status, answer)
        return [(alert["id"], alert["ply"]) for table in answer["tables"] for alert in table["alerts"]]


def start_set(hall):
    """The time is the virtual board's: no clock is beside the set."""
    hall.programs.append(subprocess.Popen(
        [hall.adoube, "simulate", "--pgn", hall.games[0], "--pty", "--link", hall.path("board-1"), "--no-clock",
         "--profile", "clean", "--speed", "20", "--linger", "3600"], stdout=hall.log, stderr=hall.log))
    wait_for("a board", lambda: os.path.exists(hall.path("board-1")))


def plays(hall, text):
    def check():
        pgn = hall.get("/pgn")[2]
        moves = " ".join(re.sub(r"\{[^}]*\}|[0-9]+\.\.\.", "", pgn).split())
        assert text in moves, (text, pgn)
    eventually(check)


def hears(desk, wanted):
    """Of what the set has to do with the virtual board; the restart is told as well."""
    def check():
        alerts = [alert for alert in desk.alerts() if alert[0].startswith("hybrid")]
        assert alerts == wanted, (alerts, wanted)
    eventually(check)


def assert_private(hall):
    """Nobody else hears of it, nor of what is tried on the set (OL 9.15)."""
    for path in ("/pgn", "/live.json", "/pgn/table-1"):
        text = hall.get(path)[2]
        assert "hybrid" not in text and "virtual" not in text, (path, text)


def follow(hall, desk):
    # The set has been taken for a game of its own until the first word of the platform.
    plays(hall, "1. e4 e5")
    desk.made("e4", own=True)
    desk.made("e5")
    desk.made("Nf3", own=True)  # e5 has been made on the set before it
    plays(hall, "2. Nf3")
    assert desk.alerts() == [], desk.alerts()
    desk.made("Nc6")
    desk.made("Bb5", own=True)  # and Nc6 has not
    plays(hall, "2. Nf3 Nc6 3. Bb5")
    hears(desk, [(EARLY, 5)])


def refuse(hall, desk):
    for event, role, wanted in (({"op": "virtual", "move": "Ke3"}, "arbiter", 409),  # no move of Black's
                                ({"op": "virtual"}, "arbiter", 409),
                                ({"op": "virtual", "move": "a6"}, "viewer", 403)):
        status, answer = desk.say(event, role)
        assert status == wanted, (event, role, status, answer)
    plays(hall, "3. Bb5 *")


def end(hall, desk):
    assert desk.say({"op": "result", "result": "1/2-1/2"})[0] == 200
    plays(hall, "3. Bb5 1/2-1/2")
    status, answer = desk.say({"op": "virtual", "move": "a6"})  # what follows the end is no move (5.1)
    assert status == 409, (status, answer)


def run(hall, port):
    desk = Desk(hall, port)
    start_set(hall)
    hall.start()
    follow(hall, desk)
    refuse(hall, desk)
    assert_private(hall)
    pgn = hall.get("/pgn")[2]
    hall.stop(signal.SIGKILL)
    hall.start()
    wait_for("the same game", lambda: hall.get("/pgn")[2] == pgn)
    hears(desk, [(EARLY, 5)])
    end(hall, desk)


def run_without_sets(hall, port):
    """Where sets are not allowed, that is told, once."""
    desk = Desk(hall, port)
    start_set(hall)
    hall.start()
    plays(hall, "1. e4 e5")
    desk.made("e4")
    desk.made("e5")
    hears(desk, [(SMALL, 1)])


def private(hall, port):
    return f"[private]\nport = {port}\ntoken_file = {hall.path('tokens')}\n"


def main():
    adoubed, adoube = sys.argv[1:3]
    port = free_port()
    with tempfile.NamedTemporaryFile("w", suffix=".pgn") as game:
        game.write(GAME)
        game.flush()
        for config, play in ((CONFIG + "hybrid.sets_allowed = on\n", run), (CONFIG, run_without_sets)):
            with Hall(adoubed, adoube, [game.name], "") as hall:
                hall.write_config(config + private(hall, port))
                play(hall, port)
    print("the virtual board is the game, and the set follows it")


if __name__ == "__main__":
    main()
