import Pledge
import PledgeTestSupport
import Testing

/// Tests of programs that run within any number of nested handlers.
@Suite("3.4 Depths", .hangLimit)
struct Depths {
  @Test(
    "3.4.8 Until a handler or start beyond that depth has run, its promise is pending",
    arguments: Derivation.all
  )
  func clause3_4_8(derivation: Derivation) async {
    let discarding = DepthProgram.discarding
    for (index, seen) in await outcomes(of: discarding, derivation).enumerated() {
      let differing = seen.indices.filter { seen[$0] != seen[0] }
      #expect(differing.allSatisfy { seen[$0].last == "DiscardedError" })
      // The handlers of an operator nest a few levels deeper than the program.
      #expect(Set(differing.map { $0 % 48 }).isSubset(of: [45, 46, 47, 0]))
      #expect(differing.contains(48), "\(discarding[index].name)")
    }
  }

  @Test("3.4.8 Until a handler or start beyond that depth has run, its promise is pending")
  func clause3_4_8_otherPrograms() async {
    await #expect(processExitsWith: .success) {
      // Thousands of promises are broken.
      UnhandledRejections.handle { _ in }
      let alike = DepthProgram.alike
      for derivation in Derivation.all {
        for (index, seen) in await outcomes(of: alike, derivation).enumerated() {
          let differing = seen.indices.filter { seen[$0] != seen[0] }
          #expect(differing.isEmpty, "\(alike[index].name) of \(derivation): \(seen)")
        }
      }
    }
  }
}

/// Returns the outcomes of each program at each depth.
private func outcomes(
  of programs: [DepthProgram],
  _ derivation: Derivation
) async -> [[[String]]] {
  let byDepth = await onSmallStack {
    (0...100).map { depth in
      let probes = programs.map { _ in DepthProbe() }
      nested(depth) {
        for (program, probe) in zip(programs, probes) { program.run(derivation.derive, probe) }
      }
      return probes.map(\.found)
    }
  }
  return programs.indices.map { index in byDepth.map { $0[index] } }
}

/// An operator that waits for the promise that a closure returns.
struct Derivation: Sendable, CustomTestStringConvertible {
  typealias Derive = @Sendable (@escaping @Sendable () -> Promise<Int>) -> Future<Int>

  let name: String
  let derive: Derive

  var testDescription: String { name }

  static let all =
    stages + combinations + starters + [
      Derivation(name: "SingleFlight") { start in SingleFlight<Int, Int>().value(for: 1, start) }
    ]

  private static let stages: [Derivation] = [
    Derivation(name: "map") { start in start().map { $0 + 1 } },
    Derivation(name: "map(on:)") { start in start().map(on: InlineContext()) { $0 + 1 } },
    Derivation(name: "compactMap") { start in start().compactMap { $0 } },
    Derivation(name: "flatMap") { start in start().flatMap { Promise(value: $0).map { $0 + 1 } } },
    Derivation(name: "flatMap to it") { start in Promise(value: 1).flatMap { _ in start() } },
    Derivation(name: "flatMapError") { start in start().flatMapError { _ in Promise(value: 3) } },
    Derivation(name: "recover") { start in start().recover { _ in 3 } },
    Derivation(name: "mapResult") { start in start().mapResult { try $0.get() + 1 } },
    Derivation(name: "observe") { start in start().observe { _ in } },
    Derivation(name: "ensure") { start in start().ensure {} },
    Derivation(name: "ensureThen") { start in start().ensureThen { Promise(value: 1).map { $0 } } },
    Derivation(name: "using") { start in using(start(), release: { _ in }) { Promise(value: $0) } },
    Derivation(name: "timeout") { start in start().timeout(after: .seconds(1), clock: ManualClock())
    },
    Derivation(name: "chain(after:)") { start in
      let promise = Promise<Int>(discard: {})
      promise.chain(after: start())
      return promise
    },
    Derivation(name: "a loop") { start in
      @Sendable func loop(_ rest: Int) -> Promise<Int> {
        rest == 0 ? start().map { $0 } : Promise(value: rest).flatMap { loop($0 - 1) }
      }
      return loop(3)
    },
  ]

  private static let combinations: [Derivation] = [
    Derivation(name: "all") { start in Pledge.all([start(), Promise(value: 1)]).map { $0[0] } },
    Derivation(name: "allSettled") { start in Pledge.allSettled([start()]).map { try $0[0].get() }
    },
    Derivation(name: "any") { start in Pledge.any([start(), Promise(error: Broken())]) },
    Derivation(name: "race") { start in Pledge.race([start(), Promise()]) },
    Derivation(name: "&&&") { start in (start() &&& Promise(value: 1)).map { $0.0 } },
    Derivation(name: "find") { start in Pledge.find([start()]) { _ in true } },
  ]

