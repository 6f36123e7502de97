// expect: passing non-Sendable parameter 'completion' to function expecting a '@Sendable' closure
import Pledge

func load(_ name: Future<String>, completion: @escaping (String) -> Void) {
  name.tap(completion)
}
