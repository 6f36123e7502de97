internal import CPledge

extension Watch {
  /// Tells a book under the lock, and others without it; nobody while this thread is telling already:
  /// what observers do to promises, and what goes with what they let go of, is not told.
  ///
  /// - Parameters:
  ///   - detail: What else is told.
  ///   - identify: Says whom it is about; of nobody, nothing is told.
  ///   - notice: Says what happened.
  @inline(__always)
  static func tell(
    _ detail: Detail = .none,
    about identify: (inout Identities) -> Subject?,
    by notice: (Subject) -> Notice
  ) {
    let rest = watched.withLock { watched -> Rest in
      // Told or not, it has a number: another promise may have had its place.
      guard let subject = identify(&watched.identities), !isTelling else { return .nothing }
      if let book = unsafe watched.book {
        // SAFETY: the audience keeps it, and does not change while this is locked.
        let releases = unsafe book._withUnsafeGuaranteedRef { $0.take(notice(subject), detail) }
        return unsafe releases ? .release(book.takeUnretainedValue()) : .nothing
      }
      if case .listener(let listener) = watched.audience { return .telling(listener, subject) }
      return .nothing
    }
    switch rest {
    case .nothing: return
    case .release(let book): telling { book.release() }
    case .telling(let listener, let subject): telling { listener.hear(notice(subject), detail) }
    }
  }

  @inline(__always)
  private static var isTelling: Bool { unsafe Nesting().thread.pointee.tells != 0 }

  @inline(__always)
  private static func telling(_ body: () -> Void) {
    let thread = unsafe Nesting().thread
    unsafe thread.pointee.tells = 1
    body()
    unsafe thread.pointee.tells = 0
  }
}

extension Watch {
  /// Who is told.
  package enum Audience: Sendable {
    case nobody
    case book(NoticeLog)
    case listener(any NoticeListener)

    var isEmpty: Bool { if case .nobody = self { true } else { false } }
  }

  /// The number of a promise, and that of another one if it is about two.
  struct Subject {
    let promise: UInt64
    let other: UInt64

    init(_ promise: UInt64, _ other: UInt64 = 0) {
      self.promise = promise
      self.other = other
    }
  }

  /// What is left to be done of telling, under no lock.
  private enum Rest {
    case nothing
    case release(NoticeLog)
    case telling(any NoticeListener, Subject)
  }
}

/// Who is told, and of which promises.
@safe struct Watched: ~Copyable {
  var identities = Identities()
  private(set) var audience = Watch.Audience.nobody
  /// The book, if that is told; without counting references, which would cost more than all the rest.
  private(set) var book: Unmanaged<NoticeLog>?

  /// Puts another audience in place of this one.
  mutating func swap(_ new: inout Watch.Audience) {
    Swift.swap(&audience, &new)
    unsafe book = nil
    if case .book(let log) = audience { unsafe book = Unmanaged.passUnretained(log) }
    // Before, too: who saw that somebody listens may have come late.
    if audience.isEmpty || new.isEmpty { identities.removeAll() }
  }
}

extension Node {
  /// Tells that this promise waits for another one, if anybody wants to hear of it.
  ///
  /// Any thread, while both are held.
  @inlinable @inline(__always) package final func tellsOfWaiting(for other: Node) {
    if Wishes.current.includeAny(of: .events) { Watch.waits(self, for: other) }
  }

  /// Tells that this promise has an outcome, if anybody wants to hear of it.
  ///
  /// Who has settled it, before it delivers.
  @inlinable @inline(__always) final func tellsOfOutcome() {
    if Wishes.current.includeAny(of: .events) { Watch.wasSettled(self) }
  }

  /// The number of this promise, if anybody wants to hear of it; zero otherwise.
  final var numberIfWatched: UInt64 {
    Wishes.current.includeAny(of: .events) ? Watch.number(of: self) : 0
  }

  /// Whether there is an outcome.
  ///
  /// Any thread.
  package final var isSettled: Bool { state.loadAcquiring() & State.settled != 0 }
}
