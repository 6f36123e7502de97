import Dispatch
import Foundation

/// Runs a closure at the first Ctrl-C.
///
/// The second one ends the program as usual.
final class Interrupt {
  private let source: any DispatchSourceSignal

  init(_ action: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler {
      signal(SIGINT, SIG_DFL)
      action()
    }
    // The default action would end the program before the source receives the signal.
    signal(SIGINT, SIG_IGN)
    source.resume()
  }

  deinit {
    source.cancel()
    signal(SIGINT, SIG_DFL)
  }
}
