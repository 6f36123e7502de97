import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

struct AgendaTests {
  private enum Action: CaseIterable {
    case addJob0, addJob1, addTask, addTimer1, addTimer2, addPromise, addOptional, addDiscard
    case takeFirst, takeLast, settle
  }

  /// The entries of an agenda in a list, from which the events are computed anew each time.
  private struct Model {
    enum Entry: Equatable {
      case job(Int)
      case task
      case timer(Int)
      case promise, optional, discard
    }
    var entries: [(id: Int, entry: Entry)] = []
    var jobs: [Int] = []
    var now = 0
    var lastID = 0

    mutating func add(_ entry: Entry) {
      lastID += 1
      entries.append((lastID, entry))
    }

    private var times: [Int] { timers.map(\.time) }
    private var timers: [(id: Int, time: Int)] {
      entries.compactMap { if case .timer(let time) = $0.entry { ($0.id, time) } else { nil } }
    }

    var events: [Agenda.Event] {
      let contexts = [0, 1].filter(jobs.contains).map { Agenda.Event.job($0) }
      let tasks = entries.filter { $0.entry == .task }.map { Agenda.Event.task(1, job: $0.id) }
      let promises = entries.filter { $0.entry == .promise || $0.entry == .optional }
      let answers = promises.flatMap {
        [Agenda.Event.outcome(of: $0.id, 0), .outcome(of: $0.id, 1)]
      }
      let due = timers.filter { $0.time <= max(now, times.min() ?? 0) }.sorted { $0.time < $1.time }
      let discards = entries.filter { $0.entry == .discard }.map { Agenda.Event.discard($0.id) }
      let isBusy = !contexts.isEmpty || !tasks.isEmpty || !due.isEmpty
      let isOver = !isBusy && !promises.contains { $0.entry == .promise }
      let events = contexts + tasks + answers + due.map { .timer($0.id) } + discards
      return isOver && !events.isEmpty ? [.end] + events : events
    }

    var hasRemaining: Bool { entries.contains { $0.entry != .task } }

    mutating func take(_ event: Agenda.Event) {
      switch event {
      case .end: return
      case .job(let context): jobs.remove(at: jobs.firstIndex(of: context) ?? 0)
      case .task(_, job: let id), .timer(let id), .outcome(of: let id, _), .discard(let id):
        now = max(now, timers.first { $0.id == id }?.time ?? 0)
        entries.removeAll { $0.id == id }
      }
    }
  }

  /// An agenda, and the promises that are pending in it, in the order of their creation.
  private struct Subject {
    var agenda = Agenda()
    var promises: [Promise<Int>] = []

    mutating func addPromise(isOptional: Bool) {
      let promise = Promise<Int>()
      promises.append(promise)
      agenda.add(
        Agenda.Pending(
          outcomes: [{ promise.resolve(0) }, { promise.resolve(1) }],
          isOptional: isOptional,
          isPending: { promise.isPending },
          description: { "" },
          discard: {}
        )
      )
    }

    mutating func addTimer(at time: Int) {
      let id = agenda.nextID()
      agenda.add(Agenda.Timer(id: id, deadline: .seconds(time), work: {}, discard: {}))
    }
  }

  @Test func `the events are those of a list, after any five actions`() {
    var actions: [[Action]] = [[]]
    for _ in 0..<4 { actions = actions.flatMap { start in Action.allCases.map { start + [$0] } } }
    for sequence in actions { check(sequence) }
  }

  private func check(_ sequence: [Action]) {
    var (subject, model) = (Subject(), Model())
    _ = (subject.agenda.context(named: "0"), subject.agenda.context(named: "1"))
    for action in sequence + [.takeFirst] {
      carryOut(action, &subject, &model)
      let events = subject.agenda.events()
      if events != model.events { return #expect(events == model.events, "\(sequence)") }
      #expect(subject.agenda.hasRemaining == model.hasRemaining, "\(sequence)")
      #expect(subject.agenda.now == .seconds(model.now))
    }
  }

  private func carryOut(_ action: Action, _ subject: inout Subject, _ model: inout Model) {
    switch action {
    case .addJob0, .addJob1:
      let context = action == .addJob0 ? 0 : 1
      subject.agenda.add(Agenda.Job {}, to: context)
      model.jobs.append(context)
      model.lastID += 1
    case .addTask:
      subject.agenda.add(Agenda.TaskJob(task: 1, work: {}, release: {}))
      model.add(.task)
    case .addTimer1, .addTimer2:
      let time = action == .addTimer1 ? 1 : 2
      subject.addTimer(at: time)
      model.add(.timer(time))
    case .addPromise, .addOptional:
      subject.addPromise(isOptional: action == .addOptional)
      model.add(action == .addPromise ? .promise : .optional)
    case .addDiscard:
      subject.agenda.add(Agenda.Discard(description: "", isPending: { true }) {})
      model.add(.discard)
    case .takeFirst, .takeLast:
      let events = subject.agenda.events()
      guard let event = action == .takeFirst ? events.first : events.last else { return }
      subject.agenda.take(event)?.work()
      model.take(event)
    case .settle:
      // A promise that is settled otherwise has no further events.
      subject.promises.first { $0.isPending }?.resolve(2)
      let first = model.entries.firstIndex { $0.entry == .promise || $0.entry == .optional }
      if let first { model.entries.remove(at: first) }
    }
  }

  @Test func `a context runs its jobs in order`() {
    var agenda = Agenda()
    let log = Log<Int>()
    let context = agenda.context(named: "main")
    for number in 0..<3 { agenda.add(Agenda.Job { log.add(number) }, to: context) }
    for _ in 0..<3 { agenda.take(.job(context))?.work() }
    #expect(log.entries == [0, 1, 2])
    #expect(!agenda.hasJobs)
  }
}
