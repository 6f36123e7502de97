// expect: sending '$0' risks causing data races
// options: -emit-sil -o /dev/null
import PledgePromiseKit

extension Promise {
  func awaited() async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      done { continuation.resume(returning: $0) }
        .catch { continuation.resume(throwing: $0) }
    }
  }
}
