import ForeignSDK
import Foundation
import PledgeThen

@MainActor
final class ImageCache {
  private(set) var progress: [Float] = []
  private var images: [String: Promise<Image>] = [:]
  private let sdk: SDK

  init(sdk: SDK) {
    self.sdk = sdk
  }

  func image(_ path: String) -> Promise<Image> {
    if let image = images[path] {
      return image
    }
    let image = sdk.download(path)
      .progress { progress in
        DispatchQueue.main.async { self.progress.append(progress) }
      }
      .timeout(60)
      .registerThen { data in Image(data: data) }
    images[path] = image
    image.registerOnError { _ in
      DispatchQueue.main.async { self.images[path] = nil }
    }
    return image
  }
}

@MainActor
func showImages(_ completion: @escaping Completion) {
  let sdk = SDK(failures: ["dog": 1])
  let cache = ImageCache(sdk: sdk)
  let name = cache.image("cat").chain { image in
    if image.name != "cat" { completion(image.name) }
  }.registerThen { image in image.name }
  Promises.whenAll(name, cache.image("cat").registerThen { $0.name }, name)
    .chain { names in
      if names != ["cat", "cat", "cat"] { completion("\(names)") }
    }
    .then { _ in cache.image("dog") }
    .onError { error in
      if error as? SDKError != .offline { completion("\(error)") }
      // By the time the main queue runs this, the cache has removed the image.
      DispatchQueue.main.async { showDog(cache, sdk, completion) }
    }
}

@MainActor
private func showDog(_ cache: ImageCache, _ sdk: SDK, _ completion: @escaping Completion) {
  cache.image("dog").recover { _ in Image(data: Data("placeholder".utf8)) }
    .delay(0.01)
    .then { image in
      if image.name != "dog" { completion(image.name) }
      let counts = ["cat", "dog"].map(sdk.countRequests)
      if counts != [1, 2] { completion("\(counts)") }
    }
    .finally {
      DispatchQueue.main.async {
        completion(cache.progress.allSatisfy { $0 == 0.5 } ? nil : "\(cache.progress)")
      }
    }
}
