#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# feeds.py ADOUBED ADOUBE PGN: while a simulated board plays, everything that the two descriptions
# (daemon/web/openapi*.json) say of the public and the private web server is asked for and held against them;
# tokens let in whom they should and nobody else; orders are recorded with who gave them; and nothing of the
# private server is on the public one. Skipped (77) where python3-jsonschema is not installed.
"""The web servers, held against their descriptions."""

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
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(77)

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../feeds"))
from hall import PATIENCE_S, eventually, free_port  # noqa: E402

CLOUD_ID = "6f1c2d3e-0a1b-4c2d-8e3f-0123456789ab"
THERE = {"{table}": "1", "{game}": "1", "{round}": "3", "{id}": CLOUD_ID}
NOT_THERE = {"{table}": "999", "{game}": "999", "{round}": "999", "{id}": "0"}
METRIC = re.compile(r'([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{([a-zA-Z_][a-zA-Z0-9_]*)="([^"\\\n]*)"\})?'
                    r' (-?(?:[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?|[+-]Inf|NaN))')


def ask(port, method, path, headers=None, body=None):
    """Status, headers and body of one answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    connection.request(method, path, body, headers or {})
    answer = connection.getresponse()
    got = answer.status, answer.headers, answer.read()
    connection.close()
    return got


def filled(path, values):
    """The path with values in place of its parameters."""
    for name, value in values.items():
        path = path.replace(name, value)
    return path


def bearer(token):
    return {"Authorization": "Bearer " + token} if token else {}


class Stream:
    """Server-sent events, one after the other."""

    def __init__(self, port, headers):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        self.heard = []
        self.connection.request("GET", "/events", headers=headers)
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200, self.answer.status
        assert self.answer.getheader("Content-Type").startswith("text/event-stream")

    def next(self):
        event = {}
        while True:
            line = self.answer.readline().decode().rstrip("\n")
            if line and not line.startswith(":"):
                key, value = line.split(": ", 1)
                event[key] = value
            elif not line and event:
                return event["event"], json.loads(event["data"]), event["id"]

    def until(self, wanted, description):
        """Events until wanted(name, data), those heard before included; each is as described.
        Returns the data and the id."""
        for name, data, number in self.heard:
            if wanted(name, data):
                return data, number
        while True:
            name, data, number = self.next()
            description.event(name, data)
            self.heard.append((name, data, number))
            if wanted(name, data):
                return data, number

    def close(self):
        self.connection.close()


class Description:
    """An OpenAPI document, and answers held against it."""

    def __init__(self, port, token):
        status, _, body = ask(port, "GET", "/openapi.json", bearer(token))
        assert status == 200, status
        self.port = port
        self.document = json.loads(body)
        assert self.document["openapi"] == "3.1.0"
        self.root = {"components": self.document["components"]}
        self.seen = set()
        self.check_references(self.document)
        for path, what in self.document["paths"].items():
            assert path.startswith("/"), path
            for operation in what.values():
                for status, answer in operation["responses"].items():
                    assert re.fullmatch("[1-5][0-9][0-9]", status) and answer["description"]
                    for media in answer.get("content", {}).values():
                        jsonschema.Draft202012Validator.check_schema(media["schema"])

    def check_references(self, node):
        if isinstance(node, dict):
            if "$ref" in node:
                parts = node["$ref"].split("/")
                assert parts[:3] == ["#", "components", "schemas"], node
                assert parts[3] in self.document["components"]["schemas"], node
            for value in node.values():
                self.check_references(value)
        elif isinstance(node, list):
            for value in node:
                self.check_references(value)

    def valid(self, schema, value, what):
        try:
            jsonschema.Draft202012Validator(dict(self.root, **schema)).validate(value)
        except jsonschema.ValidationError as error:
            raise AssertionError(f"{what}: {error.message} at {list(error.path)}") from error

    def answer(self, method, path, status, headers, body):
        """Is this answer of `path` (as the document writes it) one that is described?"""
        answers = self.document["paths"][path][method.lower()]["responses"]
        assert str(status) in answers, (method, path, status, body[:200])
        described = answers[str(status)]
        for name in described.get("headers", {}):
            assert headers[name], (path, name)
        media = headers.get("Content-Type", "").split(";")[0]
        if "content" in described:
            assert media in described["content"], (path, media)
            if media == "application/json":
                self.valid(described["content"][media]["schema"], json.loads(body), path)
        self.seen.add((path, str(status)))

    def event(self, name, data):
        events = self.document["paths"]["/events"]["get"]["responses"]["200"]["x-events"]
        assert name in events, name
        self.valid(events[name], data, "event " + name)
        self.seen.add(("/events", name))

    def get(self, path, want, headers=None, values=None):
        status, got, body = ask(self.port, "GET", filled(path, values or THERE), headers)
        assert status == want, (path, status, want, body[:200])
        self.answer("GET", path, status, got, body)
        return got, body

    def post(self, path, want, token, body, media="application/json"):
        headers = bearer(token)
        if media:
            headers["Content-Type"] = media
        text = body if isinstance(body, (str, bytes)) else json.dumps(body)
        status, got, answer = ask(self.port, "POST", path, headers, text)
        assert status == want, (path, status, want, answer[:200], text[:200])
        self.answer("POST", path, status, got, answer)
        return json.loads(answer) if want != 413 else None

    def paths(self):
        return [path for path, what in self.document["paths"].items()
                if "get" in what and path != "/events"]

    def all_seen(self, but=()):
        for path, what in self.document["paths"].items():
            for operation in what.values():
                for status in operation["responses"]:
                    assert path == "/events" or (path, status) in self.seen or \
                        (path, status) in but, (path, status)
        events = self.document["paths"]["/events"]["get"]["responses"]["200"]["x-events"]
        for name in events:
            assert ("/events", name) in self.seen or name in but, name


def check_public(description):
    stream = Stream(description.port, {})
    stream.until(lambda name, data: name == "snapshot", description)
    _, number = stream.until(lambda name, data: name == "change" and data.get("plies"),
                             description)
    stream.close()
    stream = Stream(description.port, {"Last-Event-ID": number})
    name, data, _ = stream.next()
    assert name == "change", name
    description.event(name, data)
    stream.close()
    for path in description.paths():
        headers, _ = description.get(path, 200)
        # A table changes while one looks, and is then answered in full.
        for _ in range(50 if headers["ETag"] else 0):
            status, again, body = ask(description.port, "GET", filled(path, THERE),
                                      {"If-None-Match": headers["ETag"]})
            if status == 304:
                description.answer("GET", path, status, again, body)
                break
            headers = again
        if "{" in path:
            description.get(path, 404, values=NOT_THERE)


def check_roles(description, tokens):
    """Who may read what: each path with each token."""
    may = {"arbiter": True, "operator": True, "viewer": True, "metrics": False}
    everybody = ("/metrics", "/api/v1/whoami", "/openapi.json")
    for path in description.paths():
        for token in (None, "adoube_" + "0" * 64, "x", tokens["old"]):
            headers, _ = description.get(path, 401, bearer(token))
            assert headers["WWW-Authenticate"].startswith("Bearer"), path
        if path == "/api/v1/case":
            continue  # check_case
        for role, allowed in may.items():
            allowed = allowed or path in everybody
            description.get(path, 200 if allowed else 403, bearer(tokens[role]))
        if "{" in path:
            description.get(path, 404, bearer(tokens["viewer"]), NOT_THERE)
    for token, want in ((None, 401), (tokens["metrics"], 403)):
        assert ask(description.port, "GET", "/events", bearer(token))[0] == want
    # Nobody without a token is told even what there is.
    assert ask(description.port, "GET", "/nothing")[0] == 401
    assert ask(description.port, "GET", "/nothing", bearer(tokens["viewer"]))[0] == 404
    assert ask(description.port, "POST", "/api/v1/status", bearer(tokens["arbiter"]))[0] == 405


class Browser:
    """Somebody at a browser: a cookie, and the secret that his page sends with orders."""

    def __init__(self, description, token, proxied=False):
        self.description = description
        headers = {"Content-Type": "application/json"}
        if proxied:
            headers["X-Forwarded-Proto"] = "https"
        status, headers, body = ask(description.port, "POST", "/api/v1/login", headers,
                                    json.dumps({"token": token}))
        description.answer("POST", "/api/v1/login", status, headers, body)
        assert status == 200, (status, body)
        cookie, *self.attributes = [part.strip() for part in headers["Set-Cookie"].split(";")]
        self.who = json.loads(body)
        self.cookie = {"Cookie": "theme=dark; " + cookie}

    def headers(self, csrf=True):
        return dict(self.cookie, **({"Adoubed-CSRF": self.who["csrf"]} if csrf else {}))

    def post(self, path, want, body, csrf=True):
        headers = dict(self.headers(csrf), **{"Content-Type": "application/json"})
        status, got, answer = ask(self.description.port, "POST", path, headers, json.dumps(body))
        assert status == want, (path, status, want, answer[:200])
        self.description.answer("POST", path, status, got, answer)
        return json.loads(answer)


def check_sessions(description, tokens):
    """People log in, and a page that is not theirs can order nothing in their name."""
    login, orders = "/api/v1/login", "/api/v1/orders"
    for token, want in (("adoube_" + "0" * 64, 401), (tokens["old"], 401), (7, 400)):
        description.post(login, want, None, {"token": token})
    description.post(login, 415, None, {"token": tokens["arbiter"]}, None)
    description.post(login, 413, None, "x" * 300000)
    one = Browser(description, tokens["arbiter"])
    two = Browser(description, tokens["viewer"], proxied=True)
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(one.attributes), one.attributes
    assert "Secure" not in one.attributes and "Secure" in two.attributes
    _, body = description.get("/api/v1/whoami", 200, one.headers(False))
    assert json.loads(body)["csrf"] == one.who["csrf"] and json.loads(body)["role"] == "arbiter"
    offer = tell("draw-offer", side="black")
    assert "Adoubed-CSRF" in one.post(orders, 403, offer, csrf=False)["error"]
    one.who["csrf"], mine = two.who["csrf"], one.who["csrf"]
    one.post(orders, 403, offer)
    one.who["csrf"] = mine
    two.post(orders, 403, offer)  # a viewer
    stream = Stream(description.port, two.headers(False))
    stream.until(lambda name, data: name == "snapshot", description)
    one.post(orders, 200, offer)
    data, _ = stream.until(lambda name, data: name == "action", description)
    last = data["action"]
    assert (last["op"], last["by"], last["role"]) == ("draw-offer", "desk", "arbiter"), last
    stream.close()
    one.post("/api/v1/logout", 403, {}, csrf=False)
    one.post("/api/v1/logout", 200, {})
    one.post("/api/v1/logout", 401, {})
    description.get("/api/v1/tables", 401, one.headers())
    description.get("/api/v1/tables", 200, two.headers())
    headers = dict(two.headers(), **{"Content-Type": "application/json"})
    for path in ("/api/v1/logout", orders):
        status, got, body = ask(description.port, "POST", path, headers, "x" * 300000)
        description.answer("POST", path, status, got, body)
        assert status == 413, (path, status)
    for media, body, want in (("text/plain", "{}", 415), ("application/json", "[", 400)):
        status, got, answer = ask(description.port, "POST", "/api/v1/logout",
                                  dict(two.headers(), **{"Content-Type": media}), body)
        description.answer("POST", "/api/v1/logout", status, got, answer)
        assert status == want, (media, status)
    return two


def check_desk(description, tokens):
    """What an operator orders of the event as a whole: looked at by everybody, done by him."""
    orders = "/api/v1/orders"
    pairings = "Board;White;Elo;Black;Elo\n1;<script>alert(1)</script>;1900;New, Name;2000\n2;A;;B;\n7;C;;;\n"
    order = {"cmd": "round", "do": "import", "text": pairings}
    looked = description.post(orders, 200, tokens["viewer"], order)
    assert looked["applied"] is False and looked["refused"][0]["error"] == "there is no table 2"
    assert looked["problems"][0]["line"] == 4, looked
    assert {"round": "3", "table": 1, "key": "black", "was": "\"}] \\\\ id: 7",
            "becomes": "New, Name"} in looked["changes"], looked
    description.post(orders, 403, tokens["viewer"], dict(order, apply=True))
    description.post(orders, 400, tokens["operator"], dict(order, text=7))
    done = description.post(orders, 200, tokens["operator"],
                            dict(order, apply=True, actions=looked["actions"]))
    assert done["applied"] is True, done
    description.post(orders, 409, tokens["operator"],
                     dict(order, apply=True, text=pairings.replace("New", "Old"),
                          actions=looked["actions"]))
    _, body = description.get(orders, 200, bearer(tokens["viewer"]))
    action = json.loads(body)["actions"][-1]
    assert "pit" in json.dumps(action), action
    undo = {"cmd": "undo", "action": done["action"]}
    assert description.post(orders, 200, tokens["viewer"], undo)["applied"] is False
    description.post(orders, 403, tokens["viewer"], dict(undo, apply=True))
    assert description.post(orders, 200, tokens["operator"], dict(undo, apply=True))["applied"]
    for do in ("check", "list", "results"):
        description.post(orders, 200, tokens["viewer"], {"cmd": "round", "do": do})
    assign = {"cmd": "assign", "changes": [{"table": 7, "board": "serial:1"}]}
    assert not description.post(orders, 200, tokens["viewer"], assign)["applied"]
    description.post(orders, 403, tokens["viewer"], dict(assign, apply=True))
    description.post(orders, 409, tokens["operator"], {"cmd": "envelope", "table": 1})
    description.post(orders, 200, tokens["viewer"], {"cmd": "clock", "table": 1, "do": "show"})
    description.post(orders, 403, tokens["viewer"], {"cmd": "clock", "table": 1, "do": "beep"})
    check_event_file(description, tokens)


def check_event_file(description, tokens):
    """What would be refused is, and nothing is done by looking; doing it begins the daemon again."""
    orders = "/api/v1/orders"
    description.post(orders, 403, tokens["viewer"], {"cmd": "event", "do": "show"})
    was = description.post(orders, 200, tokens["operator"], {"cmd": "event", "do": "show"})["text"]
    write = {"cmd": "event", "do": "write", "was": was}
    wrong = description.post(orders, 409, tokens["operator"], dict(write, text=was + "[time]\ncontrol = x\n"))
    assert re.search(r"adoubed.conf:\d+: \[time\] begins again", wrong["error"]), wrong
    renamed = description.post(orders, 409, tokens["operator"], dict(write, text=re.sub("\nname = .*", "\nname = other", was)))
    assert "table 1 has a game: the event cannot get another name now" in renamed["error"], renamed
    stale = description.post(orders, 409, tokens["operator"], dict(write, text=was, was=was + "\n"))
    assert "was changed since" in stale["error"], stale
    looked = description.post(orders, 200, tokens["operator"], dict(write, text=was + "# a remark\n"))
    assert looked["applied"] is False and looked["tables"] >= 1, looked
    assert description.post(orders, 200, tokens["operator"], {"cmd": "event", "do": "show"})["text"] == was


def check_phones(description, tokens):
    """12.8: nobody's phone, unless the event says so; whatever he is, and however he came in."""
    phone = {"User-Agent": "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36"}
    for path in ("/api/v1/alerts", "/api/v1/status", "/events"):
        status, _, body = ask(description.port, "GET", path, {**bearer(tokens["arbiter"]), **phone})
        assert status == 403 and "12.8" in json.loads(body)["error"], (path, status, body)
    login = {"Content-Type": "application/json", **phone}
    status, _, body = ask(description.port, "POST", "/api/v1/login", login, json.dumps({"token": tokens["arbiter"]}))
    assert status == 403 and "12.8" in json.loads(body)["error"], (status, body)


