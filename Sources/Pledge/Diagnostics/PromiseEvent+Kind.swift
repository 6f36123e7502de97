internal import PledgeCore

// Between the core's notices and the events that users see.

extension PromiseEvent.Kind {
  init(_ notice: Watch.Notice, _ detail: Watch.Detail) {
    self =
      switch notice.event {
      case .created: .created
      case .chained: .chained(to: PromiseID(notice.other))
      case .waits: .waits(for: PromiseID(notice.other))
      case .merged: .merged
      case .settled: .settled(PromiseEvent.Outcome(detail.error))
      case .lost: .settled(.abandoned)
      // Nobody tells of one without an error.
      case .unheard: .unheard(detail.error ?? Discarded())
      case .settledAgain: .settledAgain
      }
  }

  /// What a notice says of it.
  var parts: (Watch.Notice.Event, other: PromiseID?, (any Error)?) {
    switch self {
    case .created: (.created, nil, nil)
    case .chained(to: let parent): (.chained, parent, nil)
    case .waits(for: let other): (.waits, other, nil)
    case .merged: (.merged, nil, nil)
    case .settled(.fulfilled): (.settled, nil, nil)
    case .settled(.rejected(let error)): (.settled, nil, error)
    case .settled(.discarded): (.settled, nil, Discarded())
    case .settled(.abandoned): (.lost, nil, nil)
    case .unheard(let error): (.unheard, nil, error)
    case .settledAgain: (.settledAgain, nil, nil)
    }
  }
}

extension PromiseEvent.Outcome {
  fileprivate init(_ error: (any Error)?) {
    switch error {
    case nil: self = .fulfilled
    case is Discarded: self = .discarded
    case is Abandoned: self = .abandoned
    case let error?: self = .rejected(error)
    }
  }
}
