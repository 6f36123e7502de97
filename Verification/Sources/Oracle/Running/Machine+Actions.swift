extension Machine {
  /// Performs an action if its slots are filled.
  func perform(_ action: Action) {
    switch action {
    case .make(let root, let slot): make(root, slot)
    case .resolve(let slot, let value): promises[slot]?.resolve(value)
    case .reject(let slot, let number): promises[slot]?.reject(with: Failure(number: number))
    case .discard(let slot): promises[slot]?.discard()
    case .fulfill, .fail, .onDiscard: produce(action)
    case .drop(let slot): drop(slot)
    case .breakPromise(let slot): breakPromise(slot)
    case .read(let slot):
      if let reading = promises[slot]?.reading { Ledger.note(.read(slot, reading)) }
    case .share(let slot): promises[slot]?.share()
    case .ignoreErrors(let slot): promises[slot]?.ignoreErrors()
    case .chain(let slot, let other):
      if let promise = promises[slot], let other = promises[other] { promise.chain(to: other) }
    case .derive, .send, .time, .combine: derive(action)
    case .find, .fold, .mapConcurrently, .retry, .enqueue, .load: loop(action)
    case .pauseQueue: environment.pauseQueue()
    case .resumeQueue: environment.resumeQueue()
    case .discardQueue: environment.discardQueue()
    case .advance(let ticks): environment.advance(by: ticks)
    case .runJobs: environment.runJobs()
    case .dropJobs: environment.dropJobs()
    }
  }

  private func make(_ root: Root, _ slot: Int) {
    let line = UInt(slot)
    switch root {
    case .pending: put(P.pending(line: line), slot)
    case .fulfilled(let value): put(P.settled(.success(value), line: line), slot)
    case .rejected(let number):
      put(P.settled(.failure(Failure(number: number)), line: line), slot)
    case .stoppable(let handler): put(P.stoppable(line: line, closure(handler)), slot)
    case .lazy(let handler): put(P.lazy(line: line, start(handler)), slot)
    }
  }

  /// Performs an action of the producer.
  private func produce(_ action: Action) {
    switch action {
    case .fulfill(let slot, let value):
      if let won = resolver(slot)?.resolve(value) { Ledger.note(.settled(slot, won)) }
    case .fail(let slot, let number):
      if let won = resolver(slot)?.reject(Failure(number: number)) {
        Ledger.note(.settled(slot, won))
      }
    case .onDiscard(let slot, let handler): resolver(slot)?.onDiscard(closure(handler))
    default: break
    }
  }

  private func derive(_ action: Action) {
    switch action {
    case .derive(let kind, let source, let handler, let slot):
      if let source = promises[source] { put(source.derived(stage(kind, handler)), slot) }
    case .send(let kind, let source, let handler, let slot):
      if let source = promises[source] {
        put(source.derived(stage(kind, handler), in: environment), slot)
      }
    case .time(let kind, let source, let ticks, let slot):
      if let source = promises[source] {
        put(source.derived(stage(kind, ticks), in: environment), slot)
      }
    case .combine(let kind, let sources, let slot):
      let members = sources.compactMap { promises[$0] }
      put(P.combined(combination(kind, members), line: 100), slot)
    default: break
    }
  }

  private func loop(_ action: Action) {
    switch action {
    case .find(let sources, let handler, let slot):
      let members = sources.compactMap { promises[$0] }
      put(.find(members, predicate(handler)), slot)
    case .fold(let count, let handler, let slot): put(.fold(count: count, step(handler)), slot)
    case .mapConcurrently(let count, let limit, let handler, let slot):
      put(.mapConcurrently(count: count, limit: limit, transform(handler)), slot)
    case .retry(let max, let ticks, let handler, let slot):
      put(.retry(max: max, ticks: ticks, start(handler)), slot)
    case .enqueue(let handler, let slot): put(.enqueue(start(handler)), slot)
    case .load(let key, let handler, let slot): put(.load(key: key, start(handler)), slot)
    default: break
    }
  }

  private func put(_ loop: Loop<P>, _ slot: Int?) {
    put(P.looped(loop, in: environment, line: 300), slot)
  }

  private func combination(_ kind: Combiner, _ members: [P]) -> Combination<P> {
    switch kind {
    case .all: .all(members)
    case .allSettled: .allSettled(members)
    case .any: .any(members)
    case .race: .race(members)
    case .both: members.isEmpty ? .all([]) : .both(members[0], members[members.count - 1])
    case .either: members.isEmpty ? .any([]) : .either(members[0], members[members.count - 1])
    }
  }
}
