#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# delays.py ADOUBED ADOUBE GAMES: a game is shown at once in the event stream, some seconds later on the web
# server and in files, and later still in the local API. Nothing comes early, also when the daemon is killed and
# started again; nothing that was shown is taken back, nothing is lost. Meanwhile the files cannot be written: nobody
# else notices. Another round begins before the last one's games were all to be seen in files: they come there when it
# is time.
"""Each output has its own delay."""

import datetime
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time

from hall import PATIENCE_S, Events, Hall, free_port, plies_of, wait_for

DELAY_S = 2
SLACK_S = 0.2  # between two looks at the clock

CONFIG = f"""[event]
name = Open
round = 3
[rules]
adequate_supervision = on
[time]
control = 180+2
[delay]
all = {DELAY_S}
events = 0
livechess = {DELAY_S + 1}
"""
EMPTY = "8/8/8/8/8/8/8/8"  # of a board that has said nothing yet
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
FILE = ("state", "games", "open", "round-3-table-1-game-1.pgn")


def local_moves(port):
    """Of the game at the first table, by the local API; its board."""
    def ask(resource):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        connection.request("GET", "/api/v1.0/" + resource)
        answer = json.loads(connection.getresponse().read())
        connection.close()
        return answer

    event, = ask("tournaments")
    pairings = ask(f"round/{event['uuid']}/{event['rounds'] - 1}")["pairings"]
    moves = ask("game/" + pairings[0]["uuid"])["moves"] if pairings else []
    boards = ask("eboards")
    return len(moves), boards[0]["board"] if boards else None


def sample(hall, port, samples):
    """What the local API shows, and what the page shows, which is never less; each with when it had been asked for."""
    moves, board = local_moves(port)
    at = time.time()
    status, _, pgn = hall.get("/pgn/1")
    assert status == 200, status
    plies = plies_of(pgn)
    samples.append((at, moves, time.time(), plies))
    assert moves <= plies, samples[-1]
    assert board in (None, START, EMPTY) or plies > 0, (board, samples[-1])
    return plies


def public_since(hall):
    """[(seconds, plies)]: of all that was made public, how many plies, and since when that may have been so: not before
    the board's last word ahead of what was public before it. A daemon that begins again goes on from the board's words,
    some of which may not have been made public yet."""
    done = subprocess.run([hall.adoube, "journal", "show", "--json", hall.path("state", "journals", "open.journal")],
                          stdout=subprocess.PIPE, text=True, check=True)
    public, heard, before = [], 0, None
    for line in done.stdout.splitlines():
        entry = json.loads(line)
        if entry["kind"] == "from-board":
            heard = datetime.datetime.fromisoformat(entry["time"].replace("Z", "+00:00")).timestamp()
        elif entry["kind"] == "published":
            public.append((before or heard, plies_of(entry["published"]["pgn"])))
            before = heard
    return public


def check(samples, public):
    """Each sample against what had been public for the delay. However slow the machine was, that began when the board
    said it or later, and a sample has the time at which it had been shown."""
    def check_one(at, plies, delay):
        due = max((n for t, n in public if t <= at - delay + SLACK_S), default=0)
        assert plies <= due, f"{plies} plies are shown after {delay} s, {due} were public: {at}, {public}"

    shown = 0
    for local_at, moves, at, plies in samples:
        assert plies >= shown, f"{shown} plies were shown, now {plies}"
        shown = plies
        check_one(local_at, moves, DELAY_S + 1)
        check_one(at, plies, DELAY_S)


def tags_of(hall):
    """Of the game, which the event file says no date of: it is that of the first move, by the recording."""
    tags = dict(re.findall(r'\[(\w+) "(.*)"\]', hall.get("/pgn/1")[2]))
    began = datetime.datetime.strptime(tags["UTCDate"] + tags["UTCTime"], "%Y.%m.%d%H:%M:%S")
    local = began.replace(tzinfo=datetime.timezone.utc).astimezone()
    assert abs(datetime.datetime.now(datetime.timezone.utc) - local).total_seconds() < 900, tags
    assert (tags["Date"], tags["Time"]) == (f"{local:%Y.%m.%d}", f"{local:%H:%M:%S}"), tags
    del tags["Result"]
    return tags


