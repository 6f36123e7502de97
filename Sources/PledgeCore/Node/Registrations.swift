/// The consumers through which a node waits for others.
///
/// Most nodes have at most two, so these are stored without an array.
@frozen @usableFromInline package enum Registrations {
  case none
  case one(Node)
  case two(Node, Node)
  case many([Node])
}

extension Registrations {
  /// Creates the registrations that `register` returns for the indices below `count`, in order.
  @inlinable package init(count: Int, _ register: (Int) -> Node) {
    if count == 2 {
      let first = register(0)
      self = .two(first, register(1))
    } else {
      self = .many((0..<count).map(register))
    }
  }

  /// Whether there is none; an empty array counts as some.
  var isEmpty: Bool {
    if case .none = self { true } else { false }
  }

  /// All consumers, in order.
  var nodes: [Node] {
    switch self {
    case .none: []
    case .one(let node): [node]
    case .two(let first, let second): [first, second]
    case .many(let nodes): nodes
    }
  }

  /// Calls `body` with each consumer, in order.
  @inline(__always) func visit(_ body: (Node) -> Void) {
    switch self {
    case .none: break
    case .one(let node): body(node)
    case .two(let first, let second):
      body(first)
      body(second)
    case .many(let nodes): for node in nodes { body(node) }
    }
  }

  /// Removes all consumers and returns them.
  @inline(__always) mutating func take() -> Registrations {
    let all = self
    self = .none
    return all
  }

  /// Adds a consumer behind the others.
  @inlinable @inline(__always) package mutating func add(_ node: Node) {
    switch consume self {
    case .none: self = .one(node)
    case .one(let first): self = .two(first, node)
    case .two(let first, let second): self = .many([first, second, node])
    case .many(var nodes):
      nodes.append(node)
      self = .many(nodes)
    }
  }

  /// Adds consumers behind the others.
  mutating func append(_ others: consuming Registrations) {
    if isEmpty {
      self = others
      return
    }
    if others.isEmpty { return }
    var nodes = take().nodes
    nodes += others.nodes
    self = .many(nodes)
  }

  /// Puts `new` in the place of `old`, or behind the others if `old` is not among them.
  ///
  /// - Returns: The replaced consumer, to be released by the caller.
  mutating func replace(_ old: Node?, by new: Node) -> Node? {
    if isEmpty {
      self = .one(new)
      return nil
    }
    // Taken, so that the array is edited in its place.
    var nodes = take().nodes
    defer { self = .many(nodes) }
    guard let index = nodes.firstIndex(where: { $0 === old }) else {
      nodes.append(new)
      return nil
    }
    let replaced = nodes[index]
    nodes[index] = new
    return replaced
  }
}
