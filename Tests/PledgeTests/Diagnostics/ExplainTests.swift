import Pledge
import PledgeTestSupport
import Testing

struct ExplainTests {
  private let source = Promise<Int>(file: "App/Loader.swift", line: 42)

  @Test func `a settled promise says how it ended`() {
    #expect(Promise(value: 1, file: "F", line: 1).explain() == "Promise from F:1: fulfilled")
    let failed = Promise<Int>(error: Broken(), file: "F", line: 2).map { $0 }
    #expect(failed.explain() == "map from F:2: rejected: Broken(number: 0) (Promise → map)")
    failed.ignoringErrors()
  }

  @Test func `a combination names all that it waits for, the settled ones too`() {
    let both = all([source, Promise(value: 2, file: "F", line: 2), source], file: "F", line: 3)

    #expect(
      both.explain() == """
        all from F:3: pending, waits for
          Promise from App/Loader.swift:42: pending, waiting for its producer
        """
    )
  }

  @Test func `a stage whose handler is queued on its context says so`() {
    let context = ManualContext()
    let stage = Promise(value: 1, file: "F", line: 1).map(on: context) { $0 }

    #expect(stage.explain() == "map from F:1: pending, its handler waits for its context")
    context.dropAll()
    stage.ignoringErrors()
  }

  @Test func `a stage whose handler runs says so`() {
    let text = Locked("")
    let stage = Locked<Promise<Void>?>(nil)
    stage.value = source.map { _ in text.value = stage.value?.explain() ?? "" }
    source.resolve(1)

    #expect(text.value == "a promise from App/Loader.swift:42: pending, its handler is running")
    stage.value = nil
  }

  @Test func `a lazy promise says that it has not started, and later what it waits for`() {
    let lazy = LazyPromise(file: "F", line: 1) { [source] in source }
    #expect(lazy.explain() == "LazyPromise from F:1: pending, starts with its first consumer")
    lazy.ignoringErrors()
    let started = "LazyPromise from F:1: pending, waits for\n  Promise from App/"
    #expect(lazy.explain().hasPrefix(started))
  }

  @Test func `internal promises of Pledge are skipped`() {
    let attempts = retry(max: 2, file: "F", line: 1) { [source] in source }

    #expect(
      attempts.explain() == """
        retry from F:1: pending, waits for
          Promise from App/Loader.swift:42: pending, waiting for its producer
        """
    )
    attempts.discard()
  }

  @Test func `a cleanup that is awaited is explained without internal promises`() {
    let cleanUp = Promise<Void>(file: "C", line: 2)
    let stage = Promise(value: 1, file: "A", line: 1).ensureThen { cleanUp }

    #expect(
      stage.explain() == """
        ensureThen from A:1: pending, waits for
          Promise from C:2: pending, waiting for its producer
        """
    )
    cleanUp.resolve()
    #expect(stage.got == 1)
  }

  @Test func `a stage that waits for a returned promise keeps its name`() {
    let waiting = Promise<Int>(error: Broken(), file: "F", line: 5).flatMapError { [source] _ in
      source
    }
    #expect(waiting.explain().hasPrefix("flatMapError from F:5: pending, waits for"))
    let invalid = Promise(value: 1, file: "F", line: 6).validate { _ in false }
    #expect(invalid.explain().hasSuffix("(… → validate)"), "\(invalid.explain())")
    _ = invalid.failure
    waiting.discard()
  }

  @Test func `a combination that is rejected names itself in the trail`() {
    let broken = Promise<Int>(error: Broken(), file: "F", line: 2)
    let failed = race(source.map { $0 }, broken, file: "F", line: 3)
    let trail = "race(Promise from F:2)"
    #expect(failed.explain() == "race from F:3: rejected: Broken(number: 0) (\(trail))")
    let empty = any([Promise<Int>](), file: "F", line: 4).map { $0 }
    let reason = "any from F:4: at least one promise is needed, and none was given"
    #expect(empty.explain() == "map from F:4: rejected: \(reason) (any → map)")
    let attempts = retry(max: 1, file: "F", line: 5) { Promise<Int>(error: Broken()) }.map { $0 }
    #expect(attempts.explain().hasSuffix("(retry → map)"), "\(attempts.explain())")
    _ = (failed.failure, empty.failure, attempts.failure)
  }

  @Test func `a hundred lines are shown whole`() {
    var end = source
    for _ in 1..<100 { end = end.map { $0 } }
    #expect(end.explain().split(separator: "\n").count == 100)
    #expect(end.explain().hasSuffix("42: pending, waiting for its producer"))
    end = end.map { $0 }
    #expect(end.explain().split(separator: "\n").count == 100)
    #expect(end.explain().hasSuffix("waits for\n… and more"))
    end.discard()
  }
}

/// An operator that derives a promise from one that was created at App/Loader.swift:42.
private struct Derivation: Sendable, CustomTestStringConvertible {
  /// The name in a trail.
  let name: String
  let derive: @Sendable (Promise<Int>) -> Future<Int>

  var testDescription: String { name }

  init(_ name: String, _ derive: @escaping @Sendable (Promise<Int>) -> Future<Int>) {
    self.name = name
    self.derive = derive
  }
}

