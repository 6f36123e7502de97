import Logging
import Metrics
import Pledge
import PledgeObservability
import Tracing

/// What Documentation/Diagnostics.md tells programs to do, word for word; it has to compile.
func installAll() {
  Diagnostics.install(PromiseLog(Logger(label: "promises")))
  Diagnostics.install(PromiseMetrics(factory: MetricsSystem.factory))
  ServiceContext.keepInHandlers()
  Diagnostics.install(PromiseSpans(tracer: InstrumentationSystem.tracer))
}
