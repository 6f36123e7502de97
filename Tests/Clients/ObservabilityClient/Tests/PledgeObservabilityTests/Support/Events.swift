import Pledge
import TestSupport

/// An error with the given description.
struct Described: Error, CustomStringConvertible {
  let description: String
}

extension PromiseEvent.Kind {
  static var fulfilled: Self { .settled(.fulfilled) }
  static var rejected: Self { .settled(.rejected(Broken())) }
  static var discarded: Self { .settled(.discarded) }
  static var broken: Self { .settled(.broken) }

  /// The event of a promise chained to that with the given number.
  static func chained(_ number: UInt64) -> Self { .chained(to: PromiseID(number)) }

  /// The event of a promise that waits for that with the given number.
  static func waits(_ number: UInt64) -> Self { .waits(for: PromiseID(number)) }
}

extension PromiseObserver {
  /// Sends events of the promises with these numbers to the observer.
  func send(_ events: [(kind: PromiseEvent.Kind, number: UInt64)]) {
    for (kind, number) in events { send(kind, number) }
  }

  /// Sends an event of the promise with this number to the observer.
  func send(
    _ kind: PromiseEvent.Kind,
    _ number: UInt64,
    _ operator: String = "map",
    context: String? = nil,
    at time: UInt64 = 0,
    fileID: StaticString = "Sync/Upload.swift",
    line: UInt = 42
  ) {
    observe(
      PromiseEvent(
        kind,
        of: PromiseID(number),
        operator: `operator`,
        context: context,
        time: time,
        fileID: fileID,
        line: line
      )
    )
  }
}

/// Names with characters that have caused problems elsewhere.
let awkward = "a\nb\r\u{2028}c\u{85}\u{1B}[2J\u{202E}d 👩‍👩‍👧 é"
let awkwardOnOneLine = #"a\nb\r\u{2028}c\u{0085}\u{1B}[2J\u{202E}d 👩‍👩‍👧 é"#
