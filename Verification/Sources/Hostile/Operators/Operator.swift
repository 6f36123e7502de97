import Pledge

/// An operator or function of the library, as random programs use it.
///
/// In its text, `$a` and `$b` are promises, `$r` is a resolver, `$c` a context, `$t` a small
/// number, `$h` a closure, and `$v` a value or an error. Its body receives them as ``Operands``.
struct Operator: Sendable {
  let text: String
  let makesPromise: Bool
  let body: @Sendable (Operands) -> Future<Token>?
  fileprivate(set) var group = Group.roots
  let usesHandler: Bool
  let isLazy: Bool
  private let needs: (first: Bool, second: Bool, resolver: Bool)

  private init(
    _ text: String,
    makesPromise: Bool,
    _ body: @escaping @Sendable (Operands) -> Future<Token>?
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
    _ body: @escaping @Sendable (Operands) -> Future<Token>
  ) -> Operator {
    Operator(text, makesPromise: true, body)
  }

  /// Creates an operation that returns no promise.
  static func does(_ text: String, _ body: @escaping @Sendable (Operands) -> Void) -> Operator {
    Operator(text, makesPromise: text.contains("pending()")) { operands in
      body(operands)
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
  case environment
  /// Operators that use threads of the system.
  case threads
}

extension Operator {
  /// All operators.
  ///
  /// Operators that are not listed are not tested.
  static let allOperators: [Operator] = Group.allCases.flatMap { group in
    table(of: group).map { entry in
      var copy = entry
      copy.group = group
      return copy
    }
  }

  static func indices(of group: Group) -> [Int] { indicesByGroup[group] ?? [] }

  private static let indicesByGroup = Dictionary(grouping: allOperators.indices) {
    allOperators[$0].group
  }

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
    case .environment: environment
    case .threads: threads
    }
  }
}
