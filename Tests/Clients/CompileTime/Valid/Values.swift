// scopes: 5000
import Dispatch
import Pledge

/// Twenty steps that inspect values, distinguish errors, and clean up, without annotations.
func values(_ id: Int) -> Promise<[UInt8]> {
  using(load(id), release: { say("close \($0)") }) { body in load(body.count) }
    .validate { !$0.isEmpty }
    .mapValues { User(id: Int($0), name: "\($0)") }
    .sortedValues { $0.name < $1.name }
    .filterValues { !$0.name.isEmpty }
    .compactMapValues { try known($0) }
    .flatMapValues(\.parts)
    .firstValue { $0.id > 0 }
    .recover(from: Missing.self) { _ in Row(id: 0, key: "none") }
    .validate(on: .global(), orThrow: Missing(), \.isComplete)
    .map { save($0) }
    .flatten()
    .flatMapError(if: { $0 is Missing }) { error in
      say("\(error)")
      return load(0).map(\.count)
    }
    .compactMap { find($0) }
    .recover(if: { $0 is NilValueError }) { _ in User(id: 0, name: "nobody") }
    .ensureThen { load(id) }
    .observe(on: MainActor.shared, owner: DispatchQueue.main) { queue, _ in say("\(queue)") }
    .flatMap { load($0.id) }
    .nilOnError()
    .unwrap(orThrow: Missing())
    .replaceError(with: [])
}

private func known(_ user: User) throws -> Row? { Row(id: user.id, key: user.name) }
private func find(_ id: Int) -> User? { User(id: id, name: "Ada") }

extension Row {
  fileprivate var parts: [Row] { [self] }
  fileprivate var isComplete: Bool { !key.isEmpty }
}
