internal import PledgeSupport

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
        label: observation.identities.label(at: node.address)
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
