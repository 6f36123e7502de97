public import Foundation

/// A picture, as frameworks have them: a class that says nothing about threads.
public final class Image {
  /// What it shows.
  public let name: String

  /// Decodes `data`.
  public init(data: Data) {
    name = String(decoding: data, as: UTF8.self)
  }
}
