import Pledge

#if MISTAKE
func guess() {
  _ = Promise.resolve(1)  // 1
  _ = firstly { load(1) }.map { $0.count }  // 2
  _ = when(fulfilled: load(1), load(2))  // 3
  _ = after(seconds: 1)  // 4
  _ = Promise.all(load(1), load(2))  // 5
  _ = Future(value: 1)  // 6
  _ = Future<Int> { resolver in resolver.resolve(1) }  // 7
}
// 1: error: 'resolve' has been replaced by 'init(value:)'
// 2: error: 'firstly(execute:)' is unavailable: Begin with the promise itself: 'load(1).map { … }'.
// 3: error: 'when(fulfilled:_:)' has been renamed to 'all(_:_:)'
// 4: error: 'after(seconds:)' is unavailable: Use 'after(.seconds(1))'.
// 5: error: generic parameter 'Value' could not be inferred
// 5: error: type 'Promise<Value>' has no member 'all'
// 6: error: 'init(value:file:line:_:)' is unavailable: Make a 'Promise', which is a future: 'Promise(value:)'.
// 7: error: 'init(file:line:_:)' is unavailable: Make a 'Promise', which is a future: 'Promise { … }'.
#elseif FUTURES
func guess() {
  _ = Future<Int>()  // 1
  _ = Future<Int>(error: Missing())  // 2
  _ = Future { try await fetchName(of: 1) }  // 3
}
// 1: error: 'init(file:line:)' is unavailable: Make a 'Promise', which is a future: 'Promise<Value>()'.
// 2: error: 'init(error:file:line:)' is unavailable: Make a 'Promise', which is a future: 'Promise(error:)'.
// 3: error: 'init(file:line:_:)' is unavailable: Make a 'Promise', which is a future: 'Promise { … }'.
#elseif OTHERS
func guess() {
  _ = Promise<Int>.reject(Missing())  // 1
  _ = firstly { load(1) }.done { say("\($0)") }  // 2
  _ = when(fulfilled: [load(1), load(2)]).map { $0.count }  // 3
  _ = when(fulfilled: load(1), load(2), load(3)).map { $0.2.count }  // 4
}
// 1: error: 'reject' has been replaced by 'init(error:)'
// 2: error: 'firstly(execute:)' is unavailable: Begin with the promise itself: 'load(1).map { … }'.
// 2: error: 'done(on:_:)' has been renamed to 'tap(_:)'
// 3: error: 'when(fulfilled:)' has been renamed to 'all(_:)'
// 4: error: 'when(fulfilled:_:_:)' has been renamed to 'all(_:_:_:)'
#elseif OWN
// Functions of the user with these names, even with the same signatures.
func firstly<Value: Sendable>(execute body: () throws -> Future<Value>) -> Promise<Value> {
  do { return try body().map { $0 } } catch { return Promise(error: error) }
}

func when(fulfilled first: Future<[UInt8]>, _ second: Future<[UInt8]>) -> Promise<Int> {
  all(first, second).map { $0.0.count + $0.1.count }
}

func when<Value: Sendable>(fulfilled futures: [Future<Value>]) -> Promise<[Value]> { all(futures) }

func after(seconds: Double) -> Promise<Void> { after(.seconds(seconds)) }

extension Promise {
  static func all(_ futures: [Future<Value>]) -> Promise<[Value]> { Pledge.all(futures) }
  static func race(_ futures: Future<Value>...) -> Promise<Value> { Pledge.race(futures) }
}

// Inside a type, a member hides functions of the same name, even if it is unavailable. Therefore,
// no unavailable member has the name of a function of Pledge.
extension Promise {
  func either(_ other: Future<Value>) -> Promise<Value> { any(self, other) }
}

func call() {
  _ = firstly { load(1) }.map { $0.count }
  _ = when(fulfilled: load(1), load(2)).map { $0 + 1 }
  _ = when(fulfilled: [load(1), load(2)]).map { $0.count }
  _ = after(seconds: 1)
  _ = Promise.all([load(1), load(2)]).map { $0.count }
  _ = Promise.race(load(1), load(2)).map { $0.count }
}
#else
func call() {
  _ = Promise(value: 1)
  _ = load(1).map { $0.count }
  _ = all(load(1), load(2))
  _ = after(.seconds(1))
}
#endif
