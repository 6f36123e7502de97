import CPledge

/// System calls that involve pointers, for the modules above the core.
package enum System {
  /// Prints a line to standard error.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - patience: The milliseconds for which to wait for a reader that takes nothing; negative for
  ///     any time.
  package static func printLine(_ line: String, patience: Int32 = 1_000) {
    unsafe pledge_print("\(line)\n", patience)
  }

  /// Moves a file to `destination` atomically, replacing the file there, if any.
  ///
  /// Does not replace a directory.
  ///
  /// - Returns: 0 on success; otherwise the system's error number, and nothing has changed.
  package static func moveFile(at path: String, to destination: String) -> Int32 {
    // SAFETY: both are zero-terminated copies that the call reads before it returns.
    unsafe pledge_rename(path, destination)
  }

  /// Returns whether a process can handle a signal.
  package static func canHandle(signal: Int32) -> Bool { pledge_can_handle(signal) }

  /// Takes its default effect from a signal for which a source of events will be made.
  package static func claim(signal: Int32) { pledge_claim(signal) }

  /// Runs `body` with the signals unblocked that terminate processes or report their termination.
  ///
  /// Affects only those signals, on this thread. The previous signal mask is restored on return.
  package static func withSignalsThatEnd<Output>(_ body: () throws -> Output) rethrows -> Output {
    let before = pledge_unblock_ends()
    defer { pledge_block(before) }
    return try body()
  }

  /// The system's number of the current thread, as in events.
  package static var currentThread: UInt64 { pledge_thread_number() }

  /// A readable descriptor; retains its handle.
  package struct Reader: Sendable {
    package let descriptor: Int32
    private let handle: any Sendable

    /// - Throws: ``Refusal`` if `descriptor` cannot be read.
    package init(of descriptor: Int32, retaining handle: any Sendable) throws(Refusal) {
      (self.descriptor, self.handle) = (descriptor, handle)
      let number = pledge_check_readable(descriptor)
      guard number == 0 else { throw Refusal(number: number) }
    }
  }

  /// A failed system call.
  package struct Refusal: Error {
    /// The system's error number.
    package let number: Int32
  }
}
