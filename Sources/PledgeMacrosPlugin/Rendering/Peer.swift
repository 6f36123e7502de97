#if Macros
/// The source text of the overload that returns a promise.
struct Peer {
  let signature: Signature

  var source: String {
    """
    /// Returns a promise for the result of ``\(signature.fullName)``.
    \(head)(\(parameters)) -> Pledge.Promise<\(signature.outcome.promised)>\(constraints) {
    \(body.joined(separator: "\n"))
    }
    """
  }

  private var head: String {
    let words = signature.attributes + signature.modifiers + ["func", signature.name]
    return words.joined(separator: " ") + signature.generics
  }

  private var constraints: String {
    signature.constraints.isEmpty ? "" : " " + signature.constraints
  }

  private var parameters: String {
    var declarations = signature.parameters.map(\.declaration)
    if signature.place == .added {
      declarations += ["file: Swift.StaticString = #fileID", "line: Swift.UInt = #line"]
    }
    return declarations.joined(separator: ", ")
  }

  // The call is not inside a closure, so the arguments need not be Sendable.
  private var body: [String] {
    let promised = signature.outcome.promised
    return ["let (\(promise), \(resolver)) = Pledge.Promise<\(promised)>.pending(\(place))"]
      + (signature.mayThrow ? guarded(started) : started)
      + ["return \(promise)"]
  }

  private var place: String {
    switch signature.place {
    case .added: "file: file, line: line"
    case .taken(let file, let line): "file: \(file), line: \(line)"
    case .unknown: ""
    }
  }

  private func guarded(_ lines: [String]) -> [String] {
    ["do {"] + lines + ["} catch {", "\(resolver).reject(error)", "}"]
  }

  /// The call, and the registration of the closure that stops the work.
  private var started: [String] {
    guard let returned = signature.work else { return [call] }
    let cancel = returned.isOptional ? "?.cancel()" : ".cancel()"
    let stop =
      returned.isOnMainActor
      ? "(on: Swift.MainActor.shared) { \(work)\(cancel) }"
      : "(of: \(work)) { $0\(cancel) }"
    return ["let \(work) = \(call)", "\(resolver).onDiscard\(stop)"]
  }

  private var call: String {
    let closure = HandlerClosure(
      outcome: signature.outcome,
      resolver: resolver,
      function: signature.fullName
    )
    let handler = (signature.handlerLabel.map { "\($0): " } ?? "") + closure.source
    let arguments = signature.parameters.map(\.argument) + [handler]
    let call = "\(signature.receiver)\(signature.name)(\(arguments.joined(separator: ", ")))"
    let marked = signature.isUnsafe ? "unsafe \(call)" : call
    return signature.mayThrow ? "try \(marked)" : marked
  }

  // MARK: Names not used by the function

  private var promise: String { unused("promise") }
  private var resolver: String { unused("resolver") }
  private var work: String { unused("work") }

  private func unused(_ name: String) -> String {
    let used = signature.parameters.map(\.name) + [signature.name.filter { $0 != "`" }]
    return Name.unused(name, beside: used)
  }
}
#endif
