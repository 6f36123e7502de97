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
  let done = DispatchSemaphore(value: 0)
  return Checksum.of(count) { index in
    let kept = operation(index, done)
    done.wait()
    withExtendedLifetime(kept) {}
  }
}
