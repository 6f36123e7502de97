import ForeignSDK
import Foundation
import PledgeSundell

@MainActor
final class ImageCache {
  private var images: [String: Future<Image>] = [:]
  private let sdk: SDK

  init(sdk: SDK) {
    self.sdk = sdk
  }

  func image(_ path: String) -> Future<Image> {
    if let image = images[path] {
      return image
    }
    let image = sdk.download(path).transformed { data in Image(data: data) }
    images[path] = image
    image.observe { result in
      if case .failure = result {
        DispatchQueue.main.async { self.images[path] = nil }
      }
    }
    return image
  }
}

@MainActor
func showImages(_ completion: @escaping Completion) {
  let sdk = SDK(failures: ["dog": 1])
  let cache = ImageCache(sdk: sdk)
  let names = cache.image("cat").chained { first in
    first.name == "cat" ? Promise(value: first.name) : Promise<String>()
  }
  cache.image("cat").chained { _ in names }.observe { result in
    guard let name = try? result.get(), name == "cat" else { return completion("\(result)") }
    DispatchQueue.main.async {
      cache.image("dog").observe { result in
        guard case .failure(SDKError.offline) = result else { return completion("\(result)") }
        // By the time the main queue runs this, the cache has removed the image.
        DispatchQueue.main.async { showDog(cache, sdk, completion) }
      }
    }
  }
}

@MainActor
private func showDog(_ cache: ImageCache, _ sdk: SDK, _ completion: @escaping Completion) {
  cache.image("dog").observe { result in
    guard let image = try? result.get(), image.name == "dog" else { return completion("\(result)") }
    DispatchQueue.global().async {
      let counts = ["cat", "dog"].map(sdk.countRequests)
      completion(counts == [1, 2] ? nil : "\(counts)")
    }
  }
}
