import Pledge
import PledgeTestSupport
import Testing

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
