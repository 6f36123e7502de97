public import Foundation

/// A transfer in progress.
///
/// It can be canceled from any thread.
public final class Transfer: @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private var isCanceled = false

  /// Stops the transfer.
  ///
  /// When this method returns, no callback is running or will be called.
  public func cancel() { lock.withLock { isCanceled = true } }

  func unlessCanceled(_ body: () -> Void) { lock.withLock { if !isCanceled { body() } } }
}

/// A server of files of 100 bytes, which it sends in 4 chunks.
///
/// It drops the first connection for every tenth file. All callbacks run on its queue, which also
/// guards its state.
public final class FileServer: @unchecked Sendable {
  private let queue = DispatchQueue(label: "files")
  private let limit: Int
  private var sent = 0
  private var dropped: Set<String> = []

  /// Creates a server that goes offline after `limit` chunks.
  public init(chunksUntilOffline limit: Int = .max) { self.limit = limit }

  /// The number of chunks that were sent.
  public var sentChunks: Int { queue.sync { sent } }

  /// Sends the bytes of a file from `offset` on.
  public func send(
    _ name: String,
    from offset: Int,
    chunk: @escaping @Sendable (_ bytes: Data, _ size: Int) -> Void,
    completion: @escaping @Sendable ((any Error)?) -> Void
  ) -> Transfer {
    let transfer = Transfer()
    @Sendable func proceed(from start: Int) {
      queue.async {
        transfer.unlessCanceled {
          if start == 100 { return completion(nil) }
          if let error = self.takeError(before: start, of: name) { return completion(error) }
          self.sent += 1
          chunk(Data(repeating: UInt8(start), count: 25), 100)
          proceed(from: start + 25)
        }
      }
    }
    proceed(from: offset)
    return transfer
  }

  private func takeError(before start: Int, of name: String) -> (any Error)? {
    if sent >= limit { return ServiceError.offline }
    let isDropped = start == 50 && name.hasSuffix("5") && dropped.insert(name).inserted
    return isDropped ? URLError(.networkConnectionLost) : nil
  }
}
