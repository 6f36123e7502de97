#if !canImport(Darwin) && !os(Windows)
import CPledge

extension System {
  /// A blocking reader of a file descriptor that another thread can stop.
  ///
  /// The owner of the reader keeps the descriptor open.
  package final class Input: Sendable {
    /// The result of a read.
    package enum Piece {
      case bytes([UInt8])
      /// The end of the input.
      case end
      /// Another thread has stopped the reader; nothing was read.
      case stopped
      case failure(Refusal)
    }

    private let descriptor: Int32
    private let stopSignal: pledge_signal

    /// Returns whether reading from a descriptor may block; `false` for files and directories.
    package static func mayWait(for descriptor: Int32) -> Bool { pledge_may_wait(descriptor) }

    /// Creates a reader of `descriptor`.
    ///
    /// - Throws: ``Refusal`` if the system cannot open another descriptor.
    package init(_ descriptor: Int32) throws(Refusal) {
      let signal = pledge_signal_create()
      guard signal.number == 0 else { throw Refusal(number: signal.number) }
      self.descriptor = descriptor
      stopSignal = signal
    }

    deinit {
      pledge_signal_destroy(stopSignal)
    }

    /// Waits for input and reads up to `count` bytes.
    package func next(upTo count: Int) -> Piece {
      var found: Int64 = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        // SAFETY: the call writes as many bytes as it returns, at most `count`.
        found = unsafe pledge_read_unless(
          stopSignal,
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

    /// Stops the reader: a call of ``next(upTo:)`` that is waiting, and all later ones, return
    /// ``Piece/stopped``.
    package func stop() { pledge_signal_set(stopSignal) }
  }
}
#endif
