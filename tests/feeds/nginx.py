#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# nginx.py ADOUBED ADOUBE GAMES EXAMPLE: the example in front of a running adoubed, with a certificate made here.
# Pages come through TLS as they are, and the stream move by move.
"""TLS by nginx, as the example says."""

import http.client
import os
import shutil
import socket
import ssl
import subprocess
import sys
import time

from hall import PATIENCE_S, Events, Hall, free_port, plies_of, wait_for

CONFIG = """[event]
name = Open
[rules]
adequate_supervision = on
[time]
control = 180+2
"""
MAIN = """daemon off;
pid @FOLDER@/nginx.pid;
error_log @FOLDER@/nginx.log;
events { }
http {
	access_log off;
	client_body_temp_path @FOLDER@/nginx-body;
	proxy_temp_path @FOLDER@/nginx-proxy;
	fastcgi_temp_path @FOLDER@/nginx-fastcgi;
	uwsgi_temp_path @FOLDER@/nginx-uwsgi;
	scgi_temp_path @FOLDER@/nginx-scgi;
	include @FOLDER@/site.conf;
}
"""
NAME = "chess.example.org"


TOOLS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../build/tools/usr/sbin")


def program(name):
    """Installed, or unpacked by bootstrap."""
    found = shutil.which(name, path="/usr/sbin:/usr/bin:/bin:" + TOOLS)
    if not found:
        print(f"skipped: {name} is not installed")
        sys.exit(77)
    return found


def make_certificate(hall):
    subprocess.run([program("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=" + NAME,
                    "-addext", "subjectAltName=DNS:" + NAME, "-keyout", hall.path("key.pem"),
                    "-out", hall.path("cert.pem")], stderr=subprocess.DEVNULL, check=True)


def start_nginx(hall, example, port):
    with open(example, encoding="utf-8") as file:
        site = file.read()
    changes = (("127.0.0.1:8070", f"127.0.0.1:{hall.port}"), ("listen 443", f"listen 127.0.0.1:{port}"),
               ("	listen [::]:443 ssl;\n", ""),
               (f"/etc/ssl/certs/{NAME}.pem", hall.path("cert.pem")),
               (f"/etc/ssl/private/{NAME}.key", hall.path("key.pem")))
    for old, new in changes:
        assert old in site, old
        site = site.replace(old, new)
    for name, text in (("site.conf", site), ("nginx.conf", MAIN.replace("@FOLDER@", hall.folder))):
        with open(hall.path(name), "w", encoding="utf-8") as file:
            file.write(text)
    hall.programs.append(subprocess.Popen(
        [program("nginx"), "-c", hall.path("nginx.conf"), "-e", hall.path("nginx.log")],
        stdout=hall.log, stderr=hall.log))
    wait_for("nginx", lambda: os.path.exists(hall.path("nginx.pid")))


class Tls:
    """Requests to nginx, which must show the certificate for its name."""

    def __init__(self, hall, port):
        self.port = port
        self.context = ssl.create_default_context(cafile=hall.path("cert.pem"))

    def open(self, path, headers=None):
        raw = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S)
        connection = http.client.HTTPConnection(NAME)
        connection.sock = self.context.wrap_socket(raw, server_hostname=NAME)
        connection.request("GET", path, headers=headers or {})
        return connection.getresponse()


def check_pages(hall, tls):
    answer = tls.open("/pgn")
    text = answer.read().decode("utf-8")
    assert answer.status == 200 and answer.headers["Content-Type"].endswith("charset=utf-8")
    assert plies_of(text) == 33, text
    assert tls.open("/pgn", {"If-None-Match": answer.headers["ETag"]}).status == 304
    root = [output["url"] for output in hall.status()["outputs"] if output["name"] == "cloud"][0]
    meta = tls.open(root.replace("/get/", "/meta/")).read().decode("utf-8")
    assert f'"host":"{NAME}"' in meta, meta
    assert tls.open("/nothing").status == 404


def check_stream(hall, events):
    """What the page shows is told; a buffer of nginx's would keep the last dozens for good."""
    plies = 0
    while plies < 33:
        plies = plies_of(hall.get("/pgn")[2])
        wait_for(f"{plies} plies in the stream", lambda: events.plies.get(1, 0) >= plies)
    seen = [n for _, _, n in events.seen]
    assert seen == sorted(seen), seen


def main():
    adoubed, adoube, games, example = sys.argv[1:5]
    program("nginx"), program("openssl")
    with Hall(adoubed, adoube, [f"{games}/opera-1858.pgn"], CONFIG, speed=40) as hall:
        make_certificate(hall)
        hall.start()
        port = free_port()
        start_nginx(hall, example, port)
        tls = Tls(hall, port)
        wait_for("an answer", lambda: tls.open("/live.json").status == 200)
        began = time.monotonic()
        events = Events(None, opener=lambda: tls.open("/events"))
        assert events.first.wait(PATIENCE_S), "the stream does not begin"
        hall.start_boards()
        check_stream(hall, events)
        check_pages(hall, tls)
    print(f"the stream and the pages came through TLS for {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
