"""Makes the traces for the tests of the page: recordings of a program that loads users."""
import json
import pathlib
import random
import sys

MICRO, MILLI, SECOND = 1_000, 1_000_000, 1_000_000_000

HOSTILE = "</script><script>alert(1)</script><!-- <img src=x onerror=alert(2)> \"'&amp; \\ \n\u2028 \U0001f600 "


class Trace:
    """Collects promises; sites are indices into tables, as in the file."""

    def __init__(self, title=""):
        self.title = title
        self.promises = []
        self.tables = {"operators": [], "sites": [], "contexts": []}
        self.dropped = {"chains": 0, "promises": 0}

    def index(self, table, name):
        names = self.tables[table]
        if name not in names:
            names.append(name)
        return names.index(name)

    def promise(self, operator, site, start, state="pending", end=None, *, after=None, context=None, **more):
        """Adds a promise, derived from `after` if there is one, and returns it."""
        made = {"id": len(self.promises) + 1, "chain": after["chain"] if after else len(self.promises) + 1}
        made |= {"operator": self.index("operators", operator), "site": self.index("sites", site)}
        if context:
            made["context"] = self.index("contexts", context)
        if after:
            made["from"] = after["id"]
        made |= {"start": start, "state": state, "thread": 4711 + start % 3}
        if end is not None:
            made |= {"end": end, "endThread": 4711 + end % 3}
        self.promises.append(made | more)
        return self.promises[-1]

    def data(self, end=None):
        ends = [promise.get("end", promise["start"]) for promise in self.promises]
        return {
            "version": 1, "title": self.title, "end": end if end is not None else max(ends, default=0),
            "dropped": self.dropped, **self.tables, "promises": self.promises,
        }


def attempt(trace, chance, start, site="App/Transport.swift:88"):
    """One request on the wire, as an inner chain; returns its last stage, its end, and its error."""
    end, late, error = start + chance.randint(20 * MILLI, 900 * MILLI), {}, None
    if chance.random() < 0.35:
        error = chance.choice(["HTTPError: 503 Service Unavailable", "TimeoutError: no answer within 2 s"])
    if error and "Timeout" in error:
        end, late = start + 2 * SECOND, {"state": "discarded"}
    outcome = {"state": "rejected", "error": error} if error else {"state": "fulfilled"}
    first = trace.promise("Promise", site, start, end=end, context="com.example.network",
                          caller="Transport.send(_:) at Transport.swift:87", **(late or outcome))
    limited = trace.promise("timeout", site, start + 2 * MICRO, end=end + 3 * MICRO, after=first, **outcome)
    last = trace.promise("map", site, start + 4 * MICRO, end=end + 40 * MICRO, after=limited, **outcome)
    return last, end + 40 * MICRO, error


def load(trace, chance, start, line=42):
    """Loads a user: up to three attempts, checked and saved."""
    site, caller = f"App/Loader.swift:{line}", f"Loader.load(_:) at Loader.swift:{line - 2}"
    stages = [trace.promise("retry", site, start, context="com.example.loader", caller=caller, waits=[])]
    for operator in ("validate", "map", "then", "anyway"):
        stages.append(trace.promise(operator, site, start + len(stages) * 3 * MICRO, after=stages[-1], caller=caller))
    at = start + 20 * MICRO
    for _ in range(3):
        inner, at, error = attempt(trace, chance, at)
        stages[0]["waits"].append(inner["id"])
        if not error:
            break
        pause = trace.promise("timer", site, at, "fulfilled", at + 100 * MILLI)
        stages[0]["waits"].append(pause["id"])
        at += 100 * MILLI
    settle(trace, chance, stages, at, error)


def settle(trace, chance, stages, at, error):
    for stage in stages:
        at += chance.randint(1 * MICRO, 30 * MILLI)
        operator = trace.tables["operators"][stage["operator"]]
        if not error and operator == "then":
            saved = trace.promise("Promise", "App/Store.swift:17", at, "fulfilled", at + 80 * MILLI,
                                  context="com.example.store", caller="Store.save(_:) at Store.swift:16")
            stage["waits"] = [saved["id"]]
            at += 81 * MILLI
        if not error and operator == "validate" and chance.random() < 0.06:
            error = "DecodingError: keyNotFound(\"email\")\n" + "  at users[3].contact\n" * 30
        stage |= {"end": at, "endThread": 4712} | ({"state": "rejected", "error": error} if error else {"state": "fulfilled"})


