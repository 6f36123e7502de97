// scopes: 2000
import Pledge

/// Operators and sequences, each combined in one expression.
func combined(_ user: Future<User>, _ key: Promise<String>, _ size: Promise<Int>) -> Promise<Int> {
  (user &&& key &&& size &&& key)
    .map { rest, key in rest.1 + key.count }
    .flatMap { count in (1...200).mapConcurrently(limit: 8) { load($0 + count) } }
    .map { (bytes: [[UInt8]]) in bytes.count }
}

func either(_ first: Promise<Int>, _ second: Promise<Int>) -> Promise<Int> {
  (first ||| second ||| Promise(value: 3) ||| first).map { $0 + 1 }
}

func paired(_ size: Promise<Int>) -> Promise<Int> {
  (size &&& "pixels").map { size, unit in size + unit.count }
}
