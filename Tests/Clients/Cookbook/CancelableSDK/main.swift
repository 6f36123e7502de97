import Pledge
import Services

/// Wraps each function of the SDK once.
struct Users: Sendable {
  private let sdk = Directory()

  func user(_ id: Int) -> Promise<User> {
    .fromValueOrError {
      sdk.user(id, completion: $0)
    } onDiscard: {
      $0.cancel()
    }
  }
}

let users = Users()

// A value, and an error of the SDK.
print(try await users.user(1).map(\.name).value)
_ = try? await users.user(3).catch { print("user 3: \($0)") }.value

// A time limit: the server never answers for user 7, and the request is canceled.
do {
  print(try await users.user(7).timeout(after: .milliseconds(10)).value)
} catch {
  print("user 7: \(error)")
}

// Two consumers share one request. It is canceled when the last one detaches.
let user = users.user(7)
let title = user.map { "About \($0.name)" }
let initial = user.map { $0.name.prefix(1) }
title.discard()
print("the first consumer has detached; pending: \(user.isPending)")
initial.discard()

// A canceled task detaches as well.
let task = Task { try await users.user(7).value }
task.cancel()
_ = await task.result

// The SDK drops its callback for user 13. That is an error, not an endless wait.
do {
  print(try await users.user(13).value)
} catch {
  print(error)
}
