import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The kinds of requests of a session.
enum TransferRequest: Sendable {
  case load(URLRequest)
  case upload(Data, URLRequest)
  case uploadFile(URL, URLRequest)
  case download(URLRequest)
  case resumeDownload(Data)

  /// Whether the progress is that of the sending.
  var isUpload: Bool {
    switch self {
    case .upload, .uploadFile: true
    case .load, .download, .resumeDownload: false
    }
  }
}

/// The response to a transfer: its body, in memory or in a file, and its metadata.
struct TransferResponse: Sendable {
  var body = Data()
  var file: URL?
  let response: URLResponse

  /// Returns this response if its status is in `statusCodes` or it has no status.
  ///
  /// - Throws: ``HTTPError`` with the body; if that is in a file, with its first 1 MiB.
  func validated(_ statusCodes: Range<Int> = 200..<300) throws -> TransferResponse {
    guard let response = response as? HTTPURLResponse,
      !statusCodes.contains(response.statusCode)
    else { return self }
    throw HTTPError(response: response, body: try file.map(TransferResponse.beginning) ?? body)
  }

  private static func beginning(of file: URL) throws -> Data {
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    return try handle.read(upToCount: 1 << 20) ?? Data()
  }
}
