import Foundation

/// A server that requires tokens, and whose tokens expire.
///
/// Its callbacks run on threads of its own.
public final class Account: @unchecked Sendable {
  private let lock = NSLock()
  private var valid = 0
  private var canRenew = true

  /// Creates a client.
  public init() {}

  /// Stands for the passage of time: all tokens expire; if `forever`, they cannot be renewed.
  public func expireTokens(forever: Bool = false) {
    lock.withLock {
      valid += 1
      canRenew = !forever
    }
  }

  /// Returns the first token.
  public func logIn(
    _ name: String,
    password: String,
    completion: @escaping @Sendable (Result<String, ServiceError>) -> Void
  ) -> Request {
    Request("log in") {
      completion(password == "secret" ? .success(self.newToken()) : .failure(.loggedOut))
    }
  }

  /// Returns the token that replaces an expired one.
  public func renew(
    _ token: String,
    completion: @escaping @Sendable (Result<String, ServiceError>) -> Void
  ) -> Request {
    print("renewing \(token)")
    return Request("renew \(token)") {
      let canRenew = self.lock.withLock { self.canRenew }
      completion(canRenew ? .success(self.newToken()) : .failure(.loggedOut))
    }
  }

  /// Returns a document.
  public func get(
    _ path: String,
    token: String,
    completion: @escaping @Sendable (Result<String, ServiceError>) -> Void
  ) -> Request {
    Request("get \(path)") {
      let isValid = token == self.lock.withLock { "token \(self.valid)" }
      completion(isValid ? .success("<\(path)>") : .failure(.expired))
    }
  }

  private func newToken() -> String {
    lock.withLock {
      valid += 1
      return "token \(valid)"
    }
  }
}
