// scopes: 5000
import Dispatch
import Pledge

/// Twenty realistic steps: short and long closures, three contexts, no annotations.
func realistic(_ id: Int) -> Promise<String> {
  load(id)
    .map { try decode($0) }
    .tap { say("loaded \($0.name)") }
    .map(on: .global()) { Row(id: $0.id, key: $0.name.lowercased()) }
    .flatMap { save($0) }
    .mapError { _ in Missing() }
    .recover { _ in -1 }
    .map { $0 + 1 }
    .flatMap { number in load(number) }
    .map { $0.count }
    .ensure { say("half way") }
    .flatMap { total -> Future<[UInt8]> in
      guard total > 0 else { throw Missing() }
      return load(total)
    }
    .flatMapError { error in
      say("\(error)")
      return load(0)
    }
    .map { (size: $0.count, text: String(decoding: $0, as: UTF8.self)) }
    .map { $0.text.isEmpty ? $0.size : $0.text.count }
    .tap(on: MainActor.shared) { say("\($0)") }
    .map(on: DispatchQueue.main) { User(id: $0, name: "\($0)") }
    .map(\.name)
    .catch(on: MainActor.shared) { say("failed: \($0)") }
    .observe { say("\($0)") }
    .map { $0.uppercased() + "!" }
}
