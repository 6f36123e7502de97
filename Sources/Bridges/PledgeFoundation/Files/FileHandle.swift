#if !os(Windows)
public import Foundation
public import Pledge

import PledgeSupport

extension FileHandle {
  /// Reads to the end of the file, or until the other end of the pipe or socket is closed.
  ///
  ///     let user = FileHandle.standardInput.readToEnd(.promise).decoded(as: User.self)
  ///
  /// Reading uses no thread while there is nothing to read, except on non-Apple systems, where a
  /// pipe, socket, or terminal needs a thread and a descriptor. The result is empty data if there
  /// is nothing before the end. Rejects with a `POSIXError` if the system refuses to read, or to
  /// provide the thread or descriptor. Do not use or close the handle while the promise is pending.
  /// Discarding the promise stops the reading shortly after `discard()` returns: the data read so
  /// far is lost, the remaining data is not. Handlers run on a global queue by default.
  ///
  /// - Parameters:
  ///   - form: `.promise`.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Returns: A promise for the data from the current position to the end.
  /// - Complexity: O(*n*) in the number of bytes. All are kept in memory.
  public func readToEnd(
    _ form: PromiseForm,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Data> {
    Promise(file: file, line: line) { (resolver: Resolver<Data>) in
      if readOnThread(resolver) { return }
      readByDispatch(resolver)
    }
  }

  private func readByDispatch(_ resolver: Resolver<Data>) {
    let queue = DispatchQueue.global()
    // The channel uses the descriptor until its cleanup handler runs, so the handle is retained.
    let channel = DispatchIO(type: .stream, fileDescriptor: fileDescriptor, queue: queue) { _ in
      withExtendedLifetime(self) {}
    }
    let read = Locked(Data())
    channel.read(offset: 0, length: .max, queue: queue) { isDone, piece, code in
      if let piece {
        // Appends each region separately, which is a bulk copy; appending all at once would copy
        // byte by byte.
        read.withLock { data in for region in piece.regions { data.append(contentsOf: region) } }
      }
      guard isDone else { return }
      channel.close()
      resolver.settle(with: code == 0 ? .success(read.withLock { $0 }) : .failure(posixError(code)))
    }
    resolver.onDiscard { channel.close(flags: .stop) }
  }
}

/// Returns the error of a system error number.
func posixError(_ code: Int32) -> any Error {
  POSIXErrorCode(rawValue: code).map { POSIXError($0) }
    ?? NSError(domain: NSPOSIXErrorDomain, code: Int(code))
}
#endif
