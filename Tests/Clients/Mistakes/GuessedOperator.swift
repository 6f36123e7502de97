import Pledge

@MainActor
final class Page {
  var title = ""
}

#if MISTAKE
func guess(_ bag: DiscardBag) throws {
  _ = load(1)
    .done { say("\($0)") }  // 1
    .onFailure { say("\($0)") }  // 2
  _ = load(1).whenComplete { say("\($0)") }  // 3
  _ = load(1).finally { say("done") }  // 4
  _ = load(1).sink(receiveCompletion: { _ in }, receiveValue: { say("\($0)") })  // 5
  save(User(id: 1, name: "Ada")).store(in: bag)  // 6
  _ = load(1).timeout(seconds: 5)  // 7
  _ = Promise.value(1)  // 8
  _ = try load(1).wait()  // 9
}
// 1: error: 'done(on:_:)' has been renamed to 'tap(_:)'
// 2: error: 'onFailure(on:_:)' has been renamed to 'catch(_:)'
// 3: error: 'whenComplete(on:_:)' has been renamed to 'observe(_:)'
// 4: error: 'finally(on:_:)' has been renamed to 'ensure(_:)'
// 5: error: 'sink(receiveCompletion:receiveValue:)' is unavailable: Use 'tap { … }.catch { … }', or 'observe { result in … }'.
// 6: error: 'store(in:)' is unavailable: Use 'discarded(by: bag)', with a 'DiscardBag'.
// 7: error: 'timeout(seconds:)' is unavailable: Use 'timeout(after: .seconds(5))'.
// 8: error: 'value' has been replaced by 'init(value:)'
// 9: error: 'wait()' is unavailable: Await 'value' instead, or call 'wait(timeout:)' of PledgeTesting in a test.
#elseif OTHERS
func guess(_ bag: DiscardBag, _ bags: inout [DiscardBag], _ page: Page) throws {
  _ = load(1).get { say("\($0)") }.onSuccess { say("\($0)") }.whenSuccess { say("\($0)") }  // 1
  _ = load(1).onComplete { _ in }.whenFailure { say("\($0)") }.done(on: .global()) { _ in }  // 2
  _ = load(1).always { say("done") }.always { result in say("\(result)") }  // 3
  _ = load(1).subscribe { say("\($0)") }  // 4
  _ = load(1).subscribe(onSuccess: { say("\($0)") }, onFailure: { say("\($0)") })  // 5
  _ = load(1).sink { say("\($0)") }  // 6
  save(User(id: 1, name: "Ada")).store(in: &bags)  // 7
  save(User(id: 1, name: "Ada")).disposed(by: bag)  // 8
  _ = load(1).timeout(5)  // 9
  _ = retry(times: 3) { load(1) }  // 10
  _ = try load(1).get()  // 11
  _ = try load(1).await()  // 12
  _ = load(1).tap(on: MainActor.shared, owner: page) { $0.title = "\($1)" }  // 13
  _ = load(1).catch(on: .global(), owner: page) { _, error in say("\(error)") }  // 14
  _ = load(1).ensure(owner: page) { _ in say("done") }  // 15
  _ = load(1).done(on: MainActor.shared) { say("\($0)") }  // 16
  _ = load(1).whenFailure(on: MainActor.shared) { say("\($0)") }  // 17
  _ = load(1).whenComplete(on: MainActor.shared) { say("\($0)") }  // 18
  _ = load(1).finally(on: MainActor.shared) { say("done") }  // 19
}
// 1: error: 'get(on:_:)' has been renamed to 'tap(_:)'
// 1: error: 'onSuccess(on:_:)' has been renamed to 'tap(_:)'
// 1: error: 'whenSuccess(on:_:)' has been renamed to 'tap(_:)'
// 2: error: 'onComplete(on:_:)' has been renamed to 'observe(_:)'
// 2: error: 'whenFailure(on:_:)' has been renamed to 'catch(_:)'
// 2: error: 'done(on:_:)' has been renamed to 'tap(_:)'
// 3: error: 'always(on:_:)' has been renamed to 'ensure(_:)'
// 3: error: 'always' has been renamed to 'observe(_:)'
// 4: error: 'subscribe' has been renamed to 'observe(_:)'
// 5: error: 'subscribe(onSuccess:onFailure:)' is unavailable: Use 'tap { … }.catch { … }', or 'observe { result in … }'.
// 6: error: 'sink(receiveValue:)' has been renamed to 'tap(_:)'
// 7: error: 'store(in:)' is unavailable: Use 'discarded(by: bag)', with a 'DiscardBag'.
// 8: error: 'disposed(by:)' is unavailable: Use 'discarded(by: bag)', with a 'DiscardBag'.
// 9: error: 'timeout' is unavailable: Use 'timeout(after: .seconds(5))'.
// 10: error: 'retry(times:_:)' has been renamed to 'retry(max:_:)'
// 11: error: 'get()' is unavailable: Await 'value' instead, or read 'result', which never waits.
// 12: error: 'await()' is unavailable: Write 'try await promise.value'.
// 13: error: 'tap(on:owner:_:)' is unavailable: Use 'observe(on:owner:_:)', or capture '[weak self]'.
// 14: error: 'catch(on:owner:_:)' is unavailable: Use 'observe(on:owner:_:)', or capture '[weak self]'.
// 15: error: 'ensure(on:owner:_:)' is unavailable: Use 'observe(on:owner:_:)', or capture '[weak self]'.
// 16: error: 'done(on:_:)' has been renamed to 'tap(on:_:)'
// 17: error: 'whenFailure(on:_:)' has been renamed to 'catch(on:_:)'
// 18: error: 'whenComplete(on:_:)' has been renamed to 'observe(on:_:)'
// 19: error: 'finally(on:_:)' has been renamed to 'ensure(on:_:)'
#elseif STAGES
@MainActor
func show(_ page: Page) {
  load(1)
    .done(on: MainActor.shared) { page.title = "\($0)" }  // 1
    .catch(on: MainActor.shared) { page.title = "\($0)" }
}
// 1: error: 'done(on:_:)' has been renamed to 'tap(on:_:)'
#else
func call(_ bag: DiscardBag) async throws {
  load(1).tap { say("\($0)") }.catch { say("\($0)") }
  load(1).observe { say("\($0)") }
  load(1).ensure { say("done") }.catch { say("\($0)") }
  save(User(id: 1, name: "Ada")).discarded(by: bag)
  _ = load(1).timeout(after: .seconds(5))
  _ = Promise(value: 1)
  _ = try await load(1).value
}
#endif
