/// The state of a promise, as visible from outside of the core.
@frozen @usableFromInline package enum Status: Sendable {
  case pending
  case fulfilled
  case rejected
}
