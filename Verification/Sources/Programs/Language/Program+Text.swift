extension Program: CustomStringConvertible {
  /// The program in the form of Swift code; `p1` is slot 1.
  package var description: String {
    let bodies = [("first", beginning)] + threads.enumerated().map { ("thread \($0)", $1) }
    let blocks = bodies.map { name, steps in "\(name):\n" + steps.text(indent: 1) }
    return blocks.joined(separator: "\n")
      + "\nthen \(discardsAtEnd ? "discard" : "drop") the pending promises"
      + (isObserved ? ", with an observer installed" : "")
      + (isLive ? ", with the clock and the tasks of the system" : "")
      + (depth > 0 ? ", within \(depth) handlers" : "")
  }
}

extension Step {
  /// The step in one line, without the effects of its closure.
  var title: String {
    let members = inputs.prefix(amount).map { "p\($0)" }.joined(separator: ", ")
    var text = Operator.allOperators[operation].text
    for (name, value) in [
      ("$a", "p\(inputs[0])"), ("$b", "p\(inputs[1])"), ("$r", "r\(inputs[0])"), ("$p", members),
      ("$c", "\(context)"), ("$t", "\(amount)"),
      ("$h", "\(handler)"), ("$v", "v\(handler.number)"),
    ] {
      text = text.replacing(name, with: value)
    }
    guard Operator.allOperators[operation].uses.output else { return text }
    return (output.map { "p\($0) = " } ?? "_ = ") + text + (isTracked ? "  // tracked" : "")
  }
}

extension Handler: CustomStringConvertible {
  /// The closure in the form of Swift code, without its effects.
  package var description: String {
    switch answer {
    case .value: "{ #\(number) }"
    case .failure: "{ #\(number) throws }"
    case .promise(let slot): "{ #\(number) returns p\(slot) }"
    }
  }
}

extension [Step] {
  fileprivate func text(indent: Int) -> String {
    let margin = String(repeating: "  ", count: indent)
    let lines = map { step in
      let handler = step.handler
      let parts = [
        ("calls", handler.effects), ("release", handler.release),
        ("value release", handler.valueRelease),
      ]
      let nested = parts.filter { !$1.isEmpty }
        .map { "\n\(margin)  #\(handler.number) \($0):\n" + $1.text(indent: indent + 2) }
      return margin + step.title + nested.joined()
    }
    return lines.joined(separator: "\n")
  }
}
