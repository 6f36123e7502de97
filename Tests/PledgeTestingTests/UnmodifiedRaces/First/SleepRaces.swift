import PledgeTestSupport

extension UnmodifiedRace {
  /// A toast that is replaced cancels its sleep, after which `try?` continues, and removes the
  /// toast that replaced it (gemwalletcom/gem-ios#1606).
  static let outlivedToast = Self("sleep that outlives its toast") { isRepaired in
    let screen = await Screen(isRepaired: isRepaired)
    let dismissal = await screen.flash("saved")
    try await Task.sleep(for: .milliseconds(8))
    await screen.show("offline")
    await dismissal.value
    try await expectOutcome(screen.toast, is: "offline")
  }

  /// An upload that is canceled after its completion is shown as canceled, although the server has
  /// the file (VincentGourbin/gemma-4-swift-mlx#21).
  static let lateCancellation = Self("cancellation after completion") { isRepaired in
    let upload = await Upload(isRepaired: isRepaired)
    let task = await upload.start()
    try await Task.sleep(for: .milliseconds(1))
    await upload.cancel()
    await task.value
    let expected: Upload.State = upload.isStored.value ? .complete : .canceled
    try await expectOutcome(upload.state, is: expected)
  }
}

@MainActor
private final class Screen {
  private(set) var toast: String?
  private var dismissal: Task<Void, Never>?
  private let isRepaired: Bool

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func show(_ text: String) {
    dismissal?.cancel()
    toast = text
  }

  func flash(_ text: String) -> Task<Void, Never> {
    show(text)
    let dismissal = Task {
      try? await Task.sleep(for: .milliseconds(2))
      if isRepaired && Task.isCancelled { return }
      toast = nil
    }
    self.dismissal = dismissal
    return dismissal
  }
}

@MainActor
private final class Upload {
  enum State { case waiting, complete, canceled }
  private(set) var state = State.waiting
  let isStored = Locked(false)
  private var task: Task<Void, Never>?
  private let isRepaired: Bool

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func start() -> Task<Void, Never> {
    let task = Task { state = await send() ? .complete : .canceled }
    self.task = task
    return task
  }

  func cancel() {
    task?.cancel()
    if !isRepaired { state = .canceled }
  }

  private nonisolated func send() async -> Bool {
    guard (try? await Task.sleep(for: .milliseconds(8))) != nil else { return false }
    isStored.value = true
    return true
  }
}
