import Pledge

/// An operator or function of the library, as random programs use it.
///
/// In its text, `$a` and `$b` are promises, `$p` is a list of promises, `$r` a resolver, `$c` a
/// context, `$t` a small number, `$h` a closure, and `$v` a value or an error. Its body receives
/// them as ``Operands``.
struct Operator: Sendable {
  /// The operands that an operator uses.
  struct Uses {
    let first: Bool
    let second: Bool
    let resolver: Bool
    /// The number of inputs, or `nil` if it is that of the step.
    let inputs: Int?
    let context: Bool
    let amount: Bool
    let output: Bool
    /// Whether there is a closure, or at least a value of one.
    let handler: Bool
    /// Whether the closure is called.
    let calls: Bool

    init(_ text: String, output: Bool) {
      first = text.contains("$a")
      second = text.contains("$b")
      resolver = text.contains("$r")
      inputs = text.contains("$p") ? nil : second ? 2 : first || resolver ? 1 : 0
      context = text.contains("$c")
      amount = text.contains("$t") || inputs == nil || text.contains(", …]")
      self.output = output
      calls = text.contains("$h")
      handler = calls || text.contains("$v")
    }
  }

  let text: String
  let body: @Sendable (Operands) -> Future<Token>?
  /// Its behavior in the model, if the model predicts it.
  let predicted: ModelOperator.Body?
  let uses: Uses
  let isLazy: Bool

  private init(
    _ text: String,
    output: Bool,
    _ body: @escaping @Sendable (Operands) -> Future<Token>?
  ) {
    self.text = text
    self.body = body
    predicted = ModelOperator.bodies[text]
    uses = Uses(text, output: output)
    isLazy = text.hasPrefix("LazyPromise")
  }

  /// Creates an operator that returns a promise.
  static func makes(
    _ text: String,
    _ body: @escaping @Sendable (Operands) -> Future<Token>
  ) -> Operator {
    Operator(text, output: true, body)
  }

  /// Creates an operation that returns no promise.
  static func does(_ text: String, _ body: @escaping @Sendable (Operands) -> Void) -> Operator {
    Operator(text, output: text.contains("pending()")) { operands in
      body(operands)
      return nil
    }
  }

  /// Whether the operator can run with what is in the slots of its inputs.
  func canRun(_ inputs: [(hasPromise: Bool, hasResolver: Bool)]) -> Bool {
    (!uses.first || inputs[0].hasPromise) && (!uses.second || inputs[1].hasPromise)
      && (!uses.resolver || inputs[0].hasResolver)
  }
}

extension Operator {
  /// The groups of operators, and how often each is drawn: then, its operators have the same
  /// probability.
  private static let tables: [(operators: [Operator], weight: Int)] = [
    (roots, 5), (settling, 7), (stages, 7), (contexts, 3), (combining, 4), (work, 3),
    (tasks, 1), (environment, 4), (threads, 1),
  ]

  /// All operators.
  ///
  /// Operators that are not listed are not tested.
  static let allOperators = tables.flatMap(\.operators)

  /// Each group as often as it is drawn, as indices: first the roots, last the operators that use
  /// threads of the system.
  static let groups: [[Int]] = {
    var next = 0
    return tables.flatMap { operators, weight in
      defer { next += operators.count }
      return Array(repeating: Array(next..<next + operators.count), count: weight)
    }
  }()

  /// The same for the operators that the model predicts.
  static let predictedGroups = groups.map { group in
    group.filter { allOperators[$0].predicted != nil }
  }
  .filter { !$0.isEmpty }
}
