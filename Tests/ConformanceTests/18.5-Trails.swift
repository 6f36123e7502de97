import Pledge
import PledgeTestSupport
import Testing

@Suite("18.5 The way of an error")
struct Trails {
  @Test("18.5.1 The `trail` of a rejected promise names its error, its place, and its stages")
  func clause18_5_1() {
    let source = Promise<Int>(file: "App/Loader.swift", line: 42).labeled("user\n7")
    let page = source.map { $0 }.flatMap { _ in
      Promise<Int>(error: Broken(), file: "App/Store.swift", line: 83).map { $0 }
    }.asVoid()
    let both = all(Promise(value: 1), page)
    let pending = page.trail
    source.resolve(1)
    let failed = Promise<Int>(error: Broken(), file: "App/Loader.swift", line: 43).labeled(
      "user\n7"
    )

    #expect(pending == nil)
    #expect(source.trail == nil)
    #expect(page.trail?.error is Broken)
    #expect(page.trail?.place.description == "App/Loader.swift:42")
    #expect(page.trail?.stages == "… → flatMap(Promise → map from App/Store.swift:83) → map")
    #expect(failed.trail?.description == #"App/Loader.swift:43 [user\n7] Promise: Broken()"#)
    #expect(
      both.trail?.stages == "all(… → flatMap(Promise → map from App/Store.swift:83) → map)"
    )
    both.ignoringErrors()
    failed.ignoringErrors()
  }

  @Test("18.5.2 Reading a `trail` does not handle the rejection")
  func clause18_5_2() async {
    await #expect(processExitsWith: .success) {
      let reports = Log<String>()
      UnhandledRejections.handle { reports.add("\($0.error)") }
      _ = Promise<Int>(error: Broken()).trail

      #expect(reports.entries == ["Broken()"])
    }
  }

  @Test("18.5.3 An error that an operator creates names the promise that it rejects")
  func clause18_5_3() async {
    let failed: @Sendable () -> Promise<Int> = { Promise(error: Broken()) }
    let queue = PromiseQueue(limit: 1, maxWaiting: 0)
    let running = Promise<Int>()
    _ = queue.add { running }
    let promises = [
      Pledge.any([failed()], file: "F", line: 1), race([Future<Int>](), file: "F", line: 2),
      retry(max: 1, file: "F", line: 3, failed),
      hedge(after: .seconds(9), max: 1, file: "F", line: 4, failed),
      queue.add(file: "F", line: 5) { running },
    ]

    #expect(
      promises.map { "\($0.failure, default: "none")" } == [
        "any from F:1: 1 error: Broken()",
        "race from F:2: at least one promise is needed, and none was given",
        "retry from F:3: failed once; last error: Broken()",
        "hedge from F:4: 1 error: Broken()",
        "PromiseQueue from F:5: the queue is full, at most 0 may wait",
      ]
    )
    #expect(promises[1].failure as? EmptyInputError == EmptyInputError())
    #expect(promises[4].failure as? QueueFullError == QueueFullError(maxWaiting: 0))
    running.discard()
  }
}

private struct Broken: Error {}
