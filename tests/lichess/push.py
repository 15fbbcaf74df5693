#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# push.py ADOUBED ADOUBE GAMES: three simulated tables are pushed to a server of ours that answers as a
# broadcast does: it fails, refuses a game, takes all. What arrives is every game of the round, once, complete,
# in the boards' order from the first push on, with the right headers, and nothing meant for the arbiter.
"""A Lichess broadcast, played by the test."""

import http.server
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

PATIENCE_S = 60
TOKEN = "lip_testtoken"


class Broadcast(http.server.BaseHTTPRequestHandler):
    """Answers pushes as is its mood, until it is told to have another."""

    pushes = []
    mood = "503"

    def games(self, body):
        return [game for game in re.split(r"\n\n(?=\[)", body.strip()) if game]

    def do_POST(self):  # noqa: N802, the library's name
        body = self.rfile.read(int(self.headers["Content-Length"])).decode("utf-8")
        mood = self.mood
        self.pushes.append((self.path, dict(self.headers), body))
        if mood == "hang up":
            self.connection.close()
            return
        if mood == "503":
            self.send_response(503)
            self.end_headers()
            return
        answer = [{"tags": dict(re.findall(r'\[(\w+) "(.*)"\]', game)), "moves": 1}
                  for game in self.games(body)]
        if mood == "refuse one":
            del answer[0]["moves"]
            answer[0]["error"] = "Cannot read Ke9"
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps({"games": answer}).encode())

    def log_message(self, *args):
        pass


def wait_for(what, condition):
    for _ in range(PATIENCE_S * 10):
        got = condition()
        if got:
            return got
        time.sleep(0.1)
    raise AssertionError("never: " + what)


GAMES = ["opera-1858", "immortal-1851", "evergreen-1852"]


def start_boards(adoube, folder, games, log):
    boards = []
    for number, name in enumerate(GAMES, 1):
        boards.append(subprocess.Popen(
            [adoube, "simulate", "--pgn", f"{games}/{name}.pgn", "--pty", "--link",
             f"{folder}/board-{number}", "--profile", "clean", "--time-control", "180+2",
             "--speed", "20", "--linger", "3600"], stdout=log, stderr=log))
    for number in range(1, len(GAMES) + 1):
        wait_for("a board", lambda n=number: os.path.exists(f"{folder}/board-{n}"))
    return boards


def write_config(folder, server_port):
    path = os.path.join(folder, "adoubed.conf")
    with open(path, "w", encoding="utf-8") as conf:
        conf.write("[event]\nname = Open\nround = 2\n[rules]\nadequate_supervision = on\n"
                   "[time]\ncontrol = 180+2\n")
        for number in range(1, len(GAMES) + 1):
            conf.write(f"[table {number}]\nboard = {folder}/board-{number}\n"
                       f"white = White, N{number}\nblack = Black, N{number}\n")
        # Nobody sits here: a broadcast takes no game without names. Nor has anybody moved there yet.
        conf.write("[table 4]\n[table 5]\nwhite = White, N5\nblack = Black, N5\n")
        conf.write(f"[daemon]\nstate_dir = {folder}/state\nruntime_dir = {folder}/run\nport = 0\n"
                   f"[lichess]\nround = AbCd1234\ntoken_file = {folder}/token\n"
                   f"server = http://127.0.0.1:{server_port}\n")
    with open(os.path.join(folder, "token"), "w", encoding="utf-8") as token:
        token.write(TOKEN + "\n")
    os.chmod(os.path.join(folder, "token"), 0o600)
    return path


def status(adoube, config):
    done = subprocess.run([adoube, "status", "--config", config, "--json"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    outputs = json.loads(done.stdout or "{}").get("outputs") or [{}]
    return outputs[0]


def check_push(push):
    path, headers, body = push
    assert path == "/api/broadcast/round/AbCd1234/push", path
    assert headers["Authorization"] == "Bearer " + TOKEN, headers
    assert headers["Content-Type"].startswith("text/plain"), headers
    assert headers["User-Agent"].startswith("adoubed"), headers
    assert TOKEN not in body
    return body


def check_games(body):
    for number in (1, 2, 3):
        assert body.count(f'[White "White, N{number}"]') == 1, body
    assert body.count("[GameId ") == 4 == len(set(re.findall(r"\[GameId .*", body))), body
    assert body.count('[TimeControl "3+2"]') == 4, body
    assert re.findall(r'\[Board "(\d+)"', body) == ["1", "2", "3", "5"] and body.endswith("]\n\n*\n\n"), body
    for end in ("17. Rd8# 1-0", "23. Be7# 1-0", "24. Bxe7# 1-0"):
        assert end in re.sub(r"\s*\{[^}]*\}\s*(\d+\.\.\.\s*)?", " ", body).replace("\n", " "), \
            (end, body)


def main():
    adoubed, adoube, games = sys.argv[1:4]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Broadcast)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(prefix="adoubed-lichess-") as folder:
        config = write_config(folder, server.server_address[1])
        with open(os.path.join(folder, "log"), "w+", encoding="utf-8") as log:
            programs = start_boards(adoube, folder, games, log)
            programs.append(subprocess.Popen([adoubed, "--config", config], stdout=log, stderr=log))
            try:
                wait_for("a push", lambda: Broadcast.pushes)
                wait_for("trouble in the status", lambda: status(adoube, config).get("failures"))
                Broadcast.mood = "hang up"
                pushes = len(Broadcast.pushes)
                wait_for("a push that is hung up on", lambda: len(Broadcast.pushes) > pushes)
                Broadcast.mood = "refuse one"
                wait_for("a refused game in the status",
                         lambda: (status(adoube, config).get("refused") or [{}])[0].get("error")
                         == "Cannot read Ke9")
                Broadcast.mood = "take"
                boards = [re.findall(r'\[Board "(\d+)"', push[2]) for push in Broadcast.pushes]
                assert all(one == ["1", "2", "3", "5"] for one in boards), boards
                bodies = wait_for("all games complete", lambda: [
                    push for push in Broadcast.pushes if push[2].count(" 1-0\n") >= 3])
                check_games(check_push(bodies[-1]))
            except BaseException:
                log.seek(0)
                sys.stderr.write(log.read())
                raise
            finally:
                for program in reversed(programs):
                    program.send_signal(signal.SIGTERM)
                    program.wait(PATIENCE_S)
            log.seek(0)
            text = log.read()
            assert TOKEN not in text, "the token is in the log"
    print(f"{len(Broadcast.pushes)} pushes, the last one with every game of the round")


if __name__ == "__main__":
    main()
