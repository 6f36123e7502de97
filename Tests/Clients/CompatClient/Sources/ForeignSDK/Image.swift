public import Foundation

/// A typical framework class that is not `Sendable`.
public final class Image {
  /// The content of the picture.
  public let name: String

  /// Decodes `data`.
  public init(data: Data) {
    name = String(decoding: data, as: UTF8.self)
  }
}
