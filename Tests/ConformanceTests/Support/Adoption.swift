import Pledge
import PledgeTestSupport
import Testing

extension Way {
  /// Expects that a stage has the outcome of the promise that its handler returns, however and
  /// whenever that one settles.
  ///
  /// - Parameters:
  ///   - reason: The reason with which the source of the stage is rejected, or `nil` if it is
  ///     fulfilled.
  ///   - location: The place at which failures are shown.
  ///   - derive: Returns the stage of a source whose handler returns the other promise.
  func expectAdoption(
    afterRejection reason: String? = nil,
    at location: SourceLocation = #_sourceLocation,
    _ derive: (_ source: Promise<Int>, _ returned: Promise<Int>) -> Promise<Int>
  ) {
    func stage(_ returned: Promise<Int>) -> Promise<Int> {
      guard let reason else { return resolve(1) { derive($0, returned) } }
      return reject(Int.self, with: reason) { derive($0, returned) }
    }
    for inner in everyWay {
      #expect(inner.resolve(2, stage).got == 2, sourceLocation: location)
      let rejected = inner.reject(Int.self, with: Broken(number: 2), stage)
      #expect(rejected.broken == Broken(number: 2), sourceLocation: location)
    }
  }
}