def run(hall, port):
    samples = []
    hall.start()
    events = Events(hall.port)
    wait_for("more in the stream than on the page", lambda: events.plies.get(1, 0) > sample(hall, port, samples))
    wait_for("delayed plies", lambda: sample(hall, port, samples) >= 6)
    wait_for("a word of the files' trouble", lambda: any(
        output["name"] == "files" and output["text"] for output in hall.status()["outputs"]))
    local = wait_for("moves in the local API", lambda: sample(hall, port, samples) and local_moves(port)[0])
    tags = tags_of(hall)
    hall.stop(signal.SIGKILL)
    check(samples, public_since(hall))
    before = samples[-1][3]

    hall.start()
    again = []
    assert sample(hall, port, again) >= before, f"{before} plies were public, after the restart {again}"
    assert tags_of(hall) == tags, (tags_of(hall), tags)
    moves, board = local_moves(port)
    assert moves >= local and board not in (None, START, EMPTY), (moves, local, board)
    events = Events(hall.port)
    events.first.wait()
    last = wait_for("the whole game",
                    lambda: sample(hall, port, again) and "#" in hall.get("/pgn/1")[2] and sample(hall, port, again))
    wait_for("all of it in the local API", lambda: local_moves(port)[0] == last)
    check(again, public_since(hall))
    wait_for("all of it in the stream", lambda: events.plies.get(1) == last)
    return last


def check_round_change(hall):
    """A game is set by hand, and the next round begins at once."""
    def tell(*words):
        hall.run("correct", "--yes", "--config", hall.config, "8", *words)

    hall.start()
    tell("position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    tell("insert", "1", "e4", "e5", "Nf3")
    at = time.monotonic()
    wait_for("the held file", lambda: plies_of(hall.read("state", "held", "open", "round-3.pgn")) == 3)
    assert os.stat(hall.path("state", "held")).st_mode & 0o077 == 0
    with open(hall.config, encoding="utf-8") as file:
        text = file.read()
    with open(hall.config, "w", encoding="utf-8") as file:
        file.write(text.replace("round = 3", "round = 4"))
    hall.daemon.send_signal(signal.SIGHUP)
    hall.await_port()
    where = hall.path("state", "games", "open", "round-3-table-8-game-1.pgn")
    wait_for("the file in its place", lambda: os.path.exists(where))
    assert time.monotonic() - at > DELAY_S, "it came early"
    wait_for("the event's page", lambda: "2. Nf3" in hall.get("/pgn")[2])
    assert not os.path.exists(hall.path("state", "held", "open", "round-3.pgn"))


def main():
    adoubed, adoube, games = sys.argv[1:4]
    port = free_port()
    local = f"[livechess]\nport = {port}\n"
    with Hall(adoubed, adoube, [f"{games}/opera-1858.pgn"], CONFIG + local, speed=40) as hall:
        # A file where the folder of the games should be.
        os.makedirs(hall.path("state"))
        with open(hall.path("state", "games"), "w", encoding="utf-8"):
            pass
        hall.start_boards()
        plies = run(hall, port)
        os.unlink(hall.path("state", "games"))
        wait_for("the file", lambda: plies_of(hall.read(*FILE)) == plies)
        wait_for("the round's file", lambda: plies_of(hall.read(
            "state", "games", "open", "round-3.pgn")) == plies)
    with Hall(adoubed, adoube, [], CONFIG + "[table 8]\n") as hall:
        check_round_change(hall)
    print(f"{plies} plies, each {DELAY_S} s after it was public")


if __name__ == "__main__":
    main()
