#if Macros
/// What a peer needs to know of the function that it is made for: text, and a few decisions.
struct Signature: Equatable {
  /// The name of the function without its parameters.
  let name: String
  /// The name with the labels of all parameters, as documentation and errors spell it.
  let fullName: String
  /// What of the attributes and modifiers the peer has too, in order.
  let attributes: [String]
  let modifiers: [String]
  /// `<T: P>` and `where …`, or nothing.
  let generics: String
  let constraints: String
  /// The parameters before the handler.
  let parameters: [Parameter]
  /// The label of the handler, if it has one.
  let handlerLabel: String?
  /// What the handler is called with.
  let outcome: Outcome
  /// Where the function is called: `self.` or nothing.
  let receiver: String
  let mayThrow: Bool
  /// Whether the call passes pointers on, which strict memory safety wants to see marked.
  let isUnsafe: Bool
  /// What stops the work, if the function returns something.
  let work: Work?
  let place: Place
}

extension Signature {
  /// A parameter as it is declared, and as it is passed on.
  struct Parameter: Equatable {
    let declaration: String
    let argument: String
    /// What it is called inside of the peer.
    let name: String
    /// Its label and its type, by which overloads are told apart.
    let label: String
    let type: String
  }

  /// How a returned object is cancelled.
  struct Work: Equatable {
    let isOptional: Bool
    /// Whether it belongs to the main actor, as the function does.
    let isOnMainActor: Bool
  }

  /// Where the peer has the place from that reports name.
  enum Place: Equatable {
    /// From parameters of its own, with defaults.
    case added
    /// From parameters that the function has already, by their names.
    case taken(file: String, line: String)
    /// From nowhere: the function uses the names for something else.
    case unknown
  }

  /// What two peers in one scope may not have in common.
  var overload: String {
    let types = parameters.map { "\($0.label):\($0.type)" }.joined(separator: ",")
    let kind = modifiers.filter { ["static", "class"].contains($0) }.joined()
    return "\(kind) \(name)\(generics)(\(types))"
  }
}
#endif
