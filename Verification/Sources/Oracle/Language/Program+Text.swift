extension Program: CustomStringConvertible {
  /// The program in the form of Swift code.
  public var description: String {
    actions.map(\.description).joined(separator: "\n")
  }
}

extension Action: CustomStringConvertible {
  /// The action in the form of Swift code; `p1` is slot 1, and `[2]` records a call of closure 2.
  public var description: String {
    switch self {
    case .make(let root, let slot): root.text(into: slot)
    case .resolve(let slot, let value): "p\(slot).resolve(\(value))"
    case .reject(let slot, let number): "p\(slot).reject(Failure(\(number)))"
    case .discard(let slot): "p\(slot).discard()"
    case .fulfill(let slot, let value): "r\(slot).resolve(\(value))"
    case .fail(let slot, let number): "r\(slot).reject(Failure(\(number)))"
    case .onDiscard(let slot, let handler): "r\(slot).onDiscard \(handler)"
    case .drop(let slot): "p\(slot) = nil"
    case .breakPromise(let slot): "r\(slot) = nil"
    case .read(let slot): "print(p\(slot).result)"
    case .share(let slot): "p\(slot).shared()"
    case .ignoreErrors(let slot): "p\(slot).ignoringErrors()"
    case .chain(let slot, let other): "p\(slot).chain(after: p\(other))"
    case .derive(let kind, let source, let handler, let slot):
      "\(target(slot))p\(source).\(kind) \(handler)"
    case .send(let kind, let source, let handler, let slot):
      "\(target(slot))p\(source).\(kind)(on: context) \(handler)"
    case .time(.timeout, let source, let ticks, let slot):
      "\(target(slot))p\(source).timeout(after: \(ticks))"
    case .time(.delay, let source, let ticks, let slot):
      "\(target(slot))p\(source).delay(by: \(ticks))"
    case .combine(let kind, let sources, let slot):
      "\(target(slot))\(kind)(\(sources.map { "p\($0)" }.joined(separator: ", ")))"
    case .find, .fold, .mapConcurrently, .retry, .enqueue, .load: loopText
    case .pauseQueue: "queue.pause()"
    case .resumeQueue: "queue.resume()"
    case .discardQueue: "queue.discardAll()"
    case .advance(let ticks): "clock.advance(by: \(ticks))"
    case .runJobs: "context.runAll()"
    case .dropJobs: "context.dropAll()"
    }
  }
}

extension Action {
  private var loopText: String {
    switch self {
    case .find(let sources, let handler, let slot):
      "\(target(slot))find(\(sources.map { "p\($0)" }.joined(separator: ", "))) \(handler)"
    case .fold(let count, let handler, let slot): "\(target(slot))(0..<\(count)).fold(0) \(handler)"
    case .mapConcurrently(let count, let limit, let handler, let slot):
      "\(target(slot))(0..<\(count)).mapConcurrently(limit: \(limit)) \(handler)"
    case .retry(let max, let ticks, let handler, let slot):
      "\(target(slot))retry(max: \(max), backoff: .constant(\(ticks))) \(handler)"
    case .enqueue(let handler, let slot): "\(target(slot))queue.add \(handler)"
    case .load(let key, let handler, let slot):
      "\(target(slot))flights.value(for: \(key)) \(handler)"
    default: ""
    }
  }
}

extension Root {
  fileprivate func text(into slot: Int) -> String {
    switch self {
    case .pending: "(p\(slot), r\(slot)) = Promise.pending()"
    case .fulfilled(let value): "p\(slot) = Promise(value: \(value))"
    case .rejected(let number): "p\(slot) = Promise(error: Failure(\(number)))"
    case .stoppable(let handler): "p\(slot) = Promise(discard: \(handler))"
    case .lazy(let handler): "p\(slot) = LazyPromise \(handler)"
    }
  }
}

extension Handler: CustomStringConvertible {
  /// The closure in the form of Swift code.
  public var description: String {
    let effect = effect.map { " \($0);" } ?? ""
    return switch answer {
    case .value: "{ [\(number)];\(effect) return \(number) }"
    case .failure: "{ [\(number)];\(effect) throw Failure(\(number)) }"
    case .promise(let slot): "{ [\(number)];\(effect) return p\(slot) }"
    }
  }
}

private func target(_ slot: Int?) -> String {
  slot.map { "p\($0) = " } ?? ""
}
