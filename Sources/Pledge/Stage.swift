internal import Dispatch
public import PledgeCore

// The one primitive that every operator is made of: a reaction, and the promise derived by it.

extension Future {
  /// Derives a promise by `reaction`, which runs on the thread that settles this promise.
  @inlinable
  final func stage<R: Reaction>(_ reaction: R) -> Promise<R.Output> where R.Input == Value {
    let wishes = Wishes.current
    if wishes.includeAny(of: .taskLocals) { return boundStage(reaction, wishes) }
    guard !wishes.includeAny(of: .events), let nesting = beginAtOnce() else {
      return registeredStage(reaction, wishes)
    }
    defer { nesting.leave() }
    do {
      switch try reaction.react(to: .success(knownValue)) {
      case .value(let value):
        return Promise(fulfilledWith: value, at: site)
      case .follow(let inner):
        let returned = Returned(consume inner)
        if returned.canStandIn { return returned.take(as: Promise<R.Output>.self) }
        let source = returned.take(as: Cell<R.Output>.self)
        return Promise(following: source, at: site) { Cell<R.Output>.forwardStep($0, $1, R.verb) }
      case .error(let error):
        return Promise(rejectedWith: error, at: site, by: R.verb)
      }
    } catch {
      return Promise(rejectedWith: error, at: site, by: R.verb)
    }
  }

  /// Derives a promise by `reaction`, which runs on `context`.
  @inlinable
  final func stage<R: Reaction, Context: ExecutionContext>(
    _ reaction: R,
    on context: Context
  ) -> Promise<R.Output> where R.Input == Value {
    if context is ImmediateContext { return stage(reaction) }
    return stage(reaction, by: ContextCarrier(context: context))
  }

  /// Derives a promise by `reaction`, which runs on the main actor and may count on that.
  @usableFromInline
  final func stage<R: Reaction>(_ reaction: R, on _: MainActor) -> Promise<R.Output>
  where R.Input == Value {
    guard MainDoor.isOpen(for: self), canDeliverAtOnce else {
      return stage(reaction, by: MainDoor())
    }
    let wishes = Wishes.current
    let inline =
      wishes.includeAny(of: .taskLocals)
      ? Promise<R.Output>(of: self, Bound(reaction)) : Promise<R.Output>(of: self, reaction)
    if wishes.includeAny(of: .events) {
      Watch.wasChained(inline, to: self, on: MainDoor().name)
    }
    return consumeAtOnce(by: inline) ? inline : stage(reaction, by: MainDoor())
  }

  @inlinable
  final func stage<R: Reaction, C: Carrier>(_ reaction: R, by carrier: C) -> Promise<R.Output>
  where R.Input == Value {
    let wishes = Wishes.current
    if wishes.includeAny(of: .taskLocals) { return boundStage(reaction, by: carrier, wishes) }
    return registeredStage(reaction, by: carrier, wishes)
  }

  @inlinable @inline(__always)
  final func registeredStage<R: Reaction>(_ reaction: R, _ wishes: Wishes) -> Promise<R.Output>
  where R.Input == Value {
    let stage = Promise<R.Output>(of: self, reaction)
    if wishes.includeAny(of: .events) { Watch.wasChained(stage, to: self) }
    consume(by: stage)
    return stage
  }

  @inlinable @inline(__always)
  final func registeredStage<R: Reaction, C: Carrier>(
    _ reaction: R,
    by carrier: C,
    _ wishes: Wishes
  ) -> Promise<R.Output> where R.Input == Value {
    let stage = Promise<R.Output>(of: self, reaction, on: carrier)
    if wishes.includeAny(of: .events) { Watch.wasChained(stage, to: self, on: carrier.name) }
    consume(by: stage)
    return stage
  }

  @usableFromInline @inline(never)
  final func boundStage<R: Reaction>(_ reaction: R, _ wishes: Wishes) -> Promise<R.Output>
  where R.Input == Value {
    registeredStage(Bound(reaction), wishes)
  }

  @usableFromInline @inline(never)
  final func boundStage<R: Reaction, C: Carrier>(
    _ reaction: R,
    by carrier: C,
    _ wishes: Wishes
  ) -> Promise<R.Output> where R.Input == Value {
    registeredStage(Bound(reaction), by: carrier, wishes)
  }
}
