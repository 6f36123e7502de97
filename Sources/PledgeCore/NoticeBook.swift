/// Who is told of everything, outside of any lock.
package protocol NoticeListener: AnyObject, Sendable {
  /// Takes note of a notice; on the thread on which it happened.
  func hear(_ notice: Watch.Notice, _ detail: Watch.Detail)
}

/// What notes are taken in.
package protocol NoticeTaker: ~Copyable {
  /// Takes note of a notice; runs no user code, and releases nothing of a user's.
  ///
  /// - Returns: Whether something is to be taken by ``takeReleased()``.
  mutating func take(_ notice: borrowing Watch.Notice, _ detail: borrowing Watch.Detail) -> Bool

  /// Errors that it has let go of.
  mutating func takeReleased() -> [any Error]
}

/// A taker under the lock of the watch, which so is told without another one, and one thing after the
/// other.
@safe package final class NoticeBook<Taker: NoticeTaker & ~Copyable>: NoticeLog, @unchecked Sendable
{
  @exclusivity(unchecked) private var taker: Taker

  package init(_ taker: consuming sending Taker) {
    unsafe self.taker = taker
  }

  /// Runs `body` with the taker, alone.
  package func withLock<Output>(_ body: (inout Taker) -> Output) -> Output {
    Watch.alone { unsafe body(&taker) }
  }

  /// Takes note of what others were told.
  package func hear(_ notice: Watch.Notice, _ detail: Watch.Detail) {
    if withLock({ $0.take(notice, detail) }) { release() }
  }

  override func take(_ notice: borrowing Watch.Notice, _ detail: borrowing Watch.Detail) -> Bool {
    unsafe taker.take(notice, detail)
  }

  override func release() {
    // Without the lock: they are users' objects.
    _ = withLock { $0.takeReleased() }
  }
}

/// A book, whatever takes notes in it.
@usableFromInline package class NoticeLog: @unchecked Sendable {
  fileprivate init() {}

  /// The same as that of the taker; under the lock of the watch.
  func take(_ notice: borrowing Watch.Notice, _ detail: borrowing Watch.Detail) -> Bool { false }

  /// Lets go of what the taker has let go of; under no lock.
  func release() {}
}
