#if Macros
import SwiftSyntax

/// The context in which a function is declared.
enum Scope {
  case file
  case type(isOnMainActor: Bool)
  /// The extension that `@Promised` adds to a protocol.
  case protocolExtension(isOnMainActor: Bool, access: String?)
  /// A protocol, whose members have no bodies.
  case requirement(ProtocolDeclSyntax)
  /// A function or closure.
  case local

  init(_ context: [Syntax]) {
    guard let innermost = context.first else {
      self = .file
      return
    }
    if let declaration = innermost.as(ProtocolDeclSyntax.self) {
      self = .requirement(declaration)
    } else if let group = innermost.asProtocol((any DeclGroupSyntax).self) {
      self = .type(isOnMainActor: group.attributes.names.contains("MainActor"))
    } else {
      self = .local
    }
  }

  /// Creates the scope of an extension of `declaration`.
  init(extending declaration: ProtocolDeclSyntax) {
    self = .protocolExtension(
      isOnMainActor: declaration.attributes.names.contains("MainActor"),
      access: declaration.modifiers.first(named: "public", "package")?.name.text
    )
  }

  /// The receiver with which a function in this scope calls another.
  var receiver: String {
    if case .file = self { "" } else { "self." }
  }

  var isOnMainActor: Bool {
    switch self {
    case .type(let isOnMainActor), .protocolExtension(let isOnMainActor, _): isOnMainActor
    case .file, .requirement, .local: false
    }
  }
}
#endif
