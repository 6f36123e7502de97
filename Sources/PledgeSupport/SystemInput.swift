#if !canImport(Darwin) && !os(Windows)
import CPledge

extension System {
  /// An input that blocks the thread that reads it, until another thread stops that.
  package final class Input: Sendable {
    private let reader: Reader
    private let stopSignal: Int32

    /// Returns whether reading may block; `false` for regular files.
    package static func mayWait(for reader: Reader) -> Bool { pledge_may_wait(reader.descriptor) }

    /// - Throws: ``Refusal`` if the system cannot open another descriptor.
    package init(_ reader: Reader) throws(Refusal) {
      let signal = pledge_signal_create()
      guard signal >= 0 else { throw Refusal(number: -signal) }
      (self.reader, stopSignal) = (reader, signal)
    }

    deinit { pledge_signal_destroy(stopSignal) }

    /// Passes each part of the input to `receive`, as it comes, until its end.
    ///
    /// - Returns: 0 at the end, or the system's error number; `nil` if it was stopped.
    package func read(_ receive: ([UInt8]) -> Void) -> Int32? {
      while true {
        var found: Int64 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65536) { buffer, initialized in
          // SAFETY: the call writes as many bytes as it returns, at most as many as there is room.
          found = unsafe pledge_read_unless(
            stopSignal,
            reader.descriptor,
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

    /// Stops the reading: ``read(_:)`` returns `nil`, and so do all later calls.
    package func stop() { pledge_signal_set(stopSignal) }
  }
}
#endif