def users(number=40, seed=11):
    """A program that loads users, with all kinds of failures."""
    trace, chance = Trace("userloader"), random.Random(seed)
    for index in range(number):
        load(trace, chance, index * 180 * MILLI + chance.randint(0, 40 * MILLI), line=chance.choice([42, 57, 91]))
    discarded = trace.promise("Promise", "App/Search.swift:23", 300 * MILLI, "discarded", 900 * MILLI,
                              caller="Search.typed(_:) at Search.swift:20")
    trace.promise("debounce", "App/Search.swift:23", 300 * MILLI, "discarded", 900 * MILLI, after=discarded)
    trace.promise("Promise", "App/Images.swift:64", 1 * SECOND, "broken", 2500 * MILLI, unhandled=True,
                  error="broken promise: made at App/Images.swift:64")
    cached = trace.promise("Promise", "App/Cache.swift:7", 1100 * MILLI, "rejected", 1150 * MILLI, error="CacheError: stale")
    trace.promise("recover", "App/Cache.swift:7", 1100 * MILLI, "fulfilled", 1151 * MILLI, after=cached)
    trace.promise("Promise", "App/Login.swift:12", 1200 * MILLI, "fulfilled", 1900 * MILLI, again=2)
    profile = trace.promise("Promise", "App/Profile.swift:5", 1300 * MILLI, "fulfilled", 1400 * MILLI, label="Ada")
    trace.promise("map", "App/Profile.swift:5", 1300 * MILLI, "fulfilled", 1410 * MILLI, after=profile, label="her name")
    waiting(trace, 3 * SECOND)
    trace.dropped = {"chains": 112, "promises": 1340}
    return trace.data(end=int(number * 190 * MILLI) + 2 * SECOND)


def waiting(trace, start):
    """A chain that waits, through a combination, for a lock that is never released."""
    lock = trace.promise("Promise", "App/Lock.swift:42", start, caller="Lock.acquire() at Lock.swift:40")
    done = trace.promise("Promise", "App/Lock.swift:50", start, "fulfilled", start + 400 * MILLI)
    both = trace.promise("all", "App/Sync.swift:30", start + 10 * MICRO, waits=[lock["id"], done["id"]],
                         caller="Sync.run() at Sync.swift:28")
    return trace.promise("then", "App/Sync.swift:30", start + 12 * MICRO, after=both, context="com.example.sync")


def many(number, seed=3):
    """About `number` promises."""
    trace, chance = Trace(f"{number:,} promises"), random.Random(seed)
    start = 0
    while len(trace.promises) < number:
        start += chance.randint(0, 30 * MILLI)
        load(trace, chance, start, line=chance.choice([42, 57, 91]))
    return trace.data()


def hostile():
    """Data in which every string is an attack, and every kind of reference is invalid somewhere."""
    trace = Trace(HOSTILE)
    first = trace.promise(HOSTILE, HOSTILE, 5, "rejected", 50, error=HOSTILE * 100, caller=HOSTILE, context=HOSTILE,
                          label=HOSTILE)
    trace.promise("map", "", 6, after=first, waits=[999, -1])
    ring = [trace.promise("then", "App/Ring.swift:1", 10 + index) for index in range(3)]
    for index, promise in enumerate(ring):
        promise["waits"] = [ring[(index + 1) % 3]["id"]]
    alone = trace.promise("then", "App/Self.swift:1", 20)
    alone["waits"] = [alone["id"]]
    orphan = trace.promise("map", "App/Old.swift:3", 30)
    orphan |= {"chain": 777, "from": 778, "operator": 99, "site": 99, "context": 99}
    trace.promise("map", "App/Old.swift:3", 30, "fulfilled")
    trace.promise("then", "App/Loop.swift:3", 30, "merged", 40)
    trace.promise("then", "App/Loop.swift:3", 30, "no such state", 40)
    data = trace.data()
    del data["end"], data["dropped"]
    return data


def one():
    trace = Trace("one")
    trace.promise("Promise", "App/One.swift:1", 0, "fulfilled", 417)
    return trace.data()


def deep(number=20_000):
    """A chain of very many stages, and as many nested chains, to detect recursion."""
    trace = Trace("deep")
    last = None
    for index in range(number):
        last = trace.promise("map", "App/Deep.swift:1", index, "fulfilled", number + index, after=last)
    inner = [trace.promise("then", "App/Inside.swift:2", index) for index in range(number)]
    for outer, next_one in zip(inner, inner[1:]):
        outer["waits"] = [next_one["id"]]
    return trace.data()


ALL = {
    "users": users, "one": one, "unreadable": lambda: {"version": 2}, "empty": lambda: Trace().data(), "hostile": hostile, "deep": deep,
    "many": lambda: many(100_000),
}


def write(folder):
    """Writes the data of every trace into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in ALL.items():
        (folder / f"{name}.json").write_text(json.dumps(make(), ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]))
