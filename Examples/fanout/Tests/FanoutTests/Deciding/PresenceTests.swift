import Testing

@testable import fanout

@Suite struct PresenceTests {
  private enum Event: CaseIterable {
    case answered, missed, gone, incompatible, callGone, died
  }

  /// A model that derives everything from the whole history.
  private struct Model {
    var history: [Event] = []

    private var beats: [Event] { history.filter { $0 != .callGone } }

    var missed: Int { beats.reversed().prefix { $0 == .missed }.count }

    /// The last event that decides, given that a single missed heartbeat does not.
    func state(from initial: Presence.State) -> Presence.State {
      if history.contains(.died) { return .dead }
      var state = initial
      for (index, event) in history.enumerated() {
        let before = history[..<index].filter { $0 != .callGone }
        switch event {
        case .answered: state = .present
        case .missed: if before.last == .missed { state = .away }
        case .gone: state = .away
        case .incompatible: state = .incompatible
        case .callGone: if state == .present { state = .away }
        case .died: break
        }
      }
      return state
    }
  }

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

  @Test(arguments: [Presence.State.present, .away])
  func `every sequence of up to six events agrees with a model`(initial: Presence.State) {
    var checked = 0
    func explore(_ presence: Presence, _ model: Model) {
      guard model.history.count < 6 else { return }
      for event in Event.allCases {
        var (next, later) = (presence, model)
        let reconnects = apply(event, to: &next)
        later.history.append(event)
        let state = later.state(from: initial)
        #expect(next.state == state, "\(later.history)")
        let isStuck = event == .missed && later.missed > 1 && state != .dead
        #expect(reconnects == isStuck, "\(later.history)")
        checked += 1
        explore(next, later)
      }
    }
    explore(Presence(initial), Model())

    #expect(checked == 55_986)
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
