import Dispatch
import Pledge

/// The program behind the chains in this folder, which loads, decodes, and saves users.
struct User: Sendable {
  var id: Int
  var name: String
}

struct Row: Sendable {
  var id: Int
  var key: String
}

struct Missing: Error {}

func load(_ id: Int) -> Future<[UInt8]> { Promise(value: [UInt8(id)]) }
func decode(_ body: [UInt8]) throws -> User { User(id: body.count, name: "Ada") }
func save(_ row: Row) -> Promise<Int> { Promise(value: row.id) }
func say(_ text: String) {}
