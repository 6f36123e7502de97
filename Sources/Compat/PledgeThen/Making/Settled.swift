internal import Pledge

extension Promise {
  /// Returns a dormant promise that is rejected with `error` once it is started.
  public static func reject(_ error: any Error = PromiseError.default) -> Promise<T> {
    Promise(startedBy: { Inner(error: error) })
  }

  /// Returns a dormant promise that is fulfilled with `value` once it is started.
  public static func resolve(_ value: T) -> Promise<T> {
    let value = UncheckedSendable(value)
    return Promise(startedBy: { Inner(value: value) })
  }
}

extension Promise where T == Void {
  /// Returns a dormant promise that is fulfilled once it is started.
  public static func resolve() -> Promise<Void> {
    resolve(())
  }
}
