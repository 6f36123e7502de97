import Pledge
import RxSwift

extension PrimitiveSequenceType where Trait == SingleTrait, Element: Sendable {
  /// Subscribes immediately; discarding the promise disposes of the subscription.
  nonisolated func promise(
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Element> {
    Promise(file: file, line: line) { (resolver: Resolver<Element>) in
      let work = UncheckedSendable(
        subscribe(onSuccess: { resolver.resolve($0) }, onFailure: { resolver.reject($0) })
      )
      resolver.onDiscard { work.value.dispose() }
    }
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait, Element: Sendable {
  /// Fulfills with `nil` if the sequence completes without an element.
  nonisolated func promise(
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Element?> {
    Promise(file: file, line: line) { (resolver: Resolver<Element?>) in
      let work = UncheckedSendable(
        subscribe(
          onSuccess: { resolver.resolve($0) },
          onError: { resolver.reject($0) },
          onCompleted: { resolver.resolve(nil) }
        )
      )
      resolver.onDiscard { work.value.dispose() }
    }
  }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
  nonisolated func promise(
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Void> {
    Promise(file: file, line: line) { (resolver: Resolver<Void>) in
      let work = UncheckedSendable(
        subscribe(onCompleted: { resolver.resolve() }, onError: { resolver.reject($0) })
      )
      resolver.onDiscard { work.value.dispose() }
    }
  }
}

extension Future {
  /// Delivers the outcome to each subscriber; disposing of a subscription detaches it from the
  /// promise.
  nonisolated func asSingle() -> Single<Value> {
    Single.create { observer in
      let observer = UncheckedSendable(observer)
      let consumer = self.observe { observer.value($0) }
      return Disposables.create { consumer.discard() }
    }
  }
}

extension Future {
  nonisolated func asMaybe<Element>() -> Maybe<Element> where Value == Element? {
    Maybe.create { observer in
      let observer = UncheckedSendable(observer)
      let consumer = self.observe { outcome in
        switch outcome {
        case .success(let element?): observer.value(.success(element))
        case .success(nil): observer.value(.completed)
        case .failure(let error): observer.value(.error(error))
        }
      }
      return Disposables.create { consumer.discard() }
    }
  }
}

extension Future where Value == Void {
  nonisolated func asCompletable() -> Completable {
    Completable.create { observer in
      let observer = UncheckedSendable(observer)
      let consumer = self.observe { outcome in
        switch outcome {
        case .success: observer.value(.completed)
        case .failure(let error): observer.value(.error(error))
        }
      }
      return Disposables.create { consumer.discard() }
    }
  }
}

extension ObservableType where Element: Sendable {
  /// Returns the first element; rejects with `RxError.noElements` if there is none.
  nonisolated func firstValue(
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Element> {
    take(1).asSingle().promise(file: file, line: line)
  }

  /// Returns all elements, once the observable completes.
  nonisolated func allValues(
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<[Element]> {
    toArray().promise(file: file, line: line)
  }
}
