import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

struct PromiseEventTests {
  @Test func `an event created manually has the given contents`() {
    let event = PromiseEvent(
      .chained(to: PromiseID(1)),
      of: PromiseID(2),
      operator: "map",
      context: "main actor",
      time: 3,
      thread: 4,
      fileID: "App/Loader.swift",
      line: 5,
      callers: [6]
    )

    #expect(event.text == "#2 map chained to #1")
    #expect(event.context == "main actor")
    #expect((event.time, event.thread) == (3, 4))
    #expect("\(event.fileID):\(event.line)" == "App/Loader.swift:5")
    #expect(event.callers == [6])
    let failed = PromiseEvent(.unhandled(CancellationError()), of: PromiseID(2), time: 3)
    #expect(failed.text == "#2 unhandled: CancellationError()")
    let labeled = PromiseEvent(.labeled("user 7"), of: PromiseID(2), time: 3)
    #expect(labeled.text == "#2 labeled user 7")
  }

  @Test func `numbers are ordered as integers, and readable`() {
    #expect(PromiseID(2) < PromiseID(10))
    #expect("\(PromiseID(42))" == "#42")
    #expect(PromiseID(42).number == 42)
  }
}

struct CallersTests {
  @Test func `addresses beyond the eighth are dropped`() {
    #expect(callers(Array(1...20)) == Array(1...8))
  }

  @Test func `calls at one place have the same caller, calls elsewhere a different one`() async {
    await #expect(processExitsWith: .success) {
      // In separate functions, because an optimizer may duplicate a call site.
      @inline(never) func here() { Promise<Int>().discard() }
      @inline(never) func there() { Promise<Int>().ignoringErrors() }
      let events = Recording {
        here()
        here()
        there()
      }
      let callers = events.all.filter(\.isCreation).map(\.callers)
      // Frames within Pledge; in debug builds, also those of the functions that create the promise.
      let common = zip(callers[0], callers[1]).prefix { $0 == $1 }.count
      #expect(common > 0)
      #expect(callers[0].prefix(common) != callers[2].prefix(common))
    }
  }
}

private func callers(_ addresses: [UInt]) -> [UInt] {
  PromiseEvent(.created, of: PromiseID(1), time: 2, callers: addresses).callers
}

struct PlaceTests {
  private func place(_ fileID: StaticString, _ line: UInt) -> PromiseEvent.Place {
    PromiseEvent(.created, of: PromiseID(1), time: 0, fileID: fileID, line: line).place
  }

  @Test func `a place has the file and the line of its event`() {
    let place = place("App/Loader.swift", 42)

    #expect(place.fileID == "App/Loader.swift")
    #expect(place.line == 42)
    #expect("\(place)" == "App/Loader.swift:42")
    let other = self.place("App/A.swift", 42)
    #expect(Set([place, self.place("App/Loader.swift", 42), other]).count == 2)
  }

  @Test func `a place whose file cannot be printed is described with escapes`() {
    #expect("\(place("App/\u{202E}\n.swift", 42))" == #"App/\u{202E}\n.swift:42"#)
    #expect("\(place("App/\u{202E}\n.swift", 0))" == #"App/\u{202E}\n.swift"#)
  }
}

struct PromiseObserverTests {
  @Test func `an observer need not add to a dump`() { #expect(Recorder().addToDump() == nil) }
}

struct PromiseOriginTests {
  private let source = Promise(value: 1, file: "App/\u{1B}.swift", line: 1)

  private func waitedFor(_ promise: Promise<Int>) -> String? {
    let error = promise.timeout(after: .zero).failure as? TimeoutError
    return error?.waitedFor.map { "\($0)" }
  }

  @Test func `it says why a promise is pending that waits for more than its producer`() {
    let (context, queue) = (ManualContext(), PromiseQueue(limit: 1))
    let running = Promise<Int>(file: "App/A.swift", line: 2)
    let first = queue.add { running }
    let second = queue.add(file: "App/A.swift", line: 3) { running }
    let hopping = source.map(on: context) { $0 }

    #expect(
      waitedFor(hopping) == #"map from App/\u{1B}.swift:1 (its handler waits for its context)"#
    )
    #expect(
      waitedFor(second)
        == "PromiseQueue from App/A.swift:3 (waiting for a slot in the queue (1 of 1 running))"
    )
    #expect(waitedFor(first) == "Promise from App/A.swift:2")
    #expect(
      waitedFor(source.delay(by: .seconds(1_000)).map { $0 })
        == #"delay from App/\u{1B}.swift:1 (waiting for its clock)"#
    )
    hopping.discard()
  }

  @Test func `a promise whose handler runs is named without its operator`() {
    let text = Locked<String?>(nil)
    let waiting = Locked<Promise<Int>?>(nil)
    let start = Promise<Int>(file: "App/A.swift", line: 4)
    waiting.value = start.map { value in
      text.value = waiting.value.flatMap(waitedFor)
      return value
    }
    start.resolve(1)

    #expect(text.value == "a promise from App/A.swift:4 (its handler is running)")
    waiting.value = nil
  }

  @Test func `it is not part of an error that a program creates`() {
    #expect(TimeoutError(limit: .zero).waitedFor == nil)
    #expect(AggregateError(errors: []).origin == nil)
    #expect(RetryError(errors: []).origin == nil)
    #expect(QueueFullError(maxWaiting: 1).origin == nil)
    #expect(EmptyInputError().origin == nil)
  }
}
