import TestSupport

typealias Module = any CompatPromise.Type

/// The modules whose promises have something in common; each is described in its file.
let modules: [Module] = [
  PromiseKit.self, GooglePromises.self, Bolts.self, BrightFutures.self, When.self, Then.self,
  Sundell.self,
]

let throwing: [any Throwing.Type] = modules.compactMap { $0 as? any Throwing.Type }
let recovering: [any Recovering.Type] = modules.compactMap { $0 as? any Recovering.Type }
let combining: [any Combining.Type] = modules.compactMap { $0 as? any Combining.Type }
let racing: [any Racing.Type] = modules.compactMap { $0 as? any Racing.Type }
let direct: [any Direct.Type] = modules.compactMap { $0 as? any Direct.Type }
let inspectable: [any Inspectable.Type] = modules.compactMap { $0 as? any Inspectable.Type }

/// Modules whose handlers may run inside the call that settles their promise.
let synchronous: [Module] = [
  PromiseKit.self, Bolts.self, BrightFutures.self, Then.self, Sundell.self,
]

/// Returns what `body` makes of a promise that breaks before this function returns.
func breaking<Output>(_ module: Module, _ body: (any CompatPromise) -> Output) -> Output {
  let source = module.pending()
  return body(source.promise)
}

extension Log<String> {
  /// Logs `entry` and returns `value`.
  func pass<Value>(_ value: Value, _ entry: String) -> Value {
    add(entry)
    return value
  }
}
