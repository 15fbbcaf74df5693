#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# outputs.py ADOUBED ADOUBE GAMES: what others make of what is published. pgn-extract and Scid read every PGN
# file without a complaint and agree on its moves and clock times; pages and files are the same; the layout of
# the vendor's cloud is complete, over HTTP and in its folder, an earlier round too. What the arbiter is told is
# nowhere in it, nor in the stream, nor in what goes to a broadcast.
"""PGN and cloud files, read by other programs."""

import http.server
import json
import os
import re
import subprocess
import sys
import tempfile
import threading

from hall import Events, Hall, eventually, wait_for

CONFIG = """[event]
name = Ópen "B" {2026}
site = Reykjavík ISL
date = 2026-04-05
round = 2
[rules]
adequate_supervision = on
[time]
control = 180+2
[cloud]
folder = @FOLDER@/cloud
[lichess]
round = AbCd1234
token_file = @FOLDER@/token
server = http://127.0.0.1:@PORT@
[table 8]
white = Set, Up
black = By, Hand
white_title = WGM
white_elo = -
white_fide_id = 12345678
"""
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
ELSEWHERE = "r1bqkbnr/pppn1ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 7"
EARLIER = "round-1.pgn"
PUBLIC = ("checkmate", "stalemate")  # how a game ended, which the arbiter is told, too
IMPORT = """set base [sc_base create [lindex $argv 1]]
set result [sc_base import $base [lindex $argv 0]]
puts stderr [lindex $result 1]
for {set i 1} {$i <= [sc_base numGames $base]} {incr i} {
	sc_game load $i
	puts [sc_game pgn -tags 1 -comments 1 -var 1 -width 999]
	puts ""
}
"""


def program(name):
    for folder in ("/usr/games", "/usr/bin"):
        if os.access(f"{folder}/{name}", os.X_OK):
            return f"{folder}/{name}"
    print(f"skipped: {name} is not installed")
    sys.exit(77)


def games_of(pgn):
    """[(tags, moves and clock times, result)], of each game in a text that a program wrote."""
    games = []
    for tags, moves in re.findall(r"((?:\[[^\n]*\]\n)+)\n([^\[]*(?:\[%|[^\[])*?)(?=\n\n\[|\s*\Z)",
                                  pgn):
        words = re.findall(r"%clk\s+(\S+?)\]|([A-Za-z][^\s{}]*)", moves)
        games.append((dict(re.findall(r'\[(\w+) "(.*)"\]', tags)),
                      [clock or move for clock, move in words]))
    return games


def read_by_others(hall, path):
    extract = subprocess.run([program("pgn-extract"), "-s", "-Wsan", "-w9999", path],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True)
    assert not extract.stderr, (path, extract.stderr)
    scid = subprocess.run([program("tkscid"), hall.path("import.tcl"), path,
                           os.path.join(tempfile.mkdtemp(dir=hall.folder), "base")],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True)
    assert not scid.stderr.strip(), (path, scid.stderr)
    with open(path, encoding="utf-8") as file:
        ours = games_of(file.read())
    one, other = games_of(extract.stdout), games_of(scid.stdout)
    assert len(ours) == len(one) == len(other) > 0, (path, len(ours), len(one), len(other))
    for game, a, b in zip(ours, one, other):
        assert game[1] == a[1] == b[1], (path, game, a, b)
        for tag in ("White", "Round", "GameId", "Board", "Result", "FEN", "Site"):
            assert game[0].get(tag) == a[0].get(tag), (tag, game, a)
    return ours


def correct(hall, *order):
    subprocess.run([hall.adoube, "correct", "--yes", "--config", hall.config, "8", *order],
                   stdout=hall.log, stderr=hall.log, check=True)


def begin_by_hand(hall):
    """A table without a board: its record is set."""
    correct(hall, "position", START)
    correct(hall, "insert", "1", "e4", "e5", "Nf3")


def go_on_by_hand(hall):
    """A break, and a result that PGN has no word for."""
    correct(hall, "position", ELSEWHERE)
    correct(hall, "insert", "4", "Bc4", "Be7")
    subprocess.run([hall.adoube, "tell", "--config", hall.config, "8", "result",
                    "result=1/2-0"], stdout=hall.log, stderr=hall.log, check=True)


class Broadcast(http.server.BaseHTTPRequestHandler):
    """Takes whatever is pushed."""

    bodies = []

    def do_POST(self):  # noqa: N802, the library's name
        self.bodies.append(self.rfile.read(int(self.headers["Content-Length"])).decode("utf-8"))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"games":[]}')

    def log_message(self, *args):
        pass


