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
      case failure(Refusal)
    }

    private let descriptor: Int32
    private let stopping: pledge_signal

    /// Whether reading from the descriptor may have to wait for somebody: not for a file.
    package static func mayWait(for descriptor: Int32) -> Bool { pledge_may_wait(descriptor) }

    /// - Throws: The refusal of the system to have one descriptor more open.
    package init(_ descriptor: Int32) throws(Refusal) {
      let signal = pledge_signal_create()
      guard signal.number == 0 else { throw Refusal(number: signal.number) }
      self.descriptor = descriptor
      stopping = signal
    }

    deinit {
      pledge_signal_destroy(stopping)
    }

    /// Waits for something to read, and reads up to `count` bytes of it.
    package func next(upTo count: Int) -> Piece {
      var found: Int64 = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        // SAFETY: the call writes as many bytes as it answers, which is no more than there is room for.
        found = unsafe pledge_read_unless(
          stopping,
          descriptor,
          buffer.baseAddress,
          UInt64(count)
        )
        initialized = Int(max(found, 0))
      }
      return switch found {
      case PLEDGE_SIGNALLED: .stopped
      case ..<0: .failure(Refusal(number: Int32(-found)))
      case 0: .end
      default: .bytes(bytes)
      }
    }

    /// Ends the wait of `next`, now or when it comes to that.
    package func stop() { pledge_signal_set(stopping) }
  }
}
#endif
