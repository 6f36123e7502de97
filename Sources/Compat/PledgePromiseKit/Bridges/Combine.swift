#if canImport(Combine)
public import Combine
internal import Pledge

extension Guarantee {
  /// Returns a publisher of the value, completed on the queue of `conf.Q.return`.
  public func future() -> Combine.Future<T, Never> {
    Combine.Future { [weak self] completion in
      let completion = UncheckedSendable(completion)
      self?.done { completion.value(.success($0)) }
    }
  }
}

extension Promise {
  /// Returns a publisher of the value or the error.
  ///
  /// - Returns: A Combine future, completed on the queue of `conf.Q.return`. If the policy of
  ///   `conf.catchPolicy` excludes cancellations, they do not complete it.
  public func future() -> Combine.Future<T, any Error> {
    Combine.Future { [weak self] completion in
      let completion = UncheckedSendable(completion)
      self?.done { completion.value(.success($0)) }.catch { completion.value(.failure($0)) }
    }
  }
}

extension Combine.Future {
  /// Returns a promise for the output of this future, settled on the thread that completes this.
  public func promise() -> PledgePromiseKit.Promise<Output> {
    // Here, an unqualified `Promise` is a Combine type.
    PledgePromiseKit.Promise { seal in
      subscribe(
        Subscribers.Sink(
          receiveCompletion: { if case .failure(let error) = $0 { seal.reject(error) } },
          receiveValue: { seal.fulfill($0) }
        )
      )
    }
  }
}

extension Combine.Future where Failure == Never {
  /// Returns a guarantee of the output of this future, resolved on the thread that completes this.
  public func guarantee() -> Guarantee<Output> {
    Guarantee { resolve in
      subscribe(Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { resolve($0) }))
    }
  }
}
#endif
