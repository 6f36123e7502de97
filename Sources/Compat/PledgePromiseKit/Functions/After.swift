public import Dispatch
public import Foundation

/// Returns a guarantee that is resolved after a delay.
///
/// - Parameter seconds: The delay. If it is not positive, the guarantee is resolved as soon as a
///   thread is available.
/// - Returns: The guarantee, resolved on a global queue.
public func after(seconds: TimeInterval) -> Guarantee<Void> {
  after(deadline: .now() + seconds)
}

/// Same as ``after(seconds:)``, for a delay in any unit.
public func after(_ interval: DispatchTimeInterval) -> Guarantee<Void> {
  after(deadline: .now() + interval)
}

private func after(deadline: DispatchTime) -> Guarantee<Void> {
  Guarantee { resolve in
    DispatchQueue.global().asyncAfter(deadline: deadline) { resolve(()) }
  }
}
