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

  @Test func `a chain names its stages up to the promise it waits for`() {
    let end = source.map { $0 }.timeout(after: .seconds(1_000)).ensure {}

    #expect(
      end.explain() == """
        ensure from App/Loader.swift:42: pending, waits for
          timeout from App/Loader.swift:42: pending, waits for
            map from App/Loader.swift:42: pending, waits for
              Promise from App/Loader.swift:42: pending, waiting for its producer
        """
    )
    end.discard()
  }

  @Test func `a combination names all that it waits for, the settled ones too`() {
    let both = all([source, Promise(value: 2, file: "F", line: 2), source], file: "F", line: 3)

    #expect(
      both.explain() == """
        all from F:3: pending, waits for
          Promise from App/Loader.swift:42: pending, waiting for its producer
          Promise from App/Loader.swift:42: see above
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

  @Test func `however much a promise waits for, the text is finite, and takes little stack`() {
    let depth = 100_000
    var end = source
    for _ in 0..<depth { end = end.map { $0 } }
    let lines = end.explain().split(separator: "\n")

    #expect(lines.count == 100)
    #expect(lines.last == "… and more")
    let wide = all((0..<depth).map { _ in source }).explain()
    #expect(wide.split(separator: "\n").count == 100)
    end.discard()
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
