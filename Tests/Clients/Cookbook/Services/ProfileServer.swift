public import Foundation

/// A server that stores profiles.
///
/// Its callbacks run on threads of its own.
public final class ProfileServer: Sendable {
  /// Creates a client.
  public init() {}

  /// Stores a name; rejects an empty one.
  public func save(
    name: String,
    completion: @escaping @Sendable ((any Error)?) -> Void
  ) -> Request {
    Request("save \(name)") { completion(name.isEmpty ? ServiceError.notFound : nil) }
  }

  /// Stores a photo, and returns its address.
  ///
  /// The upload of 1,000 bytes or more never ends.
  public func upload(
    photo: Data,
    completion: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) -> Request {
    Request("upload", isSilent: photo.count >= 1000) {
      completion(URL(string: "https://example.com/\(photo.count).png"), nil)
    }
  }
}
