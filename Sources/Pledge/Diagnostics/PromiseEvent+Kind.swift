internal import PledgeCore

// Between the core's events and those that users see.

extension PromiseEvent.Kind {
  init(_ event: Watch.Notice.Event) {
    self =
      switch event {
      case .created: .created
      case .chained(let parent): .chained(to: PromiseID(parent))
      case .waits(let other): .waits(for: PromiseID(other))
      case .merged: .merged
      case .settled(nil): .settled(.fulfilled)
      case .settled(let error?): .settled(PromiseEvent.Outcome(error))
      case .lost: .settled(.abandoned)
      case .unheard(let error): .unheard(error)
      case .settledAgain: .settledAgain
      }
  }

  var event: Watch.Notice.Event {
    switch self {
    case .created: .created
    case .chained(to: let parent): .chained(to: parent.number)
    case .waits(for: let other): .waits(for: other.number)
    case .merged: .merged
    case .settled(.fulfilled): .settled(nil)
    case .settled(.rejected(let error)): .settled(error)
    case .settled(.discarded): .settled(Discarded())
    case .settled(.abandoned): .lost
    case .unheard(let error): .unheard(error)
    case .settledAgain: .settledAgain
    }
  }
}

extension PromiseEvent.Outcome {
  fileprivate init(_ error: any Error) {
    switch error {
    case is Discarded: self = .discarded
    case is Abandoned: self = .abandoned
    default: self = .rejected(error)
    }
  }
}
