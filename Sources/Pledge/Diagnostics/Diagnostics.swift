public import PledgeCore

/// Watching promises: who is told what happens to them.
///
/// What observers are told is in section 18 of the specification. While nobody is installed, a
/// promise pays a relaxed load where it is made, derived and settled.
public enum Diagnostics {
  /// An observer that is told, until it is removed.
  public struct Installation: Sendable {
    fileprivate let number: UInt64

    /// Tells the observer nothing more; does nothing if it was removed before.
    ///
    /// An event that another thread is telling of may still come.
    public func remove() {
      // Released outside of the lock: it may be the last reference.
      let removed = Diagnostics.installed.withLock { installed in
        let removed = installed.remove(number)
        Instrumentation.dispatch(to: installed.coreObservers)
        return removed
      }
      withExtendedLifetime(removed) {}
    }
  }

  private static let installed = Locked(Installed())

  /// Has `observer` told of everything that happens to promises from now on.
  ///
  /// Several observers are told in the order of their installation. Numbers of promises start anew
  /// with the first one.
  ///
  /// - Parameter observer: What is told; it is kept until it is removed.
  /// - Returns: What removes it.
  @discardableResult
  public static func install(_ observer: some PromiseObserver) -> Installation {
    installed.withLock { installed in
      let number = installed.add(observer)
      Instrumentation.dispatch(to: installed.coreObservers)
      return Installation(number: number)
    }
  }

  /// The time on the clock of the events, in nanoseconds.
  ///
  /// It never goes back, and starts anywhere.
  public static var now: UInt64 { Instrumentation.now }

  /// The number of `promise`, by which events name it.
  ///
  /// - Parameter promise: The promise.
  /// - Returns: Its number; `nil` while no observer is installed.
  public static func id<Value>(of promise: Future<Value>) -> PromiseID? {
    InstrumentationFlags.current.includeAny(of: .events)
      ? PromiseID(Instrumentation.number(of: promise)) : nil
  }

  /// Returns `text` with scalars that are not printable escaped as in a Swift literal, on one line.
  ///
  /// - Parameter text: The text.
  /// - Returns: The line.
  package static func printable(_ text: Substring) -> String { text.escaped() }

  /// What the observers say of `promise`, one after the other.
  static func explanation(of promise: PromiseID) -> String? {
    let texts = observers.compactMap { $0.explanation(of: promise) }
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }

  private static var observers: [any PromiseObserver] { installed.withLock { $0.observers } }
}

/// An observer that the core can tell by itself, if there is no other.
@usableFromInline package protocol BufferOwner: PromiseObserver {
  /// What the core takes notes in.
  var buffer: AnyEventBuffer { get }
}

/// Tells a set of observers.
private final class EventDispatcher: EventListener {
  private let observers: [any PromiseObserver]

  init(to observers: [any PromiseObserver]) {
    self.observers = observers
  }

  func receive(_ record: Instrumentation.EventRecord, _ detail: Instrumentation.Detail) {
    let event = PromiseEvent(record, detail)
    for observer in observers { observer.observe(event) }
  }
}

/// Who is installed.
private struct Installed {
  private(set) var observers: [any PromiseObserver] = []
  private var numbers: [UInt64] = []
  private var last: UInt64 = 0

  /// The observers as the core sees them.
  var coreObservers: Instrumentation.Observers {
    if observers.count == 1, let own = observers[0] as? any BufferOwner {
      return .buffer(own.buffer)
    }
    return observers.isEmpty ? .none : .listener(EventDispatcher(to: observers))
  }

  mutating func add(_ observer: any PromiseObserver) -> UInt64 {
    last += 1
    observers.append(observer)
    numbers.append(last)
    return last
  }

  mutating func remove(_ number: UInt64) -> (any PromiseObserver)? {
    guard let index = numbers.firstIndex(of: number) else { return nil }
    numbers.remove(at: index)
    return observers.remove(at: index)
  }
}
