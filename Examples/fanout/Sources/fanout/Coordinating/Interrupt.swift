import Dispatch
import Foundation

/// Runs a closure at the first signal, such as that of Ctrl-C.
///
/// The second one ends the program as usual.
final class Interrupt {
  private let number: Int32
  private let source: any DispatchSourceSignal

  init(_ number: Int32 = SIGINT, _ action: @escaping @Sendable () -> Void) {
    self.number = number
    source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler {
      signal(number, SIG_DFL)
      action()
    }
    // The default action would end the program before the source receives the signal.
    signal(number, SIG_IGN)
    source.resume()
  }

  deinit {
    source.cancel()
    signal(number, SIG_DFL)
  }
}
