#if os(macOS) || os(Linux) || os(Android)
public import Foundation
public import PledgePromiseKit

extension Process {
  /// Starts the process and waits until it exits.
  ///
  ///     process.launch(.promise).done { std in
  ///       print(std.out.fileHandleForReading.readDataToEndOfFile())
  ///     }
  ///
  /// An exit status of 0 fulfills the promise; any other status or a signal rejects it with
  /// ``PMKError/execution(process:standardOutput:standardError:)``. If the process cannot be
  /// started, the promise is rejected with the error of `run()`.
  ///
  /// Both outputs are pipes that this call creates, and they are not read before the process has
  /// exited. A process that writes more than a pipe holds, typically 64 KiB, blocks and never
  /// exits: use `launch(.promise)` of PledgeFoundation for such processes.
  ///
  /// - Parameter form: `.promise`, which distinguishes this from Foundation's own method.
  /// - Returns: A promise for the pipes with the output of the process, settled on a dedicated
  ///   thread.
  @_disfavoredOverload
  public func launch(_ form: PMKNamespacer) -> Promise<(out: Pipe, err: Pipe)> {
    let (out, err) = (Pipe(), Pipe())
    (standardOutput, standardError) = (out, err)
    return Promise { seal in
      try run()
      Thread.detachNewThread {
        self.waitUntilExit()
        if self.terminationReason == .exit, self.terminationStatus == 0 {
          seal.fulfill((out, err))
        } else {
          seal.reject(PMKError(self, out, err))
        }
      }
    }
  }
}

extension Promise where T == (out: Pipe, err: Pipe) {
  /// Prints the output of the process or its error, and returns a promise with the same outcome.
  ///
  ///     process.launch(.promise).print().done { _ in exit(0) }.cauterize()
  ///
  /// Prints the text of the standard output, then that of the standard error, both to the standard
  /// output of this program. Reads both pipes to their ends, so later handlers find them empty.
  /// Prints nothing for output that is not text.
  ///
  /// - Returns: A promise with the same outcome, after the text has been printed on the queue of
  ///   `conf.Q.map`.
  @_disfavoredOverload
  public func print() -> Promise<T> {
    tap { result in
      switch result {
      case .fulfilled(let pipes):
        for pipe in [pipes.out, pipes.err] { Swift.print(pipe.text ?? "", terminator: "") }
      case .rejected(let error):
        Swift.print(error)
      }
    }
  }
}
#endif
