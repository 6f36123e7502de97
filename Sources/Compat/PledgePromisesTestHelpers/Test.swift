public import Foundation

/// A namespace for test utilities: `Test` of PromisesTestHelpers.
///
/// In a file that imports Testing, write `PledgePromisesTestHelpers.Test`.
public struct Test {
  private init() {}

  /// Errors for rejections.
  public enum Error: Int, CustomNSError {
    /// An error with the code 13.
    case code13 = 13
    /// An error with the code 42.
    case code42 = 42

    /// The domain of the original.
    public static var errorDomain: String { "com.google.Promises.Test.Error" }

    /// 13 or 42.
    public var errorCode: Int { rawValue }

    /// An empty dictionary.
    public var errorUserInfo: [String: Any] { [:] }
  }

  /// Runs `work` on the main queue after `interval`.
  ///
  /// - Parameters:
  ///   - interval: The delay, in seconds.
  ///   - work: The closure to run.
  @preconcurrency
  public static func delay(_ interval: TimeInterval, work: @escaping @Sendable () -> Void) {
    DispatchQueue.main.asyncAfter(deadline: .now() + interval, execute: work)
  }
}
