internal import PledgeCore

/// Runs the handlers that wait for the outermost handler on this thread to return.
///
/// Called by a function that is about to block the thread. Inside a handler that is nested 48 levels deep,
/// the promise it waits for may depend on such a handler, which would not run before the wait is over.
package func runDeferredHandlersBeforeBlocking() {
  Nesting.runDeferredBeforeBlocking()
}
