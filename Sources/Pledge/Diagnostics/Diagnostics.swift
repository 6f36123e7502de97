public import PledgeCore
internal import PledgeSupport

/// The registry of observers that receive events about promises.
///
/// Section 18 of the specification describes the events. While no observer is installed, a promise
/// costs one relaxed load each time that it is created, derived, or settled.
public enum Diagnostics {
  /// An installed observer.
  public struct Installation: Sendable {
    fileprivate let number: UInt64

    /// Stops reporting events to the observer; does nothing if the observer was already removed.
    ///
    /// An event that another thread is reporting may still arrive.
    public func remove() {
      // Released outside the lock, because this may be the last reference.
      let removed = Diagnostics.installed.withLock { installed in
        let removed = installed.remove(number)
        Instrumentation.dispatch(to: installed.coreObservers)
        return removed
      }
      withExtendedLifetime(removed) {}
    }
  }

  private static let installed = Locked(Installed())

  /// Installs `observer`, which receives the events of all promises from now on.
  ///
  /// Several observers are called in the order of their installation. The numbering of promises
  /// restarts when the first observer is installed.
  ///
  /// - Parameter observer: The observer to install. It is kept until it is removed.
  /// - Returns: The installation, with which you can remove the observer.
  @discardableResult
  public static func install(_ observer: some PromiseObserver) -> Installation {
    installed.withLock { installed in
      let number = installed.add(observer)
      Instrumentation.dispatch(to: installed.coreObservers)
      return Installation(number: number)
    }
  }

  /// Keeps the labels of promises for reports and derived stages, even without an observer
  /// (spec 18.4).
  ///
  ///     Diagnostics.keepLabels()  // at the start of a program that prints its reports
  ///
  /// Without an observer, only the promise that was given a label has it, and not once it is being
  /// deallocated, so reports do not show it. This method installs an observer that does nothing
  /// else, so each event of a promise costs little more than a lock. Some 4,000 labels may outlive
  /// their promises.
  ///
  /// - Returns: The installation, with which you can stop keeping labels.
  @discardableResult
  public static func keepLabels() -> Installation { install(LabelKeeper()) }

  static func isInstalled(_ installation: Installation) -> Bool {
    installed.withLock { $0.contains(installation.number) }
  }

  /// The current time on the clock of the events, in nanoseconds.
  ///
  /// The clock never goes back. Its origin is unspecified.
  public static var now: UInt64 { Instrumentation.now }

  /// Returns the number that identifies `promise` in events.
  ///
  /// - Parameter promise: The promise.
  /// - Returns: The number, or `nil` if no observer is installed.
  public static func id<Value>(of promise: Future<Value>) -> PromiseID? {
    InstrumentationFlags.current.includeAny(of: .events)
      ? PromiseID(Instrumentation.number(of: promise)) : nil
  }

  /// Returns the lines that the observers add to a dump.
  static func additionsToDump() -> [String] {
    installed.withLock { $0.observers }.compactMap { $0.addToDump() }
  }
}

/// An observer that lets the core record events directly if it is the only observer.
@usableFromInline package protocol BufferOwner: PromiseObserver {
  /// The buffer in which the core records events.
  var buffer: AnyEventBuffer { get }
}

/// A listener that reports events to a set of observers.
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

/// An observer that receives no events; while it is installed, labels are kept.
private struct LabelKeeper: PromiseObserver {
  func observe(_: PromiseEvent) {}
}

/// The installed observers.
private struct Installed {
  private(set) var observers: [any PromiseObserver] = []
  private var numbers: [UInt64] = []
  private var last: UInt64 = 0

  /// The observers in the form that the core takes.
  var coreObservers: Instrumentation.Observers {
    let recipients = observers.filter { !($0 is LabelKeeper) }
    if let table = recipients.lazy.compactMap({ $0 as? PendingRecord }).first {
      let others = recipients.filter { $0 as? PendingRecord !== table }
      let listener = others.isEmpty ? nil : EventDispatcher(to: others)
      return Instrumentation.Observers(
        buffer: table.buffer,
        listener: listener,
        needAllEvents: true
      )
    }
    if recipients.count == 1, let owner = recipients[0] as? any BufferOwner {
      return Instrumentation.Observers(buffer: owner.buffer)
    }
    if recipients.isEmpty { return Instrumentation.Observers(track: !observers.isEmpty) }
    return Instrumentation.Observers(listener: EventDispatcher(to: recipients))
  }

  mutating func add(_ observer: any PromiseObserver) -> UInt64 {
    last += 1
    observers.append(observer)
    numbers.append(last)
    return last
  }

  func contains(_ number: UInt64) -> Bool { numbers.contains(number) }

  mutating func remove(_ number: UInt64) -> (any PromiseObserver)? {
    guard let index = numbers.firstIndex(of: number) else { return nil }
    numbers.remove(at: index)
    return observers.remove(at: index)
  }
}
