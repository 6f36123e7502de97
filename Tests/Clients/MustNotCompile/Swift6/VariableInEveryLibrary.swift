// expect: reference to captured var 'ofPromiseKit' in concurrently-executing code
// expect: reference to captured var 'ofPromises' in concurrently-executing code
// expect: reference to captured var 'ofBolts' in concurrently-executing code
// expect: reference to captured var 'ofBrightFutures' in concurrently-executing code
// expect: reference to captured var 'ofWhen' in concurrently-executing code
// expect: reference to captured var 'ofThen' in concurrently-executing code
// expect: reference to captured var 'ofSundell' in concurrently-executing code
// expect: reference to captured var 'ofGSPromise' in concurrently-executing code
import PledgeBolts
import PledgeBrightFutures
import PledgeGSPromise
import PledgePromiseKit
import PledgePromises
import PledgeSundell
import PledgeThen
import PledgeWhen

func compare(_ promise: PledgePromiseKit.Promise<Int>) {
  var ofPromiseKit = 0
  promise.done { assert($0 == ofPromiseKit) }.cauterize()
  ofPromiseKit = 1
}

func compare(_ promise: PledgePromises.Promise<Int>) {
  var ofPromises = 0
  promise.then { assert($0 == ofPromises) }
  ofPromises = 1
}

func compare(_ task: PledgeBolts.Task<Int>) {
  var ofBolts = 0
  task.continueOnSuccessWith { assert($0 == ofBolts) }
  ofBolts = 1
}

func compare(_ future: PledgeBrightFutures.Future<Int, Never>) {
  var ofBrightFutures = 0
  future.onSuccess { assert($0 == ofBrightFutures) }
  ofBrightFutures = 1
}

func compare(_ promise: PledgeWhen.Promise<Int>) {
  var ofWhen = 0
  promise.done { assert($0 == ofWhen) }
  ofWhen = 1
}

func compare(_ promise: PledgeThen.Promise<Int>) {
  var ofThen = 0
  promise.then { assert($0 == ofThen) }
  ofThen = 1
}

func compare(_ future: PledgeSundell.Future<Int>) {
  var ofSundell = 0
  future.observe { assert((try? $0.get()) == ofSundell) }
  ofSundell = 1
}

func compare(_ manager: GSPromiseManager) {
  var ofGSPromise = 0
  let operation = GSPromising { ok in
    assert(ofGSPromise == 0)
    ok()
  }
  manager.addPromise(operation)
  ofGSPromise = 1
}
