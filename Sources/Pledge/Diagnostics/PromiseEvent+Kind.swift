internal import PledgeCore

// Conversions between the events of the core and those that observers see.

extension PromiseEvent.Kind {
  init(_ record: Instrumentation.EventRecord, _ detail: Instrumentation.Detail) {
    self =
      switch record.event {
      case .created: .created
      case .chained: .chained(to: PromiseID(record.other))
      case .waits: .waits(for: PromiseID(record.other))
      case .merged: .merged
      case .settled: .settled(PromiseEvent.Outcome(detail.error))
      case .broken: .settled(.broken)
      // The core never reports one without an error.
      case .unhandled: .unhandled(detail.error ?? DiscardedError())
      case .settledAgain: .settledAgain
      case .labeled: .labeled(detail.words?.label ?? "")
      // Only a table of what is pending receives these.
      case .task, .began, .awaits, .awaited, .queued, .lent: .merged
      }
  }

  /// The corresponding event of the core, and its contents.
  var parts: (Instrumentation.EventRecord.Event, other: PromiseID?, (any Error)?) {
    switch self {
    case .created: (.created, nil, nil)
    case .chained(to: let parent): (.chained, parent, nil)
    case .waits(for: let other): (.waits, other, nil)
    case .merged: (.merged, nil, nil)
    case .settled(.fulfilled): (.settled, nil, nil)
    case .settled(.rejected(let error)): (.settled, nil, error)
    case .settled(.discarded): (.settled, nil, DiscardedError())
    case .settled(.broken): (.broken, nil, nil)
    case .unhandled(let error): (.unhandled, nil, error)
    case .settledAgain: (.settledAgain, nil, nil)
    case .labeled: (.labeled, nil, nil)
    }
  }

  /// The label of an event about one.
  var label: String? { if case .labeled(let label) = self { label } else { nil } }
}

extension PromiseEvent.Outcome {
  fileprivate init(_ error: (any Error)?) {
    switch error {
    case nil: self = .fulfilled
    case is DiscardedError: self = .discarded
    case is BrokenPromiseError: self = .broken
    case let error?: self = .rejected(error)
    }
  }
}
