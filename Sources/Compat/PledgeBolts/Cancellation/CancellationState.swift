internal import Pledge

/// What a source and its token share: decides under a lock what is done outside of it.
struct CancellationState {
  /// A block that hears of the cancellation.
  struct Observer {
    let number: Int
    let block: @Sendable () -> Void
  }

  private(set) var isRequested = false
  private(set) var isDisposed = false
  private var observers: [Observer] = []
  private var timer: Promise<Void>?
  private var last = 0

  /// Adds a block, and returns its number; none if it has to be called at once.
  mutating func add(_ block: @escaping @Sendable () -> Void) -> Int? {
    guard !isRequested else { return nil }
    last += 1
    observers.append(Observer(number: last, block: block))
    return last
  }

  /// Takes a block out, which the caller lets go of.
  mutating func remove(_ number: Int) -> Observer? {
    observers.firstIndex { $0.number == number }.map { observers.remove(at: $0) }
  }

  /// Notes the request, and returns the blocks to call and the timer to stop; nothing if it is not the
  /// first.
  mutating func request() -> (observers: [Observer], timer: Promise<Void>?) {
    guard !isDisposed, !isRequested else { return ([], nil) }
    isRequested = true
    return takeAll()
  }

  /// Ends all use, and returns what is to be let go of.
  mutating func dispose() -> (observers: [Observer], timer: Promise<Void>?) {
    isDisposed = true
    return takeAll()
  }

  /// Puts another timer in the place of the one there is, which is to be stopped.
  mutating func exchange(_ new: Promise<Void>?) -> Promise<Void>? {
    defer { timer = isRequested || isDisposed ? nil : new }
    return isRequested || isDisposed ? new : timer
  }

  private mutating func takeAll() -> (observers: [Observer], timer: Promise<Void>?) {
    defer { (observers, timer) = ([], nil) }
    return (observers, timer)
  }
}