def alerts_of(hall):
    done = subprocess.run([hall.adoube, "alerts", "--json", "--config", hall.config],
                          stdout=subprocess.PIPE, check=True)
    return [alert for table in json.loads(done.stdout)["tables"] for alert in table["alerts"]]


def raise_alerts(hall):
    """Words that the arbiter is told of."""
    for words in (["colours-reversed"], ["draw-offer", "side=white"], ["draw-offer", "side=white"],
                  ["draw-offer", "side=white"], ["claim", "side=white"],
                  ["claim", "side=black", "rule=fifty", "move=e4"], ["sheet-request", "side=white"],
                  ["quickplay", "side=black"], ["score", "white=3/4", "black=1/4"]):
        subprocess.run([hall.adoube, "tell", "--config", hall.config, "8"] + words,
                       stdout=hall.log, stderr=hall.log, check=False)


def everything_public(hall, events):
    """{where: text}, of all that anybody may have of the event."""
    root = [output["url"] for output in hall.status()["outputs"] if output["name"] == "cloud"][0]
    pages = ["/", "/live.json", "/pgn", "/pgn/round", "/pgn/8", "/pgn/8/1", f"{root}/tournament.json",
             f"{root}/round-2/index.json", f"{root}/round-2/game-3.json"]
    texts = {page: hall.get(page)[2] for page in pages}
    texts["the stream"] = "".join(events.text)
    texts["a broadcast"] = "".join(Broadcast.bodies)
    for top in (hall.path("state", "games"), hall.path("cloud")):
        for folder, _, names in os.walk(top):
            for name in names:
                try:
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        texts[os.path.join(folder, name)] = file.read()
                except FileNotFoundError:
                    pass  # one that has its name for a moment only
    assert all(texts.values()) and len(texts) > 15, {name: len(texts[name]) for name in texts}
    assert "e4" in texts["the stream"] and "e4" in texts["a broadcast"]
    return texts


def check_audience(hall, events):
    """Nothing of any alert, of its words or of its articles."""
    begin_by_hand(hall)
    raise_alerts(hall)
    pushes = len(Broadcast.bodies)
    go_on_by_hand(hall)
    alerts = alerts_of(hall)
    assert len({alert["id"] for alert in alerts}) >= 4, alerts
    wait_for("another push", lambda: len(Broadcast.bodies) > pushes)
    texts = eventually(lambda: everything_public(hall, events))
    for alert in alerts:
        words = [alert[key] for key in ("id", "text", "text_fr", "text_de") if alert.get(key)]
        words = [word for word in words if word not in PUBLIC]
        for where, text in texts.items():
            for word in words:
                assert word not in text, (where, word, text)
    for where, text in texts.items():
        assert where == "/" or not re.search("severity|alert|irregular|penalt", text), (where, text)


def check_pgn(hall):
    folder = ("state", "games", "open-b-2026")
    event = read_by_others(hall, hall.path(*folder, "event.pgn"))
    this_round = read_by_others(hall, hall.path(*folder, "round-2.pgn"))
    assert [game[0]["Round"] for game in event] == ["1.1", "2.1", "2.2", "2.8", "2.8"], event
    assert event[1:] == this_round
    assert len(set(game[0]["GameId"] for game in event)) == 4
    assert this_round[0][0]["TimeControl"] == "180+2" and this_round[0][0]["Board"] == "1"
    assert sum(":" in word for word in this_round[0][1]) == 33, this_round[0]
    assert this_round[3][0]["Continuation"] == "1" and this_round[3][0]["Score"] == "1/2-0"
    for page, name in (("/pgn", "event.pgn"), ("/pgn/round", "round-2.pgn"),
                       ("/pgn/round-2", "round-2.pgn"), ("/pgn/round-1", EARLIER),
                       ("/pgn/2/1", "round-2-table-2-game-1.pgn")):
        status, headers, text = hall.get(page)
        assert status == 200 and text == hall.read(*folder, name), (page, status, text)
        assert headers["Content-Type"] == "application/x-chess-pgn; charset=utf-8", headers
        assert headers["Last-Modified"].endswith("GMT"), headers
        assert hall.get(page, {"If-None-Match": headers["ETag"]})[0] == 304
        assert hall.get(page, {"If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"})[0] == 200
        wait_for("304", lambda asked=page: hall.get(
            asked, {"If-Modified-Since": hall.get(asked)[1]["Last-Modified"]})[0] == 304)
    relay = hall.get("/pgn/relay")[2]
    assert relay.count('[TimeControl "3+2"]') == relay.count("[Event ") == 3, relay
    assert "Continuation" not in relay and "Bc4 Be7" not in relay, relay
    wait_for("the same by a push", lambda: Broadcast.bodies[-1] == relay)
    assert hall.get("/pgn/2/2")[0] == hall.get("/pgn/round-3")[0] == 404


