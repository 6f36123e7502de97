internal import PledgeSupport

/// The labels of observed promises by address, beside their numbers in ``Identities``.
///
/// A promise has the label that it was given last, or else that of the promise it was derived from,
/// if that one was labeled before. A label lasts as long as the number of its promise.
///
/// Not thread-safe: callers hold a lock.
struct PromiseLabels {
  private(set) var labels: [UInt: String] = [:]

  /// The label of a promise; `nil` if it has none.
  subscript(address: UInt) -> String? { labels[address] }

  /// Labels a promise.
  mutating func set(_ label: String, at address: UInt) {
    labels[address] = label
  }

  /// Forgets the label of an earlier promise at the address of a new one.
  @inline(__always) mutating func forget(at address: UInt) {
    if labels.isEmpty { return }
    labels[address] = nil
    labels.shrinkIfSparse()
  }

  /// Labels a new stage like its source.
  @inline(__always) mutating func pass(from source: UInt, to stage: UInt) {
    if !labels.isEmpty { labels[stage] = labels[source] }
  }
}

extension Identities {
  /// Assigns a number to a new stage, and the label of its source.
  @inline(__always) mutating func makeStage(at address: UInt, from source: UInt) -> UInt64 {
    let number = make(at: address)
    labels.pass(from: source, to: address)
    return number
  }

  /// Labels a promise.
  ///
  /// - Returns: Its number.
  mutating func label(_ label: String, at address: UInt) -> UInt64 {
    // A new number comes first, because it forgets the label of an earlier promise.
    let number = number(at: address)
    labels.set(label, at: address)
    return number
  }
}

extension Identities {
  /// Returns the label of a promise, unless another one has its address.
  func label(of number: UInt64, at address: UInt) -> String? {
    holds(number, at: address) ? labels[address] : nil
  }
}

extension String {
  /// A copy: a string that is bridged from Objective-C must not be released under a lock.
  var unbridged: String { String(decoding: utf8, as: UTF8.self) }
}

extension Instrumentation {
  /// The number and the label of a promise.
  static func identity(of node: Node) -> PromiseIdentity {
    observation.withLock { observation in
      PromiseIdentity(
        number: observation.identities.number(at: node.address),
        label: observation.identities.labels[node.address]
      )
    }
  }

  /// The label that a promise was given, whether or not events are observed.
  static func givenLabel(of node: Node) -> String? { GivenLabels.label(of: node) }

  /// Removes the number and the labels of a promise.
  static func forget(_ node: Node) {
    observation.withLock { $0.identities.forget(at: node.address) }
    GivenLabels.forget(node)
  }

  /// Labels a promise, and reports the label if events are observed.
  @usableFromInline @inline(never)
  package static func setLabel(_ label: String, of node: Node) {
    guard node.isPromise else { return }
    let label = label.unbridged
    GivenLabels.set(label, of: node)
    guard InstrumentationFlags.current.includeAny(of: .events) else { return }
    dispatch(.words(Words(label: label))) { identities in
      EventSubject(identities.label(label, at: node.address))
    } record: { labeled in
      EventRecord(.labeled, of: labeled.promise, at: node.site)
    }
  }
}
