import Dispatch
import ForeignSDK
import Foundation
import PledgePromiseKit

/// A typical framework class that is not `Sendable`.
final class Image {
  let text: String

  init?(_ data: Data) {
    guard !data.isEmpty else { return nil }
    text = String(decoding: data, as: UTF8.self)
  }

  init(placeholder text: String) {
    self.text = text
  }
}

/// Loads each path once for any number of requests; failed loads are repeated.
final class ImageCache: @unchecked Sendable {
  private let lock = NSLock()
  private let decoding = DispatchQueue(label: "decoding", attributes: .concurrent)
  private var images: [String: Promise<Image>] = [:]

  func image(_ path: String) -> Promise<Image> {
    lock.lock()
    defer { lock.unlock() }
    if let image = images[path], !image.isRejected { return image }
    let image = SDK.shared.download(path).compactMap(on: decoding) { Image($0) }
    images[path] = image
    return image
  }

  /// The image, or a placeholder.
  func avatar(_ path: String) -> Guarantee<Image> {
    image(path).recover { _ in .value(Image(placeholder: "nobody")) }
  }
}

func imageCache() -> Promise<Void> {
  let cache = ImageCache()
  let first = cache.image("photo")
  return first.recover { error -> Promise<Image> in
    require(error is SDKError, "the first load fails: \(error)")
    return cache.image("photo")
  }.recover { _ in
    cache.image("photo")
  }.then { image -> Promise<(Image, Image)> in
    require(image.text == "photo", "image: \(image.text)")
    require(cache.image("photo").value === image, "the image stays in the cache")
    return when(fulfilled: cache.image("photo"), cache.avatar("gone"))
  }.done(on: nil) { photo, avatar in
    require(photo.text == "photo" && avatar.text == "nobody", "avatar: \(avatar.text)")
  }.tap { result in
    require(result.isFulfilled, "the cache: \(result)")
  }
}
