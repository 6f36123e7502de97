internal import Dispatch
internal import PledgeCore
internal import PledgeSupport

extension Diagnostics {
  private typealias InstalledRecord = (record: PendingRecord, installation: Installation)
  private static let pendingRecord = Locked<InstalledRecord?>(nil)

  /// Starts to record which promises are pending, for ``pending()`` and ``dump(on:)``.
  ///
  ///     Diagnostics.recordPending()  // at the start of the program
  ///
  /// The record contains the promises that were created after this call and are not settled, and
  /// those that they wait for. It keeps no promise alive. Its memory is proportional to the number
  /// of pending promises, about 250 bytes for each. From now on, promises are observed, so each
  /// event of one takes a lock (spec 18.6). While it is recorded, calling this method again has no
  /// effect.
  ///
  /// - Returns: The installation, with which you can stop recording.
  @discardableResult
  public static func recordPending() -> Installation {
    pendingRecord.withLock { installed in
      if let installed, isInstalled(installed.installation) { return installed.installation }
      let record = PendingRecord()
      let installation = install(record)
      installed = (record, installation)
      return installation
    }
  }

  /// Returns what is pending, and what everything waits for.
  ///
  ///     print(Diagnostics.pending())
  ///
  /// Can be called from any thread, at any time: it neither retains a promise nor waits for one.
  /// While the record is copied, threads with new events wait.
  ///
  /// - Returns: The promises that are pending. Without ``recordPending()``, there are none, and the
  ///   description says so.
  /// - Complexity: O(*n* log *n*), where *n* is the number of pending promises.
  public static func pending() -> PendingReport {
    pendingGraph.map { PendingReport($0, at: now) } ?? PendingReport()
  }

  /// The graph of pending promises; `nil` if they are not recorded.
  static var pendingGraph: PendingGraph? {
    guard let installed = pendingRecord.withLock({ $0 }), isInstalled(installed.installation) else {
      return nil
    }
    return PendingGraph(installed.record.entries)
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
  /// `PledgeTrace` writes its timeline to a file, whose path is printed. The dump is made on a
  /// queue of its own, so blocked queues of the program do not delay it, as long as the system can
  /// start another thread. The signal no longer has its default effect, nor that of an earlier
  /// handler; a `DispatchSource` of the program still receives it. A handler that the program
  /// installs later, or ignoring the signal, ends the dumps. Calling this method again for the same
  /// signal has no effect. In an Android app, use `SIGUSR2`: its runtime takes `SIGUSR1`.
  ///
  /// - Parameter signal: The number of a signal that can be handled, such as `SIGUSR1`.
  public static func dump(on signal: Int32) {
    precondition(
      System.canHandle(signal: signal),
      "dump(on: \(signal)): use a signal that a process can handle, such as SIGUSR1"
    )
    recordPending()
    let new = dumps.withLock { dumps -> (any DispatchSourceSignal)? in
      if dumps[signal] != nil { return nil }
      System.claim(signal: signal)
      let queue = DispatchQueue(label: "Pledge.dump")
      dumps[signal] = DispatchSource.makeSignalSource(signal: signal, queue: queue)
      return dumps[signal]
    }
    guard let source = new else { return }
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
final class PendingRecord: BufferOwner {
  private let table = EventBuffer(PendingTable())

  var buffer: AnyEventBuffer { table }

  /// The entries; copied under the lock, also because the thread sanitizer does not see that a
  /// dictionary is copied before it is changed.
  var entries: [PendingTable.Entry] { table.withLock { Array($0.entries.values) } }

  func observe(_ event: PromiseEvent) {
    table.receive(event.record, event.detail)
  }
}
