// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct PrimitiveSequence<Trait, Element> {
  let source: Observable<Element>
}

public protocol PrimitiveSequenceType {
  associatedtype Trait
  associatedtype Element

  var primitiveSequence: PrimitiveSequence<Trait, Element> { get }
}

extension PrimitiveSequence: PrimitiveSequenceType {
  public var primitiveSequence: PrimitiveSequence<Trait, Element> { self }
}

extension PrimitiveSequence: ObservableConvertibleType {
  public func asObservable() -> Observable<Element> { source }
}

extension PrimitiveSequence {
  /// Releases its observer immediately, like the original.
  public static func never() -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(source: Observable { _ in Disposables.create() })
  }
}

// MARK: Single

public enum SingleTrait {}
public typealias Single<Element> = PrimitiveSequence<SingleTrait, Element>
public typealias SingleEvent<Element> = Result<Element, Swift.Error>

extension PrimitiveSequenceType where Trait == SingleTrait {
  public typealias SingleObserver = (SingleEvent<Element>) -> Void

  public static func create(
    subscribe: @escaping (@escaping SingleObserver) -> Disposable
  ) -> Single<Element> {
    PrimitiveSequence(
      source: Observable { observer in
        subscribe { event in
          switch event {
          case .success(let element):
            observer.on(.next(element))
            observer.on(.completed)
          case .failure(let error): observer.on(.error(error))
          }
        }
      }
    )
  }

  public func subscribe(
    onSuccess: ((Element) -> Void)? = nil,
    onFailure: ((Swift.Error) -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> Disposable {
    primitiveSequence.source.subscribe { event in
      switch event {
      case .next(let element): onSuccess?(element)
      case .error(let error): onFailure?(error)
      case .completed: break
      }
    }
  }
}

// MARK: Maybe

public enum MaybeTrait {}
public typealias Maybe<Element> = PrimitiveSequence<MaybeTrait, Element>

@frozen public enum MaybeEvent<Element> {
  case success(Element)
  case error(Swift.Error)
  case completed
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  public typealias MaybeObserver = (MaybeEvent<Element>) -> Void

  public static func create(
    subscribe: @escaping (@escaping MaybeObserver) -> Disposable
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(
      source: Observable { observer in
        subscribe { event in
          switch event {
          case .success(let element):
            observer.on(.next(element))
            observer.on(.completed)
          case .error(let error): observer.on(.error(error))
          case .completed: observer.on(.completed)
          }
        }
      }
    )
  }

  public func subscribe(
    onSuccess: ((Element) -> Void)? = nil,
    onError: ((Swift.Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> Disposable {
    var isEmpty = true
    return primitiveSequence.source.subscribe { event in
      switch event {
      case .next(let element):
        isEmpty = false
        onSuccess?(element)
      case .error(let error): onError?(error)
      case .completed: if isEmpty { onCompleted?() }
      }
    }
  }
}

// MARK: Completable

public enum CompletableTrait {}
public typealias Completable = PrimitiveSequence<CompletableTrait, Swift.Never>

@frozen public enum CompletableEvent {
  case error(Swift.Error)
  case completed
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Swift.Never {
  public typealias CompletableObserver = (CompletableEvent) -> Void

  public static func create(
    subscribe: @escaping (@escaping CompletableObserver) -> Disposable
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(
      source: Observable { observer in
        subscribe { event in
          switch event {
          case .error(let error): observer.on(.error(error))
          case .completed: observer.on(.completed)
          }
        }
      }
    )
  }

  public func subscribe(
    onCompleted: (() -> Void)? = nil,
    onError: ((Swift.Error) -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> Disposable {
    primitiveSequence.source.subscribe { event in
      switch event {
      case .next: break
      case .error(let error): onError?(error)
      case .completed: onCompleted?()
      }
    }
  }
}
