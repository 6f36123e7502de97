import Foundation
import PledgeSundell

/// An image as an SDK has it: a class that says nothing about threads.
class Image {
  let name: String

  init(data: Data) {
    name = String(decoding: data, as: UTF8.self)
  }
}

@MainActor
final class ImageCache {
  private var images: [String: Future<Image>] = [:]
  private let server: Server

  init(server: Server) {
    self.server = server
  }

  func image(_ path: String) -> Future<Image> {
    if let image = images[path] {
      return image
    }
    let image = server.download(path).transformed { data in Image(data: data) }
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
func showImages(_ verdict: @escaping Verdict) {
  let server = Server(busyFor: ["dog": 1])
  let cache = ImageCache(server: server)
  let names = cache.image("cat").chained { first in
    first.name == "cat" ? Promise(value: first.name) : Promise<String>()
  }
  cache.image("cat").chained { _ in names }.observe { result in
    guard let name = try? result.get(), name == "cat" else { return verdict("\(result)") }
    DispatchQueue.main.async {
      cache.image("dog").observe { result in
        guard case .failure(ServerError.busy) = result else { return verdict("\(result)") }
        // The cache has forgotten it by the time that the main queue comes here.
        DispatchQueue.main.async { showDog(cache, server, verdict) }
      }
    }
  }
}

@MainActor
private func showDog(_ cache: ImageCache, _ server: Server, _ verdict: @escaping Verdict) {
  cache.image("dog").observe { result in
    guard let image = try? result.get(), image.name == "dog" else { return verdict("\(result)") }
    DispatchQueue.global().async {
      let counts = ["cat", "dog"].map(server.countRequests)
      verdict(counts == [1, 2] ? nil : "\(counts)")
    }
  }
}
