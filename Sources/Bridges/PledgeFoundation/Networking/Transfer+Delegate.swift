import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Transfer: URLSessionDataDelegate, URLSessionDownloadDelegate {
  func urlSession(
    _: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if dataTask.originalRequest?.httpMethod != "HEAD", response.mayHaveBody {
      hasReceived(0, of: response.expectedContentLength, for: dataTask)
    }
    completionHandler(.allow)  // Even if `cut` has canceled the task.
  }

  func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    keep(data)
    hasReceived(data.count, of: dataTask.countOfBytesExpectedToReceive, for: dataTask)
  }

  func urlSession(
    _: URLSession,
    downloadTask: URLSessionDownloadTask,
    didWriteData count: Int64,
    totalBytesWritten: Int64,
    totalBytesExpectedToWrite expected: Int64
  ) {
    hasReceived(Int(count), of: expected, for: downloadTask)
  }

  func urlSession(
    _: URLSession,
    downloadTask: URLSessionDownloadTask,
    didResumeAtOffset offset: Int64,
    expectedTotalBytes expected: Int64
  ) {
    hasReceived(Int(offset), of: expected, for: downloadTask)
  }

  func urlSession(
    _: URLSession,
    downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    // The file at `location` is removed when this method returns.
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    keep(
      Result {
        try FileManager.default.moveItem(at: location, to: file)
        return file
      }
    )
  }

  func urlSession(
    _: URLSession,
    task: URLSessionTask,
    didSendBodyData _: Int64,
    totalBytesSent sent: Int64,
    totalBytesExpectedToSend expected: Int64
  ) {
    hasSent(sent, of: expected)
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    // The transfer may have its own session.
    if session !== self.session { session.finishTasksAndInvalidate() }
    let (body, file) = receivedContent
    end(task.response, error) { TransferResponse(body: body, file: file, response: $0) }
  }
}

extension URLResponse {
  /// Whether the announced length is that of a body to come: a response without a body may announce
  /// the length of another response's body.
  fileprivate var mayHaveBody: Bool {
    let status = (self as? HTTPURLResponse)?.statusCode ?? 200
    return status != 204 && !(300..<400).contains(status)
  }
}

extension URLSession {
  func task(for request: TransferRequest) -> URLSessionTask {
    switch request {
    case .load(let request): dataTask(with: request)
    case .upload(let data, let request): uploadTask(with: request, from: data)
    case .uploadFile(let file, let request): uploadTask(with: request, fromFile: file)
    case .download(let request): downloadTask(with: request)
    case .resumeDownload(let data): downloadTask(withResumeData: data)
    }
  }
}
