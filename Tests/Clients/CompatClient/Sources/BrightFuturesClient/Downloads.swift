import Foundation
import PledgeBrightFutures

// Parallel downloads with retry.

enum DownloadError: Error, Equatable {
  case connectionLost(attempt: Int)
  case notFound
}

/// A server that drops the first connections to each page.
final class FlakyServer: @unchecked Sendable {
  private let lock = NSLock()
  private let queue = DispatchQueue(label: "server", attributes: .concurrent)
  private var attempts: [String: Int] = [:]
  private let losses: Int

  init(losses: Int) {
    self.losses = losses
  }

  func get(_ page: String, completion: @escaping @Sendable (Data?, DownloadError?) -> Void) {
    lock.lock()
    let attempt = attempts[page, default: 0] + 1
    attempts[page] = attempt
    lock.unlock()
    queue.async {
      if page == "missing" {
        completion(nil, .notFound)
      } else if attempt <= self.losses {
        completion(nil, .connectionLost(attempt: attempt))
      } else {
        completion(Data(repeating: 1, count: page.count), nil)
      }
    }
  }
}

extension FlakyServer {
  func download(_ page: String, attempts: Int) -> Future<Data, DownloadError> {
    let future: Future<Data, DownloadError> = materialize { self.get(page, completion: $0) }
    return future.recoverWith(context: immediateExecutionContext) { error in
      guard attempts > 1, error != .notFound else { return Future(error: error) }
      return self.download(page, attempts: attempts - 1)
    }
  }
}

func runDownloads() -> Future<Void, Wrong> {
  let server = FlakyServer(losses: 2)
  let pages = ["a", "bb", "ccc", "dddd"]

  let all = pages.traverse { server.download($0, attempts: 3) }
  let total = pages.map { server.download($0, attempts: 3) }.fold(0) { sum, data in
    sum + data.count
  }
  let missing = server.download("missing", attempts: 3)
  let lost = FlakyServer(losses: 9).download("a", attempts: 3)

  return all.zip(total).mapError { Wrong(description: "\($0)") }.flatMap { pages, total in
    expect([pages.map { $0.count }, [total]], [[1, 2, 3, 4], [10]], "sizes of the pages")
  }.flatMap { _ in
    failure(of: missing).zip(failure(of: lost)).promoteError()
  }.flatMap { missing, lost in
    expect(
      [missing, lost],
      [.notFound, .connectionLost(attempt: 3)],
      "errors of the failing downloads"
    )
  }
}

private func failure(of download: Future<Data, DownloadError>) -> Future<DownloadError?, Never> {
  download.map { _ in nil }.recover { error in error }
}
