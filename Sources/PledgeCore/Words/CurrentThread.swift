internal import CPledge

/// The core's state for each thread, besides its ``Nesting``.
enum CurrentThread {
  /// The address of the promise that this thread last registered with while a thread was delivering
  /// from it; zero if there is none since this was reset.
  static var lastJoined: UInt {
    get { unsafe words.pointee.joined }
    set { unsafe words.pointee.joined = newValue }
  }

  /// The address of the ``DiscardReason`` that applies to discards on this thread; zero if none
  /// does.
  static var discardReason: UInt {
    get { unsafe words.pointee.reason }
    set { unsafe words.pointee.reason = newValue }
  }

  /// The number of reports of rejections on this thread, each caused by the previous one.
  static var reports: UInt {
    get { unsafe words.pointee.reports }
    set { unsafe words.pointee.reports = newValue }
  }

  /// The words of this thread, not kept longer than a call.
  static var words: UnsafeMutablePointer<pledge_thread> {
    unsafe pledge_current_thread().unsafelyUnwrapped
  }
}
