import Logging
import Metrics
import Pledge
import PledgeObservability
import Tracing

/// A verbatim sample of Documentation/Diagnostics.md, to check that it compiles.
func installAll() {
  Diagnostics.install(PromiseLog(Logger(label: "promises")))
  Diagnostics.install(PromiseMetrics(factory: MetricsSystem.factory))
  ServiceContext.keepInHandlers()
  Diagnostics.install(PromiseSpans(tracer: InstrumentationSystem.tracer))
}
