internal import Pledge

/// The state that a source and its token share.
///
/// Its methods run under a lock and return the work to do after unlocking.
struct CancellationState {
  /// A block to call on cancellation.
  struct Observer {
    let number: Int
    let block: @Sendable () -> Void
  }

  private(set) var isRequested = false
  private(set) var isDisposed = false
  private var observers: [Observer] = []
  private var timer: Promise<Void>?
  private var last = 0

  /// Adds a block and returns its number, or `nil` if cancellation was already requested and the
  /// caller has to call the block immediately.
  mutating func add(_ block: @escaping @Sendable () -> Void) -> Int? {
    guard !isRequested else { return nil }
    last += 1
    observers.append(Observer(number: last, block: block))
    return last
  }

  /// Removes a block and returns it, so that the caller releases it after unlocking.
  mutating func remove(_ number: Int) -> Observer? {
    observers.firstIndex { $0.number == number }.map { observers.remove(at: $0) }
  }

  /// Records the request and returns the blocks to call and the timer to stop.
  ///
  /// Returns neither if this is not the first request or the source was disposed of.
  mutating func request() -> (observers: [Observer], timer: Promise<Void>?) {
    guard !isDisposed, !isRequested else { return ([], nil) }
    isRequested = true
    return takeAll()
  }

  /// Marks the source as disposed of and returns the blocks and the timer to release.
  mutating func dispose() -> (observers: [Observer], timer: Promise<Void>?) {
    isDisposed = true
    return takeAll()
  }

  /// Replaces the timer and returns the one to stop: the previous timer, or `new` if cancellation
  /// was requested or the source was disposed of.
  mutating func exchange(_ new: Promise<Void>?) -> Promise<Void>? {
    defer { timer = isRequested || isDisposed ? nil : new }
    return isRequested || isDisposed ? new : timer
  }

  private mutating func takeAll() -> (observers: [Observer], timer: Promise<Void>?) {
    defer { (observers, timer) = ([], nil) }
    return (observers, timer)
  }
}
