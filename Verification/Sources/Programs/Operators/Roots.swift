import Pledge

extension Operator {
  static let roots: [Operator] = [
    .makes("Promise()") { _ in Promise<Token>() },
    .does("pending()") { b in
      let (promise, resolver) = Promise<Token>.pending()
      if b.step.hasWork { resolver.onPriorityEscalated(b.record.raise) }
      b.round.adopt(promise, with: resolver, by: b)
    },
    .makes("Promise(value: $v)") { b in Promise(value: b.token) },
    .makes("Promise(error: $v)") { b in Promise(error: b.failure) },
    .makes("Promise(discard: $h)") { b in Promise(discard: b.stop(b.record)) },
    .makes("Promise { resolver in $h }") { b in
      let call = b.call
      return Promise { resolver in
        let value = try call.value()
        b.round.postpone { resolver.resolve(value) }
      }
    },
    .makes("Promise(on: $c) $h") { b in
      let call = b.call
      return Promise(on: b.context) { try call.value() }
    },
    .makes("LazyPromise $h") { b in LazyPromise(b.call.start) },
    .makes("fromValue $v") { b in
      let token = b.token
      return Promise.fromValue { callback in b.round.postpone { callback(token) } }
    },
    .makes("fromValue $v.onUndelivered") { b in
      let (token, round) = (b.token, b.round)
      let number = token.number
      let promise = Promise.fromValue { callback in round.postpone { callback(token) } }
      // The program may settle the promise with the value of another one, whose consumers get it.
      return promise.onUndelivered { value in
        if value.number == number, value.disposals.up() > 1 { round.fail("disposed of it twice") }
      }
    },
    .makes("after($t)") { b in after(b.ticks, clock: b.round.clock).map(b.call.value) },
  ]
}
