import Foundation
import PledgePromises

// Parallel downloads with retries, over an unreliable network.

struct NetworkError: Error, Equatable {
  let url: String
}

/// Simulates a network in which the first requests for some addresses fail.
final class FlakyNetwork: @unchecked Sendable {
  private let lock = NSLock()
  private var failures: [String: Int]
  private var requests = 0

  init(failures: [String: Int]) {
    self.failures = failures
  }

  var requestCount: Int {
    lock.lock()
    defer { lock.unlock() }
    return requests
  }

  func get(_ url: String, completion: @escaping @Sendable (Data?, Error?) -> Void) {
    lock.lock()
    requests += 1
    let left = failures[url, default: 0]
    failures[url] = max(left - 1, 0)
    lock.unlock()
    DispatchQueue.global().async {
      if left > 0 {
        completion(nil, NetworkError(url: url))
      } else {
        completion(Data("page at \(url)".utf8), nil)
      }
    }
  }
}

final class Downloader: Sendable {
  private let network: FlakyNetwork
  private let queue = DispatchQueue(label: "downloads", attributes: .concurrent)

  init(_ network: FlakyNetwork) {
    self.network = network
  }

  /// Returns the page, after at most three retries.
  func page(_ url: String) -> Promise<String> {
    retry(
      on: queue,
      attempts: 3,
      delay: 0.001,
      condition: { left, error in left > 0 && error is NetworkError }
    ) {
      wrap(on: self.queue) { self.network.get(url, completion: $0) }
    }.then(on: queue) { data in
      String(decoding: data ?? Data(), as: UTF8.self)
    }
  }

  /// Returns all pages, in the order of the addresses.
  func pages(_ urls: [String]) -> Promise<[String]> {
    all(on: queue, urls.map { page($0) })
  }

  /// Returns the pages that can be loaded.
  func reachable(_ urls: [String]) -> Promise<[String]> {
    any(on: queue, urls.map { page($0) }).then(on: queue) { pages in
      pages.compactMap { $0.value }
    }
  }

  /// Returns the page from the fastest mirror.
  func fastest(_ url: String, _ mirror: String) -> Promise<String> {
    race([page(url), page(mirror)]).recover { _ in "neither" }
  }

  /// Returns the total length of all pages, loaded one after another.
  func length(_ urls: [String]) -> Promise<Int> {
    Promise(0).reduce(urls) { sum, url in
      self.page(url).then(on: self.queue) { page in sum + page.count }
    }
  }
}
