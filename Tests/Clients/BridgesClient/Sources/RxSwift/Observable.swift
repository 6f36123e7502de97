// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@frozen public enum Event<Element> {
  case next(Element)
  case error(Swift.Error)
  case completed
}

public protocol ObserverType {
  associatedtype Element

  func on(_ event: Event<Element>)
}

public struct AnyObserver<Element>: ObserverType {
  public typealias EventHandler = (Event<Element>) -> Void

  private let handler: EventHandler

  public init(eventHandler: @escaping EventHandler) { handler = eventHandler }

  public func on(_ event: Event<Element>) { handler(event) }
}

public protocol ObservableConvertibleType {
  associatedtype Element

  func asObservable() -> Observable<Element>
}

public protocol ObservableType: ObservableConvertibleType {
  func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable
  where Observer.Element == Element
}

public class Observable<Element>: ObservableType {
  private let start: (AnyObserver<Element>) -> Disposable

  init(_ start: @escaping (AnyObserver<Element>) -> Disposable) { self.start = start }

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable
  where Observer.Element == Element {
    start(AnyObserver(eventHandler: observer.on))
  }

  public func asObservable() -> Observable<Element> { self }
}

extension ObservableType {
  public static func create(
    _ subscribe: @escaping (AnyObserver<Element>) -> Disposable
  ) -> Observable<Element> {
    Observable(subscribe)
  }

  public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> Disposable {
    subscribe(AnyObserver(eventHandler: on))
  }

  /// Fails unless there is exactly one element.
  ///
  /// The original has a different error for each case.
  public func asSingle() -> Single<Element> {
    Single.create { observer in
      var elements: [Element] = []
      return subscribe { event in
        switch event {
        case .next(let element): elements.append(element)
        case .error(let error): observer(.failure(error))
        case .completed:
          observer(elements.count == 1 ? .success(elements[0]) : .failure(RxError.noElements))
        }
      }
    }
  }

  public func toArray() -> Single<[Element]> {
    Single.create { observer in
      var elements: [Element] = []
      return subscribe { event in
        switch event {
        case .next(let element): elements.append(element)
        case .error(let error): observer(.failure(error))
        case .completed: observer(.success(elements))
        }
      }
    }
  }

  public func take(_ count: Int) -> Observable<Element> {
    Observable { observer in
      var left = count
      return subscribe { event in
        guard left > 0 else { return }
        observer.on(event)
        guard case .next = event else { return }
        left -= 1
        if left == 0 { observer.on(.completed) }
      }
    }
  }
}

public enum RxError: Swift.Error {
  case noElements
}
