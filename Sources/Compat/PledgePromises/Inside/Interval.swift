internal import Foundation
internal import Pledge

/// Returns a promise that is fulfilled after `interval`, in seconds, or after a hundred years.
func pause(_ interval: TimeInterval) -> Pledge.Promise<Void> {
  let longest: TimeInterval = 100 * 365.25 * 24 * 60 * 60
  // NaN counts as zero, too.
  return after(.seconds(interval > 0 ? min(interval, longest) : 0))
}
