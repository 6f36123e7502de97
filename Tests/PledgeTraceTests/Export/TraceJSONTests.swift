import Foundation
import Pledge
import Testing

@testable import PledgeTrace

struct TraceJSONTests {
  private func read(_ json: String) throws -> TraceDocument {
    try JSONDecoder().decode(TraceDocument.self, from: Data(json.utf8))
  }

  @Test func `it contains everything, with tables for repeated strings`() throws {
    let trace = Trace(
      of: [
        .created(5, at: 2), .chained(7, to: 5, at: 3, on: 4711, context: "queue", callers: [11]),
        .waits(7, for: 9), .waits(7, for: 12), .settled(5, at: 4),
        .settled(7, .rejected(Failure()), at: 5, on: 4712),
        .happened(.unhandled(Failure()), to: 7), .happened(.settledAgain, to: 7),
        .happened(.settledAgain, to: 7), .created(8),
      ],
      title: "userloader",
      end: 9_000_000
    )
    let loader = Symbol(name: "Loader.load(_:)", path: "/App/Loader.swift", line: 40)
    let json = trace.json(Symbols([11: [loader]]))
    let document = try read(json)

    #expect((document.version, document.title, document.end) == (1, "userloader", 9_000_000))
    #expect(document.operators == ["Promise", "map"])
    #expect(document.sites == ["App/Loader.swift:42"])
    #expect(document.contexts == ["queue"])
    #expect(document.promises.map(\.id) == [5, 7, 8])
    #expect(
      json.contains(
        """
        {"again":2,"caller":"Loader.load(_:) at Loader.swift:40","chain":5,"context":0,\
        "end":5000000,"endThread":4712,"error":"no connection","from":5,"id":7,"operator":1,\
        "site":0,"start":3000000,"state":"rejected","thread":4711,"unhandled":true,"waits":[9,12]}
        """
      )
    )
    #expect(
      json.contains(
        #"{"chain":8,"id":8,"operator":0,"site":0,"start":0,"state":"pending","thread":1}"#
      )
    )
  }

  @Test func `strings may contain anything, of any length`() throws {
    let long = String(repeating: "x", count: 10_000)
    let trace = Trace(
      of: [
        .created(1, nasty), .chained(2, to: 1, context: nasty),
        .settled(1, .rejected(Failure(description: nasty + long))),
      ],
      title: nasty
    )
    let document = try read(trace.json)

    #expect(document.title == nastyButShown)
    #expect(document.operators == [nastyButShown, "map"])
    #expect(document.contexts == [nastyButShown])
    #expect(document.promises.map(\.error) == [nastyButShown + long, nil])
  }

  @Test func `a promise has its label`() throws {
    let trace = Trace(of: [
      .created(1), .happened(.labeled(nasty), to: 1), .created(2),
    ])

    #expect(try read(trace.json).promises.map(\.label) == [nastyButShown, nil])
  }

  @Test func `dropped promises are counted, and unknown ones only referenced`() throws {
    let recorder = TraceRecorder(capacity: 2)
    let events: [PromiseEvent] = [
      .created(1), .settled(1), .created(2), .created(3), .created(4), .created(5),
    ]
    for event in events { recorder.observe(event) }
    let document = try read(recorder.trace.json)

    #expect((document.dropped.chains, document.dropped.promises) == (1, 3))
    let derived = try read(Trace(of: [.chained(3, to: 2)]).json)
    #expect(derived.promises.map(\.id) == [3])
    #expect(derived.promises.map(\.from) == [2])
  }
}
