public import Foundation
internal import Pledge

extension Future where Value == Data {
  /// Returns a future for the value that `decoder` decodes from the data.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - decoder: Runs on the thread that settles this future, or synchronously if it is already
  ///     settled. A decoder that is also used elsewhere must not be changed concurrently.
  /// - Returns: A future for the decoded value, rejected if decoding fails.
  public final func decoded<T: Decodable>(
    as type: T.Type = T.self,
    using decoder: JSONDecoder = .init()
  ) -> Future<T> {
    transformed(with: UncheckedSendable { data in try decoder.decode(T.self, from: data) })
  }

  /// Same as ``transformed(with:)``, for a closure that uses a conformance to `Decodable`.
  ///
  /// The conformance may be isolated, and the articles do not require otherwise.
  private func transformed<T>(
    with closure: UncheckedSendable<(Data) throws -> T>
  ) -> Future<T> {
    transformed { data in try closure.value(data) }
  }
}
