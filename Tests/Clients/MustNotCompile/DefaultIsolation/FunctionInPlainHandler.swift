// expect: call to main actor-isolated global function 'load' in a synchronous nonisolated context
// options: -default-isolation MainActor
import Pledge

func load(_ id: Int) -> Future<String> {
  Promise(value: "\(id)")
}

func loadNext(_ id: Future<Int>) -> Future<String> {
  id.flatMap { load($0 + 1) }
}
