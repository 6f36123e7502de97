import Dispatch
import ForeignSDK
import Foundation
import PledgeBolts

extension SDK {
  func download(_ path: String) -> Task<Data> {
    let source = TaskCompletionSource<Data>()
    download(path) { data, error in source.finish(data, error) }
    return source.task
  }
}

/// Retries a failed download after a pause, up to `retries` times, unless cancellation was
/// requested.
func download(_ path: String, retries: Int, token: CancellationToken) -> Task<Data> {
  SDK.shared.download(path).continueWithTask(cancellationToken: token) { task in
    guard task.faulted, retries > 0 else { return task }
    return Task<Void>.withDelay(0.001, cancellationToken: token)
      .continueOnSuccessWithTask { download(path, retries: retries - 1, token: token) }
  }
}

func parallelDownloads() -> Task<Void> {
  let source = CancellationTokenSource()
  let paths = (0..<8).map { "file\($0)" }
  let all = Task.whenAllResult(paths.map { download($0, retries: 3, token: source.token) })
  let broken = Task.whenAll([
    download("gone", retries: 2, token: source.token),
    download("file9", retries: 2, token: source.token),
  ])
  return all.continueWithTask { task -> Task<Void> in
    let texts = task.result?.map { String(decoding: $0, as: UTF8.self) }
    require(texts == paths, "downloads: \(task)")
    return broken
  }
  .continueWithTask { task -> Task<Data> in
    let errors = (task.error as? AggregateError)?.errors ?? []
    require(errors.count == 1 && errors[0] is SDKError, "one is gone: \(task)")
    source.cancel()
    return download("late", retries: 3, token: source.token)
  }
  .continueWith { task in
    require(task.cancelled, "cancelled: \(task)")
  }
}
