import FlyingFox
import FlyingSocks
import Foundation

extension HTTPResponse {
  /// Returns a response that announces all of `body` but breaks off in the middle.
  static func broken(_ body: Data) -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok,
      headers: [.contentType: "application/json"],
      body: HTTPBodySequence(from: BrokenBody(bytes: body.prefix(10)), count: body.count)
    )
  }
}

/// Some bytes, followed by an error that makes the server end the connection.
private struct BrokenBody: AsyncBufferedSequence {
  let bytes: Data

  func makeAsyncIterator() -> Iterator { Iterator(bytes: bytes) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    fileprivate var bytes: Data

    mutating func next() async throws -> UInt8? {
      guard let byte = bytes.popFirst() else { throw CancellationError() }
      return byte
    }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      guard !bytes.isEmpty else { throw CancellationError() }
      defer { bytes.removeAll() }
      return bytes
    }
  }
}
