internal import Pledge

/// What happens to a promise after it is made.
struct Change {
  enum Kind {
    case waits(for: UInt64)
    case ends(Trace.State)
    case isUnheard
    case isSettledAgain
  }

  let kind: Kind
  let promise: UInt64
  let place: PromiseEvent.Place
  let time: UInt64
  let thread: UInt64

  init(_ kind: Kind, _ event: PromiseEvent) {
    self.kind = kind
    promise = event.promise.number
    place = event.place
    time = event.time
    thread = event.thread
  }
}

extension PromiseEvent {
  /// Sorts what happened: a promise was made, or something happened to one.
  ///
  /// - Parameters:
  ///   - made: Gets the record of a promise.
  ///   - changed: Gets what happened, and the error it comes with.
  @inline(__always)
  func sorted(
    made: (Record) -> Void,
    changed: (_ change: Change, _ error: (any Error)?) -> Void
  ) {
    switch kind {
    case .created: made(Record(self))
    case .chained(to: let parent): made(Record(self, parent: parent.number))
    case .waits(for: let other): changed(Change(.waits(for: other.number), self), nil)
    case .merged: changed(Change(.ends(.merged), self), nil)
    case .settled(.fulfilled): changed(Change(.ends(.fulfilled), self), nil)
    case .settled(.rejected(let error)): changed(Change(.ends(.rejected), self), error)
    case .settled(.discarded): changed(Change(.ends(.discarded), self), nil)
    case .settled(.abandoned): changed(Change(.ends(.abandoned), self), nil)
    case .unheard(let error): changed(Change(.isUnheard, self), error)
    case .settledAgain: changed(Change(.isSettledAgain, self), nil)
    }
  }
}
