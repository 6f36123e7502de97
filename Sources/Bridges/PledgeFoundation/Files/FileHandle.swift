#if !os(Windows)
public import Foundation
public import Pledge

import class PledgeCore.Locked

extension FileHandle {
  /// Reads to the end of the file, or until the other side of the pipe or the socket is closed.
  ///
  ///     let user = FileHandle.standardInput.readToEnd(.promise).decoded(as: User.self)
  ///
  /// It takes no thread while there is nothing to read, but for a pipe, a socket or a terminal elsewhere
  /// than on Apple's systems: there a thread and a descriptor wait for each. An end that is reached at
  /// once gives empty data. A refusal of the system to read, or to have one thread or descriptor more,
  /// rejects with a `POSIXError`. Nobody else may read from the handle meanwhile, nor close it.
  /// Discarding the promise ends the reading, soon after `discard()` has returned: what was read by then is
  /// lost, the rest is not. Handlers run on a global queue unless told otherwise.
  ///
  /// - Parameters:
  ///   - form: `.promise`.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Returns: A promise for what there is from the current position on.
  /// - Complexity: O(*n*) in the number of bytes, which are all kept in memory.
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
    // The channel has the descriptor until it is done with it, and so the handle is held.
    let channel = DispatchIO(type: .stream, fileDescriptor: fileDescriptor, queue: queue) { _ in
      withExtendedLifetime(self) {}
    }
    let read = Locked(Data())
    channel.read(offset: 0, length: .max, queue: queue) { isDone, piece, code in
      if let piece {
        // Region by region, each of which is copied at once; all in one would be byte by byte.
        read.withLock { data in for region in piece.regions { data.append(contentsOf: region) } }
      }
      guard isDone else { return }
      channel.close()
      resolver.settle(code == 0 ? .success(read.withLock { $0 }) : .failure(posixError(code)))
    }
    resolver.onDiscard { channel.close(flags: .stop) }
  }
}

/// One of the system's numbers as an error.
func posixError(_ code: Int32) -> any Error {
  POSIXErrorCode(rawValue: code).map { POSIXError($0) }
    ?? NSError(domain: NSPOSIXErrorDomain, code: Int(code))
}
#endif
