import ForeignSDK
import Foundation
import PledgeBrightFutures

// A login flow: an SDK with callbacks, wrapped in futures, for a screen on the main thread.

struct Account: Sendable {
  let name: String
}

enum LoginError: Error {
  case wrongPassword
}

/// An SDK with typed errors that calls back on its own queue.
final class AccountSDK: Sendable {
  private let queue = DispatchQueue(label: "account sdk")

  func logIn(
    _ name: String,
    _ password: String,
    completion: @escaping @Sendable (Account?, LoginError?) -> Void
  ) {
    let isRight = password == "secret"
    queue.async { completion(isRight ? Account(name: name) : nil, isRight ? nil : .wrongPassword) }
  }

  func logIn(_ name: String, _ password: String) -> Future<Account, LoginError> {
    materialize { self.logIn(name, password, completion: $0) }
  }

  func profile(of account: Account) -> Future<[String], LoginError> {
    Future { complete in
      queue.async { complete(.success(["\(account.name)@example.org"])) }
    }
  }
}

@MainActor
final class LoginScreen {
  private let sdk = AccountSDK()
  private let invalidated = InvalidationToken()
  private let background = DispatchQueue(label: "background")
  private(set) var shown: [String] = []

  /// Logs in and shows the result.
  ///
  /// Handlers run on the main thread, in order.
  func logIn(password: String) -> Future<Void, Never> {
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
  func forget() -> Future<Void, Never> {
    let late = sdk.logIn("late", "secret")
    late.onSuccess(invalidated.validContext) { account in
      MainActor.assumeIsolated { self.shown.append(account.name) }
    }
    invalidated.invalidate()
    return late.asVoid().recover { _ in }
  }
}

@MainActor
func logIn(_ completion: @escaping Completion) {
  let screen = LoginScreen()
  screen.logIn(password: "secret").flatMap { _ in
    MainActor.assumeIsolated { screen.logIn(password: "wrong") }
  }.flatMap { _ in
    MainActor.assumeIsolated { screen.forget() }
  }.onSuccess { _ in
    MainActor.assumeIsolated {
      let isExpected = screen.shown == ["ada@example.org", "stop", "wrongPassword", "stop"]
      completion(isExpected ? nil : "\(screen.shown)")
    }
  }
}

@main
enum Program {
  static func main() { run(["login": logIn, "downloads": loadPages]) }
}
