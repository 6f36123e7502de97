import OpenCombine

/// The chain of Tests/Clients/CompileTime/Valid/Realistic.swift in the idiom of OpenCombine.
///
/// A tap becomes a `handleEvents`; stages that may fail again after a catch declare it.
func realistic(_ id: Int) -> some Publisher<String, any Error> {
  load(id)
    .tryMap { try decode($0) }
    .handleEvents(receiveOutput: { say("loaded \($0.name)") })
    .receive(on: ImmediateScheduler.shared)
    .map { Row(id: $0.id, key: $0.name.lowercased()) }
    .flatMap { save($0) }
    .mapError { _ in Missing() }
    .replaceError(with: -1)
    .setFailureType(to: (any Error).self)
    .map { $0 + 1 }
    .flatMap { number in load(number) }
    .map { $0.count }
    .handleEvents(receiveCompletion: { _ in say("half way") })
    .flatMap { total -> AnyPublisher<[UInt8], any Error> in
      guard total > 0 else { return Fail(error: Missing()).eraseToAnyPublisher() }
      return load(total).eraseToAnyPublisher()
    }
    .catch { error in
      say("\(error)")
      return load(0)
    }
    .map { (size: $0.count, text: String(decoding: $0, as: UTF8.self)) }
    .map { $0.text.isEmpty ? $0.size : $0.text.count }
    .handleEvents(receiveOutput: { say("\($0)") })
    .map { User(id: $0, name: "\($0)") }
    .map(\.name)
    .map { $0.uppercased() + "!" }
}

struct User {
  var id: Int
  var name: String
}

struct Row {
  var id: Int
  var key: String
}

struct Missing: Error {}

func load(_ id: Int) -> Future<[UInt8], any Error> { Future { $0(.success([UInt8(id)])) } }
func decode(_ body: [UInt8]) throws -> User { User(id: body.count, name: "Ada") }
func save(_ row: Row) -> Future<Int, any Error> { Future { $0(.success(row.id)) } }
func say(_ text: String) {}
