public import Foundation

/// A server of images.
///
/// Its callbacks run on threads of its own.
public final class ImageServer: Sendable {
  /// Creates a client.
  public init() {}

  /// Loads a file.
  ///
  /// The server never answers for `slow.png`, and has no `missing.png`.
  public func load(
    _ name: String,
    completion: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Request {
    print("GET \(name)")
    return Request(name, isSilent: name == "slow.png") {
      if name == "missing.png" {
        completion(nil, ServiceError.notFound)
      } else {
        completion(Data("pixels of \(name)".utf8), nil)
      }
    }
  }
}
