#if Macros
public import Pledge

// What the functions that `@Promised` adds call to stop the work that they have started.

extension Resolver {
  /// Says how to stop `work`, should nobody want its outcome any more (spec 6.2).
  ///
  ///     resolver.onDiscard(of: api.start(1, completion)) { $0.cancel() }
  ///
  /// As ``/Pledge/Resolver/onDiscard(_:)``, for an object that need not be `Sendable`, as long as nobody
  /// else has it: it is sent here and kept until the promise is settled.
  ///
  /// - Parameters:
  ///   - work: What was started.
  ///   - stop: What stops it, on the thread that discards the promise; what it returns is ignored.
  public func onDiscard<Work, Ignored>(
    of work: sending Work,
    _ stop: @escaping @Sendable (Work) -> Ignored
  ) {
    let work = UncheckedSendable(work)
    onDiscard { _ = stop(work.value) }
  }

  /// Says how to stop the work on the main actor, should nobody want its outcome any more (spec 6.2).
  ///
  ///     resolver.onDiscard(on: MainActor.shared) { animation.cancel() }
  ///
  /// - Parameters:
  ///   - actor: The main actor.
  ///   - stop: What stops the work: at once if the promise is discarded on the main queue, else later
  ///     through it; what it returns is ignored.
  public func onDiscard<Ignored>(
    on actor: MainActor,
    _ stop: @escaping @MainActor () -> Ignored
  ) {
    onDiscard {
      Promise(value: ()).observe(on: actor) { _ in _ = stop() }
    }
  }
}
#endif
