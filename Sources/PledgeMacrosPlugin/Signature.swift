#if Macros
/// The properties of a function that are needed to render its overload, mostly as text.
struct Signature: Equatable {
  /// The name of the function without its parameters, in backticks where it is declared in them.
  let name: String
  /// The name with all argument labels, as in documentation and errors.
  let fullName: String
  /// The attributes and modifiers of the overload, in order.
  let attributes: [String]
  let modifiers: [String]
  /// `<T: P>` and `where …`, or empty strings.
  let generics: String
  let constraints: String
  /// The parameters before the handler.
  let parameters: [Parameter]
  /// The label of the handler as that of an argument, if it has one.
  let handlerLabel: String?
  /// The arguments of the handler.
  let outcome: Outcome
  /// The receiver of the call: `self.` or nothing.
  let receiver: String
  let mayThrow: Bool
  /// Whether the call passes pointers and must be marked for strict memory safety.
  let isUnsafe: Bool
  /// The work to stop, if the function returns an object.
  let work: Work?
  let place: Place
}

extension Signature {
  /// A parameter: its declaration, and the argument that forwards it.
  struct Parameter: Equatable {
    let declaration: String
    let argument: String
    /// The name inside the overload, without backticks.
    let name: String
    /// The label, without backticks; it and the type distinguish overloads.
    let label: String
    let type: String
  }

  /// The properties of a returned object that determine how it is canceled.
  struct Work: Equatable {
    let isOptional: Bool
    /// Whether it belongs to the main actor, like the function.
    let isOnMainActor: Bool
  }

  /// The origin of the source location shown in diagnostics.
  enum Place: Equatable {
    /// Added parameters with default values.
    case added
    /// Existing parameters of the function, by their names.
    case taken(file: String, line: String)
    /// None: the function uses the names for other parameters.
    case unknown
  }

  /// A key that must be unique among the overloads in one scope.
  var overload: String {
    let types = parameters.map { "\($0.label):\($0.type)" }.joined(separator: ",")
    let kind = modifiers.filter { ["static", "class"].contains($0) }.joined()
    return "\(kind) \(name)\(generics)(\(types))"
  }
}
#endif
