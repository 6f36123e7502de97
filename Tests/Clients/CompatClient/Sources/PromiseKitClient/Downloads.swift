import Dispatch
import ForeignSDK
import Foundation
import PledgePromiseKit

extension SDK {
  func download(_ path: String) -> Promise<Data> {
    Promise { seal in download(path, completion: seal.resolve) }
  }
}

/// Retries after a pause, up to the given number of attempts.
func attempt<T>(
  _ times: Int,
  pause: DispatchTimeInterval = .milliseconds(1),
  _ body: @escaping @Sendable () -> Promise<T>
) -> Promise<T> {
  body().recover { error -> Promise<T> in
    guard times > 1, !(error is PMKError) else { throw error }
    return after(pause).then { attempt(times - 1, pause: pause, body) }
  }
}

/// Limits the time of a download.
func download(_ path: String, within interval: DispatchTimeInterval) -> Promise<Data> {
  let timeout = after(interval).map { () -> Data in throw PMKError.cancelled }
  return race(SDK.shared.download(path), timeout)
}

func parallelDownloads() -> Promise<Void> {
  let paths = (0..<8).map { "file\($0)" }
  return firstly {
    when(fulfilled: paths.map { path in attempt(3) { SDK.shared.download(path) } })
  }.mapValues { data in
    String(decoding: data, as: UTF8.self)
  }.then { texts -> Guarantee<[Result<Data>]> in
    require(texts == paths, "downloads: \(texts)")
    let late = ["gone", "file9"].map { path in attempt(3) { SDK.shared.download(path) } }
    return when(resolved: late)
  }.then { outcomes -> Promise<[Data]> in
    require(outcomes.map(\.isFulfilled) == [false, true], "outcomes: \(outcomes)")
    var left = ["a", "b", "c", "d"]
    let downloads = AnyIterator {
      left.popLast().map { path in attempt(3) { SDK.shared.download(path) } }
    }
    return when(fulfilled: downloads, concurrently: 2)
  }.then { files -> Promise<Data> in
    require(files.map { String(decoding: $0, as: UTF8.self) } == ["d", "c", "b", "a"], "in order")
    return download("slow", within: .milliseconds(10))
  }.asVoid().recover(policy: .allErrors) { error in
    guard error.isCancelled else { throw error }
  }
}
