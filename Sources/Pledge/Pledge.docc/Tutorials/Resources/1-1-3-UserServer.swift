import Dispatch

/// Stands in for a third-party SDK: responds on its own queue after a short delay.
final class UserServer: Sendable {
  typealias Completion = @Sendable (_ text: String?, _ error: (any Error)?) -> Void

  struct NotFound: Error {
    let path: String
  }

  private let queue = DispatchQueue(label: "server")
  private let texts = ["users/1": "1 Ada", "users/2": "2 Grace", "users/3": "3 Edith"]

  func get(_ path: String, completion: @escaping Completion) {
    print("GET \(path)")
    queue.asyncAfter(deadline: .now() + .milliseconds(100)) {
      self.answer(path, completion)
    }
  }

  private func answer(_ path: String, _ completion: Completion) {
    if let text = texts[path] {
      completion(text, nil)
    } else {
      completion(nil, NotFound(path: path))
    }
  }
}
