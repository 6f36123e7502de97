/// The outcomes for which a handler runs user code.
@frozen @usableFromInline package enum Interest: Sendable {
  case values
  case errors
  case both
}

/// The recipient of a source's value.
@frozen @usableFromInline package enum Recipient: Sendable {
  /// The handler, that is, the user.
  case handler
  /// The handler, on behalf of an object that still exists.
  case object(any AnyObject & Sendable)
  /// The derived promise, to which the handler passes the value on.
  case derived
  /// A promise for a value that will be made of this one and others.
  case collection(Node)
  /// None: the handler drops the value.
  case nobody
}
