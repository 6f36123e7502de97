public import Dispatch
public import Foundation

/// Returns a guarantee that is resolved after a time.
///
/// - Parameter seconds: How long to wait; with none or less it is resolved as soon as a thread is
///   free.
/// - Returns: The guarantee, which is resolved on a global queue.
public func after(seconds: TimeInterval) -> Guarantee<Void> {
  after(deadline: .now() + seconds)
}

/// Returns a guarantee that is resolved after a time.
///
/// - Parameter interval: How long to wait; with none or less it is resolved as soon as a thread is
///   free.
/// - Returns: The guarantee, which is resolved on a global queue.
public func after(_ interval: DispatchTimeInterval) -> Guarantee<Void> {
  after(deadline: .now() + interval)
}

private func after(deadline: DispatchTime) -> Guarantee<Void> {
  Guarantee { resolve in
    DispatchQueue.global().asyncAfter(deadline: deadline) { resolve(()) }
  }
}
