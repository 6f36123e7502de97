internal import PledgeCore

/// Prepares the current thread for blocking until another thread settles a promise.
///
/// In a handler at the nesting limit, the thread could otherwise wait for work that it has deferred
/// itself. Functions that block call this first.
package func prepareToBlock() {
  Nesting.runDeferredBeforeBlocking()
}