def check_cloud(hall):
    root = [output["url"] for output in hall.status()["outputs"] if output["name"] == "cloud"][0]
    status, headers, meta = hall.get(root.replace("/get/", "/meta/"))
    assert status == 200 and headers["Access-Control-Allow-Origin"] == "*", headers
    assert json.loads(meta) == {"host": f"127.0.0.1:{hall.port}", "format": "1"}, meta

    def load(name):
        code, fields, text = hall.get(f"{root}/{name}?poll")
        assert code == 200 and fields["Access-Control-Allow-Origin"] == "*", (name, code, fields)
        assert fields["Content-Type"].startswith("application/json"), fields
        wait_for(name, lambda: hall.read("cloud" + root, name) == text)
        return json.loads(text)

    tournament = load("tournament.json")
    assert tournament["rounds"] == [{"count": 1, "live": 0}, {"count": 3, "live": 0}], tournament
    assert tournament["name"] == 'Ópen "B" {2026}' and len(tournament["eboards"]) == 2
    pairings = load("round-2/index.json")["pairings"]
    assert [pairing["result"] for pairing in pairings] == ["1-0", "1-0", "*"], pairings
    assert pairings[2]["white"]["fideid"] == 12345678 and pairings[2]["white"]["lname"] == "Set"
    games = [load(f"round-2/game-{number}.json") for number in (1, 2, 3)]
    assert games[0]["result"] == "WHITEWIN" and games[0]["clock"] is None, games[0]
    assert len(games[0]["moves"]) == 33 and re.match(r"e4 \d+$", games[0]["moves"][0]), games[0]
    assert games[2]["moves"] == ["e4", "e5", "Nf3"] and games[2]["comment"] == "1/2-0", games[2]
    assert load("round-1/game-1.json")["moves"] == ["a3"]
    assert hall.get(f"{root}/round-2/game-4.json")[0] == 404
    assert hall.get(f"{root}/round-2/../../../../etc/passwd")[0] == 404


def put(hall, path, text):
    os.makedirs(os.path.dirname(hall.path(path)), exist_ok=True)
    with open(hall.path(path), "w", encoding="utf-8") as file:
        file.write(text)


def main():
    adoubed, adoube, games = sys.argv[1:4]
    program("tkscid"), program("pgn-extract")
    games = [f"{games}/{name}.pgn" for name in ("opera-1858", "evergreen-1852")]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Broadcast)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    config = CONFIG.replace("@PORT@", str(server.server_address[1]))
    with Hall(adoubed, adoube, games, config, speed=100) as hall:
        put(hall, "token", "lip_token")
        os.chmod(hall.path("token"), 0o600)
        put(hall, "import.tcl", IMPORT)
        put(hall, "state/games/open-b-2026/" + EARLIER,
            '[Event "E"]\n[Site "S"]\n[Date "2026.04.04"]\n[Round "1.1"]\n[White "A, B"]\n'
            '[Black "C, D"]\n[Result "1-0"]\n[GameId "open-b-2026-1-1-1"]\n\n1. a3 1-0\n\n')
        hall.start_boards()
        hall.start()
        root = [output["url"] for output in hall.status()["outputs"] if output["name"] == "cloud"][0]
        hall.stop()
        put(hall, f"cloud{root}/round-1/index.json", json.dumps({"date": None, "pairings": [
            {"white": None, "black": None, "result": "1-0", "live": False}]}, separators=(",", ":")))
        put(hall, f"cloud{root}/round-1/game-1.json", '{"moves":["a3"]}')
        hall.start()
        events = Events(hall.port)
        assert events.first.wait(60)
        check_audience(hall, events)
        wait_for("the games", lambda: hall.read(
            "state", "games", "open-b-2026", "event.pgn").count(" 1-0\n") == 3)
        eventually(lambda: check_cloud(hall))
        hall.stop()
        hall.start()
        eventually(lambda: check_pgn(hall))
    print("read by pgn-extract and Scid without a complaint")


if __name__ == "__main__":
    main()