def check_case(description, tokens, number):
    """The case file of an alert, in each of its forms."""
    def case(want, token="viewer", **query):
        text = "&".join(f"{key}={value}" for key, value in query.items())
        status, headers, body = ask(description.port, "GET", "/api/v1/case?" + text,
                                    bearer(tokens[token]))
        assert status == want, (query, status, body[:200])
        description.answer("GET", "/api/v1/case", status, headers, body)
        return body.decode()

    case(403, "metrics", table=1, number=number)
    for wrong in ({}, {"table": 1}, {"table": 1, "number": "x"}, {"table": 1, "number": number, "lang": "xx"},
                  {"table": 1, "number": number, "format": "pdf"}, {"table": 1, "number": number, "around": 0}):
        case(400, **wrong)
    case(404, table=99, number=1)
    case(404, table=1, number=4711)
    told = json.loads(case(200, table=1, number=number))
    assert told["alert"]["id"] == "repeated-draw-offers" and told["alert"]["number"] == number
    assert any(one["event"].get("outcome") == "confirmed" for one in told["decisions"]), told
    assert any(one["text"] == f"alert {number} confirmed" for one in told["decisions"]), told
    assert told["related"] == [] and told["counted_once"] is False, told
    told = json.loads(case(200, table=1, number=number, lang="fr"))
    assert any(one["text"] == f"alerte {number} confirmée" for one in told["decisions"]), told
    assert len(told["penalties"]) == 8 and told["appeal"].startswith("60 minutes"), told
    assert any(one["what"] == "square" for one in told["events"]), told
    assert any(one["what"] == "clock" for one in told["events"]), told
    assert told["outcome"] == "confirmed" and told["settled"] > told["alert"]["t"] and told["fault"] is None, told
    assert "Dossier" in case(200, table=1, number=number, format="text", lang="fr", around=5)
    assert "<h1>Case file" in case(200, table=1, number=number, format="html")


