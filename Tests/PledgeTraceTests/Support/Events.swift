import Pledge

@testable import PledgeTrace

extension PromiseEvent {
  /// The creation of a promise with its own producer; times are in milliseconds.
  static func created(
    _ id: UInt64,
    _ name: String = "Promise",
    at time: UInt64 = 0,
    on thread: UInt64 = 1,
    callers: [UInt] = []
  ) -> PromiseEvent {
    made(.created, id, name, at: time, on: thread, callers: callers)
  }

  /// The creation of a promise derived from another one.
  static func chained(
    _ id: UInt64,
    to parent: UInt64,
    _ name: String = "map",
    at time: UInt64 = 0,
    on thread: UInt64 = 1,
    context: String? = nil,
    callers: [UInt] = []
  ) -> PromiseEvent {
    let kind = Kind.chained(to: PromiseID(parent))
    return made(kind, id, name, at: time, on: thread, context: context, callers: callers)
  }

  /// A promise starts to wait for another one.
  static func waits(_ id: UInt64, for other: UInt64, at time: UInt64 = 0) -> PromiseEvent {
    made(.waits(for: PromiseID(other)), id, "", at: time)
  }

  /// The settlement of a promise.
  static func settled(
    _ id: UInt64,
    _ outcome: Outcome = .fulfilled,
    at time: UInt64 = 1,
    on thread: UInt64 = 1
  ) -> PromiseEvent {
    made(.settled(outcome), id, "", at: time, on: thread)
  }

  /// Another event of a promise.
  static func happened(_ kind: Kind, to id: UInt64, at time: UInt64 = 1) -> PromiseEvent {
    made(kind, id, "", at: time)
  }

  private static func made(
    _ kind: Kind,
    _ id: UInt64,
    _ name: String,
    at time: UInt64,
    on thread: UInt64 = 1,
    context: String? = nil,
    callers: [UInt] = []
  ) -> PromiseEvent {
    PromiseEvent(
      kind,
      of: PromiseID(id),
      operator: name,
      context: context,
      time: time * 1_000_000,
      thread: thread,
      fileID: "App/Loader.swift",
      line: 42,
      callers: callers
    )
  }
}

/// An error with a given description.
struct Failure: Error, CustomStringConvertible {
  var description = "no connection"
}

/// A string that is hard to display safely.
let nasty =
  "</script><script>alert(\"x\")</script>\n\tline 2 👩‍👩‍👧 \\ \u{2028}\u{0}\u{1B}[31m\u{202E}" + "é"

/// The same string as it appears in documents for other programs.
let nastyButShown =
  "</script><script>alert(\"x\")</script>\n\tline 2 👩‍👩‍👧 \\ " + #"\u{2028}\0\u{1B}[31m\u{202E}é"#

extension Recording {
  /// Records several events.
  mutating func add(_ events: [PromiseEvent]) {
    for event in events { _ = take(event.record, event.detail) }
  }

  /// The numbers of the recorded promises.
  var ids: [UInt64] { snapshot.promises.map(\.record.id) }
}
