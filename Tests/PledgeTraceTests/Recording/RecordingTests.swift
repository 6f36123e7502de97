import Pledge
internal import PledgeSupport
import PledgeTestSupport
import Testing

@testable import PledgeTrace

struct RecordingTests {
  private func recording(_ capacity: Int, _ events: [PromiseEvent]) -> Recording {
    var recording = Recording(capacity: capacity)
    recording.add(events)
    return recording
  }

  /// Returns the events of a chain whose promises are all settled.
  private func finished(_ ids: ClosedRange<UInt64>) -> [PromiseEvent] {
    pending(ids) + ids.map { .settled($0) }
  }

  private func pending(_ ids: ClosedRange<UInt64>) -> [PromiseEvent] {
    [.created(ids.lowerBound)] + ids.dropFirst().map { .chained($0, to: $0 - 1) }
  }

  @Test func `when it is full, the chain that finished first is removed as a whole`() {
    let recording = recording(
      7,
      pending(1...2) + pending(3...5) + [.settled(3), .settled(4), .settled(5)]
        + [.settled(1), .settled(2)] + pending(6...8)
    )

    #expect(recording.ids == [1, 2, 6, 7, 8])
    #expect(recording.dropped.chains == 1)
    #expect(recording.dropped.promises == 3)
    #expect(recording.dropped.unrecorded == 0)
  }

  @Test func `a chain with a pending promise stays, however old it is`() {
    let recording = recording(4, [.created(1), .chained(2, to: 1), .settled(1)] + finished(3...90))

    #expect(recording.ids.prefix(2) == [1, 2])
  }

  @Test func `while nothing is finished, new promises are counted and not recorded`() {
    let recording = recording(3, pending(1...5) + [.settled(4), .settled(5)])

    #expect(recording.ids == [1, 2, 3])
    #expect(recording.dropped.unrecorded == 2)
    #expect(recording.dropped.chains == 0)
  }

  @Test func `it records again as soon as something is finished`() {
    let recording = recording(
      2,
      pending(1...2) + [.created(3), .settled(1), .settled(2), .created(4)]
    )

    #expect(recording.ids == [4])
    #expect(recording.dropped.unrecorded == 1)
    #expect(recording.dropped.promises == 2)
  }

  @Test func `a merged promise does not keep its chain`() {
    let recording = recording(
      2,
      pending(1...2) + [.settled(1), .happened(.merged, to: 2), .created(3)]
    )

    #expect(recording.ids == [3])
  }

  @Test func `a finished chain to which a stage is added is no longer finished`() {
    let recording = recording(
      4,
      finished(1...1) + finished(2...2) + [.chained(3, to: 1)] + pending(4...5)
    )

    #expect(recording.ids == [1, 3, 4, 5])
  }

  @Test func `a promise derived from a removed chain is recorded with its parent`()
    throws
  {
    let recording = recording(3, finished(1...2) + pending(3...4) + [.chained(5, to: 1)])

    #expect(recording.ids == [3, 4, 5])
    let trace = recording.snapshot.trace(title: "", end: 0)
    #expect(trace[PromiseID(5)]?.parent == PromiseID(1))
    #expect(trace[PromiseID(5)]?.chain == PromiseID(1))
  }

  @Test func `a removed parent is shown as dropped if there is room`() throws {
    let recording = recording(4, finished(1...4) + [.created(5), .chained(6, to: 1)])

    #expect(recording.ids == [1, 5, 6])
    let trace = recording.snapshot.trace(title: "", end: 0)
    #expect(trace[PromiseID(1)]?.origin == .dropped)
    #expect(trace[PromiseID(1)]?.state == .unknown)
  }

  @Test func `late events of removed promises are ignored`() {
    let recording = recording(
      2,
      finished(1...2) + pending(3...4) + [.happened(.unhandled(Failure()), to: 1)]
    )

    #expect(recording.ids == [3, 4])
    #expect(recording.dropped.unrecorded == 0)
  }

  @Test func `the errors of removed promises are returned`() {
    var recording = recording(2, [.created(1), .settled(1, .rejected(Failure())), .created(2)])

    let none = recording.takeReleased()
    recording.add([.created(3)])
    let released = recording.takeReleased()

    let more = recording.takeReleased()

    #expect((none.count, released.count, more.count) == (0, 1, 0))
  }

  @Test func `memory is reused`() {
    let firsts = stride(from: UInt64(1), to: 4_000, by: 4)
    let recording = recording(8, firsts.flatMap { first in finished(first...first + 3) })

    #expect(recording.records.elements.count == 8)
    #expect(recording.ids == Array(3_993...4_000))
  }
}

struct RecordingSwitchTests {
  private let installation: Diagnostics.Installation

  init() {
    // Removed immediately, since it would observe every other test of the process.
    installation = Diagnostics.install(SilentObserver())
    installation.remove()
  }

  @Test func `a recorder stopped while it starts is removed by its starter`() {
    var state = RecordingSwitch.off
    #expect({ state.start() }())
    #expect({ state.stop() == nil }())
    #expect(!state.isOn)

    #expect({ state.started(installation) != nil }())
    #expect({ state.start() }())
  }

  @Test func `a recorder stopped and started again while it starts stays`() {
    var state = RecordingSwitch.off
    #expect({ state.start() }())
    #expect({ state.stop() == nil }())
    #expect({ !state.start() }())

    #expect({ state.started(installation) == nil }())
    #expect(state.isOn)
  }
}

struct WaitsTests {
  @Test func `promises are returned in order`() {
    var waits = Waits(capacity: 10)
    var (first, second) = (none, none)
    for promise in 1...4 as ClosedRange<UInt64> {
      first = waits.append(promise, after: first)
      second = waits.append(promise * 10, after: second)
    }

    #expect(waits.elements.promises(upTo: first) == [1, 2, 3, 4])
    #expect(waits.elements.promises(upTo: second) == [10, 20, 30, 40])
    #expect(waits.elements.promises(upTo: none).isEmpty)
  }

  @Test func `a ring that is full replaces its own first link`() {
    var waits = Waits(capacity: 3)
    var (first, second, third) = (none, none, none)
    first = waits.append(1, after: first)
    for promise in 2...9 as ClosedRange<UInt64> { second = waits.append(promise, after: second) }
    third = waits.append(10, after: third)

    #expect(waits.elements.promises(upTo: first) == [1])
    #expect(waits.elements.promises(upTo: second) == [8, 9])
    #expect(waits.elements.promises(upTo: third).isEmpty)
  }

  @Test func `removing a ring makes room`() {
    var waits = Waits(capacity: 2)
    var last = waits.append(1, after: none)
    last = waits.append(2, after: last)
    waits.remove(upTo: last)
    var second = waits.append(3, after: none)
    second = waits.append(4, after: second)

    #expect(waits.elements.promises(upTo: second) == [3, 4])
  }
}
