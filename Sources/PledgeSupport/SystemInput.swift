#if !canImport(Darwin) && !os(Windows)
import CPledge

extension System {
  /// A blocking reader of a file descriptor that another thread can stop.
  ///
  /// The owner of the reader keeps the descriptor open.
  package final class Input: Sendable {
    private let descriptor: Int32
    private let stopSignal: Int32

    /// Returns whether reading from a descriptor may block; `false` for files.
    package static func mayWait(for descriptor: Int32) -> Bool { pledge_may_wait(descriptor) }

    /// Creates a reader of `descriptor`.
    ///
    /// - Throws: ``Refusal`` if the system cannot open another descriptor.
    package init(_ descriptor: Int32) throws(Refusal) {
      let signal = pledge_signal_create()
      guard signal >= 0 else { throw Refusal(number: -signal) }
      self.descriptor = descriptor
      stopSignal = signal
    }

    deinit { pledge_signal_destroy(stopSignal) }

    /// Passes each part of the input to `receive`, as it comes, until its end.
    ///
    /// - Returns: 0 at the end, or the system's error number; `nil` if the reader was stopped.
    package func read(_ receive: ([UInt8]) -> Void) -> Int32? {
      while true {
        var found: Int64 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65536) { buffer, initialized in
          // SAFETY: the call writes as many bytes as it returns, at most as many as there is room.
          found = unsafe pledge_read_unless(
            stopSignal,
            descriptor,
            buffer.baseAddress,
            UInt64(buffer.count)
          )
          initialized = Int(max(found, 0))
        }
        if found == PLEDGE_SIGNALLED { return nil }
        guard found > 0 else { return Int32(-found) }
        receive(bytes)
      }
    }

    /// Stops the reader: ``read(_:)`` returns, and so do all later calls.
    package func stop() { pledge_signal_set(stopSignal) }
  }
}
#endif
