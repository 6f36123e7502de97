internal import Foundation
internal import Pledge

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of the error that combines several errors, from Bolts for Objective-C.
public let BFTaskErrorDomain = "bolts"

/// The code of the error that combines several errors.
public let kBFMultipleErrorsError = 80_175_001

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The user-info key of the array of combined errors.
public let BFTaskMultipleErrorsUserInfoKey = "errors"

// The combinations of Bolts for Objective-C, in which errors take precedence over cancellations.
extension Task {
  /// Returns a task that completes when all `tasks` have, as in Bolts for Objective-C.
  ///
  /// If one task is faulted, it is faulted with that error; if several are, with an `NSError` that
  /// holds their errors under ``BFTaskMultipleErrorsUserInfoKey``. Otherwise, it is canceled if any
  /// task is canceled. Succeeds immediately if `tasks` is empty.
  ///
  /// - Parameter tasks: The tasks to wait for.
  /// - Returns: A task without a result.
  public class func taskForCompletionOfAllTasks(_ tasks: [Task]) -> Task<Void> {
    Task<Void>(inner: results(of: tasks, throwing: \.completion).map { _ in UncheckedSendable(()) })
  }

  /// Returns a task for the results of all `tasks`, in their order.
  ///
  /// Same as ``taskForCompletionOfAllTasks(_:)``, with the results.
  public class func taskForCompletionOfAllTasksWithResults(_ tasks: [Task]) -> Task<[TResult]> {
    Task<[TResult]>(inner: results(of: tasks, throwing: \.completion))
  }

  /// Returns a task for the result of the first of `tasks` that succeeds.
  ///
  /// If none succeeds, it is canceled if any task is canceled, and otherwise faulted as
  /// ``taskForCompletionOfAllTasks(_:)`` describes. If `tasks` is empty, it is faulted with
  /// Pledge's `EmptyInputError`.
  ///
  /// - Parameter tasks: The tasks to wait for.
  /// - Returns: A task for the result.
  public class func taskForCompletionOfAnyTask(_ tasks: [Task]) -> Task {
    Task(
      inner: any(tasks.map(\.inner)).mapError { error in
        guard let failures = Failures(among: error) else { return error }
        if let brokenPromise = failures.brokenPromise { return brokenPromise }
        return failures.includeCancellation ? Cancellation() : failures.error ?? error
      }
    )
  }
}

extension Failures {
  /// The error of a completion of all tasks.
  fileprivate var completion: (any Error)? {
    error ?? (includeCancellation ? Cancellation() : nil)
  }

  /// The only error, or one that combines all errors.
  fileprivate var error: (any Error)? {
    guard errors.count > 1 else { return errors.first }
    return NSError(
      domain: BFTaskErrorDomain,
      code: kBFMultipleErrorsError,
      userInfo: [BFTaskMultipleErrorsUserInfoKey: errors]
    )
  }
}