def tell(op, table=1, **members):
    return {"cmd": "tell", "table": table, "event": dict(members, op=op)}


def check_orders(description, tokens, folder):
    stream = Stream(description.port, bearer(tokens["viewer"]))
    stream.until(lambda name, data: name == "snapshot", description)
    orders, outcomes = "/api/v1/orders", "/api/v1/outcomes"
    offer = tell("draw-offer", side="white")
    description.post(orders, 401, None, offer)
    for role in ("metrics", "viewer", "operator"):
        description.post(orders, 403, tokens[role], offer)
    description.post(orders, 415, tokens["arbiter"], offer, "text/plain")
    description.post(orders, 415, tokens["arbiter"], offer, None)
    for body in ("", "[]", "{", '{"cmd":"status"}', '{"cmd":"tell","cmd":"tell"}', b"\xff\xfe"):
        description.post(orders, 400, tokens["arbiter"], body)
    description.post(orders, 413, tokens["arbiter"], "x" * 300000)
    description.post(orders, 409, tokens["arbiter"], tell("draw-offer", table=99))
    description.post(orders, 409, tokens["arbiter"], tell("plugged"))
    # Who says it is for the token to say.
    forged = tell("draw-offer", side="white", by="somebody", role="somebody", user="somebody",
                  uid=0)
    forged["by"] = forged["user"] = forged["role"] = "somebody"
    for i, body in enumerate((offer, offer, forged)):
        description.post(orders, 200, tokens["arbiter"], body)
        data, _ = stream.until(lambda name, data: name == "action" and
                               data["action"]["action"] == i + 1, description)
        assert data["action"]["op"] == "draw-offer" and data["action"]["by"] == "desk", data
        assert "uid" not in data["action"] and "user" not in data["action"], data
    repeated = lambda name, data: name == "alert" and data["alert"]["id"] == "repeated-draw-offers"
    data, number = stream.until(repeated, description)
    stream.close()
    # Nobody listens meanwhile; who was away hears what came since.
    decision = {"table": 1, "number": data["alert"]["number"], "outcome": "confirmed",
                "note": "warned"}
    description.post(outcomes, 401, None, decision)
    description.post(outcomes, 403, tokens["operator"], decision)
    description.post(outcomes, 415, tokens["arbiter"], decision, None)
    description.post(outcomes, 413, tokens["arbiter"], "x" * 300000)
    description.post(outcomes, 400, tokens["arbiter"], {"table": 1})
    description.post(outcomes, 409, tokens["arbiter"], dict(decision, number=4711))
    description.post(outcomes, 200, tokens["arbiter"], decision)
    decided = lambda name, data: repeated(name, data) and data["alert"]["outcome"] == "confirmed"
    stream = Stream(description.port, dict(bearer(tokens["viewer"]), **{"Last-Event-ID": number}))
    data, _ = stream.until(decided, description)
    assert data["alert"]["note"] == "warned", data
    assert all(name != "snapshot" for name, *_ in stream.heard), stream.heard
    # An operator mends the record; a viewer only looks at what that would do.
    mend = {"cmd": "correct", "table": 1, "do": "result", "result": "1-0"}
    looked = description.post(orders, 200, tokens["viewer"], mend)
    assert looked["applied"] is False, looked
    description.post(orders, 403, tokens["viewer"], dict(mend, apply=True))
    mended = description.post(orders, 200, tokens["operator"], dict(mend, apply=True))
    assert mended["applied"] is True, mended
    stream.until(lambda name, data: name == "action" and data["action"]["op"] == "result",
                 description)
    _, body = description.get("/api/v1/actions", 200, bearer(tokens["viewer"]))
    last = json.loads(body)["tables"][0]["actions"][-1]
    assert (last["op"], last["by"]) == ("result", "pit"), last
    swap = {"cmd": "swap", "table": 7, "board": "serial:4711"}
    description.post(orders, 403, tokens["viewer"], swap)
    description.post(orders, 200, tokens["operator"], swap)
    data, _ = stream.until(lambda name, data: name == "action" and data["table"] == 7, description)
    assert (data["action"]["board"], data["action"]["by"]) == ("serial:4711", "pit"), data
    stream.close()
    recorded = ""
    for path, _, names in os.walk(os.path.join(folder, "state")):
        for name in names:
            with open(os.path.join(path, name), "rb") as file:
                recorded += file.read().decode("utf-8", "replace")
    assert '"by":"desk"' in recorded and '"by":"pit"' in recorded
    assert "somebody" not in recorded
    return decision["number"]


