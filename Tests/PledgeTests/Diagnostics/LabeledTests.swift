import Pledge
import PledgeTestSupport
import Testing

/// Observers are process-wide, so most of these tests run in their own process.
struct LabeledTests {
  @Test func `the static type stays`() {
    let lazy: LazyPromise<Int> = LazyPromise { Promise(value: 1) }.labeled("lazy")
    let future: Future<Int> = lazy.labeled("future")

    #expect(future === lazy)
    #expect(lazy.isPending)
  }

  @Test func `an explanation shows the labels of all its stages`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.keepLabels()
      let source = Promise<Int>(file: "F", line: 1).labeled("source\u{1B}")
      let stage = Promise(value: 1, file: "F", line: 2).map { $0 }.labeled("user 7")
        .flatMap { _ in source }.map { $0 }.labeled("page")
      let lines = stage.explain().split(separator: "\n")
      #expect(lines.count == 3)
      #expect(lines.first == "map [page] from F:2: pending, waits for")
      #expect(lines.dropFirst().first == "  flatMap [user 7] from F:2: pending, waits for")
      #expect(lines.last?.hasPrefix(#"    Promise [source\u{1B}] from F:1: "#) == true)
      source.resolve(1)
    }
  }

  @Test func `a combination has no label of its own`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.keepLabels()
      let source = Promise<Int>(file: "F", line: 1).labeled("source")
      let both = all([source, source], file: "F", line: 2)

      #expect(both.explain().hasPrefix("all from F:2: pending, waits for\n"))
      #expect(both.debugDescription == "Promise<Array<Int>>(pending) from F:2")
      #expect(source.debugDescription == "Promise<Int>(pending) from F:1 [source]")
      source.resolve(1)
    }
  }

  @Test func `the list of pending promises shows labels`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.keepLabels()
      let pending = PendingCreations()
      let promises = pending.recording {
        [Promise<Int>(file: "F", line: 1).labeled("user\n7"), Promise<Int>(file: "F", line: 2)]
      }
      #expect(pending.entries.map(\.label) == ["user\n7", nil])
      #expect(pending.entries.map(\.description) == [#"F:1 [user\n7]"#, "F:2"])
      for promise in promises { promise.resolve(1) }
    }
  }

  @Test func `a new promise does not have the label of an earlier one`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.keepLabels()
      // Most of these promises have the same address.
      for round in 0..<100 {
        let promise = Promise<Int>(file: "F", line: 1)
        #expect(promise.explain() == "Promise from F:1: pending, waiting for its producer")
        let stage = promise.map { $0 }
        #expect(stage.debugDescription == "Promise<Int>(pending) from F:1")
        if round.isMultiple(of: 2) { promise.labeled("root") } else { stage.labeled("stage") }
        promise.resolve(1)
      }
    }
  }

  @Test func `without observers, a new promise does not have the label of an earlier one`() {
    // Most of these promises have the same address.
    for round in 0..<100 {
      let promise = Promise<Int>(file: "F", line: 1)
      #expect(promise.debugDescription == "Promise<Int>(pending) from F:1")
      if round.isMultiple(of: 2) { promise.labeled("even") }
    }
  }

  @Test func `keeping labels reports no events to other observers`() async {
    await #expect(processExitsWith: .success) {
      let recorder = Recorder()
      let installation = Diagnostics.install(recorder)
      let labels = Diagnostics.keepLabels()
      Promise<Int>().labeled("a").resolve(1)
      #expect(recorder.lines == ["#1 Promise created", "#1 labeled a", "#1 fulfilled"])

      installation.remove()
      let kept = Promise<Int>(file: "F", line: 1).labeled("b")
      #expect(kept.debugDescription == "Promise<Int>(pending) from F:1 [b]")
      kept.resolve(1)
      labels.remove()
      #expect(recorder.all.count == 3)
    }
  }

  @Test func `a label that creates promises, or labels them, is an ordinary expression`() async {
    await #expect(processExitsWith: .success) {
      let events = Recording {
        Promise(value: 1).labeled("user \(Promise(value: 7).labeled("inner").got ?? 0)")
      }
      #expect(
        events.lines == [
          "#1 Promise created", "#1 fulfilled", "#2 Promise created", "#2 fulfilled",
          "#2 labeled inner", "#1 labeled user 7",
        ]
      )
    }
  }
}
