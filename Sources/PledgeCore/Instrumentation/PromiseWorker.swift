internal import PledgeSupport

/// The code that settles a promise: a task with its child tasks, or a handler on a context.
///
/// It is known only while a table of what is pending is recorded; nothing costs more otherwise.
package struct PromiseWorker: Sendable {
  /// The worker that runs now; `nil` if it settles no recorded promise.
  @TaskLocal fileprivate static var current: PromiseWorker?

  /// The number of the promise.
  private let promise: UInt64

  /// Creates the worker of `promise`; `nil` if that is not recorded.
  @inline(__always) package init?(of promise: Node) {
    guard InstrumentationFlags.current.includeAny(of: .workers), promise.isPromise else {
      return nil
    }
    self.promise = Instrumentation.number(of: promise)
  }

  /// Returns the worker that awaits `other` from now on; `nil` if that is not recorded.
  @inline(__always) static func awaiting(_ other: Node) -> PromiseWorker? {
    guard InstrumentationFlags.current.includeAny(of: .workers), let current else { return nil }
    current.note(.awaits, other)
    return current
  }

  /// Runs `body`, the handlers of a delivery, as no part of the current worker; returns `false` if
  /// there is none.
  static func leave(_ body: () -> Void) -> Bool {
    if current == nil { return false }
    $current.withValue(nil, operation: body)
    return true
  }

  /// Runs `body` as this worker, in the current task.
  package nonisolated(nonsending) func run<Output>(
    _ body: nonisolated(nonsending) () async throws -> Output
  ) async rethrows -> Output {
    try await PromiseWorker.$current.withValue(self, operation: body)
  }

  /// Records an event; see ``Instrumentation/EventRecord/Event``.
  package func note(
    _ event: Instrumentation.EventRecord.Event,
    _ other: Node? = nil,
    named name: String? = nil,
    queue: AnyObject? = nil,
    number: Int = 0
  ) {
    let words = name.map { Instrumentation.Words(name: $0.unbridged) }
    let detail = words.map(Instrumentation.Detail.words) ?? .none
    Instrumentation.observation.withLock { observation in
      guard observation.observers.needAllEvents, let table = unsafe observation.buffer else {
        return
      }
      let record = Instrumentation.EventRecord(
        event,
        of: promise,
        at: .unknown,
        other: other.map { observation.identities.number(at: $0.address) }
          ?? UInt64(max(number, 0)),
        pendingOther: other?.siteIfPending ?? .unknown,
        address: queue.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0
      )
      // SAFETY: as in `dispatch`. A table has nothing to release.
      _ = unsafe table._withUnsafeGuaranteedRef { $0.take(record, detail) }
    }
  }
}

extension PromiseWorker? {
  /// Runs `body` as this worker, if there is one, on its context.
  @inline(__always) package func run<Output>(_ body: () throws -> Output) rethrows -> Output {
    guard let self else { return try body() }
    self.note(.began)
    return try PromiseWorker.$current.withValue(self, operation: body)
  }
}
