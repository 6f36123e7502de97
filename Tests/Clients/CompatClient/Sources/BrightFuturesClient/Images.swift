import Foundation
import PledgeBrightFutures

// An image cache: one load per image for any number of requests, and a placeholder for missing
// images.

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

final class ImageCache: @unchecked Sendable {
  private let queue = DispatchQueue(label: "decoding")
  private let lock = NSLock()
  private var images: [String: Future<Image, ImageError>] = [:]
  private var counter = 0

  var loads: Int {
    lock.lock()
    defer { lock.unlock() }
    return counter
  }

  func image(_ name: String) -> Future<Image, ImageError> {
    lock.lock()
    defer { lock.unlock() }
    if let image = images[name] { return image }
    counter += 1
    let image = decode(name)
    images[name] = image
    return image
  }

  private func decode(_ name: String) -> Future<Image, ImageError> {
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
}

func runImages() -> Future<Void, Wrong> {
  let cache = ImageCache()
  let names = ["cat", "horse", "cat", "broken", "cat"]

  let sizes: Future<[Int], Never> = names.traverse { name in
    (cache.image(name) ?? Image(name: "placeholder", size: 0)).map { $0.size }
  }
  let property = cache.image("horse").size
  let found = ["cat", "horse"].map { cache.image($0) }.find { $0.size > 3 }
  let fastest = [cache.image("cat"), Future<Image, ImageError>()].firstCompleted()

  return sizes.promoteError().flatMap { sizes in
    expect(sizes, [3, 5, 3, 0, 3], "sizes of the images")
  }.flatMap { _ in
    property.zip(fastest.size).mapError { Wrong(description: "\($0)") }
  }.flatMap { horse, cat in
    expect([horse, cat, cache.loads], [5, 3, 3], "sizes, and loads")
  }.flatMap { _ in
    found.name.mapError { Wrong(description: "\($0)") }
  }.flatMap { name in
    expect(name, "horse", "the image that was found")
  }
}
