/// The demo's data: 500 users with the ids 1 to 500, always the same.
enum DemoUsers {
  static let count = 500

  /// Returns the user `id`, if it exists.
  ///
  /// Neighboring users come from different peoples. Each has fifty names: ten given names combined
  /// with five family names.
  static func user(_ id: Int) -> User? {
    guard 1...count ~= id else { return nil }
    let (index, people) = (id - 1).quotientAndRemainder(dividingBy: Names.peoples.count)
    let name = Names.peoples[people].name(index)
    return User(id: id, name: name, email: "user\(id)@example.org")
  }
}
