/// A plain value: `nonisolated`, so that handlers on any thread may use all its members.
nonisolated struct User: Codable, Equatable, Sendable {
  static let nobody = User(id: 0, name: "")

  let id: Int
  let name: String

  var initial: String { String(name.prefix(1)) }

  func shouted() -> String {
    name.uppercased()
  }
}
