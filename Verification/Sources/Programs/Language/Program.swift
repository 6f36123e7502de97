/// A program: steps that one or several threads run on the same promises.
package struct Program: Equatable, Sendable {
  /// The steps that run first, on one thread.
  var beginning: [Step] = []
  package var threads: [[Step]]
  /// Whether promises that are still pending at the end are discarded, before all is dropped.
  var discardsAtEnd = false
  /// Whether an observer is installed that receives every event.
  var isObserved = false
  /// Whether the system's clock measures the time and the system's threads run tasks, both at any
  /// time, instead of when the program says so.
  var isLive = false
  /// The number of nested handlers in which the steps run.
  var depth = 0

  /// The steps in an order in which one thread can run them.
  package var steps: [Step] { beginning + threads.joined() }

  /// The number of slots that hold promises.
  static let slots = 12

  package init(_ steps: [Step]) {
    threads = [steps]
  }

  /// Returns the same program within a number of nested handlers.
  package func nested(_ depth: Int) -> Program { changed(self) { $0.depth = depth } }
}

/// One operation and its operands.
///
/// The operation's text names the operands that it uses.
package struct Step: Equatable, Sendable {
  /// The index in ``Operator/allOperators``.
  var operation: Int
  /// The slots of the inputs.
  var inputs: [Int]
  /// The slot that receives the new promise; without one, the promise is dropped immediately.
  var output: Int?
  var context = Behavior.later
  /// A small number: ticks of the clock, elements, attempts, inputs.
  var amount = 0
  /// Whether the new promise gets an observer that checks its outcome and the order of handlers.
  var isTracked = false
  var handler: Handler

  /// The number of inputs of a step; operators that need fewer ignore the rest.
  static let inputCount = 3
}

/// A closure, and the effects of releasing its captures.
package struct Handler: Equatable, Sendable {
  var number: Int
  var answer: Answer
  /// The steps that run when the closure is called.
  var effects: [Step]
  /// The steps that run when the closure is released.
  var release: [Step] = []
  /// The steps that run when the value or error that the closure makes is released.
  package var valueRelease: [Step] = []

  package init(_ number: Int, _ answer: Answer = .value, effects: [Step] = []) {
    self.number = number
    self.answer = answer
    self.effects = effects
  }
}

/// The result of a closure.
package enum Answer: Equatable, Sendable {
  case value
  case failure
  /// The promise in a slot, or a failure if the slot is empty.
  case promise(Int)
}

extension Step {
  /// Creates a step of the operator with a text, whose number is that of its inputs.
  package init(
    _ text: String,
    _ inputs: Int...,
    handler: Handler = Handler(0),
    into output: Int? = nil
  ) {
    guard let operation = Operator.allOperators.firstIndex(where: { $0.text == text }) else {
      preconditionFailure("there is no operator \(text)")
    }
    let padding = [Int](repeating: 0, count: Step.inputCount - inputs.count)
    self.init(
      operation: operation,
      inputs: inputs + padding,
      output: output,
      amount: inputs.count,
      handler: handler
    )
  }
}
