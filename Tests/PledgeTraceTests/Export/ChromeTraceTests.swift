import Foundation
import Pledge
import Testing

@testable import PledgeTrace

struct ChromeTraceTests {
  private func events(_ trace: Trace) throws -> [ChromeEvent] {
    let data = Data(trace.chromeTraceJSON.utf8)
    return try JSONDecoder().decode(ChromeDocument.self, from: data).traceEvents
  }

  @Test func `each promise begins and ends once, in microseconds`() throws {
    let events = try events(
      Trace(
        of: [.created(1, on: 4), .chained(18, to: 1, at: 2), .settled(1, at: 7, on: 5)],
        end: 10_000_500
      )
    )

    let spans = events.filter { $0.cat == "promise" && $0.id != nil }
    #expect(spans.map(\.ph) == ["b", "e", "b", "e"])
    #expect(spans.map(\.id) == ["0x1", "0x1", "0x12", "0x12"])
    #expect(spans.map(\.ts) == [0, 7_000, 2_000, 10_000.5])
    #expect(spans.map(\.tid) == [4, 5, 1, 1])
    #expect(spans.map(\.name) == ["Promise #1", "Promise #1", "map #18", "map #18"])
    #expect(events.allSatisfy { $0.pid == 1 })
  }

  @Test func `a pending promise says so`() throws {
    let events = try events(Trace(of: [.created(1), .created(2), .settled(2)]))
    let begins = events.filter { $0.ph == "b" }

    #expect(begins.map { $0.args?["pending"] != nil } == [true, false])
    #expect(begins.map { $0.args?["state"] } == ["pending", "fulfilled"])
  }

  @Test func `arrows lead from slice to slice`() throws {
    let events = try events(
      Trace(of: [.created(1, at: 1, on: 4), .chained(2, to: 1, at: 3, on: 5), .chained(8, to: 7)])
    )
    let arrows = events.filter { $0.cat == "derived" }

    #expect(arrows.map(\.ph) == ["s", "f"])
    #expect(arrows.map(\.id) == ["0x2", "0x2"])
    #expect(arrows.map(\.bp) == [nil, "e"])
    for arrow in arrows {
      #expect(events.contains { $0.ph == "X" && $0.tid == arrow.tid && $0.ts == arrow.ts })
    }
  }

  @Test func `the process and the threads have names`() throws {
    let events = try events(Trace(of: [.created(1, on: 4), .settled(1, on: 5)], title: nasty))
    let names = events.filter { $0.ph == "M" }

    #expect(names.map(\.name) == ["process_name", "thread_name", "thread_name"])
    #expect(names.map { $0.args?["name"] } == [nastyButShown, "Thread 4", "Thread 5"])
    #expect(names.dropFirst().map(\.tid) == [4, 5])
  }

  @Test func `a label is part of the name, and a detail`() throws {
    let events = try events(
      Trace(of: [.created(1), .happened(.labeled("user 7"), to: 1), .chained(2, to: 1)])
    )
    let begins = events.filter { $0.ph == "b" }

    #expect(begins.map(\.name) == ["Promise #1 [user 7]", "map #2 [user 7]"])
    #expect(begins.map { $0.args?["label"] } == ["user 7", "user 7"])
  }

  @Test func `details are complete`() throws {
    let long = String(repeating: "x", count: 10_000)
    let events = try events(
      Trace(of: [
        .created(1), .waits(1, for: 2), .waits(1, for: 3),
        .settled(1, .rejected(Failure(description: nasty + long))),
      ])
    )

    let details = try #require(events.first { $0.ph == "b" }?.args)
    #expect(details["error"] == nastyButShown + long)
    #expect(details["waits"] == "#2, #3")
    #expect(details["place"] == "App/Loader.swift:42")
  }
}
