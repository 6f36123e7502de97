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

  @Test func `a stage whose handler runs says so`() {
    let text = Locked("")
    let stage = Locked<Promise<Void>?>(nil)
    stage.value = source.map { _ in text.value = stage.value?.explain() ?? "" }
    source.resolve(1)

    #expect(text.value == "a promise from App/Loader.swift:42: pending, its handler is running")
    stage.value = nil
  }

  @Test func `a closure of a step runs for the promise that the user sees`() {
    let text = Locked("")
    let stage = Locked<Promise<Int>?>(nil)
    @Sendable func note() { text.value = stage.value?.explain() ?? "" }
    stage.value = [1, 2].fold(0, file: "F", line: 1) { [source] sum, _ in
      note()
      return source.map { $0 + sum }
    }
    source.resolve(1)
    #expect(text.value == "fold from F:1: pending, its handler is running")

    let (resource, work) = (Promise(value: 1, file: "F", line: 2), Promise<Int>())
    stage.value = using(resource, release: { _ in note() }, { _ in work })
    work.resolve(1)
    #expect(text.value == "using from F:2: pending, its handler is running")
    stage.value = nil
  }
}

struct RejectionTrailTests {
  @Test func `an error that a closure throws names the operator alone`() {
    let failing: @Sendable () throws -> Future<Int> = { throw Broken() }
    let polled = poll(every: .seconds(1), until: { _ in true }, failing)
    let folded = [1].fold(0) { _, _ in try failing() }

    #expect([polled, folded].map(\.trail?.stages) == ["poll", "fold"])
    for promise in [polled, folded] { promise.ignoringErrors() }
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
