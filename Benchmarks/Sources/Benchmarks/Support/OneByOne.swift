import Dispatch

/// What `operation` collects, done `count` times, each when the one before has said that it is done.
///
/// - Parameters:
///   - count: How many times.
///   - operation: Gets 0, 1, 2 and so on, and what to signal, from any thread, when it is done. What it
///     returns is kept until then.
/// - Returns: The checksum.
func oneByOne<Kept>(
  _ count: Int,
  _ operation: (Int, _ done: DispatchSemaphore) -> Kept
) -> Int {
  inTurn(0..<count, operation)
}

/// Same as ``oneByOne(_:_:)``, for each of `pieces`.
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
