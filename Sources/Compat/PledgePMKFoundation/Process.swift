#if os(macOS) || os(Linux) || os(Android)
public import Foundation
public import PledgePromiseKit

extension Process {
  /// Starts the process and waits for its end.
  ///
  ///     process.launch(.promise).done { std in
  ///       print(std.out.fileHandleForReading.readDataToEndOfFile())
  ///     }
  ///
  /// A status of 0 fulfils the promise; any other, or the end by a signal, rejects it with
  /// ``PMKError/execution(process:standardOutput:standardError:)``. If it cannot be started, the
  /// promise is rejected with what `run()` throws.
  ///
  /// Both outputs are pipes of this call's own, which nobody reads until the process has ended. One
  /// that writes more than a pipe holds, 64 KiB as a rule, waits for that, and never ends: use
  /// `launch(.promise)` of PledgeFoundation for those.
  ///
  /// - Parameter form: `.promise`, which tells this from Foundation's own method.
  /// - Returns: A promise for the pipes with what the process wrote, which is settled on a thread
  ///   of its own.
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
  /// Prints what the process wrote, or why it failed, and returns a promise that settles as this one.
  ///
  ///     process.launch(.promise).print().done { _ in exit(0) }.cauterize()
  ///
  /// The text of the standard output comes first, then that of the standard error; both go to the
  /// standard output of this program. Both pipes are read to their ends, so later handlers find them
  /// empty. Nothing is printed for output that is not text.
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
