import Dispatch
import ForeignSDK
import Foundation
import PledgeWhen

/// A load that can be canceled: a subclass of `Promise`.
final class ImageLoad: Promise<Image> {
  private(set) var isStopped = false

  init(_ path: String) {
    super.init(queue: .main)
    let decoding = SDK.shared.download(path).thenInBackground { data in
      Image(data: data)
    }
    decoding.done { self.resolve($0) }.fail { self.reject($0) }
  }

  override func cancel() {
    isStopped = true
    super.cancel()
  }
}

/// Loads each path once for any number of requests; failed loads are repeated.
@MainActor
final class ImageCache {
  private var loads: [String: Promise<Image>] = [:]

  func image(_ path: String) -> Promise<Image> {
    if let load = loads[path], !load.state.isRejected { return load }
    let load = ImageLoad(path)
    loads[path] = load
    return load
  }
}

@MainActor
func imageCache(_ completion: @escaping @MainActor () -> Void) {
  let cache = ImageCache()
  let first = cache.image("photo")
  require(first === cache.image("photo"), "one promise for one path")
  let unwanted = ImageLoad("unwanted")
  unwanted.cancel()
  first
    .recover { _ in MainActor.assumeIsolated { cache.image("photo") } }
    .recover { _ in MainActor.assumeIsolated { cache.image("photo") } }
    .then { image -> Promise<(Image, Image)> in
      // Both are the same promise, already settled.
      MainActor.assumeIsolated { when(cache.image("photo"), cache.image("photo")) }
    }
    .done { one, other in
      require(one === other && one.name == "photo", "the image stays in the cache")
      MainActor.assumeIsolated { completion() }
    }
    .fail { error in require(false, "image: \(error)") }
  unwanted
    .fail { _ in require(false, "a cancellation is no failure") }
    .always { result in require((try? result.get()) == nil, "a cancelled load has no image") }
  require(unwanted.isStopped, "cancel is overridden")
}
