import Dispatch

/// Runs `operation` `count` times, each time after the previous one is done, and returns the
/// checksum.
///
/// - Parameters:
///   - count: The number of operations.
///   - operation: Receives 0, 1, 2, and so on, and a semaphore to signal, from any thread, when it
///     is done. Its result is kept until then.
/// - Returns: The checksum.
func oneByOne<Kept>(
  _ count: Int,
  _ operation: (Int, _ done: DispatchSemaphore) -> Kept
) -> Int {
  inTurn(0..<count, operation)
}

/// The same as ``oneByOne(_:_:)`` for each of `pieces`.
func inTurn<Piece, Kept>(
  _ pieces: some Sequence<Piece>,
  _ operation: (Piece, _ done: DispatchSemaphore) -> Kept
) -> Int {
  let done = DispatchSemaphore(value: 0)
  return Checksum.of {
    for piece in pieces {
      let kept = operation(piece, done)
      done.wait()
      withExtendedLifetime(kept) {}
    }
  }
}
