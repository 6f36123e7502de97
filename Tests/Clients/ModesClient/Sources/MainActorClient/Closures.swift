import Pledge

// Every closure of Documentation/DefaultIsolation.md that makes a promise on an actor. Links to
// this file are in the modules with default isolation and in Swift 5 mode.

@globalActor actor Database {
  static let shared = Database()
}

@MainActor func count() -> Int {
  MainActor.preconditionIsolated("off the main actor")
  return 1
}

@MainActor func load() -> Promise<Int> { Promise(value: count()) }

@Database func stored() -> Future<Int> {
  Database.preconditionIsolated("off the database's actor")
  return Promise(value: 1)
}

nonisolated private let one = Promise(value: 1)
nonisolated private let long = Duration.seconds(1_000)

nonisolated private func onMainActor() -> [Future<Int>] {
  [
    Promise { @MainActor in count() },
    Promise { @MainActor in
      let first = count()
      return first + count()
    },
    Promise(priority: .high) { @MainActor in count() },
    Promise(taskNamed: "count") { @MainActor in count() },
    Promise(on: MainActor.shared) { resolver in resolver.resolve(count()) },
    retry(max: 2) { @MainActor in load() },
    retry(deciding: { @MainActor _ in load().map { _ in false } }) { Promise(error: Refused()) }
      .recover { ($0 as? RetryError)?.errors.count ?? 0 },
    hedge(after: long) { @MainActor in load() },
    poll(every: long, until: isDone) { @MainActor in load() },
    PromiseQueue().add { @MainActor in load() },
    SingleFlight<Int, Int>().value(for: 1, on: MainActor.shared) { load() },
    BatchLoader<Int, Int>(window: .zero) { @MainActor _ in load().map { [1: $0] } }.value(for: 1),
    LazyPromise { @MainActor in load() },
    [1].mapConcurrently(limit: 1) { @MainActor _ in load() }.map { $0[0] },
    [1].mapConcurrently(limit: 1, progress: ProgressMonitor()) { @MainActor _ in load() }
      .map { $0[0] },
    [1].mapConcurrently(limit: 1, partsOf: ProgressMonitor()) { @MainActor _, _ in load() }
      .map { $0[0] },
    one.values.mapConcurrently(limit: 1) { @MainActor _ in load() }.map { $0[0] },
    [1].fold(0) { @MainActor _, _ in load() },
    using(one, releaseThen: { @MainActor _, _ in load() }, { @MainActor _ in load() }),
  ]
}

nonisolated private func onDatabase() -> [Future<Int>] {
  [
    Promise { @Database in try stored().result?.get() ?? 0 },
    retry(max: 2) { @Database in stored() },
    hedge(after: long) { @Database in stored() },
    poll(every: long, until: isDone) { @Database in stored() },
    PromiseQueue().add { @Database in stored() },
    SingleFlight<Int, Int>().value(for: 1) { try await stored().value },
    BatchLoader<Int, Int>(window: .zero) { @Database _ in stored().map { [1: $0] } }.value(for: 1),
    LazyPromise { @Database in stored() },
    [1].mapConcurrently(limit: 1) { @Database _ in stored() }.map { $0[0] },
    [1].fold(0) { @Database _, _ in stored() },
    using(one, releaseThen: { @Database _, _ in stored() }, { @Database _ in stored() }),
  ]
}

nonisolated private func isDone(_ count: Int) -> Bool { count > 0 }

nonisolated private struct Refused: Error {}

/// Returns how many of the promises are not fulfilled; a closure that runs elsewhere stops the
/// program.
nonisolated func failedClosures() async -> Int {
  var failed = 0
  for future in onMainActor() + onDatabase() where (try? await future.value) == nil { failed += 1 }
  return failed
}
