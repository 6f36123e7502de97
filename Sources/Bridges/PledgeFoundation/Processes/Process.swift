#if os(macOS) || os(Linux) || os(Android)
public import Foundation
public import Pledge

extension Process {
  /// Starts the process and collects what it writes, until it ends.
  ///
  ///     let git = Process()
  ///     git.executableURL = URL(fileURLWithPath: "/usr/bin/git")
  ///     git.arguments = ["status", "--short"]
  ///     git.launch(.promise).map { $0.text }.observe { print($0) }
  ///
  /// A status of 0 fulfils the promise; any other, or the end by a signal, rejects it with a
  /// ``ProcessError``, which carries what was written. A process that cannot be started rejects it with
  /// a ``ProcessLaunchError``, and so does one that was started before.
  ///
  /// Discarding the promise, or the leaving of its last consumer, asks the process to terminate; one
  /// that does not end within `grace` is killed. Until it has ended, what it writes is still read.
  /// Children of its own are left alone.
  ///
  /// The pipes for both outputs are this call's own, in place of what was set; all else of the process
  /// is as it was set, its termination handler included, and the outputs are, too, if it cannot be
  /// started. The promise waits for the end of both outputs, which a child that the process leaves
  /// behind may hold open. Handlers run on a global queue or a thread of Foundation's unless told
  /// otherwise.
  ///
  /// On Linux, reading each output takes a thread and one descriptor more; where the system refuses
  /// these, the promise is rejected with a `POSIXError`.
  ///
  /// - Parameters:
  ///   - form: `.promise`.
  ///   - grace: How long a discarded process has to end by itself, 5 seconds unless said otherwise;
  ///     with none or less it is killed at once.
  ///   - clock: What measures that.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Returns: A promise for what the process wrote.
  public func launch(
    _ form: PromiseForm,
    grace: Duration = .seconds(5),
    clock: some Clock<Duration> = ContinuousClock(),
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<ProcessOutput> {
    let (output, errorOutput) = (Pipe(), Pipe())
    do {
      let exit = try launch(into: output, errorOutput, at: (file, line))
      exit.resolver.onDiscard { self.stop(within: grace, clock, unless: exit.ended) }
      let parts = all(
        output.read(until: exit.ended, at: (file, line)),
        errorOutput.read(until: exit.ended, at: (file, line)),
        exit.promise,
        file: file,
        line: line
      )
      return parts.map { [executableURL] output, errorOutput, exit in
        let output = ProcessOutput(output: output, errorOutput: errorOutput)
        guard exit.reason == .exit, exit.status == 0 else {
          throw ProcessError(path: executableURL?.path ?? "", exit: exit, output: output)
        }
        return output
      }
    } catch {
      return Promise(error: error, file: file, line: line)
    }
  }

  /// Starts the process.
  ///
  /// - Returns: Two promises for its end, of which the second one outlives a discard of the first.
  private func launch(
    into output: Pipe,
    _ errorOutput: Pipe,
    at place: (file: StaticString, line: UInt)
  ) throws -> (promise: Promise<ProcessExit>, resolver: Resolver<ProcessExit>, ended: Promise<Void>)
  {
    guard processIdentifier == 0 else { throw ProcessLaunchError(again: self) }
    let (promise, resolver) = Promise<ProcessExit>.pending(file: place.file, line: place.line)
    let (ended, handler) = (Promise<Void>(), terminationHandler)
    let outputs = (standardOutput, standardError)
    (standardOutput, standardError) = (output, errorOutput)
    terminationHandler = { process in
      handler?(process)
      ended.resolve()
      resolver.fulfill(ProcessExit(process))
    }
    do {
      try withoutBlockedSignals(run)
    } catch {
      promise.discard()
      terminationHandler = handler
      (standardOutput, standardError) = outputs
      throw ProcessLaunchError(self, error)
    }
    return (promise, resolver, ended)
  }

  private func stop(
    within grace: Duration,
    _ clock: some Clock<Duration>,
    unless ended: Future<Void>
  ) {
    terminate()
    ended.timeout(after: grace, clock: clock).catch { _ in self.kill() }
  }

  private func kill() {
    if isRunning { Foundation.kill(processIdentifier, SIGKILL) }
  }
}

extension Pipe {
  /// Reads to the end, and if nobody wants that any more, still until `ended`: a process that writes
  /// something on its way out is neither stopped for it nor kept waiting.
  fileprivate func read(
    until ended: Future<Void>,
    at place: (file: StaticString, line: UInt)
  ) -> Promise<Data> {
    let (promise, resolver) = Promise<Data>.pending(file: place.file, line: place.line)
    let reading = fileHandleForReading.readToEnd(.promise, file: place.file, line: place.line)
    reading.observe { resolver.settle($0) }
    resolver.onDiscard { ended.observe { _ in reading.discard() } }
    return promise
  }
}

/// How a process has ended.
struct ProcessExit: Sendable {
  let reason: Process.TerminationReason
  let status: Int32

  init(_ process: Process) {
    (reason, status) = (process.terminationReason, process.terminationStatus)
  }
}
#endif
