import Pledge

/// An operator or function of the library, as random programs use it.
///
/// In its text, `$a` and `$b` are promises, `$r` is a resolver, `$c` a context, `$t` a small
/// number, `$h` a closure, and `$v` a value or an error.
struct Operator: Sendable {
  let text: String
  let makesPromise: Bool
  let body: @Sendable (Bench) -> Future<Token>?
  fileprivate(set) var group = Group.roots
  let usesHandler: Bool
  let isLazy: Bool
  private let needs: (first: Bool, second: Bool, resolver: Bool)

  private init(
    _ text: String,
    makesPromise: Bool,
    _ body: @escaping @Sendable (Bench) -> Future<Token>?
  ) {
    self.text = text
    self.makesPromise = makesPromise
    self.body = body
    usesHandler = text.contains("$h") || text.contains("$v")
    isLazy = text.hasPrefix("LazyPromise")
    needs = (text.contains("$a"), text.contains("$b"), text.contains("$r"))
  }

  /// Creates an operator that returns a promise.
  static func makes(
    _ text: String,
    _ body: @escaping @Sendable (Bench) -> Future<Token>
  ) -> Operator {
    Operator(text, makesPromise: true, body)
  }

  /// Creates an operation that returns no promise.
  static func does(_ text: String, _ body: @escaping @Sendable (Bench) -> Void) -> Operator {
    Operator(text, makesPromise: text.contains("pending()")) { bench in
      body(bench)
      return nil
    }
  }

  func canRun(with first: Entry?, _ second: Entry?) -> Bool {
    (!needs.first || first != nil) && (!needs.second || second != nil)
      && (!needs.resolver || first?.resolver != nil)
  }
}

/// Operators that are drawn with the same probability.
enum Group: CaseIterable {
  case roots
  case settling
  case stages
  case contexts
  case combining
  case values
  case work
  case tasks
  case world
  /// Operators that use threads of the system.
  case threads
}

extension Operator {
  /// All operators.
  ///
  /// Operators that are not listed are not tested.
  static let every: [Operator] = Group.allCases.flatMap { group in
    table(of: group).map { entry in
      var copy = entry
      copy.group = group
      return copy
    }
  }

  static func indices(of group: Group) -> [Int] { places[group] ?? [] }

  private static let places = Dictionary(grouping: every.indices) { every[$0].group }

  private static func table(of group: Group) -> [Operator] {
    switch group {
    case .roots: roots
    case .settling: settling
    case .stages: stages
    case .contexts: contexts
    case .combining: combining
    case .values: values
    case .work: work
    case .tasks: tasks
    case .world: world
    case .threads: threads
    }
  }
}
