internal import Dispatch
internal import Pledge

extension Promises {
  /// Starts both promises, which may be of different types, and waits until both are settled.
  ///
  /// - Parameters:
  ///   - p1: The first promise.
  ///   - p2: The second promise.
  /// - Returns: A promise for both values, or the last error. It is settled on the current
  ///   operation queue or, if there is none, on the main queue.
  public static func zip<A, B>(_ p1: Promise<A>, _ p2: Promise<B>) -> Promise<(A, B)> {
    zipped(p1, p2)
  }

  /// Same as ``zip(_:_:)``, for three promises.
  public static func zip<A, B, C>(
    _ p1: Promise<A>,
    _ p2: Promise<B>,
    _ p3: Promise<C>
  ) -> Promise<(A, B, C)> {
    zipped(p1, p2, p3)
  }

  /// Same as ``zip(_:_:)``, for four promises.
  public static func zip<A, B, C, D>(
    _ p1: Promise<A>,
    _ p2: Promise<B>,
    _ p3: Promise<C>,
    _ p4: Promise<D>
  ) -> Promise<(A, B, C, D)> {
    zipped(p1, p2, p3, p4)
  }

  /// Same as ``zip(_:_:)``, for five promises.
  public static func zip<A, B, C, D, E>(
    _ p1: Promise<A>,
    _ p2: Promise<B>,
    _ p3: Promise<C>,
    _ p4: Promise<D>,
    _ p5: Promise<E>
  ) -> Promise<(A, B, C, D, E)> {
    zipped(p1, p2, p3, p4, p5)
  }

  /// Same as ``zip(_:_:)``, for six promises.
  public static func zip<A, B, C, D, E, F>(
    _ p1: Promise<A>,
    _ p2: Promise<B>,
    _ p3: Promise<C>,
    _ p4: Promise<D>,
    _ p5: Promise<E>,
    _ p6: Promise<F>
  ) -> Promise<(A, B, C, D, E, F)> {
    zipped(p1, p2, p3, p4, p5, p6)
  }

  /// Same as ``zip(_:_:)``, for seven promises.
  public static func zip<A, B, C, D, E, F, G>(
    _ p1: Promise<A>,
    _ p2: Promise<B>,
    _ p3: Promise<C>,
    _ p4: Promise<D>,
    _ p5: Promise<E>,
    _ p6: Promise<F>,
    _ p7: Promise<G>
  ) -> Promise<(A, B, C, D, E, F, G)> {
    zipped(p1, p2, p3, p4, p5, p6, p7)
  }

  /// Same as ``zip(_:_:)``, for eight promises.
  public static func zip<A, B, C, D, E, F, G, H>(
    _ p1: Promise<A>,
    _ p2: Promise<B>,
    _ p3: Promise<C>,
    _ p4: Promise<D>,
    _ p5: Promise<E>,
    _ p6: Promise<F>,
    _ p7: Promise<G>,
    _ p8: Promise<H>
  ) -> Promise<(A, B, C, D, E, F, G, H)> {
    zipped(p1, p2, p3, p4, p5, p6, p7, p8)
  }

  /// Not public, because the compiler cannot infer the types of a pack where closures follow.
  private static func zipped<each T>(
    _ promises: repeat Promise<each T>
  ) -> Promise<(repeat each T)> {
    let last = LastError()
    let settled = allSettled(
      repeat (each promises).started.observe { outcome in
        if case .failure(let error) = outcome { last.note(error) }
      }
    )
    let context = CallbackContext.current(or: DispatchQueue.main)
    let zipped = Promise<(repeat each T)>(startedBy: {
      settled.map(on: context) { outcomes in
        try last.check()
        return UncheckedSendable((repeat try (each outcomes).get().value))
      }
    })
    zipped.start()
    return zipped
  }
}
