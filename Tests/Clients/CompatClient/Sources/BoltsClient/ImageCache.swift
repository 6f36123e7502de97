import Dispatch
import ForeignSDK
import Foundation
import PledgeBolts

/// Loads each path once for any number of requests; failed loads are repeated.
final class ImageCache: @unchecked Sendable {
  private let lock = NSLock()
  private let decoding = OperationQueue()
  private var tasks: [String: Task<Image>] = [:]

  func image(_ path: String) -> Task<Image> {
    lock.lock()
    defer { lock.unlock() }
    if let task = tasks[path], !task.faulted { return task }
    let task = SDK.shared.download(path)
      .continueOnSuccessWith(.operationQueue(decoding)) { data in
        Image(data: data)
      }
    tasks[path] = task
    return task
  }
}

func imageCache() -> Task<Void> {
  let cache = ImageCache()
  let first = cache.image("photo")
  let same = cache.image("photo")
  require(first === same || first.faulted, "one task for one path")
  return first.continueWithTask { task -> Task<Image> in
    require(task.error is SDKError, "the first load fails: \(task)")
    return cache.image("photo")
  }
  .continueOnErrorWithTask { (_: SDKError) in cache.image("photo") }
  .continueOnSuccessWithTask { image -> Task<Void> in
    require(image.name == "photo", "image: \(image.name)")
    let again = cache.image("photo")
    require(again.completed && again.result === image, "the image stays in the cache")
    return Task.whenAny(again, cache.image("other"))
  }
}
