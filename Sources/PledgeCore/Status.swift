/// The three states that the outside sees.
@frozen @usableFromInline package enum Status: Sendable {
  case pending
  case fulfilled
  case rejected
}
