#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    PromisedMacro.self, PromisedRequirementsMacro.self,
  ]
}
#else
/// Nothing to expand: without the trait this only has to link.
@main struct Plugin {
  static func main() {}
}
#endif
