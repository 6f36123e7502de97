import Dispatch
import Foundation
import Observation
import Pledge
import Services

/// A decoded image.
///
/// In an app, this is a `UIImage` or an `NSImage`.
struct Image: Sendable {
  let content: String

  init(decoding data: Data) {
    content = String(decoding: data, as: UTF8.self)
  }
}

/// Loads and decodes each image once, for any number of views.
final class ImageCache: Sendable {
  private let images = SingleFlight<String, Image>(limit: 100)
  private let decoding = DispatchQueue(label: "decoding", attributes: .concurrent)
  private let server = ImageServer()

  func image(_ name: String) -> Promise<Image> {
    images.value(for: name) {
      Promise<Data>.fromValueOrError {
        server.load(name, completion: $0)
      } onDiscard: {
        $0.cancel()
      }
      .map(on: decoding) { Image(decoding: $0) }
    }
  }
}

/// The model of a cell that is reused while the user scrolls.
@MainActor @Observable
final class AvatarModel {
  private(set) var image: Image?
  private(set) var hasFailed = false
  private let cache: ImageCache
  private let requests = DiscardBag()

  init(cache: ImageCache) {
    self.cache = cache
  }

  @discardableResult
  func show(_ name: String) -> Future<Image> {
    prepareForReuse()
    return cache.image(name)
      .observe(on: MainActor.shared, owner: self) { model, result in
        model.image = try? result.get()
        model.hasFailed = model.image == nil
      }
      .discarded(by: requests)
  }

  func prepareForReuse() {
    requests.discardAll()
    (image, hasFailed) = (nil, false)
  }
}

let cache = ImageCache()
let cells = (0..<3).map { _ in AvatarModel(cache: cache) }

// Three cells, one request.
_ = try await all(cells.map { $0.show("ada.png") }).value
print(cells.compactMap(\.image?.content))

// A cached image is there before `show` returns, so the cell does not flicker.
cells[0].show("ada.png")
print(cells[0].image?.content ?? "no image yet")

// The request continues while any cell needs it.
cells[0].show("slow.png")
cells[1].show("slow.png")
cells[0].prepareForReuse()
print("one cell is left")
cells[1].prepareForReuse()

// A failed load is not cached: the next cell tries again.
for cell in cells.prefix(2) {
  _ = try? await cell.show("missing.png").value
  print("failed: \(cell.hasFailed)")
}
