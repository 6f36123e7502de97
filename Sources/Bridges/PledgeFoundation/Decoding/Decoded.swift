public import Foundation
public import Pledge

extension Future where Value == Data {
  /// Returns a promise for the value that this future's data describes in JSON.
  ///
  ///     let user = session.request(url).decoded(as: User.self)
  ///
  /// Data that `decoder` does not understand rejects the promise with its `DecodingError`. A
  /// rejection or a discard of this future passes on undecoded; when the promise is discarded, it
  /// leaves this future. Decoding happens where this future settles.
  ///
  /// - Parameters:
  ///   - type: What to decode; the context tells if it is left out.
  ///   - decoder: What decodes. Do not change it while the promise is pending.
  /// - Returns: A promise for the decoded value.
  /// - Complexity: O(*n*) in the number of bytes.
  public func decoded<Decoded: Decodable & Sendable>(
    as type: Decoded.Type = Decoded.self,
    using decoder: JSONDecoder = JSONDecoder()
  ) -> Promise<Decoded> {
    map { data in try decoder.decode(type, from: data) }
  }

  /// Returns a promise for the value that this future's data describes as a property list.
  ///
  ///     let user: Promise<User> = session.request(url).decoded(using: PropertyListDecoder())
  ///
  /// Same as ``decoded(as:using:)-(_,JSONDecoder)``.
  ///
  /// - Parameters:
  ///   - type: What to decode; the context tells if it is left out.
  ///   - decoder: What decodes. Do not change it while the promise is pending.
  /// - Returns: A promise for the decoded value.
  /// - Complexity: O(*n*) in the number of bytes.
  public func decoded<Decoded: Decodable & Sendable>(
    as type: Decoded.Type = Decoded.self,
    using decoder: PropertyListDecoder
  ) -> Promise<Decoded> {
    map { data in try decoder.decode(type, from: data) }
  }
}
