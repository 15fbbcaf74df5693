#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# client.py ADOUBED ADOUBE PGN: a client library that is not ours (python3-websockets) talks to the local API
# while a simulated board plays the game of PGN: the moves it is told, one by one, are the game's, and so are
# those that an operator's program finds at its tournament. And what nobody may send is refused. Skipped (77) where the library is not installed.
"""The local board API, seen from outside."""

import asyncio
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

try:
    import websockets
except ImportError:
    print("python3-websockets is not installed")
    sys.exit(77)

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../feeds"))
from hall import PATIENCE_S, free_port  # noqa: E402

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def has_ipv6():
    """Is there a loopback for IPv6?"""
    with socket.socket(socket.AF_INET6) as probe:
        try:
            probe.bind(("::1", 0))
        except OSError:
            return False
    return True


def moves_of(path):
    """The SAN moves of the first game of a PGN file without comments, without check signs."""
    with open(path, encoding="utf-8") as pgn:
        text = re.sub(r"\[.*?\]\s", "", pgn.read())
    words = re.sub(r"\d+\.+", " ", text).split()
    return [word.rstrip("+#") for word in words if word[0].isalpha()]


def raw(port, request):
    """What a request that is not a library's gets: the status line."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as stream:
        stream.sendall(request)
        answer = b""
        while b"\r\n" not in answer:
            part = stream.recv(4096)
            if not part:
                break
            answer += part
    return answer.split(b"\r\n")[0].decode()


async def receive(stream):
    return json.loads(await asyncio.wait_for(stream.recv(), PATIENCE_S))


async def board_at_start(stream):
    """Waits until a board is listed that shows the initial position; its serial number."""
    for _ in range(PATIENCE_S * 10):
        await stream.send('{"id":1,"call":"eboards"}')
        boards = (await receive(stream))["param"]
        if boards and boards[0]["state"] == "ACTIVE" and boards[0]["board"] == START:
            return boards[0]["serialnr"]
        await asyncio.sleep(0.1)
    raise AssertionError("the board never showed the initial position")


async def play_along(port, moves):
    """As lichess.org/dgt does it, byte for byte; then on to the end of the game."""
    url = f"ws://localhost:{port}/api/v1.0"
    async with websockets.connect(url, origin="https://lichess.org") as stream:
        serial = await board_at_start(stream)
        await stream.send('{"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":1,'
                          '"param":{"serialnr":"%s"}}}' % serial)
        await stream.send('{"id":3,"call":"call","param":{"id":1,"method":"setup","param":'
                          '{"fen":"%s w KQkq - 0 1"}}}' % START)
        told = []
        while len(told) < len(moves):
            message = await receive(stream)
            assert message["response"] in ("call", "feed"), message
            san = (message["param"] or {}).get("san")
            if san is None:
                continue
            san = [move.rstrip("+#") for move in san]
            # One by one; more only where a slow disk made public more at once.
            assert len(san) <= len(told) + 1 or san[:len(told)] == told, (told, san)
            told = san
        assert told == moves, (told, moves)


def rest(port, resource, host="127.0.0.1"):
    """A resource of the plain part."""
    connection = http.client.HTTPConnection(host, port, timeout=PATIENCE_S)
    connection.request("GET", "/api/v1.0/" + resource)
    answer = connection.getresponse()
    assert answer.status == 200, (resource, answer.status)
    assert answer.headers["Content-Type"] == "application/json", answer.headers
    return json.loads(answer.read())


def ask_as_an_operator(port, moves):
    """As the operator's program walks through it: tournament, rounds, games, and the boards beside them."""
    tournament, = rest(port, "tournaments")
    assert sorted(tournament) == ["description", "rounds", "uuid"], tournament
    whole = rest(port, "tournament/" + tournament["uuid"])
    assert whole["rounds"] == tournament["rounds"] == 2, whole
    boards = {board["serialnr"]: board for board in rest(port, "eboards")}
    rounds = [rest(port, f"round/{whole['uuid']}/{n}") for n in range(whole["rounds"])]
    assert [(one["nr"], len(one["pairings"])) for one in rounds] == [(1, 0), (2, 1)], rounds
    pairing, = rounds[1]["pairings"]
    assert list(pairing) == ["nr", "uuid", "white", "black", "live", "result"], pairing
    assert whole["eboards"][pairing["nr"] - 1] in boards, (whole, boards)
    for _ in range(PATIENCE_S * 10):
        game = rest(port, "game/" + pairing["uuid"])
        assert list(game) == ["chess960", "result", "comment", "clock", "moves"], game
        if [move.split()[0].rstrip("+#") for move in game["moves"]] == moves:
            break
        time.sleep(0.1)
    else:
        raise AssertionError(("the game is never whole", game))
    if has_ipv6():
        assert rest(port, "tournaments", "::1") == [tournament]


