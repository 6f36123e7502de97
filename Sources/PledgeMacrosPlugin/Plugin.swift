#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    PromisedMacro.self, PromisedRequirementsMacro.self,
  ]
}
#else
/// An empty program, since there is nothing to expand without the trait.
@main struct Plugin {
  static func main() {}
}
#endif