  /// The calls that start work with a closure, which nests like a handler.
  static let starters: [Derivation] = [
    Derivation(name: "LazyPromise") { start in LazyPromise { start() } },
    Derivation(name: "retry") { start in retry(max: 2) { start() } },
    Derivation(name: "retry with a budget") { start in
      retry(budget: RetryBudget(named: "depths")) { start() }
    },
    Derivation(name: "hedge") { start in hedge(after: .seconds(1), clock: ManualClock()) { start() }
    },
    Derivation(name: "poll") { start in
      poll(every: .seconds(1), clock: ManualClock(), until: { _ in true }, start)
    },
    Derivation(name: "fold") { start in [1].fold(0) { _, _ in start() } },
    Derivation(name: "mapConcurrently") { start in
      [1].mapConcurrently(limit: 1) { _ in start() }.map { $0[0] }
    },
    Derivation(name: "PromiseQueue") { start in PromiseQueue(limit: 1).add(start) },
    Derivation(name: "BatchLoader") { start in
      BatchLoader<Int, Int>(window: .zero) { _ in start().map { [1: $0] } }.value(for: 1)
    },
  ]
}

/// Records the effects of a program, regardless of their order.
private final class DepthProbe: Sendable {
  private let notes = Log<String>()
  private let kept = Log<Future<Int>>()
  private let works = Log<Promise<Int>>()

  var found: [String] {
    let running = works.entries.count { $0.isPending }
    return notes.entries.sorted() + ["\(running) running"] + kept.entries.map { text($0.result) }
  }

  func keep(_ future: Future<Int>) {
    future.observe { [self] in notes.add("received \(text($0))") }
    kept.add(future)
  }

  /// Returns work that can be stopped, and that is not released before the end.
  func work() -> Promise<Int> {
    let work = Promise<Int>(discard: {})
    works.add(work)
    return work
  }

  private func text(_ result: Result<Int, any Error>?) -> String {
    switch result {
    case nil: "pending"
    case .success(let value): "\(value)"
    case .failure(let error): "\(type(of: error))"
    }
  }
}

private struct DepthProgram: Sendable {
  typealias Run = @Sendable (@escaping Derivation.Derive, DepthProbe) -> Void

  let name: String
  let run: Run

  /// Programs that do not end promises whose handlers wait.
  static let alike = settling + returning + releasing

  private static let settling: [DepthProgram] = [
    DepthProgram(name: "a value") { $1.keep($0 { Promise(value: 1) }) },
    DepthProgram(name: "an error") { $1.keep($0 { Promise(error: Broken()) }) },
    DepthProgram(name: "a broken promise") { $1.keep($0 { Promise(discard: {}) }) },
    DepthProgram(name: "a later value") { derive, probe in
      let work = probe.work()
      probe.keep(derive { work })
      work.resolve(1)
    },
    DepthProgram(name: "a later error") { derive, probe in
      let work = probe.work()
      probe.keep(derive { work })
      work.reject(Broken())
    },
    DepthProgram(name: "discarded work") { derive, probe in
      derive { probe.work() }.map { $0 }.discard()
    },
  ]

  /// Handlers that return a promise that nothing else holds.
  private static let returning: [DepthProgram] = [
    DepthProgram(name: "returned by flatMap") { derive, probe in
      probe.keep(Promise(value: 1).flatMap { _ in derive { Promise(value: 1) } })
    },
    DepthProgram(name: "returned by flatMapError") { derive, probe in
      let failed = Promise<Int>(error: Broken())
      probe.keep(failed.flatMapError { _ in derive { Promise(value: 1) } })
    },
    DepthProgram(name: "returned later") { derive, probe in
      let root = probe.work()
      probe.keep(root.flatMap { _ in derive { Promise(value: 1) } })
      root.resolve(1)
    },
  ]

  /// Handlers that release the last reference to the promise that they are registered with.
  private static let releasing: [DepthProgram] = [
    DepthProgram(name: "released by its handler") { derive, probe in
      let held = Locked<Promise<Int>?>(Promise(discard: {}))
      let stage = held.value?.map { value in
        held.value = nil
        return value
      }
      if let stage { probe.keep(derive { stage.map { $0 } }) }
      held.value?.resolve(1)
    },
    DepthProgram(name: "chained after work that its own handler releases") { derive, probe in
      let held = Locked<Promise<Int>?>(nil)
      let (root, chained) = (Promise<Int>(discard: {}), Promise<Int>())
      held.value = root.flatMap { value in
        held.value = nil
        return derive { Promise(value: value) }
      }
      if let work = held.value { chained.chain(after: work) }
      probe.keep(chained)
      root.resolve(1)
    },
  ]

  /// Programs that end promises whose handlers may wait, of which they keep one last.
  static let discarding: [DepthProgram] = [
    DepthProgram(name: "discarded") { derive, probe in
      let stage = derive { Promise(value: 1) }.map { $0 }
      stage.discard()
      probe.keep(stage)
    },
    DepthProgram(name: "without a consumer") { derive, probe in
      let stage = derive { Promise(value: 1) }.map { $0 }
      stage.map { $0 }.discard()
      probe.keep(stage)
    },
  ]
}
