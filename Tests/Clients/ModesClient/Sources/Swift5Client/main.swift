import Dispatch
import Foundation
import Pledge

// Written before Swift 6: a class without Sendable, a callback, a chain.
final class Counter {
  private(set) var count = 0

  func increment() {
    count += 1
  }
}

struct Failure: Error {}

func download(_ name: String, completion: @escaping (String?, Error?) -> Void) {
  DispatchQueue.global().async {
    name.isEmpty ? completion(nil, Failure()) : completion("<\(name)>", nil)
  }
}

func page(_ name: String) -> Future<String> {
  Promise { resolver in
    download(name) { body, error in
      if let body = body {
        resolver.resolve(body)
      } else {
        resolver.reject(error)
      }
    }
  }
}

let counter = Counter()
let finished = DispatchSemaphore(value: 0)
page("start")
  .map { $0.count }
  .flatMap { page("\($0)") }
  .tap { _ in counter.increment() }
  .flatMap { _ in page("") }
  .recover { _ in
    counter.increment()
    return "nothing"
  }
  .ensure { counter.increment() }
  .observe { result in
    print(result)
    finished.signal()
  }

guard finished.wait(timeout: .now() + 10) == .success, counter.count == 3 else {
  fatalError("the chain did not run through: \(counter.count) of 3 steps")
}

Task {
  let failed = await failedClosures()
  if failed > 0 { fatalError("closures on an actor: \(failed) failed") }
  exit(0)
}
dispatchMain()
