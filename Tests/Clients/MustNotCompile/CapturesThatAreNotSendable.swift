// expect: capture of 'ofHandler' with non-Sendable type 'Basket' in a '@Sendable' closure
// expect: capture of 'ofOperation' with non-Sendable type 'Basket' in a '@Sendable' closure
// expect: capture of 'ofTask' with non-Sendable type 'Basket' in a '@Sendable' closure
// expect: capture of 'self' with non-Sendable type 'Basket?' in a '@Sendable' closure
// expect: passing non-Sendable parameter 'callback' to function expecting a '@Sendable' closure
import Pledge

// Closures run where the promise is settled, on any thread.

final class Basket {
  var apples = 0

  func fill(with apples: Future<Int>) {
    apples.tap { [weak self] in self?.apples = $0 }
  }
}

func count(_ apples: Future<Int>, into ofHandler: Basket) {
  apples.tap { ofHandler.apples += $0 }
}

func fill(_ ofOperation: Basket, by queue: PromiseQueue) -> Future<Int> {
  queue.add {
    ofOperation.apples += 1
    return Promise(value: ofOperation.apples)
  }
}

func pick() async -> Int { 1 }

func fill(_ ofTask: Basket) -> Future<Void> {
  Promise { ofTask.apples += await pick() }
}

func load(_ name: Future<String>, callback: @escaping (String) -> Void) {
  name.tap(callback)
}
