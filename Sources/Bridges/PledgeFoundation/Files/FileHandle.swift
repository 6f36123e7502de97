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
  /// pipe, socket, or terminal needs one. The result is empty data if there is nothing before the
  /// end. Rejects with a `POSIXError` if the system refuses to read, or to provide a thread or
  /// descriptor. Do not use or close the handle while the promise is pending. Discarding the
  /// promise stops the reading shortly after `discard()` returns: the data read so far is lost, the
  /// remaining data is not. The handle is retained until then; release it instead of closing it.
  /// Handlers run on a global queue by default.
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
      do throws(System.Refusal) {
        let reader = try System.Reader(of: fileDescriptor, retaining: self)
        #if !canImport(Darwin)
        if try reader.readOnThread(resolver) { return }
        #endif
        reader.readByDispatch(resolver)
      } catch {
        DispatchQueue.global().async { resolver.reject(posixError(error.number)) }
      }
    }
  }
}

extension System.Reader {
  fileprivate func readByDispatch(_ resolver: Resolver<Data>) {
    let queue = DispatchQueue.global()
    let read = Locked((data: Data(), error: Int32(0)))
    // The channel uses the number of the descriptor until its cleanup handler runs. A consumer may
    // close the handle, so the promise is settled there. For a descriptor that cannot be read,
    // Dispatch would run that handler too early.
    let channel = DispatchIO(type: .stream, fileDescriptor: descriptor, queue: queue) { code in
      let (data, error) = withExtendedLifetime(self) { read.withLock { $0 } }
      resolver.settle(with: readOutcome(data, code == 0 ? error : code))
    }
    channel.read(offset: 0, length: .max, queue: queue) { isDone, piece, code in
      if let piece {
        // Appends each region separately, which is a bulk copy; appending all at once would copy
        // byte by byte.
        read.withLock { for region in piece.regions { $0.data.append(contentsOf: region) } }
      }
      guard isDone else { return }
      read.withLock { $0.error = code }
      channel.close()
    }
    resolver.onDiscard { channel.close(flags: .stop) }
  }
}

/// Returns the outcome of a read, by its system error number.
func readOutcome(_ data: Data, _ code: Int32) -> Result<Data, any Error> {
  code == 0 ? .success(data) : .failure(posixError(code))
}

/// Returns the error of a system error number.
func posixError(_ code: Int32) -> any Error {
  POSIXErrorCode(rawValue: code).map { POSIXError($0) }
    ?? NSError(domain: NSPOSIXErrorDomain, code: Int(code))
}
#endif
