internal import Dispatch
internal import PledgeCore
internal import PledgeSupport

extension Diagnostics {
  private static let pendingRecord = PendingRecord()
  private static let isRecordingPending = Once()

  /// Starts to record which promises are pending, for ``pending()`` and ``dump(on:)``.
  ///
  ///     Diagnostics.recordPending()  // at the start of the program
  ///
  /// The record contains the promises that were created after this call and are not settled, and
  /// those that they wait for. It keeps no promise alive. Its memory is proportional to the number of
  /// pending promises, about 200 bytes for each. From now on, promises are observed, so each event of
  /// one takes a lock (spec 18.6). Calling this method again has no effect.
  public static func recordPending() {
    if isRecordingPending() { install(pendingRecord) }
  }

  /// Returns what is pending, and what everything waits for.
  ///
  ///     print(Diagnostics.pending())
  ///
  /// Can be called from any thread, at any time: it neither retains a promise nor waits for one.
  /// While the record is copied, threads with new events wait.
  ///
  /// - Returns: The promises that are pending; none if ``recordPending()`` has not been called.
  /// - Complexity: O(*n* log *n*), where *n* is the number of pending promises.
  public static func pending() -> PendingReport {
    PendingReport(pendingRecord.entries, at: now)
  }
}

#if !os(Windows)
extension Diagnostics {
  private static let dumps = Locked<[Int32: any DispatchSourceSignal]>([:])

  /// Prints what is pending to standard error whenever the process receives `signal`.
  ///
  ///     Diagnostics.dump(on: SIGUSR1)  // at the start of a service; then `kill -USR1 PID`
  ///
  /// Calls ``recordPending()``. Observers that keep a record add to the dump: a running recorder of
  /// `PledgeTrace` writes its timeline to a file, whose path is printed. The dump is made on a queue
  /// of its own, so it works even if all other threads are blocked. The signal no longer has its
  /// default effect. Calling this method again for the same signal has no effect.
  ///
  /// - Parameter signal: The number of the signal, such as `SIGUSR1`.
  public static func dump(on signal: Int32) {
    recordPending()
    let new = dumps.withLock { dumps -> (any DispatchSourceSignal)? in
      if dumps[signal] != nil { return nil }
      let queue = DispatchQueue(label: "Pledge.dump", qos: .userInitiated)
      dumps[signal] = DispatchSource.makeSignalSource(signal: signal, queue: queue)
      return dumps[signal]
    }
    guard let source = new else { return }
    System.ignore(signal: signal)
    // A signal must not be lost that is sent once this method has returned.
    let registered = DispatchSemaphore(value: 0)
    source.setRegistrationHandler { registered.signal() }
    source.setEventHandler { dump() }
    source.activate()
    registered.wait()
  }

  /// Prints what is pending, and what observers add.
  private static func dump() {
    System.printLine("pledge: \(pending())")
    for line in additionsToDump() { System.printLine("pledge: \(line)") }
  }
}
#endif

/// The observer that keeps the table of pending promises.
private final class PendingRecord: BufferOwner {
  private let table = EventBuffer(PendingTable())

  var buffer: AnyEventBuffer { table }

  var entries: [UInt64: PendingTable.Entry] { table.withLock { $0.entries } }

  func observe(_ event: PromiseEvent) {
    table.receive(event.record, event.detail)
  }
}
