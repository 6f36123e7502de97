import ForeignSDK
import Foundation
import PledgeBrightFutures

// Parallel downloads with retry, and images with a placeholder.

enum DownloadError: Error, Equatable {
  case connectionLost
  case notFound
}

/// A server that drops all connections to one page.
final class Server: Sendable {
  private let queue = DispatchQueue(label: "server", attributes: .concurrent)

  func get(_ page: String, completion: @escaping @Sendable (Data?, DownloadError?) -> Void) {
    queue.async {
      switch page {
      case "missing": completion(nil, .notFound)
      case "lost": completion(nil, .connectionLost)
      default: completion(Data(page.utf8), nil)
      }
    }
  }
}

extension Server {
  func download(_ page: String, attempts: Int) -> Future<Data, DownloadError> {
    let future: Future<Data, DownloadError> = materialize { self.get(page, completion: $0) }
    return future.recoverWith(context: immediateExecutionContext) { error in
      guard attempts > 1, error != .notFound else { return Future(error: error) }
      return self.download(page, attempts: attempts - 1)
    }
  }
}

/// A typical framework class that is not thread-safe.
final class Image {
  let name: String
  let size: Int

  init(name: String, size: Int) {
    self.name = name
    self.size = size
  }
}

enum ImageError: Error {
  case broken
}

func decode(_ name: String, on queue: DispatchQueue) -> Future<Image, ImageError> {
  let promise = Promise<Image, ImageError>()
  queue.async {
    if name.hasPrefix("broken") {
      promise.failure(.broken)
    } else {
      promise.success(Image(name: name, size: name.count))
    }
  }
  return promise.future
}

@MainActor
func loadPages(_ completion: @escaping Completion) {
  let server = Server()
  let pages = ["a", "bb", "ccc"].traverse { server.download($0, attempts: 3).map { $0.count } }
  let errors = ["missing", "lost"].map { server.download($0, attempts: 3) }
    .traverse { $0.map { _ in nil }.recover { error in error as DownloadError? } }
  let images = ["cat", "broken"].traverse { name in
    (decode(name, on: .main) ?? Image(name: "placeholder", size: 0)).size
  }
  pages.zip(errors.promoteError()).zip(images.promoteError()).onComplete { result in
    guard let ((sizes, errors), images) = result.value, sizes == [1, 2, 3], images == [3, 0],
      errors == [.notFound, .connectionLost]
    else { return completion("\(result)") }
    completion(nil)
  }
}
