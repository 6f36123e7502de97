import InMemoryTracing
import Tracing

/// A tracer that runs an interruption while it starts a span.
struct InterruptedTracer: Tracer {
  let base: InMemoryTracer
  let interruption = Interruption()

  func startSpan<Instant: TracerInstant>(
    _ operationName: String,
    context: @autoclosure () -> ServiceContext,
    ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant,
    function: String,
    file fileID: String,
    line: UInt
  ) -> InMemorySpan {
    interruption.happen()
    return base.startSpan(
      operationName,
      context: context(),
      ofKind: kind,
      at: instant(),
      function: function,
      file: fileID,
      line: line
    )
  }

  func forceFlush() { base.forceFlush() }

  func inject<Carrier, Inject: Injector>(
    _ context: ServiceContext,
    into carrier: inout Carrier,
    using injector: Inject
  ) where Carrier == Inject.Carrier {
    base.inject(context, into: &carrier, using: injector)
  }

  func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier,
    into context: inout ServiceContext,
    using extractor: Extract
  ) where Carrier == Extract.Carrier {
    base.extract(carrier, into: &context, using: extractor)
  }
}
