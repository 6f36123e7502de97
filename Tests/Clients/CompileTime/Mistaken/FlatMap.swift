// scopes: 2000
// expect: cannot convert
import Pledge

/// Eight steps: the seventh does not return a promise.
func flattened(_ id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .tap { say($0.name) }
    .map { Row(id: $0.id, key: $0.name.lowercased()) }
    .flatMap { save($0) }
    .recover { _ in -1 }
    .flatMap { load($0) }
    .flatMap { $0.count }
    .recover { _ in 0 }
}
