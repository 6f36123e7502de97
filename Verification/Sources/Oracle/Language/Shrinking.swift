extension Program {
  /// Slightly smaller programs.
  public var smaller: [Program] {
    let shorter = actions.indices.map { index in
      var copy = self
      copy.actions.remove(at: index)
      return copy
    }
    let simpler = actions.indices.flatMap { index in
      actions[index].simpler.map { action in
        var copy = self
        copy.actions[index] = action
        return copy
      }
    }
    return shorter + simpler
  }
}

extension Action {
  /// The same action without its effect or with a smaller one.
  fileprivate var simpler: [Action] {
    switch self {
    case .make(.stoppable(let handler), let slot):
      handler.simpler.map { .make(.stoppable($0), into: slot) }
    case .make(.lazy(let handler), let slot): handler.simpler.map { .make(.lazy($0), into: slot) }
    case .onDiscard(let slot, let handler): handler.simpler.map { .onDiscard(slot, $0) }
    case .derive(let kind, let source, let handler, let slot):
      handler.simpler.map { .derive(kind, from: source, $0, into: slot) }
    case .send(let kind, let source, let handler, let slot):
      handler.simpler.map { .send(kind, from: source, $0, into: slot) }
    case .find(let sources, let handler, let slot):
      handler.simpler.map { .find(among: sources, $0, into: slot) }
    case .fold(let count, let handler, let slot):
      handler.simpler.map { .fold(count: count, $0, into: slot) }
    case .mapConcurrently(let count, let limit, let handler, let slot):
      handler.simpler.map { .mapConcurrently(count: count, limit: limit, $0, into: slot) }
    case .retry(let max, let ticks, let handler, let slot):
      handler.simpler.map { .retry(max: max, ticks: ticks, $0, into: slot) }
    case .enqueue(let handler, let slot): handler.simpler.map { .enqueue($0, into: slot) }
    case .combine(let kind, let sources, let slot):
      sources.indices.map { index in
        var fewer = sources
        fewer.remove(at: index)
        return .combine(kind, fewer, into: slot)
      }
    default: []
    }
  }
}

extension Handler {
  fileprivate var simpler: [Handler] {
    guard let effect else { return [] }
    let plain = Handler(number, answer)
    return [plain] + effect.simpler.map { Handler(number, answer, effect: $0) }
  }
}
