public import Foundation
public import Pledge

extension Future where Value == Data {
  /// Returns a promise for the value decoded from this future's JSON data.
  ///
  ///     let user = session.request(url).decoded(as: User.self)
  ///
  /// Rejects with the `DecodingError` if `decoder` cannot decode the data. A rejection or a discard
  /// of this future is passed on. Discarding the promise detaches it from this future. The data is
  /// decoded on the thread that settles this future.
  ///
  /// - Parameters:
  ///   - type: The type to decode; inferred if omitted.
  ///   - decoder: The decoder. Do not change it while the promise is pending.
  /// - Returns: A promise for the decoded value.
  /// - Complexity: O(*n*) in the number of bytes.
  public func decoded<Decoded: Decodable & Sendable>(
    as type: Decoded.Type = Decoded.self,
    using decoder: JSONDecoder = JSONDecoder()
  ) -> Promise<Decoded> {
    map { data in try decoder.decode(type, from: data) }
  }

  /// Returns a promise for the value decoded from this future's property list data.
  ///
  ///     let user: Promise<User> = session.request(url).decoded(using: PropertyListDecoder())
  ///
  /// Same as ``decoded(as:using:)-(_,JSONDecoder)``.
  ///
  /// - Parameters:
  ///   - type: The type to decode; inferred if omitted.
  ///   - decoder: The decoder. Do not change it while the promise is pending.
  /// - Returns: A promise for the decoded value.
  /// - Complexity: O(*n*) in the number of bytes.
  public func decoded<Decoded: Decodable & Sendable>(
    as type: Decoded.Type = Decoded.self,
    using decoder: PropertyListDecoder
  ) -> Promise<Decoded> {
    map { data in try decoder.decode(type, from: data) }
  }
}