private let stages: [Derivation] = [
  Derivation("map") { $0.map { $0 } },
  Derivation("tap") { $0.tap { _ in } },
  Derivation("flatMap") { $0.flatMap { Promise(value: $0) } },
  Derivation("mapResult") { $0.mapResult { try $0.get() } },
  Derivation("flatMapResult") { source in source.flatMapResult { _ in source } },
  Derivation("mapError") { $0.mapError { $0 } },
  Derivation("recover") { source in source.recover { (error: any Error) -> Int in throw error } },
  Derivation("flatMapError") { source in source.flatMapError { _ in source } },
  Derivation("ensure") { $0.ensure {} },
  Derivation("ensureThen") { $0.ensureThen { Promise(value: ()) } },
  Derivation("observe") { $0.observe { _ in } },
  Derivation("catch") { $0.catch { _ in } },
  Derivation("compactMap") { $0.compactMap { Optional($0) } },
  Derivation("validate") { $0.validate { _ in true } },
  Derivation("cast") { $0.cast(to: Int.self) },
  Derivation("delay") { $0.delay(by: .zero) },
  Derivation("timeout") { $0.timeout(after: .seconds(1_000)) },
  Derivation("flatten") { $0.map { Promise(value: $0) }.flatten() },
  Derivation("unwrap") { $0.map { Int?.some($0) }.unwrap() },
  Derivation("using") { using($0, release: { _ in }) { Promise(value: $0) } },
]

private let combinations: [Derivation] = [
  Derivation("all") { all($0, Promise(value: 1)).map(\.0) },
  Derivation("all") { source in all([source]).map { $0[0] } },
  Derivation("race") { race($0) },
  Derivation("any") { Pledge.any($0) },
  Derivation("mapConcurrently") { source in
    [1].mapConcurrently(limit: 1) { _ in source }.map { $0[0] }
  },
  Derivation("fold") { source in [1].fold(0) { _, _ in source } },
  Derivation("find") { find([$0]) { _ in true } },
  Derivation("poll") { source in poll(every: .seconds(1), until: { _ in true }) { source } },
  Derivation("BatchLoader") { source in
    BatchLoader<Int, Int>(window: .zero) { _ in source.map { [1: $0] } }.value(for: 1)
  },
  Derivation("retry") { source in retry(max: 1) { source } },
  Derivation("hedge") { source in hedge(after: .seconds(1_000), max: 1) { source } },
  Derivation("PromiseQueue") { source in PromiseQueue(limit: 1).add { source } },
  Derivation("SingleFlight") { source in SingleFlight<Int, Int>().value(for: 1) { source } },
  Derivation("LazyPromise") { source in LazyPromise { source } },
]

struct RejectionTrailTests {
  @Test("the trail of a stage names it, and the place of its chain", arguments: stages)
  private func stagedTrail(of stage: Derivation) {
    let source = Promise<Int>(file: "App/Loader.swift", line: 42)
    let derived = stage.derive(source)
    source.reject(Broken())

    let trail = derived.trail
    #expect(trail?.error is Broken)
    #expect(trail?.place.description == "App/Loader.swift:42")
    #expect(trail?.stages.contains(stage.name) == true)
    derived.ignoringErrors()
  }

  @Test("the trail of a combination names it, and its own place", arguments: combinations)
  private func combinedTrail(of combination: Derivation) {
    let source = Promise<Int>(file: "App/Loader.swift", line: 42)
    let derived = combination.derive(source)
    derived.observe { _ in }
    source.reject(Broken())

    let trail = derived.trail
    #expect(trail?.stages.contains(combination.name) == true)
    #expect(trail?.place.fileID == "PledgeTests/ExplainTests.swift")
  }

  @Test("a timeout names what it waited for", arguments: stages + combinations)
  private func timeout(of derivation: Derivation) {
    let source = Promise<Int>(file: "App/Loader.swift", line: 42).labeled("user 7")
    let limited = derivation.derive(source).timeout(after: .zero)

    let waitedFor = (limited.failure as? TimeoutError)?.waitedFor
    #expect(waitedFor?.description == "Promise [user 7] from App/Loader.swift:42")
    source.discard()
  }

  @Test func `its lines indent the stages of a returned promise`() {
    let inner: @Sendable (Int) -> Promise<Int> = { _ in
      Promise(error: Broken(), file: "App/Store.swift", line: 83).map { $0 }
    }
    let promise = Promise(value: 1, file: "App/Loader.swift", line: 42).flatMap(inner).asVoid()

    #expect(
      promise.trail?.lines == """
        Broken(number: 0)
          in a chain from App/Loader.swift:42
          …
          flatMap, of a promise in a chain from App/Store.swift:83
            Promise
            map
          map
        """
    )
    promise.ignoringErrors()
  }

  @Test func `an asynchronous cleanup does not hide the stages`() async {
    let promise = Promise<Int>(error: Broken(), file: "App/Loader.swift", line: 42)
      .ensureThen { after(.milliseconds(1)) }.asVoid()
    _ = try? await promise.value

    #expect(promise.trail?.stages == "Promise → ensureThen → map")
  }
}
