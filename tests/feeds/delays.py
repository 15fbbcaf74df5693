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
import sys
import time

from hall import PATIENCE_S, Events, Hall, free_port, plies_of, wait_for

DELAY_S = 2
SLACK_S = 0.5  # the stream tells when it is on the disk, the delay counts from the board

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
    """What the delayed page shows: begun before it was asked, so the time errs to the strict side only. The local
    API, which comes later, never shows more."""
    moves, board = local_moves(port)
    status, _, pgn = hall.get("/pgn/1")
    assert status == 200, status
    samples.append((time.monotonic(), plies_of(pgn)))
    assert moves <= samples[-1][1], (moves, samples[-1])
    assert board in (None, START, EMPTY) or samples[-1][1] > 0, (board, samples[-1])
    return samples[-1][1]


def check(samples, seen, begin_s):
    """Each sample against what the stream had told DELAY_S before it. The board may have moved while nobody
    listened to the stream: begin_s is when somebody did again."""
    shown = 0
    for at, plies in samples:
        assert plies >= shown, f"{shown} plies were shown, now {plies}"
        shown = plies
        if at - DELAY_S + SLACK_S < begin_s:
            continue
        public = [n for t, _, n in seen if t <= at - DELAY_S + SLACK_S]
        assert plies <= (public or [0])[-1], f"{plies} plies are shown, {public} were public"


def tags_of(hall):
    """Of the game, which the event file says no date of: it is that of the first move, by the recording."""
    tags = dict(re.findall(r'\[(\w+) "(.*)"\]', hall.get("/pgn/1")[2]))
    began = datetime.datetime.strptime(tags["UTCDate"] + tags["UTCTime"], "%Y.%m.%d%H:%M:%S")
    local = began.replace(tzinfo=datetime.timezone.utc).astimezone()
    assert abs(datetime.datetime.now(datetime.timezone.utc) - local).total_seconds() < 120, tags
    assert (tags["Date"], tags["Time"]) == (f"{local:%Y.%m.%d}", f"{local:%H:%M:%S}"), tags
    del tags["Result"]
    return tags


def run(hall, port):
    samples = []
    hall.start()
    begin = time.monotonic()
    events = Events(hall.port)
    wait_for("the first ply", lambda: events.plies.get(1))
    assert sample(hall, port, samples) == 0
    assert local_moves(port) == (0, None)
    wait_for("delayed plies", lambda: sample(hall, port, samples) >= 6)
    wait_for("a word of the files' trouble", lambda: any(
        output["name"] == "files" and output["text"] for output in hall.status()["outputs"]))
    local = wait_for("moves in the local API", lambda: sample(hall, port, samples) and local_moves(port)[0])
    tags = tags_of(hall)
    hall.stop(signal.SIGKILL)
    check(samples, events.seen, begin)
    before = samples[-1][1]

    hall.start()
    begin = time.monotonic()
    again = [(time.monotonic(), plies_of(hall.get("/pgn/1")[2]))]
    assert tags_of(hall) == tags, (tags_of(hall), tags)
    moves, board = local_moves(port)
    assert moves >= local and board not in (None, START, EMPTY), (moves, local, board)
    assert again[0][1] >= before, f"{before} plies were public, after the restart {again}"
    events = Events(hall.port)
    events.first.wait()
    last = wait_for("the whole game",
                    lambda: "#" in hall.get("/pgn/1")[2] and sample(hall, port, again))
    wait_for("all of it in the local API", lambda: local_moves(port)[0] == last)
    check(again, events.seen, begin)
    assert last == events.plies[1], (last, events.plies)
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
