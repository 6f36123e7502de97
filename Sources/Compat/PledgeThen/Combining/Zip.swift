internal import Pledge

extension Promises {
  /// Starts `promises`, which may be of different types, and waits until all of them are settled.
  ///
  /// - Parameter promises: What to wait for; two to eight in the original, any number here.
  /// - Returns: A promise for the values in their places, or the error that came last. It is settled on the
  ///   current operation queue, or else on the main queue.
  public static func zip<each T>(
    _ promises: repeat Promise<each T>
  ) -> Promise<(repeat each T)> {
    let last = LastError()
    let settled = allSettled(
      repeat (each promises).started.observe { outcome in
        if case .failure(let error) = outcome { last.note(error) }
      }
    )
    let arrival = Arrival.here(or: .main)
    let zipped = Promise<(repeat each T)>(startedBy: {
      settled.map(on: arrival) { outcomes in
        try last.check()
        return UncheckedSendable((repeat try (each outcomes).get().value))
      }
    })
    zipped.start()
    return zipped
  }
}
