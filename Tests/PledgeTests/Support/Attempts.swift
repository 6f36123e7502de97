import Pledge
import PledgeTestSupport

extension Log<Void> {
  /// Returns an operation that adds an entry for each attempt.
  ///
  /// It rejects with its number for the first `times` attempts, then fulfills with its number.
  func failing(_ times: Int) -> @Sendable () throws -> Future<Int> {
    {
      self.add()
      let number = self.count
      return number > times ? Promise(value: number) : Promise(error: Broken(number: number))
    }
  }
}
