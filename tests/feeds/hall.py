# SPDX-License-Identifier: GPL-3.0-or-later
"""A daemon with simulated boards, for tests of what it publishes."""

import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

PATIENCE_S = 60


def free_port(tried=[0]):
    """A port below those that Linux gives to whoever wants any, so that nobody has it before it is listened on; and
    other processes of these tests have others."""
    for _ in range(100):
        port = 10000 + (os.getpid() * 8 + tried[0]) % 20000
        tried[0] += 1
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass
    raise AssertionError("no free port")


def wait_for(what, condition):
    for _ in range(PATIENCE_S * 20):
        got = condition()
        if got:
            return got
        time.sleep(0.05)
    raise AssertionError("never: " + what)


def eventually(check):
    """What `check` asserts comes to hold: each output is written in its own time."""
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            return check()
        except AssertionError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


class Hall:
    """with Hall(...) as hall: boards play `games`, a daemon may be started, killed and started again."""

    def __init__(self, adoubed, adoube, games, config, speed=20):
        self.adoubed, self.adoube, self.games, self.config_text = adoubed, adoube, games, config
        self.speed = speed
        self.programs = []
        self.daemon = None
        self.port = None

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="adoubed-feeds-")
        self.log = open(self.path("log"), "w+", encoding="utf-8")
        self.config = self.path("adoubed.conf")
        self.write_config(self.config_text)
        return self

    def __exit__(self, kind, *rest):
        self.stop()
        for program in self.programs:
            program.terminate()
            program.wait(PATIENCE_S)
        self.log.close()
        if kind:
            sys.stderr.write(self.read("log"))
        shutil.rmtree(self.folder)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def read(self, *parts):
        try:
            with open(self.path(*parts), encoding="utf-8") as file:
                return file.read()
        except OSError:
            return ""

    def write_config(self, text):
        tables = "".join(
            f"[table {n}]\nboard = {self.folder}/board-{n}\nwhite = White, N{n}\n"
            f"black = Black, N{n}\n" for n in range(1, len(self.games) + 1))
        with open(self.config, "w", encoding="utf-8") as conf:
            conf.write(text.replace("@FOLDER@", self.folder) + tables +
                       f"[daemon]\nstate_dir = {self.folder}/state\n"
                       f"runtime_dir = {self.folder}/run\nport = 0\n")

    def start_boards(self):
        for number, game in enumerate(self.games, 1):
            self.programs.append(subprocess.Popen(
                [self.adoube, "simulate", "--pgn", game, "--pty", "--link",
                 self.path(f"board-{number}"), "--profile", "clean", "--time-control", "180+2",
                 "--speed", str(self.speed), "--linger", "3600"],
                stdout=self.log, stderr=self.log))
        for number in range(1, len(self.games) + 1):
            wait_for("a board", lambda n=number: os.path.exists(self.path(f"board-{n}")))

    def start(self):
        self.daemon = subprocess.Popen([self.adoubed, "--config", self.config],
                                       stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.await_port()

    def await_port(self):
        """The port that it says it listens on, when it has begun, or has begun again."""
        line = self.daemon.stdout.readline()
        assert line.startswith("listening on"), (line, self.read("log"))
        self.port = int(line.rstrip("/\n").rsplit(":", 1)[1])

    def stop(self, signal_number=signal.SIGTERM):
        if not self.daemon:
            return
        self.daemon.send_signal(signal_number)
        self.daemon.wait(PATIENCE_S)
        self.daemon.stdout.close()
        self.daemon = None

    def get(self, path, headers=None):
        """Status, headers, text of GET path."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            connection.request("GET", path, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode("utf-8")
        finally:
            connection.close()

    def run(self, *words):
        """adoube WORDS, which must go well."""
        subprocess.run([self.adoube, *words], stdout=self.log, stderr=self.log, check=True)

    def status(self):
        done = subprocess.run([self.adoube, "status", "--config", self.config, "--json"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        return json.loads(done.stdout or "{}")


class Events(threading.Thread):
    """Follows /events; plies[table] is how many plies it has been told of."""

    def __init__(self, port, path="/events", opener=None):
        super().__init__(daemon=True)
        self.plies = {}
        self.seen = []  # (monotonic time, table, plies)
        self.text = []  # line by line
        self.first = threading.Event()
        self.answer = opener() if opener else self.open(port, path)
        self.start()

    @staticmethod
    def open(port, path):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        connection.request("GET", path)
        return connection.getresponse()

    def note(self, table):
        plies = table.get("plies")
        if plies is None:
            return
        number = table["table"]
        self.plies[number] = table.get("plies_from", 0) + len(plies)
        self.seen.append((time.monotonic(), number, self.plies[number]))

    def run(self):
        try:
            for line in self.answer:
                text = line.decode("utf-8")
                self.text.append(text)
                if text.startswith("data: "):
                    data = json.loads(text[6:])
                    for table in data.get("tables", [data]):
                        self.note(table)
                    self.first.set()
        except (OSError, ValueError, AttributeError):
            pass  # the daemon is gone


def plies_of(pgn):
    """How many plies the PGN's last game has, by its clock comments or none."""
    moves = pgn.rstrip("\n").rsplit("\n\n", 1)[-1] if "\n\n" in pgn else ""
    words = [word for word in moves.replace("\n", " ").split(" ") if word]
    count, comment = 0, False
    for word in words:
        comment |= word.startswith("{")
        if not comment and word[0] not in "0123456789*":
            count += 1
        if word.endswith("}"):
            comment = False
    return count
