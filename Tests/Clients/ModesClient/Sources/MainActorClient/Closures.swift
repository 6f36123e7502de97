import Dispatch
import Pledge

// Every closure of Documentation/DefaultIsolation.md that makes a promise on an actor. Links to this
// file are in the modules with default isolation and in Swift 5 mode.

@globalActor actor Database {
  static let shared = Database()
}

@MainActor final class Desk {
  private var count = 0

  nonisolated init() {}

  func bump() -> Int {
    MainActor.preconditionIsolated("off the main actor")
    count += 1
    return count
  }

  func load() -> Promise<Int> { Promise(value: bump()) }
}

@Database func stored() -> Int {
  Database.preconditionIsolated("off the database's actor")
  return 1
}

@Database func loaded() -> Future<Int> { Promise(value: stored()) }

/// A closure on the main actor, called by a function that is not isolated.
nonisolated func onMainActor(_ desk: Desk) -> [String: Future<Int>] {
  let fail: @Sendable () -> Future<Int> = { Promise(error: Refused()) }
  return [
    "Promise": Promise { @MainActor in desk.bump() },
    "Promise, several statements": Promise { @MainActor in
      let count = desk.bump()
      return count + desk.bump()
    },
    "Promise(priority:)": Promise(priority: .high) { @MainActor in desk.bump() },
    "Promise(taskNamed:)": Promise(taskNamed: "bump") { @MainActor in desk.bump() },
    "Promise(on:)": Promise(on: MainActor.shared) { resolver in resolver.resolve(desk.bump()) },
    "retry": retry(max: 2) { @MainActor in desk.load() },
    "deciding": retry(deciding: { @MainActor _ in desk.load().map { _ in false } }, fail)
      .recover { _ in 1 },
    "hedge": hedge(after: .seconds(60)) { @MainActor in desk.load() },
    "poll": poll(every: .seconds(60), until: { $0 > 0 }) { @MainActor in desk.load() },
    "PromiseQueue": PromiseQueue().add { @MainActor in desk.load() },
    "SingleFlight": SingleFlight<Int, Int>().value(for: 1, on: MainActor.shared) { desk.load() },
    "BatchLoader": BatchLoader<Int, Int>(window: .zero) { @MainActor keys in
      desk.load().map { count in [keys[0]: count] }
    }.value(for: 1),
    "LazyPromise": LazyPromise { @MainActor in desk.load() }.map { $0 },
    "mapConcurrently": [1, 2].mapConcurrently(limit: 1) { @MainActor number in
      desk.load().map { $0 + number }
    }.map { $0[0] },
    "mapConcurrently(partsOf:)": [1].mapConcurrently(limit: 1, partsOf: ProgressMonitor()) {
      @MainActor _, _ in desk.load()
    }.map { $0[0] },
    "fold": [1, 2].fold(0) { @MainActor sum, number in desk.load().map { sum + number + $0 } },
    "using": using(
      Promise(value: 1),
      releaseThen: { @MainActor _, _ in desk.load() },
      { @MainActor number in desk.load().map { $0 + number } }
    ),
  ]
}

/// The same on another actor.
nonisolated func onDatabase() -> [String: Future<Int>] {
  [
    "Promise": Promise { @Database in stored() },
    "retry": retry(max: 2) { @Database in loaded() },
    "hedge": hedge(after: .seconds(60)) { @Database in loaded() },
    "poll": poll(every: .seconds(60), until: { $0 > 0 }) { @Database in loaded() },
    "PromiseQueue": PromiseQueue().add { @Database in loaded() },
    "SingleFlight": SingleFlight<Int, Int>().value(for: 1) { await stored() },
    "BatchLoader": BatchLoader<Int, Int>(window: .zero) { @Database keys in
      loaded().map { [keys[0]: $0] }
    }.value(for: 1),
    "LazyPromise": LazyPromise { @Database in loaded() }.map { $0 },
    "mapConcurrently": [1].mapConcurrently(limit: 1) { @Database _ in loaded() }.map { $0[0] },
    "fold": [1].fold(0) { @Database _, _ in loaded() },
    "using": using(
      Promise(value: 1),
      releaseThen: { @Database _, _ in loaded() },
      { @Database _ in loaded() }
    ),
  ]
}

nonisolated struct Refused: Error {}

/// Returns the names of the closures whose promises are rejected, and traps in one that runs elsewhere.
nonisolated func failedClosures() async -> [String] {
  var failed: [String] = []
  let desk = Desk()
  for futures in [onMainActor(desk), onDatabase()] {
    for (name, future) in futures where (try? await future.value) == nil { failed.append(name) }
  }
  return failed
}
