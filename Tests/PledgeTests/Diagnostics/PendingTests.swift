import Dispatch
import PledgeTestSupport
import PledgeTesting
import Testing

@testable import Pledge

struct PendingCreationsTests {
  private let pending = PendingCreations()

  @Test func `every way to create a pending promise counts`() {
    let never = Promise<Int>()
    let (promises, resolvers) = pending.recording {
      let resolved = Promise<Int>.pending()
      let kept = Locked<Resolver<Int>?>(nil)
      let promises: [Promise<Int>] = [
        Promise(), Promise(discard: {}), resolved.promise,
        Promise { (resolver: Resolver<Int>) in kept.value = resolver },
        race(never, never),
      ]
      return (promises, [resolved.resolver, kept.value])
    }

    #expect(pending.entries.count == 5)
    for promise in promises { promise.discard() }
    withExtendedLifetime(resolvers) {}
  }

  @Test func `derived promises do not count again`() {
    let source = Promise<Int>()
    let stage = pending.recording { source.map { $0 } }

    #expect(pending.entries.isEmpty)
    source.resolve(1)
    #expect(stage.isFulfilled)
  }

  @Test func `the timer of a pending promise is not named`() {
    let (source, limited) = pending.recording {
      let source = Promise<Int>(file: "F", line: 7)
      return (source, source.timeout(after: .seconds(3_600)))
    }

    #expect(Set(pending.entries) == ["F:7"])
    source.resolve(1)
    #expect(limited.isFulfilled)
  }

  @Test func `nothing is kept alive`() {
    weak var promise: Promise<Int>?
    pending.recording {
      let made = Promise<Int>()
      promise = made
      withExtendedLifetime(made) {}
    }

    #expect(promise == nil)
    #expect(pending.entries.isEmpty)
  }

  @Test func `tasks started in the scope belong to it`() async throws {
    let inner = Locked<Promise<Int>?>(nil)
    try await pending.recording {
      try await Promise { inner.value = Promise<Int>() }.value
    }

    #expect(pending.entries.count == 1)
    inner.value?.resolve(1)
    #expect(pending.entries.isEmpty)
  }
}

/// The record is process-wide, so each test runs in its own process.
struct PendingRecordTests {
  @Test func `it can be stopped, and begun again`() async {
    await #expect(processExitsWith: .success) {
      #expect("\(Diagnostics.pending())".hasPrefix("nothing is recorded; call"))
      let installation = Diagnostics.recordPending()
      Diagnostics.recordPending()
      let first = Promise<Int>()
      #expect(Diagnostics.pending().promises.count == 1)
      installation.remove()
      #expect("\(Diagnostics.pending())".hasPrefix("nothing is recorded; call"))
      Diagnostics.recordPending()
      let second = Promise<Int>()

      #expect(Diagnostics.pending().promises.count == 1)
      for promise in [first, second] { promise.discard() }
    }
  }

  @Test func `a promise from before the record is listed if it is pending`() async {
    await #expect(processExitsWith: .success) {
      let observer = Diagnostics.keepLabels()
      let (settled, pending) = (Promise(value: 1), Promise<Int>(file: "App/A.swift", line: 1))
      let late = Promise<Int>()
      Diagnostics.recordPending()
      late.resolve(1)
      let numbered = pending.explain()
      let stages = [settled, late, pending].map { source in source.map { $0 } }

      let promises = Diagnostics.pending().promises
      #expect(promises.map(\.origin.place.description).contains("App/A.swift:1"), "\(numbered)")
      #expect(promises.map(\.waitsFor.count) == [0, 1])
      pending.resolve(1)
      #expect(stages.map(\.got) == [1, 1, 1])
      #expect(Diagnostics.pending().promises.isEmpty)
      observer.remove()
    }
  }

  @Test func `a stage is listed with the label of its source`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.recordPending()
      let (source, inner) = (Promise(value: 1).labeled("user 7"), Promise<Int>())
      let stage = source.flatMap { _ in inner }

      #expect(Diagnostics.pending().promises.last?.origin.label == "user 7")
      stage.discard()
    }
  }

  @Test func `a promise that an observer settles is not listed`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.recordPending()
      let (promise, resolver) = Promise<Int>.pending()
      Diagnostics.install(Settler(resolver: resolver))
      let stage = promise.map { $0 }

      #expect(stage.got == 1)
      #expect(Diagnostics.pending().promises.isEmpty)
    }
  }

  @Test func `an operation names those that have the slots of a limit that was lowered`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.recordPending()
      let (queue, work) = (PromiseQueue(limit: 2), Promise<Int>())
      let running = queue.add { work }
      queue.pause()
      let waiting = queue.add { Promise(value: 1) }
      #expect(Diagnostics.pending().promises.last?.obstacle == "waiting for a slot in its queue")
      try queue.setLimit(1)
      queue.resume()

      let report = Diagnostics.pending()
      let obstacle = "waiting for a slot in its queue, which \(report.promises[1].id) has"
      #expect(report.promises[2].obstacle == obstacle)
      #expect(report.json.hasSuffix(#""waitsFor":[2],"obstacle":"\#(obstacle)"}]"#))
      work.resolve(1)
      #expect([running, waiting].map(\.got) == [1, 1])
    }
  }

  @Test func `a handler that shares a job does not wait for its context`() async throws {
    await #expect(processExitsWith: .success) {
      Diagnostics.recordPending()
      let (gate, queue) = (Promise<Int>(), DispatchQueue(label: "q"))
      let obstacles = gate.map(on: queue) { $0 }.map(on: queue) { _ in
        Diagnostics.pending().promises.map(\.obstacle)
      }
      gate.resolve(1)
      let found = try await obstacles.value
      #expect(found == ["its handler is running"])
    }
  }

  @Test func `a combination of many takes linear time to record`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.recordPending()
      let members = (0..<10_000).map { _ in Promise<Int>() }
      let both = all(members)

      #expect(Diagnostics.pending().promises.last?.waitsFor.count == 10_000)
      withExtendedLifetime(members) {}
      both.discard()
    }
  }
}

