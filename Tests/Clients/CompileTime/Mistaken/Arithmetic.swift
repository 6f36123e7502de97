// scopes: 32000
// expect: binary operator '+'
import Pledge

/// Eight steps: the seventh is wrong, but the compiler reports the operator in the sixth.
func added(_ id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .tap { say($0.name) }
    .map { Row(id: $0.id, key: $0.name.lowercased()) }
    .flatMap { save($0) }
    .recover { _ in -1 }
    .map { $0 + 1 }
    .flatMap { load($0.count) }
    .map { $0.count }
}