async def refusals(port):
    url = f"ws://127.0.0.1:{port}/api/v1.0"
    try:
        async with websockets.connect(url, origin="https://example.org"):
            raise AssertionError("a page of any origin was let in")
    except websockets.InvalidStatusCode as refused:
        assert refused.status_code == 403, refused
    async with websockets.connect(url) as stream:
        try:
            await stream.send(b"\x00\x01")
            await receive(stream)
            raise AssertionError("a binary frame was taken")
        except websockets.ConnectionClosed as closed:
            assert closed.code == 1003, closed
    async with websockets.connect(url) as stream:
        try:
            await stream.send("x" * 70000)
            await receive(stream)
            raise AssertionError("a message of 70,000 bytes was taken")
        except websockets.ConnectionClosed as closed:
            assert closed.code == 1009, closed
    host = b"\r\nHost: localhost\r\n"
    for request, status in (
            (b"GET /api/v1.0/eboards HTTP/1.1" + host + b"\r\n", "200"),
            (b"GET /doc/index.html HTTP/1.1" + host + b"\r\n", "200"),
            (b"GET /nothing HTTP/1.1" + host + b"\r\n", "404"),
            (b"GET /api/v1.0/round/x/0 HTTP/1.1" + host + b"\r\n", "404"),
            (b"GET /doc/index.html HTTP/1.1\r\nHost: rebound.example\r\n\r\n", "403"),
            (b"POST /api/v1.0/eboards HTTP/1.1" + host + b"\r\n", "405"),
            (b"GET / HTTP/1.1\r\nHost: " + b"a" * 9000 + b"\r\n\r\n", "431"),
            (b"\x16\x03\x01 what is this\r\n\r\n", "400")):
        got = raw(port, request)
        assert got.startswith("HTTP/1.1 " + status), (request[:60], got)


async def stalled(port):
    """Connections that never say what they want cost nobody else his seat for long; when all are taken that is said."""
    streams = [socket.create_connection(("127.0.0.1", port)) for _ in range(20)]
    for stream in streams:
        stream.sendall(b"GET /api")
    await refusals(port)
    # More than there is room for, whatever has been given up of the first ones by now.
    streams += [socket.create_connection(("127.0.0.1", port)) for _ in range(100)]
    streams[-1].settimeout(PATIENCE_S)
    assert streams[-1].recv(100).startswith(b"HTTP/1.1 503 "), "one too many was let in"
    for stream in streams:
        stream.close()


def main():
    adoubed, adoube, pgn = sys.argv[1:4]
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="adoubed-livechess-") as folder:
        board = os.path.join(folder, "board")
        config = os.path.join(folder, "adoubed.conf")
        with open(config, "w", encoding="utf-8") as conf:
            conf.write(f"[event]\nround = 2\n[table 1]\nboard = {board}\n[daemon]\nstate_dir = {folder}/state\n"
                       f"runtime_dir = {folder}/run\nport = 0\n[livechess]\nport = {port}\n")
        log = open(os.path.join(folder, "log"), "w+", encoding="utf-8")
        programs = [subprocess.Popen(
            [adoube, "simulate", "--pgn", pgn, "--profile", "human", "--pty", "--link", board,
             "--speed", "20", "--time-control", "180+2", "--loop"],
            stdout=log, stderr=log)]
        try:
            while not os.path.exists(board):
                assert programs[0].poll() is None, "adoube simulate ended"
                time.sleep(0.01)
            programs.append(subprocess.Popen([adoubed, "--config", config], stdout=log, stderr=log))
            for _ in range(PATIENCE_S * 10):
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except ConnectionRefusedError:
                    asyncio.run(asyncio.sleep(0.1))
            asyncio.run(play_along(port, moves_of(pgn)))
            ask_as_an_operator(port, moves_of(pgn))
            asyncio.run(stalled(port))
        except BaseException:
            log.seek(0)
            sys.stderr.write(log.read())
            raise
        finally:
            for program in reversed(programs):
                program.send_signal(signal.SIGTERM)
                program.wait(PATIENCE_S)
            log.close()
    print("the client was told every move of the game; what was wrong was refused")


if __name__ == "__main__":
    main()
