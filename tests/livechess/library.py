#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# library.py ADOUBED ADOUBE GAMES: a client library of this API that others have written for the vendor's program
# (github.com/herohde/livechess-go, MIT) follows a whole game with the program that comes with it: by plain GET and by
# WebSocket. It is fetched and built by `go`, at the version below; skipped (77) without go, without the registry of Go
# modules, or where something else holds the one port that the library knows. LIVECHESS_CLIENT names that program where
# it is built already.
"""The local board API and a library made for another server."""

import json
import os
import shutil
import socket
import subprocess
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../feeds"))
from hall import PATIENCE_S, Hall, plies_of, wait_for  # noqa: E402

PROGRAM = "github.com/herohde/livechess-go/cmd/livechess"
VERSION = "bfb723a18ce986f77aed0da46a14983ce1989f74"
PORT = 1982
CONFIG = f"""[event]
name = Open
[rules]
adequate_supervision = on
[time]
control = 180+2
[livechess]
port = {PORT}
"""


def skip(why):
    print("skipped: " + why)
    sys.exit(77)


def client(folder):
    built = os.environ.get("LIVECHESS_CLIENT")
    if built:
        return built
    if not shutil.which("go"):
        skip("go is not installed")
    settings = dict(os.environ, GOPATH=os.path.join(folder, "go"), GOCACHE=os.path.join(folder, "cache"),
                    GOFLAGS="-modcacherw")
    done = subprocess.run(["go", "install", f"{PROGRAM}@{VERSION}"], env=settings, capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        skip("the library cannot be had: " + done.stderr.strip().splitlines()[-1])
    return os.path.join(folder, "go", "bin", "livechess")


class Watch(threading.Thread):
    """The program watches; sans: every list of moves that it has printed."""

    def __init__(self, program, log):
        super().__init__(daemon=True)
        self.sans = []
        self.process = subprocess.Popen([program, "watch"], stdout=subprocess.PIPE, stderr=log, text=True)
        self.start()

    def run(self):
        for line in self.process.stdout:
            san = json.loads(line)["san"]
            if san is not None:
                self.sans.append(san)

    def close(self):
        self.process.terminate()
        self.process.wait(PATIENCE_S)
        self.join()


def follow(hall, program):
    wait_for("a board by plain GET", lambda: '"state":"ACTIVE"' in subprocess.run(
        [program, "eboards"], stdout=subprocess.PIPE, stderr=hall.log, text=True, check=False).stdout)
    watch = Watch(program, hall.log)
    try:
        last = wait_for("the mate", lambda: watch.sans and watch.sans[-1] and "#" in watch.sans[-1][-1] and
                        watch.sans[-1])
    finally:
        watch.close()
    assert len(watch.sans[0]) < len(last), "it has followed nothing"
    for before, after in zip(watch.sans, watch.sans[1:]):
        assert after[:len(before)] == before, (before, after)
    wait_for("the same game", lambda: plies_of(hall.get("/pgn/1")[2]) == len(last))
    moves = [word for word in hall.get("/pgn/1")[2].split("\n\n")[1].split() if word[0].isalpha() or word[0] == "O"]
    assert moves == last, (moves, last)
    return len(last)


def main():
    adoubed, adoube, games = sys.argv[1:4]
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", PORT))
        except OSError:
            skip(f"something holds port {PORT}")
    with Hall(adoubed, adoube, [f"{games}/opera-1858.pgn"], CONFIG, speed=40) as hall:
        program = client(hall.folder)
        hall.start()
        hall.start_boards()
        plies = follow(hall, program)
    print(f"the library has followed {plies} plies")


if __name__ == "__main__":
    main()
