import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a session is sent for.
enum Errand: Sendable {
  case load(URLRequest)
  case upload(Data, URLRequest)
  case uploadFile(URL, URLRequest)
  case download(URLRequest)
  case resumeDownload(Data)

  /// Whether it is the sending that takes its time.
  var isUpload: Bool {
    switch self {
    case .upload, .uploadFile: true
    case .load, .download, .resumeDownload: false
    }
  }
}

/// What a session came back with: a body, in memory or in a file, and what was said about it.
struct Arrival: Sendable {
  var body = Data()
  var file: URL?
  let response: URLResponse

  /// Returns this if its status is a good one, and one that has none is good.
  ///
  /// - Throws: ``HTTPError``, with the body; that of a file up to what a message may need.
  func validated(_ statusCodes: Range<Int> = 200..<300) throws -> Arrival {
    guard let response = response as? HTTPURLResponse,
      !statusCodes.contains(response.statusCode)
    else { return self }
    throw HTTPError(response: response, body: try file.map(Arrival.beginning) ?? body)
  }

  private static func beginning(of file: URL) throws -> Data {
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    return try handle.read(upToCount: 1 << 20) ?? Data()
  }
}
