import ForeignSDK
import Foundation
import PledgeGSPromise

// Calls every signature of the original as client code does, with closures that are not marked
// `@Sendable`. The test is that it compiles in both language modes; it is never run.

private final class Operation: NSObject, GSPromisable {
  var handler: GSPromiseHandler

  override init() {
    handler = { ok in ok() }
  }
}

private func operations() -> [GSPromisable] {
  let box = Box()
  let operation = GSPromising(handler: { ok in
    box.content += 1
    ok()
  })
  operation.handler = { ok in DispatchQueue.main.async(execute: ok) }
  let handler: GSPromiseHandler = operation.handler
  return [
    operation, GSPromising.promise(), GSPromising(), GSPromising.promise(handler: handler),
    GSPromising.promise { ok in
      box.content += 1
      DispatchQueue.main.async { ok() }
    },
    GSPromise { then in then() }, Operation(),
  ]
}

private func managers(_ operations: [GSPromisable]) -> [GSPromiseManager] {
  let manager = GSPromiseManager()
  manager.addPromise(operations[0])
  manager.add(operations[1])
  return [
    manager, GSPromiseManager(promise: operations[0]), GSPromiseManager(promises: operations),
    GSPromiseManager.manager(), GSPromiseManager.mananger(withPromise: operations[0]),
    GSPromiseManager.mananger(withPromises: operations),
  ]
}
