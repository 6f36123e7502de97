import Metrics
import MetricsTestKit
import TestSupport

/// A factory that counts the timers it creates, and runs an interruption while it creates one.
final class CountingFactory: MetricsFactory {
  let interruption = Interruption()
  private let backend: TestMetrics
  private let count = Locked(0)

  init(_ backend: TestMetrics) { self.backend = backend }

  var timersMade: Int { count.withLock { $0 } }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    count.withLock { $0 += 1 }
    interruption.happen()
    return backend.makeTimer(label: label, dimensions: dimensions)
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    backend.makeCounter(label: label, dimensions: dimensions)
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    backend.makeMeter(label: label, dimensions: dimensions)
  }

  func makeRecorder(
    label: String,
    dimensions: [(String, String)],
    aggregate: Bool
  ) -> any RecorderHandler {
    backend.makeRecorder(label: label, dimensions: dimensions, aggregate: aggregate)
  }

  func destroyCounter(_ handler: any CounterHandler) { backend.destroyCounter(handler) }
  func destroyMeter(_ handler: any MeterHandler) { backend.destroyMeter(handler) }
  func destroyRecorder(_ handler: any RecorderHandler) { backend.destroyRecorder(handler) }
  func destroyTimer(_ handler: any TimerHandler) { backend.destroyTimer(handler) }
}
