import Testing

@testable import fanout

@Suite struct PresenceTests {
  enum Event {
    case answered, missed, gone, incompatible, callGone, died
  }

  /// Applies an event, and returns whether the connection is stuck.
  private func apply(_ event: Event, to presence: inout Presence) -> Bool {
    switch event {
    case .answered: return presence.record(.answered)
    case .missed: return presence.record(.missed)
    case .gone: return presence.record(.gone)
    case .incompatible: return presence.record(.incompatible)
    case .callGone: presence.wasGone()
    case .died: presence.died()
    }
    return false
  }

  private static let sequences: [([Event], Presence.State, Bool)] = [
    ([.missed], .present, false),
    ([.missed, .missed], .away, true),
    ([.missed, .missed, .missed], .away, true),
    ([.missed, .answered, .missed], .present, false),
    ([.missed, .gone, .missed], .away, false),
    ([.missed, .callGone, .missed], .away, true),
    ([.gone, .answered], .present, false),
    ([.callGone], .away, false),
    ([.incompatible], .incompatible, false),
    ([.incompatible, .callGone], .incompatible, false),
    ([.incompatible, .missed, .missed], .away, true),
    ([.died, .answered], .dead, false),
    ([.died, .missed, .missed], .dead, false),
    ([.died, .callGone], .dead, false),
  ]

  @Test(arguments: sequences)
  func `events lead to a state, and show whether the connection is stuck`(
    events: [Event],
    state: Presence.State,
    isStuck: Bool
  ) {
    var presence = Presence(.present)
    let results = events.map { apply($0, to: &presence) }

    #expect(presence.state == state)
    #expect(results.last == isStuck)
  }

  @Test func `only a worker that was present returns`() {
    var presence = Presence(.away)
    _ = presence.record(.answered)
    #expect(presence.returns == 0)

    _ = presence.record(.gone)
    _ = presence.record(.answered)
    presence.wasGone()
    _ = presence.record(.answered)

    #expect(presence.returns == 2)
  }
}