def check_metrics(description, tokens):
    """Every line is a comment or a sample of a metric that was announced, once."""
    _, body = description.get("/metrics", 200, bearer(tokens["metrics"]))
    kinds, values, helped = {}, {}, set()
    assert body.endswith(b"\n")
    for line in body.decode().splitlines():
        words = line.split(" ", 3)
        if line.startswith("# HELP "):
            assert words[2] not in helped and len(words) == 4, line
            helped.add(words[2])
        elif line.startswith("# TYPE "):
            assert words[2] in helped and words[2] not in kinds, line
            assert words[3] in ("counter", "gauge", "histogram", "summary"), line
            kinds[words[2]] = words[3]
            current = words[2]
        else:
            sample = METRIC.fullmatch(line)
            assert sample, line
            name = sample[1]
            if kinds[current] == "histogram":
                assert name in (current + "_bucket", current + "_sum", current + "_count"), line
            elif kinds[current] == "summary":
                assert name in (current + "_sum", current + "_count"), line
            else:
                assert name == current, line
                assert kinds[current] != "counter" or name.endswith("_total"), line
            assert (name, sample[3]) not in values, line
            values[name, sample[3]] = float(sample[4])
    assert helped == set(kinds)
    buckets = [value for (name, _), value in values.items() if name.endswith("_seconds_bucket")]
    assert buckets == sorted(buckets) and buckets[-1] > 0, buckets
    assert values["adoubed_publish_latency_seconds_count", None] == buckets[-1]
    commits = values["adoubed_journal_commit_seconds_count", None]
    longest = values["adoubed_journal_commit_longest_seconds", None]
    assert commits > 0 and 0 < longest <= values["adoubed_journal_commit_seconds_sum", None]
    assert 0 <= values["adoubed_journal_lag_seconds", "1"] < PATIENCE_S
    assert values["adoubed_board_bad_frames_total", "1"] == 0
    assert values["adoubed_readers", "public"] >= 0 and values["adoubed_revisions_total", "1"] >= 0
    assert values["adoubed_board_up", "1"] == 1 and values["adoubed_board_up", "7"] == 0
    assert values["adoubed_plies", "1"] > 0 and values["adoubed_board_bytes_total", "1"] > 100
    assert values["adoubed_alerts_total", "repeated-draw-offers"] == 1
    assert values["adoubed_alerts_total", "flag-fallen"] == 0
    assert values["adoubed_http_requests_total", "private"] > 100


