/// The three states that the outside sees.
@frozen @usableFromInline package enum Progress: Sendable {
  case pending
  case fulfilled
  case rejected
}
