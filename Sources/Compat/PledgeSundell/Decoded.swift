public import Foundation
internal import Pledge

extension Future where Value == Data {
  /// Returns a future for what `decoder` reads from the data.
  ///
  /// - Parameters:
  ///   - type: What to read.
  ///   - decoder: Runs on the thread that settles this future, or at once if it is settled; one that
  ///     is used elsewhere meanwhile must not be changed.
  /// - Returns: A future for the decoded value, rejected if there is none in the data.
  public final func decoded<T: Decodable>(
    as type: T.Type = T.self,
    using decoder: JSONDecoder = .init()
  ) -> Future<T> {
    transformed(with: UncheckedSendable { data in try decoder.decode(T.self, from: data) })
  }

  /// Same as ``transformed(with:)``, for a closure that says how a type is decoded.
  ///
  /// That may be isolated; the articles ask nobody to say that it is not.
  private func transformed<T>(
    with closure: UncheckedSendable<(Data) throws -> T>
  ) -> Future<T> {
    transformed { data in try closure.value(data) }
  }
}
