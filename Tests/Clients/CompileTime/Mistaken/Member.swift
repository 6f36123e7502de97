// scopes: 2000
// expect: cannot convert value of type
import Pledge

/// Eight steps: the seventh uses an unknown member, but the compiler reports the sixth.
func misspelled(_ id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .tap { say($0.name) }
    .map { Row(id: $0.id, key: $0.name.lowercased()) }
    .flatMap { save($0) }
    .recover { _ in -1 }
    .flatMap { load($0) }
    .map { $0.length }
    .recover { _ in 0 }
}
