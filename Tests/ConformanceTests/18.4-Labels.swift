import Pledge
import PledgeTestSupport
import Testing

/// Observers are process-wide, so each clause runs in its own process.
@Suite("18.4 Labels", .hangLimit)
struct Labels {
  @Test func `18.4.1 labeled returns the promise itself`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.keepLabels()
      let isDiscarded = Locked(false)
      let promise = Promise<Int>(discard: { isDiscarded.value = true })
      #expect(promise.labeled("user 7") === promise)
      let stage = promise.map { $0 }
      stage.discard()

      #expect(isDiscarded.value)
      #expect(Promise(value: 1).labeled("user 8").got == 1)
    }
  }

  @Test func `18.4.2 A promise keeps the label that it was given as long as it exists`() async {
    await #expect(processExitsWith: .success) {
      let promise = Promise<Int>()
      promise.labeled("1")
      #expect(label(of: promise) == "1")
      let installation = Diagnostics.keepLabels()
      #expect(label(of: promise) == "1")
      promise.labeled("2")
      installation.remove()
      #expect(label(of: promise) == "2")
      promise.resolve(1)
      #expect(label(of: promise) == "2")
    }
  }

  @Test func `18.4.6 While no observer is installed, stages have no label of their source`() async {
    await #expect(processExitsWith: .success) {
      let reports = Log<UnhandledRejections.Report>()
      UnhandledRejections.handle { reports.add($0) }
      let promise = Promise<Int>().labeled("user 7")
      let stage = promise.map { $0 }
      #expect(label(of: stage) == nil)
      #expect(stage.explain().contains("Promise [user 7] from "))
      promise.resolve(1)

      _ = Promise<Int>(error: Broken()).labeled("user 8")
      #expect(reports.entries.map(\.label) == [nil])
    }
  }

  @Test func `18.4.3 A promise has the label that it was given last`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.keepLabels()
      let root = Promise<Int>()
      let early = root.map { $0 }
      root.labeled("first").labeled("root")
      let (inherited, own) = (root.map { $0 }, root.map { $0 }.labeled("own"))
      let last = inherited.map { $0 }
      root.labeled("too late for them")

      #expect(label(of: root) == "too late for them")
      #expect(label(of: early) == nil)
      #expect(label(of: inherited) == "root")
      #expect(label(of: last) == "root")
      #expect(label(of: own) == "own")
      root.resolve(1)
    }
  }

  @Test func `18.4.4 Reports and explanations show the label of a promise`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.keepLabels()
      let reports = Log<UnhandledRejections.Report>()
      UnhandledRejections.handle { reports.add($0) }
      _ = Promise<Int>(error: Broken(), file: "F", line: 1).labeled("user\u{1B}").map { $0 }
      let stage = Promise<Int>(file: "F", line: 2).labeled("user 8").map { $0 }
      _ = Promise<Int>(error: Broken(), file: "F", line: 3)

      #expect(
        reports.entries.map(\.description) == [
          #"F:1 [user\u{1B}] Promise → map: unhandled rejection: Broken(number: 0)"#,
          """
          F:2 [user 8] Promise → map: broken promise: \
          its producer was released before settling it
          """,
          "F:3 Promise: unhandled rejection: Broken(number: 0)",
        ]
      )
      #expect(reports.entries.map(\.label) == ["user\u{1B}", "user 8", nil])
      #expect(
        stage.explain() == """
          map [user 8] from F:2: rejected: broken promise: the producer of the promise created at \
          F:2 [user 8] was released before settling it (Promise → map)
          """
      )
    }
  }

  @Test func `18.4.5 An observer is notified of each label`() async {
    await #expect(processExitsWith: .success) {
      let labels = Log<String>()
      let installation = Diagnostics.install(LabelObserver(labels: labels))
      let promise = Promise<Int>().labeled("a")
      promise.map { $0 }.labeled("b").ignoringErrors()
      promise.resolve(1)
      promise.labeled("c")
      let byObserver = Promise<Int>(file: "F", line: 1)
      Diagnostics.install(Labeler(promise: byObserver))
      promise.labeled("d")
      installation.remove()

      #expect(labels.entries == ["#1 a", "#2 b", "#1 c", "#1 d"])
      #expect(label(of: byObserver) == "by an observer")
      byObserver.resolve(1)
    }
  }
}

/// The label of `promise` as its description shows it.
private func label(of promise: Promise<Int>) -> String? {
  promise.debugDescription.firstMatch(of: /\[(.*)\]/).map { String($0.1) }
}

private struct LabelObserver: PromiseObserver {
  let labels: Log<String>

  func observe(_ event: PromiseEvent) {
    if case .labeled(let label) = event.kind { labels.add("\(event.promise) \(label)") }
  }
}

/// An observer that gives `promise` a label when another one is given a label.
private struct Labeler: PromiseObserver {
  let promise: Promise<Int>

  func observe(_ event: PromiseEvent) {
    if case .labeled = event.kind { promise.labeled("by an observer") }
  }
}

@Suite("18.5 The way of an error")
struct Trails {
  @Test func `18.5.1 The trail of a rejected promise names its error, its place, and its stages`() {
    let source = Promise<Int>(file: "App/Loader.swift", line: 42).labeled("user\n7")
    let page = source.map { $0 }.flatMap { _ in
      Promise<Int>(error: Broken(), file: "App/Store.swift", line: 83).map { $0 }
    }.asVoid()
    let both = all(Promise(value: 1), page)
    let pending = page.trail
    source.resolve(1)
    let failed = Promise<Int>(error: Broken(), file: "App/Loader.swift", line: 43)
      .labeled("user\n7")

    #expect(pending == nil)
    #expect(source.trail == nil)
    #expect(page.trail?.error is Broken)
    #expect(page.trail?.place.description == "App/Loader.swift:42")
    #expect(page.trail?.stages == "… → flatMap(Promise → map from App/Store.swift:83) → map")
    #expect(
      failed.trail?.description == #"App/Loader.swift:43 [user\n7] Promise: Broken(number: 0)"#
    )
    #expect(
      both.trail?.stages == "all(… → flatMap(Promise → map from App/Store.swift:83) → map)"
    )
    both.ignoringErrors()
    failed.ignoringErrors()
  }

  @Test func `18.5.2 Reading a trail does not handle the rejection`() async {
    await #expect(processExitsWith: .success) {
      await expectReports(1) { _ = rejected().trail }
    }
  }

  @Test func `18.5.3 An error that an operator creates names the promise that it rejects`() async {
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
        "any from F:1: 1 error: Broken(number: 0)",
        "race from F:2: at least one promise is needed, and none was given",
        "retry from F:3: failed once; last error: Broken(number: 0)",
        "hedge from F:4: 1 error: Broken(number: 0)",
        "PromiseQueue from F:5: the queue is full, at most 0 may wait",
      ]
    )
    #expect(promises[1].failure as? EmptyInputError == EmptyInputError())
    #expect(promises[4].failure as? QueueFullError == QueueFullError(maxWaiting: 0))
    running.discard()
  }
}
