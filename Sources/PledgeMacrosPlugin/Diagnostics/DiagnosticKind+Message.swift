#if Macros
extension DiagnosticKind {
  /// Returns the problem, and its remedy if there is one, as a message of a macro such as
  /// `@Promised`.
  func message(by macro: String) -> String {
    handlerMessage(macro) ?? typeMessage(macro) ?? declarationMessage(macro) ?? placeMessage(macro)
  }

  /// The messages about the handler.
  private func handlerMessage(_ macro: String) -> String? {
    switch self {
    case .noHandler:
      "'\(macro)' needs a completion handler: the last parameter has to be a function, whose type is "
        + "written out"
    case .hiddenHandler(let name, let type):
      "'\(macro)' cannot resolve the type '\(type)'; write the function type of '\(name)' out"
    case .handlerNotLast(let name):
      "'\(macro)' needs the completion handler '\(name)' to be the last parameter"
    case .severalHandlers(let names):
      "'\(macro)' needs one completion handler, not \(list(names)); make them one that takes a "
        + "'Result'"
    case .returningHandler(let name, let type):
      "'\(macro)' has nothing for '\(name)' to return; a completion handler returns 'Void', not "
        + "'\(type)'"
    case .certainError(let name, let type):
      "'\(macro)' would reject whenever '\(name)' is called, since it always gets an error; make "
        + "that '\(optional(type))'"
    case .unclearHandler(let name, let what):
      "'\(macro)' cannot interpret '\(name)', which \(what); let it take one 'Result', "
        + "or write the promise by hand"
    case .hiddenResult(let name, let type):
      "'\(macro)' cannot resolve the type '\(type)'; write its success and failure out, as in "
        + "'Result<User, any Error>', or give '\(name)' a type of another name"
    default: nil
    }
  }

  /// The messages about parameters and the return type.
  private func typeMessage(_ macro: String) -> String? {
    switch self {
    case .ownership(let word, let parameter):
      "'\(macro)' cannot pass '\(parameter)' on, which is '\(word)'"
    case .variadic(let parameter, let type):
      "'\(macro)' cannot pass variadic '\(parameter)' on; take '[\(type)]'"
    case .returnsNoWork(let type):
      "'\(macro)' cancels what the function returns, and '\(type)' has no 'cancel()'; return "
        + "nothing, or write the promise by hand"
    case .unnamedGeneric(let name):
      "'\(macro)' cannot tell what '\(name)' is: neither the other parameters nor the promise name "
        + "it; write 'any Error' for a failure"
    default: nil
    }
  }

  /// The messages about the function as a whole.
  private func declarationMessage(_ macro: String) -> String? {
    switch self {
    case .asynchronous:
      "'\(macro)' is for completion handlers; around an 'async' function write "
        + "'Promise { try await … }'"
    case .modifying(let word):
      "'\(macro)' cannot wrap a '\(word)' function: its handler is called when that use of 'self' "
        + "is over"
    case .modifier(let word):
      "'\(macro)' cannot wrap a function that is '\(word)'; write the promise by hand"
    case .namedByOperator(let name):
      "'\(macro)' cannot wrap the operator '\(name)'; give the function a name"
    case .overriding:
      "'\(macro)' belongs on the function that this one overrides, whose promise calls this one"
    case .clash(let name):
      "'\(macro)' leaves '\(name)' out: the promise of another requirement has the same parameters; "
        + "give one of them another name"
    case .conditionalAttributes:
      "'\(macro)' cannot see which attributes '#if' leaves; put the whole function into it"
    default: nil
    }
  }

  /// The messages about the declaration to which the macro is attached.
  private func placeMessage(_ macro: String) -> String {
    switch self {
    case .noProtocol:
      "'\(macro)' belongs on a protocol; on a function write '@Promised'"
    case .onProtocol(let name):
      "'\(macro)' belongs on a function; on protocol '\(name)' write '@PromisedRequirements'"
    case .local:
      "'\(macro)' cannot wrap a local function; move it to a type or to the file"
    case .requirement(let name):
      "'\(macro)' could only add another requirement here; write '@PromisedRequirements' on "
        + "protocol '\(name)', which adds to an extension"
    case .nothingToWrap(let name):
      "'\(macro)' finds no requirement of '\(name)' whose last parameter is a completion handler"
    default:
      "'\(macro)' belongs on a function with a completion handler; write other promises by hand"
    }
  }

  private func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: " and ")
  }
}
#endif
