#if !canImport(Darwin) && !os(Windows)
import CPledge

extension System {
  /// What one thread reads from a descriptor, and waits for, until another thread stops it.
  ///
  /// Whoever has it keeps the descriptor open.
  package final class Input: Sendable {
    /// What a wait has come to.
    package enum Piece {
      case bytes([UInt8])
      /// Nobody can write any more.
      case end
      /// Another thread has ended the wait; nothing was read.
      case stopped
      /// The system's number of what went wrong.
      case failure(Int32)
    }

    private let descriptor: Int32
    /// A pipe that has something to read once it is to stop.
    private let stopping: pledge_pipe

    /// Whether reading from the descriptor may have to wait for somebody: not for a file.
    package static func mayWait(for descriptor: Int32) -> Bool { pledge_may_wait(descriptor) }

    /// - Returns: `nil` if the process may have no more descriptors.
    package init?(_ descriptor: Int32) {
      let pipe = pledge_make_pipe()
      guard pipe.number == 0 else { return nil }
      self.descriptor = descriptor
      stopping = pipe
    }

    deinit {
      pledge_close(stopping.reading_end)
      pledge_close(stopping.writing_end)
    }

    /// Waits for something to read, and reads up to `count` bytes of it.
    package func next(upTo count: Int) -> Piece {
      guard !pledge_wait_for_either(descriptor, stopping.reading_end) else { return .stopped }
      var found = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        // SAFETY: the call writes as many bytes as it answers, which is no more than there is room for.
        found = unsafe pledge_read(descriptor, buffer.baseAddress, count)
        initialized = max(found, 0)
      }
      return found > 0 ? .bytes(bytes) : found == 0 ? .end : .failure(Int32(-found))
    }

    /// Ends the wait of `next`, now or when it comes to that; call it once.
    package func stop() { pledge_write_byte(stopping.writing_end) }
  }
}
#endif
