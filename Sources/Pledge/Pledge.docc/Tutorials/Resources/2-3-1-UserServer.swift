import Dispatch

/// Stands in for a third-party SDK: responds on its own queue after a short delay.
final class UserServer: Sendable {
  typealias Completion = @Sendable (_ text: String?, _ error: (any Error)?) -> Void

  struct NotFound: Error {
    let path: String
  }

  struct Busy: Error {}

  struct Request: Sendable {
    let path: String

    func cancel() {
      print("canceled \(path)")
    }
  }

  private let queue = DispatchQueue(label: "server")
  private let texts = ["users/1": "1 Ada", "users/2": "2 Grace", "users/3": "3 Edith"]
  private let desk = Desk()

  @discardableResult
  func get(_ path: String, completion: @escaping Completion) -> Request {
    print("GET \(path)")
    queue.asyncAfter(deadline: .now() + .milliseconds(100)) {
      self.answer(path, completion)
    }
    return Request(path: path)
  }

  private func answer(_ path: String, _ completion: @escaping Completion) {
    if path == "users/3" {
      Task { await desk.isBusy() ? completion(nil, Busy()) : completion(texts[path], nil) }
    } else if path == "users/4" {
      queue.asyncAfter(deadline: .now() + .seconds(3600)) { completion(nil, nil) }
    } else if let text = texts[path] {
      completion(text, nil)
    } else {
      completion(nil, NotFound(path: path))
    }
  }
}

/// Simulates overload: busy for the first two requests.
private actor Desk {
  private var visitors = 0

  func isBusy() -> Bool {
    visitors += 1
    return visitors <= 2
  }
}
