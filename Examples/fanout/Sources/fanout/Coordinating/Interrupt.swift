import Dispatch
import Foundation

/// Runs a piece of code at the first Ctrl-C; the second ends the program as it always does.
final class Interrupt {
  private let source: any DispatchSourceSignal

  init(_ action: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler {
      signal(SIGINT, SIG_DFL)
      action()
    }
    // The default action would end the program before the source hears of the signal.
    signal(SIGINT, SIG_IGN)
    source.resume()
  }

  deinit {
    source.cancel()
    signal(SIGINT, SIG_DFL)
  }
}