def check_apart(public, private, tokens):
    """Nothing of the private server is on the public one, with a token or without."""
    _, body = private.get("/api/v1/alerts", 200, bearer(tokens["arbiter"]))
    ids = {alert["id"] for table in json.loads(body)["tables"] for alert in table["alerts"]}
    assert ids
    for path in private.document["paths"]:
        here = filled(path, THERE)
        for method in private.document["paths"][path]:
            if path in public.document["paths"] and path != "/events":
                _, _, body = ask(public.port, "GET", here, bearer(tokens["arbiter"]))
                for word in list(ids) + ['"alert', "evidence", "severity", "adoube_"]:
                    assert word.encode() not in body, (path, word)
            elif path not in public.document["paths"]:
                status, _, _ = ask(public.port, method.upper(), here, bearer(tokens["arbiter"]))
                assert status == 404, (path, status)
    stream = Stream(public.port, bearer(tokens["arbiter"]))
    name, data, _ = stream.next()
    assert name == "snapshot" and '"alert' not in json.dumps(data)
    stream.close()


def raw(port, request, whole=False):
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as stream:
        stream.sendall(request)
        answer = b""
        while whole or b"\r\n" not in answer:
            part = stream.recv(65536)
            if not part:
                break
            answer += part
    return answer


def check_hostile(private, tokens):
    end = b"\r\nConnection: close\r\n\r\n"
    token = tokens["arbiter"].encode()
    for request, status in (
            (b"GET /api/v1/status HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + token + b" x" + end, 401),
            (b"GET /api/v1/status HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + b"a" * 4000 + end, 401),
            (b"GET /api/v1/status HTTP/1.1\r\nHost: a\r\nAuthorization: Basic " + token + end, 401),
            (b"GET /api/v1/status HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \x00\xff\x80" + end, 401),
            (b"GET /api/v1/status?token=" + token + b" HTTP/1.1\r\nHost: a" + end, 401),
            (b"GET /api/v1/status HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 9000 + end, 431),
            (b"GET /api/v1/status?" + b"a" * 9000 + b" HTTP/1.1\r\nHost: a" + end, 414),
            (b"GET /api/v1/status HTTP/1.1\r\nX: " + b"a" * 90000 + end, 400),
            (b"GET /%2e%2e/api/v1/status HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + token + end, 404),
            (b"GET /api/v1/tables/1%0d%0aX-Mine:1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + token + end, 404),
            (b"GET /api/v1/status HTTP/1.1\r\nAuthorization: Bearer " + token + end, 400),
            (b"\x16\x03\x01\x02\x00\r\n\r\n", 400)):
        answer = raw(private.port, request)
        assert answer.startswith(b"HTTP/1.1 %d " % status), (request[:80], answer[:80])
        assert b"X-Mine" not in answer
    # What one request on a connection may, the next one may not for that.
    whoami = b"GET /api/v1/whoami HTTP/1.1\r\nHost: a\r\n"
    arbiters, viewers = (b"Authorization: Bearer " + tokens[role].encode() + b"\r\n" for role in ("arbiter", "viewer"))
    offer = b'{"cmd":"tell","table":99,"event":{"op":"draw-offer","side":"white"}}'
    order = b"POST /api/v1/orders HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n" \
        b"Content-Length: %d\r\n" % len(offer)
    answers = raw(private.port, whoami + arbiters + b"\r\n" + whoami + b"\r\n" +
                  order + arbiters + b"\r\n" + offer + order + viewers + b"\r\n" + offer +
                  order + b"\r\n" + offer + whoami + viewers + end[2:], whole=True)
    assert re.findall(rb"HTTP/1\.1 (\d+) ", answers) == [b"200", b"401", b"409", b"403", b"401", b"200"], answers
    # Endless, deep, or of a size that nobody has said.
    for body, status in ((b"100000\r\n", 413), (b"FFFFFFFFFFFFFFFFF\r\nx", 413), (b"-5\r\n", 413),
                         (b"186a0\r\n" + b"[" * 100000 + b"\r\n0\r\n\r\n", 400)):
        answer = raw(private.port, b"POST /api/v1/orders HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n" +
                     arbiters + b"Transfer-Encoding: chunked\r\n\r\n" + body)
        assert answer.startswith(b"HTTP/1.1 %d " % status), (body[:30], answer[:80])
    private.get("/api/v1/whoami", 200, bearer(tokens["arbiter"]))


def make_tokens(adoube, path):
    def token(*words):
        return subprocess.run([adoube, "token", "--file", path, *words], check=True,
                              capture_output=True, text=True).stdout.strip()

    made = {role: token("add", name, role) for role, name in
            (("arbiter", "desk"), ("operator", "pit"), ("viewer", "wall"), ("metrics", "prom"))}
    made["old"] = token("add", "old", "arbiter", "--for", "1h")
    with open(path, encoding="ascii") as file:
        text = file.read()
    assert not any(one in text for one in made.values())
    with open(path, "w", encoding="ascii") as file:
        file.write(re.sub(r"(old arbiter) \S+", r"\1 2020-01-01T00:00:00Z", text))
    listed = token("list")
    assert "expired" in listed and "wall" in listed, listed
    return made, token


def run(folder, adoubed, adoube, pgn, log):
    board, config = os.path.join(folder, "board"), os.path.join(folder, "adoubed.conf")
    ports = free_port(), free_port()
    tokens, token = make_tokens(adoube, os.path.join(folder, "tokens"))
    with open(config, "w", encoding="utf-8") as conf:
        conf.write(f"[event]\nname = <i>\"Open\"</i> \u00e9\nround = 3\n"
                   f"[time]\ncontrol = 180+2\n[rules]\nadequate_supervision = off\n"
                   f"[table 1]\nboard = {board}\nwhite = <script>alert(1)</script>\n"
                   f"black = \"}}] \\\\ id: 7\nblack_elo = 2105\n[table 7]\n"
                   f"[daemon]\nstate_dir = {folder}/state\nruntime_dir = {folder}/run\n"
                   f"port = {ports[0]}\n[cloud]\nid = {CLOUD_ID}\n"
                   f"[private]\nport = {ports[1]}\ntoken_file = {folder}/tokens\n")
    # Slowly: what is offered and claimed here is for a game that is on, however long the machine takes.
    programs = [subprocess.Popen(
        [adoube, "simulate", "--pgn", pgn, "--profile", "human", "--pty", "--link", board,
         "--speed", "1", "--time-control", "180+2", "--loop"], stdout=log, stderr=log)]
    try:
        while not os.path.exists(board):
            assert programs[0].poll() is None, "adoube simulate ended"
            time.sleep(0.01)
        programs.append(subprocess.Popen([adoubed, "--config", config], stdout=log, stderr=log))
        for port in ports:
            since = time.monotonic()
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except ConnectionRefusedError:
                    assert time.monotonic() - since < PATIENCE_S, "adoubed does not listen"
                    time.sleep(0.05)
        public = Description(ports[0], None)
        private = Description(ports[1], tokens["viewer"])
        check_public(public)
        check_roles(private, tokens)
        check_phones(private, tokens)
        number = check_orders(private, tokens, folder)
        check_case(private, tokens, number)
        check_desk(private, tokens)
        browser = check_sessions(private, tokens)
        eventually(lambda: check_metrics(private, tokens))
        check_apart(public, private, tokens)
        check_hostile(private, tokens)
        public.all_seen(but=["table"])
        private.all_seen(but=["table", "gone", "device", ("/api/v1/case", "503")])
        token("revoke", "desk")
        private.get("/api/v1/whoami", 401, bearer(tokens["arbiter"]))
        private.get("/api/v1/whoami", 200, bearer(tokens["viewer"]))
        token("revoke", "wall")
        private.get("/api/v1/whoami", 401, browser.headers())
        programs[1].send_signal(signal.SIGTERM)
        assert programs[1].wait(PATIENCE_S) == 0
    finally:
        for program in reversed(programs):
            if program.poll() is None:
                program.send_signal(signal.SIGTERM)
                program.wait(PATIENCE_S)


def main():
    adoubed, adoube, pgn = sys.argv[1:4]
    with tempfile.TemporaryDirectory(prefix="adoubed-feeds-") as folder:
        with open(os.path.join(folder, "log"), "w+", encoding="utf-8") as log:
            try:
                run(folder, adoubed, adoube, pgn, log)
            except BaseException:
                log.seek(0)
                sys.stderr.write(log.read())
                raise
    print("both web servers answer as they are described, and to whom they should")


if __name__ == "__main__":
    main()
