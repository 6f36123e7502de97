import Foundation
import PledgePromises

// An image cache: concurrent requests for an image share one load.

struct Image {
  let name: String
  let pixels: [UInt8]
}

enum ImageError: Error {
  case notThere
}

/// A typical class from before Swift 6, made thread-safe by its queue.
final class ImageCache: @unchecked Sendable {
  private let queue = DispatchQueue(label: "images")
  private var images: [String: Promise<Image>] = [:]
  private(set) var loads = 0

  func image(_ name: String) -> Promise<Image> {
    Promise<Image>(on: queue) {
      if let image = self.images[name] { return image }
      let image = self.load(name)
      self.images[name] = image
      image.catch(on: self.queue) { _ in self.images[name] = nil }
      return image
    }
  }

  private func load(_ name: String) -> Promise<Image> {
    loads += 1
    return Promise<Image>(on: .global()) { fulfill, reject in
      if name == "missing" {
        reject(ImageError.notThere)
      } else {
        fulfill(Image(name: name, pixels: Array(name.utf8)))
      }
    }.delay(on: queue, 0.001)
  }
}

/// Shows a thumbnail once it is loaded, or a placeholder after a timeout.
@MainActor
final class Thumbnail {
  private let cache: ImageCache
  private(set) var shown = "nothing"

  init(_ cache: ImageCache) {
    self.cache = cache
  }

  func show(_ name: String) -> Promise<String> {
    cache.image(name)
      .timeout(10)
      .then(on: .global()) { image in "\(image.name), \(image.pixels.count) pixels" }
      .recover(on: .global()) { error in "no image: \(error)" }
      .then { text in self.shown = text }
  }
}
