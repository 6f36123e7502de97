import CPledge

/// What is asked of the system with a pointer, for the bridges above the core.
package enum System {
  /// Puts the file at one path in place of the one at another, if there is any, in one step.
  ///
  /// A folder there is left alone.
  ///
  /// - Returns: 0, or the system's number of what went wrong; then nothing has changed.
  package static func moveFile(at path: String, to destination: String) -> Int32 {
    // SAFETY: both are zero-terminated copies, which the call reads before it returns.
    unsafe pledge_rename(path, destination)
  }

  /// Runs `body`, on this thread, with no signal blocked that ends a process or tells of an end.
  ///
  /// All others stay as they are, and these are as they were when this returns.
  package static func withSignalsThatEnd<Output>(_ body: () throws -> Output) rethrows -> Output {
    let before = pledge_unblock_ends()
    defer { pledge_block(before) }
    return try body()
  }

  /// What the system refuses to do, with its number of why.
  package struct Refusal: Error {
    package let number: Int32
  }
}
