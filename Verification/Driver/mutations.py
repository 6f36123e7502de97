"""Reads Mutations.toml: bugs that are seeded, and the methods that have to catch them."""
import dataclasses
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from checkout import ROOT, Checkout
from running import Trouble

PATH = ROOT / "Verification/Mutations/Mutations.toml"


@dataclass(frozen=True)
class Method:
    """Something that looks for bugs: how it is built and how it is run."""

    name: str
    build: str
    run: str
    # Whether the build is optimised. SwiftPM does not build a client anew if something that it has
    # inlined from two packages away is all that has changed, so that has to be seen to.
    optimised: bool = False


@dataclass(frozen=True)
class Mutation:
    """A bug: a mistake in one place of the library, and what has to find it."""

    name: str
    # Why it is one: what goes wrong.
    why: str
    file: str
    old: str
    new: str
    # The name of the method that has to catch it.
    method: str
    # What has to be in the output when it does, if any red would not do.
    shows: str = ""


@dataclass(frozen=True)
class Plan:
    methods: dict[str, Method]
    mutations: list[Mutation]

    def chosen(self, method: str | None, names: Iterable[str]) -> list[Mutation]:
        """Returns the mutations of one method, or those with these names, or all."""
        known = {mutation.name for mutation in self.mutations}
        for name in names:
            if name not in known:
                raise Trouble(f"there is no mutation {name}; Scripts/Proofs/mutations --list shows all")
        if method is not None and method not in self.methods:
            raise Trouble(f"there is no method {method}; there are: {', '.join(self.methods)}")
        return [
            mutation
            for mutation in self.mutations
            if (not names or mutation.name in names) and method in (None, mutation.method)
        ]


def parsed(text: str) -> Plan:
    """Reads a plan, whose every entry has to be whole."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Trouble(f"{PATH.name}: {error}") from None
    methods = {
        name: entry(Method, {"name": name} | table, f"method {name}")
        for name, table in document.get("methods", {}).items()
    }
    mutations = [
        entry(Mutation, table, f"mutation {table.get('name', 'without a name')}")
        for table in document.get("mutation", [])
    ]
    check(methods, mutations)
    # One method after the other, so that what is built for it is built once.
    order = list(methods)
    return Plan(methods, sorted(mutations, key=lambda found: order.index(found.method)))


Entry = TypeVar("Entry")


def entry(kind: type[Entry], table: dict[str, Any], title: str) -> Entry:
    """Makes an entry of a table, all of whose keys have to be known and none missing."""
    fields = dataclasses.fields(kind)  # type: ignore[arg-type]
    known = {field.name for field in fields}
    needed = {field.name for field in fields if field.default is dataclasses.MISSING}
    if unknown := table.keys() - known:
        raise Trouble(f"{PATH.name}: {title}: unknown: {', '.join(sorted(unknown))}")
    if missing := needed - table.keys():
        raise Trouble(f"{PATH.name}: {title}: missing: {', '.join(sorted(missing))}")
    return kind(**table)


def check(methods: dict[str, Method], mutations: list[Mutation]) -> None:
    names: set[str] = set()
    for mutation in mutations:
        title = f"{PATH.name}: mutation {mutation.name}"
        if mutation.name in names:
            raise Trouble(f"{title}: there are two of that name")
        if mutation.method not in methods:
            raise Trouble(f"{title}: there is no method {mutation.method}")
        if mutation.old == mutation.new:
            raise Trouble(f"{title}: old and new are the same")
        names.add(mutation.name)


def apply(mutation: Mutation, checkout: Checkout) -> None:
    try:
        checkout.replace(mutation.file, mutation.old, mutation.new)
    except Trouble as trouble:
        raise Trouble(f"{PATH.name}: mutation {mutation.name}: {trouble}") from None
