import Foundation

/// Receives the answers of a scanner, on the scanner's queue.
public protocol TicketScannerDelegate: AnyObject, Sendable {
  /// Called when a ticket was read.
  func scanner(_ scanner: TicketScanner, didRead code: String)
  /// Called when no ticket can be read.
  func scanner(_ scanner: TicketScanner, didFailWith error: any Error)
}

/// A scanner with a delegate.
///
/// All its methods can be called from any thread.
public final class TicketScanner: @unchecked Sendable {
  private let queue = DispatchQueue(label: "scanner")
  private let lock = NSLock()
  private weak var receiver: (any TicketScannerDelegate)?

  /// Creates a scanner.
  public init() {}

  /// The object that receives the answers.
  ///
  /// The scanner does not retain it.
  public var delegate: (any TicketScannerDelegate)? {
    get { lock.withLock { receiver } }
    set { lock.withLock { receiver = newValue } }
  }

  /// Turns the camera on.
  public func start() { print("camera on") }

  /// Turns the camera off.
  public func stop() { print("camera off") }

  /// Stands for a person who holds a ticket in front of the camera.
  public func present(_ code: String) {
    queue.async { self.delegate?.scanner(self, didRead: code) }
  }

  /// Stands for a person who forbids the use of the camera.
  public func deny() {
    queue.async { self.delegate?.scanner(self, didFailWith: ServiceError.cameraDenied) }
  }
}
