import Foundation
import PledgeBrightFutures

// A login flow: an SDK with callbacks, wrapped in futures, for a screen on the main thread.

struct Account: Sendable, Equatable {
  let name: String
  let token: String
}

enum LoginError: Error, Equatable {
  case wrongPassword
  case noProfile
}

/// An SDK that calls back on its own queue.
final class AccountSDK: Sendable {
  private let queue = DispatchQueue(label: "account sdk")

  func logIn(
    _ name: String,
    _ password: String,
    completion: @escaping @Sendable (Account?, LoginError?) -> Void
  ) {
    queue.async {
      if password == "secret" {
        completion(Account(name: name, token: "t-\(name)"), nil)
      } else {
        completion(nil, .wrongPassword)
      }
    }
  }

  func loadProfile(
    _ account: Account,
    completion: @escaping @Sendable (Result<[String], LoginError>) -> Void
  ) {
    queue.async { completion(.success(["\(account.name)@example.org", account.token])) }
  }
}

extension AccountSDK {
  func logIn(_ name: String, _ password: String) -> Future<Account, LoginError> {
    materialize { self.logIn(name, password, completion: $0) }
  }

  func profile(of account: Account) -> Future<[String], LoginError> {
    Future { complete in
      self.loadProfile(account) { complete($0) }
    }
  }
}

@MainActor
final class LoginProgram {
  private let sdk = AccountSDK()
  private let invalidated = InvalidationToken()
  private let background = DispatchQueue(label: "background")
  private(set) var shown: [String] = []

  func run() -> Future<Void, Wrong> {
    logIn(password: "secret").flatMap { _ in
      MainActor.assumeIsolated { self.logIn(password: "wrong") }
    }.flatMap { _ in
      MainActor.assumeIsolated { self.forget() }
    }.flatMap { _ in
      MainActor.assumeIsolated {
        expect(
          self.shown,
          ["ada@example.org", "stop", "wrongPassword", "stop"],
          "what the screen showed"
        )
      }
    }
  }

  /// Logs in and shows the result.
  ///
  /// Handlers run on the main thread, in order.
  private func logIn(password: String) -> Future<Void, Wrong> {
    let sdk = self.sdk
    return sdk.logIn("ada", password).flatMap { account in
      sdk.profile(of: account)
    }.map(background.context) { profile in
      // Off the main thread.
      profile.first ?? ""
    }.filter { address in
      !address.isEmpty
    }.andThen { result in
      MainActor.assumeIsolated { self.show(result) }
    }.andThen { _ in
      MainActor.assumeIsolated { self.shown.append("stop") }
    }.asVoid().recoverWith { _ in
      Future(value: ())
    }
  }

  private func show(_ result: Result<String, BrightFuturesError<LoginError>>) {
    switch result {
    case .success(let address): shown.append(address)
    case .failure(.external(let error)): shown.append("\(error)")
    case .failure(let error): shown.append("\(error)")
    }
  }

  /// The screen is closed: later results are not shown.
  private func forget() -> Future<Void, Wrong> {
    let late = sdk.logIn("late", "secret")
    late.onSuccess(invalidated.validContext) { account in
      MainActor.assumeIsolated { self.shown.append(account.name) }
    }
    invalidated.invalidate()
    return late.asVoid().mapError { Wrong(description: "\($0)") }
  }
}
