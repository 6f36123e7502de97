import Pledge

/// What a screen shows of a page: its title, once it has been loaded, or why there is none.
@MainActor
public final class TitleModel {
  /// The title of the page that was loaded last.
  public private(set) var title = ""
  /// The reason why the page that was opened last has no title.
  public private(set) var message = ""
  /// Whether a title is being loaded.
  public private(set) var isLoading = false
  private let clock: any Clock<Duration>
  private let load: @Sendable (String) -> Future<String>
  private let loads = DiscardBag()

  /// Creates a model without a title.
  ///
  /// - Parameters:
  ///   - clock: The clock that measures the limit of five seconds.
  ///   - load: Returns the title of the page with a path.
  public init(
    clock: any Clock<Duration> = ContinuousClock(),
    load: @escaping @Sendable (_ path: String) -> Future<String>
  ) {
    self.clock = clock
    self.load = load
  }

  /// Loads the title of a page instead of the previous one.
  ///
  /// - Parameter path: The path of the page.
  /// - Returns: A promise for the title, settled after the model has changed.
  @discardableResult
  public func open(_ path: String) -> Future<String> {
    loads.discardAll()
    isLoading = true
    return load(path)
      .timeout(after: .seconds(5), clock: clock)
      .observe(on: MainActor.shared, owner: self) { model, result in model.show(result) }
      .discarded(by: loads)
  }

  private func show(_ result: Result<String, any Error>) {
    isLoading = false
    switch result {
    case .success(let title): (self.title, message) = (title, "")
    case .failure(is TimeoutError): message = "The server does not answer."
    case .failure(let error): message = "\(error)"
    }
  }
}
