// expect: call to main actor-isolated global function 'parse' in a synchronous nonisolated context
// options: -default-isolation MainActor
import Pledge

func parse(_ text: String) throws -> Int {
  text.count
}

func parsed(_ text: String) -> Future<Int> {
  Promise { try parse(text) }
}
