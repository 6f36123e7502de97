#if os(macOS) || os(Linux) || os(Android)
public import Foundation
public import Pledge

extension Process {
  /// Starts the process and collects its output until it ends.
  ///
  ///     let git = Process()
  ///     git.executableURL = URL(fileURLWithPath: "/usr/bin/git")
  ///     git.arguments = ["status", "--short"]
  ///     git.launch(.promise).map { $0.text }.observe { print($0) }
  ///
  /// Fulfills the promise if the exit status is 0; otherwise, or if a signal ends the process,
  /// rejects it with a ``ProcessError`` that contains the output. If the process cannot be started,
  /// or was started before, rejects it with a ``ProcessLaunchError``.
  ///
  /// When the promise is discarded or its last consumer detaches, the process is asked to
  /// terminate, and killed if it does not end within `grace`. Its output is still read until it has
  /// ended. Its child processes are not terminated.
  ///
  /// This call replaces both outputs of the process with its own pipes, and restores them if the
  /// process cannot be started. Other settings stay, including the termination handler. The promise
  /// also waits for the end of both outputs, even if a surviving child process holds them open.
  /// Then this side of the pipes is closed. Handlers run on a global queue or a thread of
  /// Foundation's by default.
  ///
  /// If the system cannot open the pipes, the promise is rejected with a `POSIXError`. On Linux,
  /// reading each output also needs a thread and a descriptor, to which the same applies.
  ///
  /// On Linux, do not call `waitUntilExit()` before the process has ended. Foundation retains a
  /// process until that method has been called, so this call does it then, and Foundation does not
  /// support it on two threads.
  ///
  /// - Parameters:
  ///   - form: `.promise`.
  ///   - grace: The time a discarded process has to end before it is killed; if zero or negative,
  ///     it is killed immediately.
  ///   - clock: The clock that measures `grace`.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Returns: A promise for the output of the process.
  public func launch(
    _ form: PromiseForm,
    grace: Duration = .seconds(5),
    clock: any Clock<Duration> = ContinuousClock(),
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<ProcessOutput> {
    do {
      let pipes = try Pipe.openForLaunch()
      let exit = try launch(into: pipes[0], pipes[1], at: (file, line))
      exit.resolver.onDiscard { self.stop(within: grace, clock, unless: exit.ended) }
      let parts = all(
        pipes[0].read(until: exit.ended, at: (file, line)),
        pipes[1].read(until: exit.ended, at: (file, line)),
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
  /// - Returns: Two promises for its end. Discarding the first one does not affect the second.
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
    let ends = [output, errorOutput].map(\.fileHandleForWriting)
    // Not the pipes, which the process would keep open as long as it exists.
    (standardOutput, standardError) = (ends[0], ends[1])
    terminationHandler = { process in
      handler?(process)
      process.releaseAfterEnd()
      ended.resolve()
      resolver.resolve(ProcessExit(process))
    }
    do {
      try withoutBlockedSignals(run)
      for end in ends { try? end.close() }
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
    _ clock: any Clock<Duration>,
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
  /// Reads to the end, or until `ended` if the promise is discarded.
  ///
  /// A terminating process can thus still write without failing or blocking.
  fileprivate func read(
    until ended: Future<Void>,
    at place: (file: StaticString, line: UInt)
  ) -> Promise<Data> {
    let (promise, resolver) = Promise<Data>.pending(file: place.file, line: place.line)
    let reading = fileHandleForReading.readToEnd(.promise, file: place.file, line: place.line)
    reading.observe { resolver.settle(with: $0) }
    resolver.onDiscard { ended.observe { _ in reading.discard() } }
    return promise
  }
}

/// The reason and status with which a process ended.
struct ProcessExit: Sendable {
  let reason: Process.TerminationReason
  let status: Int32

  init(_ process: Process) {
    (reason, status) = (process.terminationReason, process.terminationStatus)
  }
}
#endif
