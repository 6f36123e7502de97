internal import PledgeSupport

/// What settles a promise: a task with its child tasks, or a handler that runs on a context.
///
/// It is known only while a table of what is pending is recorded; nothing costs more otherwise.
package struct PromiseWorker: Sendable {
  /// What runs now; `nil` if that settles no recorded promise.
  @TaskLocal private static var current: PromiseWorker?

  /// The number of the promise.
  private let promise: UInt64

  /// Returns what will settle `promise`; `nil` if that is not recorded.
  package init?(of promise: Node) {
    guard InstrumentationFlags.current.includeAny(of: .workers), promise.isPromise else {
      return nil
    }
    self.promise = Instrumentation.number(of: promise)
  }

  /// Returns what awaits `other` from now on; `nil` if that is not recorded.
  static func awaiting(_ other: Node) -> PromiseWorker? {
    guard InstrumentationFlags.current.includeAny(of: .workers), let current else { return nil }
    current.note(.awaits, other)
    return current
  }

  /// Records that the wait for `other` has ended.
  func ended(_ other: Node) { note(.awaited, other) }

  /// Records that a task settles the promise.
  ///
  /// Copied: a string that is bridged from Objective-C must not be released under the lock.
  package func isTask(named name: String?) {
    let name = name.map { String(decoding: $0.utf8, as: UTF8.self) }
    note(.task, detail: .words(Instrumentation.Words(name: name)))
  }

  /// Records that the promise is that of an operation in a queue.
  package func isOperation(of queue: AnyObject, limit: Int) {
    note(.queued, limit: UInt64(max(limit, 0)), UInt(bitPattern: ObjectIdentifier(queue)))
  }

  /// Records that the promise is being settled on its context.
  package func begins() { note(.began) }

  /// Runs `body`, which settles the promise.
  package func run<Output>(_ body: () throws -> Output) rethrows -> Output {
    note(.began)
    return try PromiseWorker.$current.withValue(self, operation: body)
  }

  /// Runs `body`, which settles the promise in a task.
  package nonisolated(nonsending) func run<Output>(
    _ body: nonisolated(nonsending) () async throws -> Output
  ) async rethrows -> Output {
    try await PromiseWorker.$current.withValue(self, operation: body)
  }

  private func note(
    _ event: Instrumentation.EventRecord.Event,
    _ other: Node? = nil,
    limit: UInt64 = 0,
    _ address: UInt = 0,
    detail: Instrumentation.Detail = .none
  ) {
    Instrumentation.observation.withLock { observation in
      guard observation.observers.needAllEvents, let table = unsafe observation.buffer else { return }
      let number = other.map { observation.identities.number(at: $0.address) }
      let record = Instrumentation.EventRecord(
        event,
        of: promise,
        at: .unknown,
        other: number ?? limit,
        pendingOther: other?.siteIfPending ?? .unknown,
        address: address
      )
      // SAFETY: as in `dispatch`. A table has nothing to release.
      _ = unsafe table._withUnsafeGuaranteedRef { $0.take(record, detail) }
    }
  }
}