/// An observer that settles a promise.
private struct Settler: PromiseObserver {
  let resolver: Resolver<Int>

  func observe(_: PromiseEvent) { resolver.resolve(1) }
}

/// The record is process-wide, so each test runs in its own process.
struct PendingReportTests {
  @Test func `its JSON is that of its promises`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.recordPending()
      let source = Promise<Int>(file: "App/\"A\".swift", line: 1).labeled("user\n7\\")
      let stage = source.map { $0 }

      let lines = Diagnostics.pending().json.split(separator: "\n").map(String.init)
      #expect(
        lines[0].hasPrefix(
          #"[{"id":1,"operator":"Promise","place":"App/\"A\".swift:1","label":"user\u000a7\\","seconds":"#
        )
      )
      #expect(lines[0].hasSuffix(#","obstacle":"waiting for its producer"},"#))
      #expect(lines[1].hasSuffix(#","waitsFor":[1]}]"#))
      source.resolve(1)
      #expect(stage.got == 1)
      #expect(Diagnostics.pending().json == "[]")
    }
  }

  @Test func `promises that wait for each other, but may be settled otherwise, appear in it`() async
  {
    await #expect(processExitsWith: .success) {
      Diagnostics.recordPending()
      let gate = Promise<Int>()
      let task = Promise { try await gate.value }
      gate.chain(after: task.timeout(after: .seconds(3_600)))
      while !"\(Diagnostics.pending())".contains("its task awaits #1") { await Task.yield() }

      #expect(Diagnostics.pending().cycles.isEmpty)
      task.discard()
    }
  }

  @Test func `promises that wait for each other appear in it`() {
    var tree = PendingTree(
      [(1, 2), (2, 1), (3, 3)].map { id, source in
        PendingReport.Promise(
          id: PromiseID(id),
          origin: PromiseOrigin("map", at: .unknown),
          age: .zero,
          waitsFor: [PromiseID(source)],
          reason: nil,
          priority: nil
        )
      },
      [[1, 2], [3]].map { $0.map { PromiseID($0) } }
    )

    #expect(tree.lines().filter { !$0.isEmpty && !$0.hasSuffix("see above") }.count == 5)
  }
}
