// expect: cannot pass function of type '@Sendable (Int) async -> String' to parameter expecting synchronous function type
import Pledge

// Use another promise for asynchronous code: `flatMap { id in Promise { await load(id) } }`.

func load(_ id: Int) async -> String { "\(id)" }

func name(_ id: Future<Int>) -> Future<String> {
  id.map { await load($0) }
}
